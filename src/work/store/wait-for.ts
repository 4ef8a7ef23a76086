import { abortError } from '../../shared/abort.ts';
import type { Collection } from './tables.ts';
import type { WorkBase } from './work-base.ts';

/** Asks again after every change of the collections until there is something; undefined after `ms`. @throws the signal's error */
export async function waitFor<T>(base: WorkBase, of: readonly Collection[], ask: () => Promise<T | undefined>, { signal, ms }: { signal: AbortSignal; ms: number }): Promise<T | undefined> {
  let wake: () => void = () => undefined;
  let over = false;
  let changed = false;
  const news = (): void => {
    changed = true;
    wake();
  };
  const unsubscribe = base.subscribe(of, news);
  const timer = setTimeout(() => {
    over = true;
    wake();
  }, ms);
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      changed = false;
      const found = await ask();
      if (found !== undefined) return found;
      if (signal.aborted) throw abortError(signal);
      if (over) return undefined;
      if (!changed) await new Promise<void>((resolve) => { wake = resolve; });
      wake = () => undefined;
    }
  } finally {
    clearTimeout(timer);
    unsubscribe();
    signal.removeEventListener('abort', onAbort);
  }
}
