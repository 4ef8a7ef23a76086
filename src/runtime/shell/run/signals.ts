/** Signals that arrive at the shell. */
import { DISPOSITION, SIG } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { Killed, type Shell } from './shell.ts';

const PASSED = [SIG.HUP, SIG.INT, SIG.QUIT, SIG.TERM, SIG.USR1, SIG.USR2];

/** Until the returned function is called, signals sent to the shell go to `pid` instead: it stands for the shell (`exec`, a last command). */
export function passSignals(shell: Shell, pid: number): () => void {
  const target = shell.onSignalTarget;
  const before = target.forward;
  target.forward = (low) => {
    for (const n of PASSED) {
      if ((low & (1 << (n - 1))) === 0) continue;
      try {
        shell.sys.kill(pid, n);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
      }
    }
  };
  for (const n of PASSED) shell.sys.sigaction(n, DISPOSITION.HANDLE);
  return () => {
    target.forward = before;
    for (const n of PASSED) shell.sys.sigaction(n, dispositionOf(shell, n));
  };
}

/** Ends the shell by the signal that ended the program standing for it, so that the parent sees that signal. */
export function dieBy(shell: Shell, signal: number): void {
  shell.sys.sigaction(signal, DISPOSITION.DEFAULT);
  // Not `shell.pid`: in a subshell that is the number of the shell which started it, as `$$` is.
  shell.sys.kill(Number(shell.sys.readlink('/proc/self')), signal);
}

/** What a signal does to the shell itself when no program stands for it. */
export function dispositionOf(shell: Shell, signal: number): number {
  const names: { [n: number]: string } = { 1: 'HUP', 2: 'INT', 3: 'QUIT', 10: 'USR1', 12: 'USR2', 15: 'TERM' };
  const trap = shell.traps.get(names[signal] ?? '');
  if (trap !== undefined) return trap === '' ? DISPOSITION.IGNORE : DISPOSITION.HANDLE;
  // Handled, not ignored: children start with the default for what was handled, but would keep ignoring.
  if ((shell.onSignalTarget.ends & (1 << (signal - 1))) !== 0) return DISPOSITION.HANDLE;
  if (shell.interactive && (signal === SIG.INT || signal === SIG.TERM || signal === SIG.QUIT)) return DISPOSITION.HANDLE;
  return DISPOSITION.DEFAULT;
}

/** The signal that ends this process's shell, once what ran in it has ended by `e`; 0 for any other error. */
export function endedBy(shell: Shell, e: unknown): number {
  const target = shell.onSignalTarget;
  if (!(e instanceof Killed) || target.root !== shell) return 0;
  shell.pendingSignals = target.ends = target.ended = 0;
  return e.signal;
}

/** A script with an EXIT trap is not ended by signals before that has run. */
export function holdForExit(shell: Shell): void {
  const target = shell.onSignalTarget;
  if (target.root !== shell || shell.interactive) return;
  const before = target.ends;
  target.ends = 0;
  if (shell.traps.get('EXIT')) for (const [n, name] of [[SIG.HUP, 'HUP'], [SIG.INT, 'INT'], [SIG.TERM, 'TERM']] as const) if (!shell.traps.has(name)) target.ends |= 1 << (n - 1);
  for (const n of [SIG.HUP, SIG.INT, SIG.TERM]) {
    const bit = 1 << (n - 1);
    if (((before ^ target.ends) & bit) === 0) continue;
    const disposition = shell.sys.sigaction(n, dispositionOf(shell, n));
    // What the shell was started to ignore (`nohup`, a background command) it goes on to ignore.
    if ((target.ends & bit) === 0 || disposition !== DISPOSITION.IGNORE) continue;
    target.ends &= ~bit;
    shell.sys.sigaction(n, DISPOSITION.IGNORE);
  }
}

/** Called by the system-call layer with the signals found after a call. */
export function noteSignals(shell: Shell, low: number): void {
  const target = shell.onSignalTarget;
  if (target.forward) target.forward(low);
  else {
    target.current.pendingSignals |= low & ~(1 << (SIG.PIPE - 1));
    target.ended |= low & target.ends;
  }
}
