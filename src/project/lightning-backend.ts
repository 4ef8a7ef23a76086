/**
 * The database under LightningFS. As shipped it writes a file's bytes at once, drops deleted bytes at once and saves its table of names half a
 * second later, so a crash in between leaves names without bytes. Here bytes and deletions wait in memory, and one strict transaction
 * writes them together with the table: what is on disk is always one consistent state.
 */
import type FS from '@isomorphic-git/lightning-fs';
import { openDB, type IDBPDatabase } from 'idb';

const STORE = 'files';
const SUPERBLOCK = 'superblock';

/** The port that LightningFS calls; `unlink` is missing from its type declarations but is called. */
export interface LightningBackend extends FS.IDB {
  unlink(inode: number): void;
  /** Empties the database for good: nothing is written through this backend afterwards. */
  wipe(): Promise<void>;
}

/** Opens `name` when first used, and again after LightningFS has closed it for being idle. */
export function createLightningBackend(name: string): LightningBackend {
  /** Bytes to write, or null to delete, by inode. A reused inode keeps only its last fate. */
  let pending = new Map<number, Uint8Array | null>();
  /** Taken by a transaction that has not finished: reads must still see it, and a failure puts it back. */
  let committing = new Map<number, Uint8Array | null>();
  let tail: Promise<void> = Promise.resolve();
  let database: Promise<IDBPDatabase> | undefined;
  let wiped = false;

  const open = (): Promise<IDBPDatabase> => {
    database ??= openDB(name, 1, { upgrade: (db) => { db.createObjectStore(STORE); } });
    database.catch(() => { database = undefined; });
    return database;
  };

  const commit = async (superblock: unknown): Promise<void> => {
    // LightningFS saves its table once more when it goes idle; after a wipe that would bring an empty project back to life.
    if (wiped) return;
    const db = await open();
    const batch = committing = pending;
    pending = new Map();
    try {
      const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' });
      const requests = [transaction.store.put(superblock, SUPERBLOCK)] as Promise<unknown>[];
      for (const [inode, data] of batch) requests.push(data === null ? transaction.store.delete(inode) : transaction.store.put(data, inode));
      // What fails one of them fails the transaction, which tells why; each would be an unhandled rejection of its own.
      for (const request of requests) request.catch(() => undefined);
      await transaction.done;
    } catch (error) {
      pending = new Map([...batch, ...pending]);
      throw error;
    } finally {
      committing = new Map();
    }
  };

  return {
    saveSuperblock(superblock: unknown): Promise<void> {
      // One commit at a time; the table is read when its turn comes, after the bytes it names were taken.
      const turn = tail.then(() => commit(superblock));
      tail = turn.catch(() => undefined);
      return turn;
    },
    async loadSuperblock() {
      return (await open()).get(STORE, SUPERBLOCK);
    },
    async readFile(inode: number) {
      const waiting = pending.get(inode) ?? committing.get(inode);
      return waiting ?? (await open()).get(STORE, inode);
    },
    writeFile(inode: number, data: Uint8Array) {
      pending.set(inode, data);
    },
    unlink(inode: number) {
      pending.set(inode, null);
    },
    async wipe() {
      wiped = true;
      pending.clear();
      await tail;
      await (await open()).clear(STORE);
    },
    async close() {
      await tail;
      const closing = database;
      database = undefined;
      (await closing)?.close();
    },
  };
}
