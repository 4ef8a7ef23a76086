/** Records in IndexedDB: each write is one transaction over the record and the counter of revisions. */
import type { DBSchema } from 'idb';
import { lazyDatabase } from '../../shared/open-database.ts';
import type { Json } from '../../shared/json.ts';
import type { Entry, Records } from '../port.ts';

interface Schema extends DBSchema {
  records: { key: string; value: { revision: number; value: Json } };
  /** The last revision given, under the one key `last`. */
  revision: { key: string; value: number };
}

export interface IdbRecords extends Records {
  close(): void;
}

/** All keys that begin so: up to the first that is greater than each of them, which a letter of the greatest code has no other way to find. */
function beginningWith(prefix: string): IDBKeyRange {
  const grows = prefix.replace(/\uffff+$/, '');
  if (grows === '') return IDBKeyRange.lowerBound(prefix);
  const last = grows.length - 1;
  return IDBKeyRange.bound(prefix, grows.slice(0, last) + String.fromCharCode(grows.charCodeAt(last) + 1), false, true);
}

/**
 * @param name of the database; one for each project.
 * @throws DOMException where the browser refuses storage
 */
export async function openIdbRecords(name: string): Promise<IdbRecords> {
  const { open, close } = lazyDatabase<Schema>(name, (db) => {
    db.createObjectStore('records');
    db.createObjectStore('revision');
  });
  await open();

  /** Replaces the record of that revision; `next` undefined removes it. The transaction is told to end at once: a peer that freezes later holds nobody up. */
  async function change(key: string, revision: number, next: Json | undefined): Promise<Entry | undefined> {
    const tx = (await open()).transaction(['records', 'revision'], 'readwrite', { durability: 'relaxed' });
    const records = tx.objectStore('records');
    const [now, last] = await Promise.all([records.get(key), tx.objectStore('revision').get('last')]);
    if ((now?.revision ?? 0) !== revision) {
      tx.commit();
      await tx.done;
      return undefined;
    }
    const entry: Entry = { key, revision: (last ?? 0) + 1, value: next ?? null };
    const written = [next === undefined ? records.delete(key) : records.put({ revision: entry.revision, value: next }, key), tx.objectStore('revision').put(entry.revision, 'last')];
    tx.commit();
    // All three fail when there is no room; one that nobody waits for would be an error of the page.
    await Promise.all([...written, tx.done]);
    return entry;
  }

  return {
    async read(key) {
      const found = await (await open()).get('records', key);
      return found && { key, ...found };
    },
    async list(prefix) {
      const range = beginningWith(prefix);
      const tx = (await open()).transaction('records');
      const [keys, values] = await Promise.all([tx.store.getAllKeys(range), tx.store.getAll(range)]);
      return keys.map((key, index) => ({ key, ...values[index]! }));
    },
    write: change,
    remove: async (key, revision) => revision > 0 && (await change(key, revision, undefined)) !== undefined,
    close,
  };
}
