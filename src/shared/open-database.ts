/** Connections to IndexedDB that outlive what browsers do to them. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

export interface LazyDatabase<Schema extends DBSchema | unknown> {
  /** The connection that is open, or a new one. @throws DOMException where the browser refuses storage */
  open(): Promise<IDBPDatabase<Schema>>;
  /** For good: whoever asks afterwards fails. */
  close(): void;
}

/**
 * A database in its first format, opened when it is first asked for and again after the browser closed it (storage cleared, a profile on a lost drive) or an opening failed.
 * @param upgrade makes its stores
 * @param lost called when the browser closed an open connection: what was stored may be gone
 */
export function lazyDatabase<Schema extends DBSchema | unknown = unknown>(name: string, upgrade: (db: IDBPDatabase<Schema>) => void, lost: () => void = () => undefined): LazyDatabase<Schema> {
  let database: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = (): void => { database = undefined; };
  return {
    open() {
      if (database) return database;
      const mine = database = openDB<Schema>(name, 1, {
        upgrade,
        // A later version of the page, in another tab, must not wait for this one.
        blocking(_current, _next, event) {
          (event.target as IDBDatabase).close();
          forget();
        },
        terminated() {
          forget();
          lost();
        },
      });
      mine.catch(() => { if (database === mine) forget(); });
      return mine;
    },
    close: () => void database?.then((db) => db.close(), () => undefined),
  };
}
