/** A browser with little room, on the IndexedDB of `memory-storage.ts`: a transaction that puts anything fails as a whole when there is no room for it, one that only deletes does not. As Chromium does it. */
import './memory-storage.ts';

interface RawDatabase { rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }> }

const sizeOf = (value: unknown): number => (value instanceof Uint8Array ? value.length : 100);
const used = (db: IDBDatabase): number => {
  let sum = 0;
  for (const store of (db as unknown as { _rawDatabase: RawDatabase })._rawDatabase.rawObjectStores.values()) for (const { value } of store.records.values()) sum += sizeOf(value);
  return sum;
};

/** Bytes for each database, until it is said otherwise. Undone by `end`. */
export function limitStorage(): { room: number; end(): void } {
  const limit = { room: Infinity, end };
  const put = new WeakMap<IDBTransaction, number>();
  const puts = IDBObjectStore.prototype.put;
  const commits = IDBTransaction.prototype.commit;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, ...key: [IDBValidKey?]) {
    put.set(this.transaction, (put.get(this.transaction) ?? 0) + sizeOf(value));
    return puts.call(this, value, ...key);
  };
  IDBTransaction.prototype.commit = function (this: IDBTransaction) {
    const wanted = put.get(this) ?? 0;
    if (wanted > 0 && used(this.db) + wanted > limit.room) (this as unknown as { _abort(name: string): void })._abort('QuotaExceededError');
    else commits.call(this);
  };
  function end(): void {
    IDBObjectStore.prototype.put = puts;
    IDBTransaction.prototype.commit = commits;
  }
  return limit;
}

/** Bytes that a database has. */
export async function usedBy(name: string): Promise<number> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error!);
  });
  try {
    return used(db);
  } finally {
    db.close();
  }
}
