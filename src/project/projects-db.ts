/** The list of projects in IndexedDB: each change is one short transaction, so two tabs never undo each other. */
import { lazyDatabase } from '../shared/open-database.ts';
import { parseProjectRecord, type ProjectRecord } from './project-record.ts';

export interface ProjectsDb {
  all(): Promise<ProjectRecord[]>;
  /** One transaction: what `work` answers for the records of now is written; undefined removes. A throw leaves everything as it was. */
  change<T>(work: (records: readonly ProjectRecord[]) => { put?: readonly ProjectRecord[]; remove?: readonly string[]; value: T }): Promise<T>;
  /** Called when the browser closed the database: it may have removed everything. */
  onLost(listener: () => void): void;
  close(): void;
}

const STORE = 'projects';

/** Opens with the first question. @throws (each method) whatever the browser says when it refuses storage */
export function openProjectsDb(name = 'tabloom-projects'): ProjectsDb {
  let lost = (): void => undefined;
  const { open, close } = lazyDatabase(name, (db) => void db.createObjectStore(STORE, { keyPath: 'id' }), () => lost());
  const records = (values: unknown[]): ProjectRecord[] => values.map(parseProjectRecord).filter((record) => record !== undefined);
  return {
    all: async () => records(await (await open()).getAll(STORE)),
    async change(work) {
      const tx = (await open()).transaction(STORE, 'readwrite');
      tx.done.catch(() => undefined);
      let answer: ReturnType<typeof work>;
      try {
        answer = work(records(await tx.store.getAll()));
      } catch (error) {
        tx.abort();
        throw error;
      }
      for (const record of answer.put ?? []) void tx.store.put(record);
      for (const id of answer.remove ?? []) void tx.store.delete(id);
      // Told to end at once: a tab that freezes now must not hold up the others.
      tx.commit();
      await tx.done;
      return answer.value;
    },
    onLost(listener) { lost = listener; },
    close,
  };
}
