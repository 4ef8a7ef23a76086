/** What signals do where a process set nothing. */
import { SIG } from '../../abi/constants.ts';

/** Highest signal number (SIGRTMAX). */
export const MAX_SIGNAL = 64;

const URG = 23;

/** Signals without effect by default. */
const IGNORED = new Set<number>([SIG.CHLD, SIG.CONT, SIG.WINCH, URG]);
const STOPPING = new Set<number>([SIG.STOP, SIG.TSTP, SIG.TTIN, SIG.TTOU]);

export function isIgnoredByDefault(signal: number): boolean {
  return IGNORED.has(signal);
}

/** Signals that stop a process by default (SIGSTOP always). */
export function isStopSignal(signal: number): boolean {
  return STOPPING.has(signal);
}
