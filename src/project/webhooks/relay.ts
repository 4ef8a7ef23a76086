/**
 * Webhooks from a relay: an address that sends server-sent events, because nothing from outside can call a page. One tab of the browser
 * listens, the one that holds the Web Lock of the address; when it is closed another does.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { abortable, delay } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import type { Webhook } from '../../peers/webhooks.ts';
import { readRelayMessage } from './relay-message.ts';

export type RelayState =
  | { state: 'off' }
  /** The address cannot be one; `reason` is a sentence. */
  | { state: 'wrong'; reason: string }
  /** Another tab listens, or none yet. */
  | { state: 'elsewhere' }
  | { state: 'connecting'; tries: number }
  /** `problem`: what was wrong with the last thing that came. */
  | { state: 'open'; received: number; problem: string | undefined }
  /** Not reachable; tried again by itself. */
  | { state: 'broken'; again_ms: number };

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** @returns the address, or a sentence that says why it cannot be one */
export function relayAddress(text: string): URL | string {
  try {
    const url = new URL(text.trim());
    const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
    if (url.protocol === 'https:' || (url.protocol === 'http:' && local)) return url;
  } catch {
    // Said below.
  }
  return 'The address of a relay begins with https://';
}

/** Listens until the signal fires. `deliver` may be called again with what came before: a relay repeats itself after a break. */
export function listenToRelay(text: string, project: string, deliver: (webhook: Webhook) => Promise<unknown>, signal: AbortSignal): StoreApi<RelayState> {
  const address = relayAddress(text);
  const store = createStore<RelayState>(() => (typeof address === 'string' ? { state: 'wrong', reason: address } : { state: 'elsewhere' }));
  if (typeof address === 'string') return store;
  // The signal ends also the wait for the lock.
  navigator.locks.request(`webhooks:${project}:${address.href}`, { signal }, () => listen(address, store, deliver, signal))
    .catch(() => undefined)
    .finally(() => store.setState({ state: 'off' }, true));
  return store;
}

async function listen(address: URL, store: StoreApi<RelayState>, deliver: (webhook: Webhook) => Promise<unknown>, signal: AbortSignal): Promise<void> {
  let wait = FIRST_WAIT_MS;
  for (let tries = 1; !signal.aborted; tries++) {
    store.setState({ state: 'connecting', tries }, true);
    if (await connection(address, store, deliver, signal)) {
      wait = FIRST_WAIT_MS;
      tries = 0;
    }
    if (signal.aborted) return;
    store.setState({ state: 'broken', again_ms: wait }, true);
    await delay(wait, signal).catch(() => undefined);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** One EventSource to its end; it connects again by itself, with the last event's id, as long as the address answers at all. @returns whether it was ever open */
async function connection(address: URL, store: StoreApi<RelayState>, deliver: (webhook: Webhook) => Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const events = new EventSource(address);
  let opened = false;
  let received = 0;
  const shown = (problem: string | undefined): void => store.setState({ state: 'open', received, problem }, true);
  const over = new Promise<void>((resolve) => {
    events.onopen = () => {
      opened = true;
      shown(undefined);
    };
    events.onmessage = ({ data }: MessageEvent<unknown>) => {
      const webhook = readRelayMessage(String(data));
      if (typeof webhook === 'string') return shown(webhook);
      received++;
      shown(undefined);
      deliver(webhook).catch((error: unknown) => shown(AppError.from(error).message));
    };
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED) resolve();
      else store.setState({ state: 'connecting', tries: 1 }, true);
    };
  });
  try {
    await abortable(over, signal);
  } catch {
    // Ended by the signal.
  } finally {
    events.close();
  }
  return opened;
}
