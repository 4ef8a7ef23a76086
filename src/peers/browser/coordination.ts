/**
 * The peers' world within one browser: IndexedDB's transactions decide, the lock manager knows who lives, a BroadcastChannel tells. Each
 * peer holds one lock in its name for as long as it exists; the browser takes it back however the tab ends.
 */
import * as z from 'zod';
import { abortError, delay, throwIfAborted } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import { createRecordLeases } from '../lease-records.ts';
import type { Coordination, Listener } from '../port.ts';
import { openIdbRecords } from './idb-records.ts';

const news = z.object({ from: z.string(), topic: z.string(), body: z.json() });

export interface BrowserCoordination extends Coordination {
  /** Ends this peer: what it holds is free from now on. */
  leave(): void;
}

/** @throws AppError `no_storage` where the browser has no IndexedDB or no locks for this page */
export async function joinBrowserPeers(project: string): Promise<BrowserCoordination> {
  const scope = `tabloom-peers:${project}`;
  const session = crypto.randomUUID();
  const nameOf = (one: string): string => `${scope}:${one}`;
  const records = await openIdbRecords(scope).catch((error: unknown) => {
    throw new AppError('no_storage', 'This browser keeps nothing for this page (a private window, or storage is switched off), so tabs cannot work together here.', { cause: error });
  });
  let release = (): void => undefined;
  const life = new Promise<void>((resolve) => { release = resolve; });
  await new Promise<void>((resolve, reject) => {
    navigator.locks.request(nameOf(session), () => {
      resolve();
      return life;
    }).catch((error: unknown) => reject(new AppError('no_storage', 'This browser has no locks for this page, so tabs cannot work together here.', { cause: error })));
  });
  const channel = new BroadcastChannel(scope);
  const listeners = new Set<Listener>();
  channel.onmessage = ({ data }) => {
    const parsed = news.safeParse(data);
    if (parsed.success) for (const listener of [...listeners]) listener(parsed.data.topic, parsed.data.body, parsed.data.from);
  };
  // Of one base for all tabs of a browser, and not moved by somebody who sets the clock.
  const now = (): number => Math.round(performance.timeOrigin + performance.now());
  const alive = async (one: string): Promise<boolean> => {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === nameOf(one));
  };
  return {
    session, records, now, alive,
    leases: createRecordLeases({ records, now, alive }),
    async ended(one, signal) {
      throwIfAborted(signal);
      try {
        await navigator.locks.request(nameOf(one), { mode: 'shared', signal }, () => undefined);
      } catch (error) {
        if (signal.aborted) throw abortError(signal);
        throw error;
      }
    },
    announce: (topic, body) => channel.postMessage({ from: session, topic, body }),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sleep: delay,
    leave() {
      listeners.clear();
      channel.close();
      release();
      records.close();
    },
  };
}
