/** Short notes from a person to the person at another tab: shown there, and confirmed. They are kept nowhere. */
import * as z from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Coordination } from './port.ts';

/** Characters of one note. */
export const MAX_NOTE = 500;
/** Notes of one sender that wait to be read; more are not shown. */
const MAX_UNREAD = 5;
const ANSWER_MS = 2_000;
const TOPIC = 'notes';

const news = z.union([
  z.object({ to: z.string(), id: z.string().max(100), text: z.string().min(1).max(MAX_NOTE) }),
  z.object({ to: z.string(), shown: z.string().max(100) }),
]);

export interface Note {
  id: string;
  /** The session that sent it. */
  from: string;
  text: string;
  at: number;
}

export interface Notes {
  /** What waits to be read here, oldest first. */
  readonly store: StoreApi<readonly Note[]>;
  /** @returns whether it was shown there: false when no answer came within two seconds */
  send(session: string, text: string): Promise<boolean>;
  dismiss(id: string): void;
  close(): void;
}

export function createNotes(port: Coordination): Notes {
  const store = createStore<readonly Note[]>(() => []);
  const closing = new AbortController();
  /** Notes that were shown already, so that one that comes twice is not shown twice. */
  const seen = new Set<string>();
  const confirmed = new Map<string, (from: string) => void>();
  const unlisten = port.listen((topic, body, from) => {
    if (topic !== TOPIC || from === port.session) return;
    const parsed = news.safeParse(body);
    if (!parsed.success || parsed.data.to !== port.session) return;
    if ('shown' in parsed.data) return confirmed.get(parsed.data.shown)?.(from);
    const { id, text } = parsed.data;
    const key = `${from} ${id}`;
    if (!seen.has(key)) {
      if (store.getState().filter((note) => note.from === from).length >= MAX_UNREAD) return;
      seen.add(key);
      store.setState([...store.getState(), { id: key, from, text, at: port.now() }], true);
    }
    port.announce(TOPIC, { to: from, shown: id });
  });
  return {
    store,
    async send(session, text) {
      const id = crypto.randomUUID();
      const waiting = new AbortController();
      const stop = (): void => waiting.abort();
      closing.signal.addEventListener('abort', stop, { once: true });
      let shown = false;
      confirmed.set(id, (from) => {
        if (from !== session) return;
        shown = true;
        stop();
      });
      port.announce(TOPIC, { to: session, id, text: text.slice(0, MAX_NOTE) });
      // Ended early by the answer.
      await port.sleep(ANSWER_MS, waiting.signal).catch(() => undefined);
      confirmed.delete(id);
      closing.signal.removeEventListener('abort', stop);
      return shown;
    },
    dismiss: (id) => store.setState(store.getState().filter((note) => note.id !== id), true),
    close() {
      unlisten();
      closing.abort();
    },
  };
}
