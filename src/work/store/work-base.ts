/** The records of the shared work, and the news that some of them changed, here or in another tab. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { indexedRecords } from './indexed-records.ts';
import { memoryRecords } from './memory-records.ts';
import { collections, type Collection, type Records, type Transaction } from './tables.ts';

export interface WorkBase {
  /** Key of the open project. */
  readonly project: string;
  /** False where the browser refuses storage: the work then lasts as long as the page. Undefined until that is known. */
  readonly durable: StoreApi<boolean | undefined>;
  read<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** One transaction: all of it or nothing. Others are told afterwards. */
  change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Calls back after every change of these collections, whoever made it. @returns a function that ends the subscription. */
  subscribe(of: readonly Collection[], listener: () => void): () => void;
  now(): number;
  /** Removes everything of the project; what belongs to the person stays. */
  forget(): Promise<void>;
  close(): void;
}

export interface WorkBaseOptions {
  project: string;
  /** Milliseconds; for tests of what waits. */
  now?: () => number;
  /** Undefined opens IndexedDB, or memory where that is refused. */
  records?: Records;
  /** False for two bases in one test that must not hear each other's news twice. */
  channelName?: string;
}

/** Opens nothing before it is first asked. */
export function openWorkBase({ project, now = Date.now, records, channelName = 'tabloom-work' }: WorkBaseOptions): WorkBase {
  const durable = createStore<boolean | undefined>(() => undefined);
  const listeners = new Set<{ of: readonly Collection[]; listener: () => void }>();
  const channel = openChannel(channelName);
  let opening: Promise<Records> | undefined;
  const opened = (): Promise<Records> => {
    opening ??= (records ? Promise.resolve(records) : indexedRecords('tabloom-work')).then((ready) => {
      durable.setState(records === undefined, true);
      return ready;
    }, () => {
      durable.setState(false, true);
      return memoryRecords();
    });
    return opening;
  };

  const tell = (changed: ReadonlySet<Collection>): void => {
    for (const { of, listener } of [...listeners]) if (of.some((name) => changed.has(name))) listener();
  };
  if (channel) channel.onmessage = ({ data }: MessageEvent<unknown>) => tell(changedIn(data, project));

  const base: WorkBase = {
    project, durable, now,
    read: async (work) => (await opened()).read(work),
    forget: () => base.change(async (tx) => {
      for (const name of collections) for (const { id } of await tx.all(name, project)) await tx.remove(name, project, id);
    }),
    async change(work) {
      const changed = new Set<Collection>();
      const value = await (await opened()).change((transaction) => {
        changed.clear();
        return work({
          ...transaction,
          put(collection, record) {
            changed.add(collection);
            return transaction.put(collection, record);
          },
          remove(collection, owner, id) {
            changed.add(collection);
            return transaction.remove(collection, owner, id);
          },
        });
      });
      if (changed.size > 0) {
        tell(changed);
        channel?.postMessage({ project, changed: [...changed] });
      }
      return value;
    },
    subscribe(of, listener) {
      const entry = { of, listener };
      listeners.add(entry);
      return () => { listeners.delete(entry); };
    },
    close() {
      channel?.close();
      listeners.clear();
    },
  };
  return base;
}

/** A value that is read again after every change of the collections; the panels render it. */
export function liveValue<T>(base: WorkBase, of: readonly Collection[], initial: T, read: (transaction: Transaction) => Promise<T>): StoreApi<T> {
  const store = createStore<T>(() => initial);
  let running = false;
  let again = false;
  const refresh = async (): Promise<void> => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      // A failed read leaves what was known; the next change reads again.
      await base.read(read).then((value) => store.setState(value, true), () => undefined);
    } while (again);
    running = false;
  };
  base.subscribe(of, () => void refresh());
  void refresh();
  return store;
}

function openChannel(name: string): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel(name);
    // In Node an open channel would keep the process; browsers have no such method.
    (channel as { unref?: () => void }).unref?.();
    return channel;
  } catch {
    return undefined;
  }
}

/** What another tab says changed; the skills of the person are everybody's. */
function changedIn(data: unknown, project: string): Set<Collection> {
  const { project: whose, changed } = (data ?? {}) as { project?: unknown; changed?: unknown };
  const names = Array.isArray(changed) ? collections.filter((name) => changed.includes(name)) : [];
  return new Set(whose === project ? names : names.filter((name) => name === 'skills'));
}
