/** Whether beads are given to agents, and how many more runs the person pays for: one switch for all tabs of the project. */
import * as z from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coordination, Entry } from '../../peers/port.ts';
import { updateRecord } from '../../peers/update-record.ts';

const record = z.object({ on: z.boolean(), left: z.int().min(0) });
export type Dispatch = z.infer<typeof record>;

export interface DispatchControl {
  readonly store: StoreApi<Dispatch>;
  /** @param runs that may still begin */
  set(on: boolean, runs: number): Promise<void>;
  /** Takes one run from the budget. @returns false when it is used up, or the switch is off */
  spend(): Promise<boolean>;
  /** The run did not come about. */
  giveBack(): Promise<void>;
  close(): void;
}

/** More runs than this are no budget. */
export const MAX_DISPATCHED = 1000;
const KEY = 'control/dispatch';
const OFF: Dispatch = { on: false, left: 0 };

export function createDispatchControl(port: Coordination): DispatchControl {
  const store = createStore<Dispatch>(() => OFF);
  const of = (value: unknown): Dispatch => record.safeParse(value).data ?? OFF;
  let newest = 0;
  /** Of two readings the later one counts, whichever is answered first. */
  const show = (entry: Entry | undefined): void => {
    if ((entry?.revision ?? 0) < newest) return;
    newest = entry?.revision ?? 0;
    store.setState(of(entry?.value), true);
  };
  const change = async (next: (now: Dispatch) => Dispatch | undefined): Promise<boolean> => {
    let changed = false;
    const entry = await updateRecord(port.records, KEY, (value) => {
      const now = next(of(value));
      changed = now !== undefined;
      return now;
    });
    show(entry);
    if (changed) port.announce('dispatch', null);
    return changed;
  };
  const read = async (): Promise<void> => show(await port.records.read(KEY));
  // What cannot be read now is read with the next change; until then it is off.
  const refresh = (): void => void read().catch(() => undefined);
  refresh();
  const unlisten = port.listen((topic) => { if (topic === 'dispatch') refresh(); });
  return {
    store,
    set: async (on, runs) => void await change(() => ({ on, left: on ? Math.max(0, Math.min(MAX_DISPATCHED, Math.trunc(runs))) : 0 })),
    spend: () => change(({ on, left }) => (on && left > 0 ? { on, left: left - 1 } : undefined)),
    giveBack: async () => void await change(({ on, left }) => (on ? { on, left: left + 1 } : undefined)),
    close: unlisten,
  };
}
