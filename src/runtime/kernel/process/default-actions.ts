/** What signals do where a process set nothing. */
import { SIG } from '../../abi/constants.ts';

/** Highest signal number (SIGRTMAX). */
export const MAX_SIGNAL = 64;

const URG = 23;

/**
 * Signals without effect by default. Stop signals are among them: a worker cannot be paused from outside, and ending a process that was
 * only to be stopped would be worse than doing nothing.
 */
const IGNORED = new Set<number>([SIG.CHLD, SIG.CONT, SIG.WINCH, URG, SIG.TSTP, SIG.TTIN, SIG.TTOU]);

export function isIgnoredByDefault(signal: number): boolean {
  return IGNORED.has(signal);
}
