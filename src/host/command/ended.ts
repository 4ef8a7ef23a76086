import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { killTree, startError } from './start.ts';
import type { CommandSpec } from './start.ts';

/** How long a command may clean up after SIGTERM before SIGKILL. */
const KILL_GRACE_MS = 1000;
/** A background child may keep the pipes open for ever after the command itself has ended. */
const DRAIN_MS = 250;
const TIMEOUT_EXIT = 124;

export interface Ended {
  exit_code: number;
  signal: string | null;
  timed_out: boolean;
}

/**
 * Waits for the command's end. At the wall clock, or when the signal fires, it and all it started get SIGTERM, and SIGKILL after a second or when the command
 * itself is gone. @throws AppError `not_installed` or `spawn_failed`
 */
export function ended(child: ChildProcess, spec: CommandSpec, { timeout_ms, signal }: { timeout_ms: number | undefined; signal: AbortSignal }): Promise<Ended> {
  return new Promise<Ended>((resolve, reject) => {
    let timed_out = false;
    let killer: NodeJS.Timeout | undefined;
    let drain: NodeJS.Timeout | undefined;
    const stop = (): void => {
      killTree(child, 'SIGTERM');
      killer ??= setTimeout(() => killTree(child, 'SIGKILL'), KILL_GRACE_MS);
    };
    const timer = timeout_ms === undefined ? undefined : setTimeout(() => {
      timed_out = true;
      stop();
    }, timeout_ms);
    const settle = (): void => {
      clearTimeout(timer);
      clearTimeout(drain);
      // The command may have ended while children of its that ignore SIGTERM have not.
      if (killer !== undefined) {
        clearTimeout(killer);
        killTree(child, 'SIGKILL');
      }
      signal.removeEventListener('abort', stop);
    };
    const finish = (): void => {
      settle();
      const name = child.signalCode;
      const exit_code = child.exitCode ?? (name ? 128 + (constants.signals[name] ?? 0) : 1);
      resolve({ exit_code: timed_out ? TIMEOUT_EXIT : exit_code, signal: name, timed_out });
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      settle();
      reject(startError(spec, error));
    });
    child.once('exit', () => {
      drain = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        finish();
      }, DRAIN_MS);
    });
    child.once('close', finish);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
