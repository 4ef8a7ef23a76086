/** Exit statuses. */

/** What `$?` is for a status of wait(2). */
export function statusOf(status: number): number {
  const signal = status & 0x7f;
  return signal === 0 ? (status >> 8) & 0xff : 128 + signal;
}

export const SIGNAL_NAMES: readonly (string | undefined)[] = [
  'EXIT', 'HUP', 'INT', 'QUIT', 'ILL', 'TRAP', 'ABRT', 'BUS', 'FPE', 'KILL', 'USR1', 'SEGV', 'USR2', 'PIPE', 'ALRM', 'TERM', 'STKFLT', 'CHLD', 'CONT', 'STOP',
  'TSTP', 'TTIN', 'TTOU', 'URG', 'XCPU', 'XFSZ', 'VTALRM', 'PROF', 'WINCH', 'IO', 'PWR', 'SYS',
];

/** Number of a signal given as `9`, `KILL` or `SIGKILL`; null when there is none. */
export function signalNumber(name: string): number | null {
  if (/^\d+$/.test(name)) return Number(name) < 65 ? Number(name) : null;
  const n = SIGNAL_NAMES.indexOf(name.toUpperCase().replace(/^SIG/, ''));
  return n < 0 ? null : n;
}

/** What a shell prints about a foreground command that a signal ended. */
export function signalText(signal: number): string | null {
  const texts: { [n: number]: string } = {
    1: 'Hangup', 3: 'Quit', 4: 'Illegal instruction', 5: 'Trace/breakpoint trap', 6: 'Aborted', 7: 'Bus error', 8: 'Floating point exception', 9: 'Killed',
    10: 'User defined signal 1', 11: 'Segmentation fault', 12: 'User defined signal 2', 14: 'Alarm clock', 15: 'Terminated',
  };
  return texts[signal] ?? null;
}
