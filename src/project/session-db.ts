/** What is kept of tabs and of conversations with the agent, in IndexedDB. */
import type { DBSchema } from 'idb';
import { lazyDatabase } from '../shared/open-database.ts';
import type { Sealed } from './secrets.ts';

/** One tab's look at one project. */
export interface TabRecord {
  project: string;
  tab: string;
  /** When it was written; milliseconds. */
  at: number;
  /** Whether `state` holds text that is nowhere else. */
  unsaved: boolean;
  /** As `session-record.ts` has it; to be checked. */
  state: unknown;
  terminals?: Sealed;
}

export interface ConversationRecord {
  project: string;
  id: string;
  created: number;
  at: number;
  /** A run was going when this was written. */
  running: boolean;
  /** Sealed: what it is called, and what was said. */
  title: Sealed;
  body: Sealed;
}

interface Schema extends DBSchema {
  tabs: { key: [string, string]; value: TabRecord };
  conversations: { key: [string, string]; value: ConversationRecord };
}

export interface SessionDb {
  tabs(project: string): Promise<TabRecord[]>;
  /** Resolves when it is written. */
  putTab(record: TabRecord, removed?: readonly string[]): Promise<void>;
  removeTabs(project: string, tabs: readonly string[]): Promise<void>;
  conversations(project: string): Promise<ConversationRecord[]>;
  putConversation(record: ConversationRecord): Promise<void>;
  removeConversations(project: string, ids: readonly string[]): Promise<void>;
  /** Everything of a project. */
  forget(project: string): Promise<void>;
}

/** Opens with the first question. @throws (each method) whatever the browser says when it refuses storage */
export function openSessionDb(name = 'tabloom-sessions'): SessionDb {
  const { open } = lazyDatabase<Schema>(name, (db) => {
    db.createObjectStore('tabs', { keyPath: ['project', 'tab'] });
    db.createObjectStore('conversations', { keyPath: ['project', 'id'] });
  });
  const all = (project: string): IDBKeyRange => IDBKeyRange.bound([project], [project, []]);
  const write = async <S extends 'tabs' | 'conversations'>(store: S, value: Schema[S]['value'] | undefined, project: string, removed: readonly string[]): Promise<void> => {
    const tx = (await open()).transaction(store, 'readwrite', { durability: 'relaxed' });
    if (value) tx.store.put(value).catch(() => undefined);
    for (const id of removed) tx.store.delete([project, id]).catch(() => undefined);
    // Told to end at once: the page may be on its way out.
    tx.commit();
    await tx.done;
  };
  return {
    tabs: async (project) => (await open()).getAll('tabs', all(project)),
    putTab: (record, removed = []) => write('tabs', record, record.project, removed),
    removeTabs: (project, tabs) => write('tabs', undefined, project, tabs),
    conversations: async (project) => (await open()).getAll('conversations', all(project)),
    putConversation: (record) => write('conversations', record, record.project, []),
    removeConversations: (project, ids) => write('conversations', undefined, project, ids),
    async forget(project) {
      const tx = (await open()).transaction(['tabs', 'conversations'], 'readwrite');
      for (const store of ['tabs', 'conversations'] as const) void tx.objectStore(store).delete(all(project));
      await tx.done;
    },
  };
}
