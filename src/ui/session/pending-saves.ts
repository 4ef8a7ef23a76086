/** Text that was saved and is not in the durable copy yet. A page that ends in this moment, as by Ctrl S and Ctrl W, would take it along: the file of before comes back, and nobody says so. */
import type { StoreApi } from 'zustand/vanilla';
import type { SaveState } from '../../project/durable-mirror.ts';
import { isDirty, type Documents } from '../../project/documents.ts';

/** Text, and the file's text that it was made from. */
export interface UnsavedText {
  text: string;
  diskText: string;
}

export interface PendingSaves {
  /** By path. */
  readonly texts: ReadonlyMap<string, UnsavedText>;
  close(): void;
}

/**
 * @param flush brings everything that was saved so far into the durable copy; with each save it is asked to, without waiting for others
 * @param onSafe is called when texts are no longer pending
 */
export function watchSaves(documents: Pick<Documents, 'store'>, saving: StoreApi<SaveState>, flush: () => Promise<void>, onSafe: () => void): PendingSaves {
  const texts = new Map<string, UnsavedText>();
  let flushing = false;

  const settle = async (): Promise<void> => {
    if (flushing) return;
    flushing = true;
    while (texts.size > 0) {
      const noted = [...texts];
      // A tab that ran the sandbox may be gone: the next one says that it saves.
      if (!await flush().then(() => true, () => false)) break;
      const { state } = saving.getState();
      if (state !== 'saved' && state !== 'saving') break;
      for (const [path, one] of noted) if (texts.get(path) === one) texts.delete(path);
      onSafe();
    }
    flushing = false;
  };

  const stops = [
    documents.store.subscribe(({ open }, before) => {
      for (const document of open) {
        const was = before.open.find(({ path }) => path === document.path);
        if (!was || !isDirty(was) || isDirty(document) || document.text !== was.text) continue;
        // Of several saves in a row none may be there yet.
        texts.set(document.path, { text: document.text, diskText: texts.get(document.path)?.diskText ?? was.diskText });
        void settle();
      }
    }),
    saving.subscribe(({ state }) => { if (state === 'saved') void settle(); }),
  ];
  return {
    texts,
    close() {
      for (const stop of stops) stop();
    },
  };
}
