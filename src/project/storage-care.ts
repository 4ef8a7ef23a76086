/** What the browser does with what is stored: whether it may remove it, how much room there is, and what of the open project it lost. One for the page, since the browser has one answer for all projects. */
import { createStore } from 'zustand/vanilla';
import type { DamagedRecord } from './durable-store.ts';

export interface StorageState {
  /** Whether the browser promised to remove nothing by itself; undefined before it was asked, or where it does not say. */
  kept: boolean | undefined;
  /** Bytes, of everything that is stored here; undefined where the browser does not say. */
  usage: number | undefined;
  quota: number | undefined;
  /** The project was saved here once, and the browser removed it. */
  removed: boolean;
  /** It has not answered for some seconds, and something waits for it. */
  held: boolean;
  /** What of the project could not be read when it was opened. */
  damaged: readonly DamagedRecord[];
}

export const storage = createStore<StorageState>(() => ({ kept: undefined, usage: undefined, quota: undefined, removed: false, held: false, damaged: [] }));

/** Asks what is; never fails. */
export async function measureStorage(): Promise<void> {
  try {
    const [kept, { usage, quota }] = await Promise.all([navigator.storage.persisted(), navigator.storage.estimate()]);
    storage.setState({ kept, usage, quota });
  } catch { /* a browser that does not say */ }
}

/** Asks the browser to keep what is stored. Some ask the person, so this is for when there is something of their own to keep. */
export async function askToKeep(): Promise<void> {
  try {
    if (!await navigator.storage.persisted()) await navigator.storage.persist();
  } catch { /* a browser that does not do that */ }
  await measureStorage();
}

/** Calls `own`, some time later, when there is a change of the person's own. @returns a function that ends that */
export type OwnChanges = (own: () => void) => () => void;

/** Asks once, at the first of all these. */
export function askOnFirstChange(...sources: readonly OwnChanges[]): void {
  const ends = sources.map((source) => source(() => {
    for (const end of ends) end();
    void askToKeep();
  }));
}
