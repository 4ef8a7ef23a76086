/**
 * Webhooks from a relay: an address that sends server-sent events, because nothing from outside can call a page. One tab of the browser
 * listens, the one that holds the Web Lock of the address; when it is closed another does. The stream is fetched, because an EventSource tells only
 * of events whose names it was given beforehand.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { delay } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import { eventStream, type StreamState } from '../../shared/event-stream.ts';
import type { Webhook } from '../../peers/webhooks.ts';
import { MAX_DATA, readRelayMessage } from './relay-message.ts';

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

/** Whatever the relay asks for: one that ends every connection at once is not to be asked without end. */
const SHORTEST_WAIT_MS = 50;
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
  void alone(`webhooks:${project}:${address.href}`, signal, () => listen(address, store, deliver, signal))
    .catch(() => undefined)
    .finally(() => store.setState({ state: 'off' }, true));
  return store;
}

/** In one tab of the browser at a time. Where it refuses locks, in each: what comes twice under one id is known, and else nobody would hear anything. */
async function alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  let begun = false;
  try {
    // The signal ends also the wait for the lock.
    await navigator.locks.request(name, { signal }, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun || signal.aborted) throw error;
    await work();
  }
}

/** What is known of a relay over all its connections. */
interface Known extends StreamState {
  received: number;
  /** It does not let pages of other origins say what they had last. */
  fromNowOn?: boolean;
}

async function listen(address: URL, store: StoreApi<RelayState>, deliver: (webhook: Webhook) => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const known: Known = { lastEventId: '', received: 0 };
  let wait = FIRST_WAIT_MS;
  for (let tries = 1; !signal.aborted; tries++) {
    store.setState({ state: 'connecting', tries }, true);
    const opened = await connection(address, known, store, deliver, signal);
    if (signal.aborted) return;
    if (opened) {
      [tries, wait] = [0, FIRST_WAIT_MS];
      store.setState({ state: 'connecting', tries: 1 }, true);
      await delay(Math.min(Math.max(known.retry ?? FIRST_WAIT_MS, SHORTEST_WAIT_MS), LONGEST_WAIT_MS), signal).catch(() => undefined);
    } else {
      store.setState({ state: 'broken', again_ms: wait }, true);
      await delay(wait, signal).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }
}

/** One connection to its end. @returns whether it was ever open */
async function connection(address: URL, known: Known, store: StoreApi<RelayState>, deliver: (webhook: Webhook) => Promise<unknown>, signal: AbortSignal): Promise<boolean> {
  const shown = (problem: string | undefined): void => { if (!signal.aborted) store.setState({ state: 'open', received: known.received, problem }, true); };
  const response = await ask(address, known, signal).catch(() => undefined);
  if (!response) return false;
  if (response.status !== 200 || !response.body || !/^text\/event-stream\s*(?:;|$)/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel().catch(() => undefined);
    return false;
  }
  shown(undefined);
  try {
    for await (const { type, data } of eventStream(response.body, known, MAX_DATA)) {
      const webhook = readRelayMessage(data, type);
      if (webhook === undefined) continue;
      if (typeof webhook === 'string') {
        shown(webhook);
        continue;
      }
      known.received++;
      shown(undefined);
      deliver(webhook).catch((error: unknown) => shown(AppError.from(error).message));
    }
  } catch {
    // Broken off, by the network or by the signal.
  }
  return true;
}

/** @throws when the relay cannot be reached, or lets no page read it */
async function ask(address: URL, known: Known, signal: AbortSignal): Promise<Response> {
  const get = (headers: Record<string, string>): Promise<Response> => fetch(address, { headers: { accept: 'text/event-stream', ...headers }, cache: 'no-store', signal });
  if (known.lastEventId === '' || known.fromNowOn) return get({});
  // Its bytes as they came: headers are no text.
  const last = { 'last-event-id': String.fromCharCode(...new TextEncoder().encode(known.lastEventId)) };
  try {
    return await get(last);
  } catch {
    // For this header a relay of another origin is asked first whether it allows it (an EventSource is not). Without it only what comes from now on is heard.
    const plain = await get({});
    try {
      // Or it could not be reached a moment ago.
      const again = await get(last);
      await plain.body?.cancel();
      return again;
    } catch {
      known.fromNowOn = true;
      return plain;
    }
  }
}
