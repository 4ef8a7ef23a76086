/** What a git command sees of the world. Nothing is taken from globals, so that the library runs over any `fs` and in tests. */
import type * as nodeFs from 'node:fs';

export interface GitContext {
  fs: typeof nodeFs;
  cwd: string;
  env: Record<string, string | undefined>;
  /** Seconds since 1970; commits and relative dates use it. */
  now: () => number;
  /** Minutes west of UTC, as `Date.prototype.getTimezoneOffset` has it. */
  timezoneOffset: () => number;
  /** Whether stdout is a terminal: decorations appear only there, as in git. */
  tty: boolean;
  /** No progress, although somebody looks. */
  quiet?: boolean;
  /** Bytes are those of files, which need not be text. */
  out: (text: string | Uint8Array) => void;
  err: (text: string) => void;
  /** The next line that the person types, or that stdin holds; undefined at its end. Absent where nobody can answer. `hidden` does not show what is typed. */
  readLine?: (hidden?: boolean) => Promise<string | undefined>;
  /** All of stdin. */
  readInput?: () => Promise<Uint8Array>;
  /** Which process this is, and which others there are: the lock of one that was killed is nobody's. Absent where there are no processes. */
  processes?: { own: number; runs: (id: number) => boolean };
  /** Requests to servers; absent where there is no network. */
  fetch?: typeof globalThis.fetch;
  /** Calls `clean` when the person interrupts, before the program ends; the result stops that. */
  onInterrupt?: (clean: () => void) => () => void;
  /** Runs the person's editor on a file and resolves to its exit code. */
  edit?: (command: string, path: string) => Promise<number>;
  /** Runs a program to its end and resolves to its exit code. Absent where there are no processes. */
  spawn?: (file: string, args: readonly string[], options: { cwd: string; env: Record<string, string | undefined>; input: string | undefined; output: 'stdout' | 'stderr' }) => Promise<number>;
}

export interface GitCommand {
  name: string;
  /** Resolves to the exit code; throws GitError for failures in git's words. */
  run: (args: string[], context: GitContext) => Promise<number>;
}
