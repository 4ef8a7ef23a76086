/** Knows when everything that happened in the sandbox so far has been told. */
import { HISTORY_FILE } from '../sandbox/history-file.ts';
import { AppError } from '../shared/errors.ts';
import { dirname } from '../shared/path.ts';
import type { ProjectChanges } from './changes.ts';
import { isGone, type MirrorSource } from './mirror-source.ts';

/** Far longer than the sandbox ever takes; it is gone then, or does not watch. */
const PATIENCE_MS = 10_000;

export interface Barrier {
  /**
   * Resolves when every change made before this call has been told to the listeners of `changes`.
   * @throws AppError `no_news` when the sandbox tells nothing, `no_answer` when it does not even answer
   */
  pass(): Promise<void>;
  close(): void;
}

/**
 * Changes are told in their order, so one of our own, made now, is told after all earlier ones. Answers to calls say nothing about that: they take another way.
 */
export function createBarrier(engine: Pick<MirrorSource, 'fs'>, changes: Pick<ProjectChanges, 'subscribe'>): Barrier {
  const folder = `${dirname(HISTORY_FILE)}/io`;
  const name = crypto.randomUUID().slice(0, 8);
  let count = 0;
  const waiting = new Map<string, () => void>();
  const unsubscribe = changes.subscribe((paths) => {
    // When too much changes at once the sandbox says just that: everything may have changed, ours with it.
    for (const [path, told] of waiting) if (paths.has(path) || paths.has('')) told();
  });
  return {
    async pass() {
      const path = `${folder}/saving-${name}-${++count}`;
      let timer: ReturnType<typeof setTimeout> | undefined;
      let answered = false;
      const told = new Promise<void>((resolve, reject) => {
        waiting.set(path, resolve);
        timer = setTimeout(() => reject(answered ? new AppError('no_news', 'The sandbox does not tell what changes.') : new AppError('no_answer', 'The sandbox does not answer.')), PATIENCE_MS);
      });
      told.catch(() => undefined);
      try {
        const written = engine.fs.writeFile(path, '').catch(async (error: unknown) => {
          if (!isGone(error)) throw error;
          await engine.fs.mkdir(folder, { recursive: true });
          await engine.fs.writeFile(path, '');
        }).then(() => { answered = true; });
        // One that has died says nothing at all, not even that it failed.
        await Promise.race([written, told]);
        await told;
      } finally {
        clearTimeout(timer);
        waiting.delete(path);
        engine.fs.rm(path, { force: true }).catch(() => undefined);
      }
    },
    close() {
      unsubscribe();
      for (const told of waiting.values()) told();
    },
  };
}
