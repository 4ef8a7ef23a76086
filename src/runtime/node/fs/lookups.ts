/**
 * Answers to "is there a file?" remembered for one stretch of synchronous code. Loading a module graph asks for the same paths again and
 * again, all within one stretch; nobody can tell a look at a file from one a moment earlier unless something happened in between, so every
 * call that may change files or wait for another process empties the memory.
 */
import { O } from '../../abi/constants.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { perRuntime } from '../streams/per-runtime.ts';

const CHANGING = [
  'mkdir', 'rmdir', 'unlink', 'rename', 'link', 'symlink', 'rmtree', 'writeFile', 'chdir', 'spawn', 'waitpid', 'sleep', 'pollSync', 'kill', 'listenUnix', 'accept',
] as const;

class Lookups {
  private readonly native: typeof globalThis;
  private readonly known = new Map<string, unknown>();

  constructor(rt: NodeRuntime) {
    this.native = rt.native;
    const sys: Internal = rt.sys;
    for (const name of CHANGING) {
      const call = sys[name];
      sys[name] = (...args: unknown[]) => {
        this.forget();
        return call(...args);
      };
    }
    const { open } = sys;
    sys.open = (path: string, flags: number, mode: number) => {
      if (flags & O.CREAT) this.forget();
      return open(path, flags, mode);
    };
  }

  forget(): void {
    if (this.known.size > 0) this.known.clear();
  }

  /** The answer to `question`, asked at most once per stretch. */
  ask<T>(question: string, ask: () => T): T {
    if (this.known.has(question)) return this.known.get(question) as T;
    const answer = ask();
    // The microtask comes when the stretch is over.
    if (this.known.size === 0) this.native.queueMicrotask(() => this.forget());
    this.known.set(question, answer);
    return answer;
  }
}

export const lookups = perRuntime((rt) => new Lookups(rt));
