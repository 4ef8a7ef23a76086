/** The database of one project's durable copy, and the fence that keeps an owner that was superseded from writing into it. */
import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { AppError } from '../shared/errors.ts';
import { isRecord } from '../shared/json.ts';
import { type DataKey, type NodeRow, pieceKey, piecesOf } from './durable-rows.ts';
import { isFull } from './storage-full.ts';

/** What one transaction does. */
export interface StoreChange {
  /** By path; null takes the row away. */
  rows?: ReadonlyMap<string, NodeRow | null>;
  pieces?: readonly (readonly [key: DataKey, piece: number, data: Uint8Array])[];
  /** Files whose bytes nobody names any more. */
  dropped?: readonly DataKey[];
  /** What could not be read, kept as it was. */
  damaged?: readonly DamagedRecord[];
}

/** The remains of something that could not be read. */
export interface DamagedRecord {
  path: string;
  /** When it was found, ms since 1970. */
  found: number;
  /** A sentence. */
  reason: string;
  row: unknown;
  pieces: Uint8Array[];
}

export interface DurableStore {
  /**
   * Makes this page the owner: from when this resolves, every write of an earlier owner fails with `superseded`.
   * @returns the owner's epoch, higher than all before.
   */
  claim(): Promise<number>;
  /**
   * One strict transaction: on disk as a whole when it resolves. Claims first where nobody did.
   * @throws AppError `superseded` when there is a later owner or the project was deleted; once `storage_removed` when the browser dropped everything while
   * this page had it; what the browser says otherwise (`QuotaExceededError`).
   */
  write(change: StoreChange): Promise<void>;
  /**
   * Only takes away, which browsers allow when there is no room; `write` they refuse then, because it puts the owner's record. So this one looks who the owner is
   * before it goes on. A page that is stopped in between holds up others until the browser ends its transaction; it is for the moment when there is no room, and no other.
   * @throws as `write`; `QuotaExceededError` when there is room for nothing at all
   */
  remove(rows: Iterable<string>, dropped: readonly DataKey[]): Promise<void>;
  /** A key for the bytes of a file, never used before. */
  newKey(epoch: number): DataKey;
  /** Whether anything was ever saved. */
  saved(): Promise<boolean>;
  /** All rows, by path, as they are on disk. */
  rows(): Promise<[path: IDBValidKey, row: unknown][]>;
  /** All pieces of all files. `undefined` for one that cannot be read. */
  pieces(each: (key: IDBValidKey, data: unknown) => void): Promise<void>;
  /** Rows and pieces as of one moment: no transaction of the owner's comes in between. @throws what the browser says of a record that it cannot read */
  snapshot(each: (key: IDBValidKey, data: unknown) => void): Promise<[path: IDBValidKey, row: unknown][]>;
  readFile(key: DataKey, pieces: number): Promise<Uint8Array[]>;
  damaged(): Promise<DamagedRecord[]>;
  /** Forgets everything but who owns it. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const NODES = 'nodes';
const FILES = 'files';
const OWNER = 'owner';
const DAMAGED = 'damaged';
/** Records read at a time. */
const PAGE = 1000;

/** Name of the database of a project. */
export const databaseOf = (id: string): string => `project:${id}`;

/** Opens the database when it is first needed. */
export function openDurableStore(name: string): DurableStore {
  let opening: Promise<IDBPDatabase> | undefined;
  let epoch: Promise<number> | undefined;
  /** The owner that was there when we came. There may have been no room for a number of our own; who comes after that one has followed us too. */
  let met: number | undefined;
  let numbers = 0;
  /** Since this page first had the database: somebody deleted it on purpose, or the browser dropped it. */
  let deleted = false;
  let emptied = false;
  let opened = false;

  const open = (): Promise<IDBPDatabase> => {
    if (opening) return opening;
    const mine = opening = openDB(name, 2, {
      upgrade: (db, old, _now, transaction) => {
        if (old < 1) db.createObjectStore(FILES);
        if (old < 1 && opened) emptied = true;
        db.createObjectStore(NODES);
        db.createObjectStore(DAMAGED, { autoIncrement: true });
        // One record at most: whoever writes another one as the owner breaks the rule of this index, and its transaction with it.
        db.createObjectStore(OWNER, { keyPath: 'epoch' }).createIndex('slot', 'slot', { unique: true });
        if (old === 1) void fromFirstFormat(transaction);
      },
      // Somebody deletes the project or brings a newer format; a connection that stays open would hold them up for good.
      blocking: () => void mine.then((db) => {
        db.close();
        deleted = true;
        if (opening === mine) opening = undefined;
      }),
      terminated: () => {
        if (opening === mine) opening = undefined;
      },
    });
    mine.then(() => { opened = true; }, () => { if (opening === mine) opening = undefined; });
    return mine;
  };

  const followed = (cause?: unknown): AppError => new AppError('superseded', 'Another tab has taken over this project.', { cause });
  const claim = async (): Promise<number> => {
    const transaction = (await open()).transaction(OWNER, 'readwrite', { durability: 'relaxed' });
    const before = (await transaction.store.getAll()) as { epoch: number }[];
    const last = Math.max(0, ...before.map((owner) => owner.epoch));
    const mine = last + 1;
    met ??= last;
    if (met !== last) {
      transaction.done.catch(() => undefined);
      transaction.abort();
      throw followed();
    }
    for (const request of [transaction.store.clear(), transaction.store.put({ epoch: mine, slot: 0 })]) request.catch(() => undefined);
    transaction.commit();
    await transaction.done;
    return mine;
  };
  const claimed = (): Promise<number> => {
    epoch ??= claim();
    epoch.catch(() => { epoch = undefined; });
    return epoch;
  };

  /** Who may write, and into what. */
  const ready = async (mayWrite: () => Promise<number>): Promise<[epoch: number, db: IDBPDatabase]> => {
    if (deleted) throw new AppError('superseded', 'This project was deleted, or opened by a newer version of this page.');
    const mine = await mayWrite();
    const db = await open();
    if (!emptied) return [mine, db];
    emptied = false;
    epoch = undefined;
    met = undefined;
    throw new AppError('storage_removed', 'The browser removed what it had stored of this project.');
  };
  return {
    claim: claimed,
    newKey: (mine) => [mine, numbers++],
    async write({ rows = new Map(), pieces = [], dropped = [], damaged = [] }) {
      const [mine, db] = await ready(claimed);
      const owner = { epoch: mine, slot: 0 };
      // From here to `commit` nothing is waited for: a page that freezes or dies has then either begun nothing or handed over everything.
      const transaction = db.transaction([OWNER, NODES, FILES, DAMAGED], 'readwrite', { durability: 'strict' });
      const [owners, nodes, files, remains] = [OWNER, NODES, FILES, DAMAGED].map((store) => transaction.objectStore(store)) as Store[];
      const requests: Promise<unknown>[] = [owners!.put(owner)];
      for (const [path, row] of rows) requests.push(row === null ? nodes!.delete(path) : nodes!.put(row, path));
      for (const key of dropped) requests.push(files!.delete(piecesOf(key)));
      for (const [key, piece, data] of pieces) requests.push(files!.put(data, pieceKey(key, piece)));
      for (const record of damaged) requests.push(remains!.add(record));
      // What fails one of them fails the transaction, which tells why; each would be an unhandled rejection of its own.
      for (const request of requests) request.catch(() => undefined);
      let refused: unknown;
      requests[0]!.catch((error: unknown) => { refused = error; });
      transaction.commit();
      try {
        await transaction.done;
      } catch (error) {
        if (refused instanceof Error && refused.name === 'ConstraintError') throw followed(error);
        throw error;
      }
    },
    async remove(rows, dropped) {
      // Whoever could not claim for want of room goes by the owner before: nobody has come since.
      const [mine, db] = await ready(() => claimed().catch((error: unknown) => {
        if (!isFull(error) || met === undefined) throw error;
        return met;
      }));
      const transaction = db.transaction([OWNER, NODES, FILES], 'readwrite', { durability: 'strict' });
      transaction.done.catch(() => undefined);
      const owners = await transaction.objectStore(OWNER).getAllKeys();
      if (Math.max(0, ...owners.map(Number)) !== mine) {
        transaction.abort();
        throw followed();
      }
      for (const path of rows) void transaction.objectStore(NODES).delete(path).catch(() => undefined);
      for (const key of dropped) void transaction.objectStore(FILES).delete(piecesOf(key)).catch(() => undefined);
      transaction.commit();
      await transaction.done;
    },
    async saved() {
      return await (await open()).count(NODES, '') > 0;
    },
    async rows() {
      const found: [IDBValidKey, unknown][] = [];
      await eachRecord(await open(), NODES, (key, row) => found.push([key, row]));
      return found;
    },
    pieces: async (each) => eachRecord(await open(), FILES, each),
    async snapshot(each) {
      const transaction = (await open()).transaction([NODES, FILES]);
      transaction.done.catch(() => undefined);
      const found: [IDBValidKey, unknown][] = [];
      for (const [name, tell] of [[NODES, (key: IDBValidKey, row: unknown) => void found.push([key, row])], [FILES, each]] as const) {
        const store = transaction.objectStore(name);
        for (let after: IDBValidKey | undefined; ;) {
          const keys = await store.getAllKeys(after === undefined ? undefined : IDBKeyRange.lowerBound(after, true), PAGE);
          if (keys.length === 0) break;
          const values: unknown[] = await store.getAll(IDBKeyRange.bound(keys[0]!, keys[keys.length - 1]!));
          keys.forEach((key, index) => tell(key, values[index]));
          after = keys[keys.length - 1];
        }
      }
      return found;
    },
    async readFile(key, pieces) {
      const store = (await open()).transaction(FILES).store;
      return Promise.all(Array.from({ length: pieces }, async (_, piece) => await store.get(pieceKey(key, piece)) as Uint8Array));
    },
    async damaged() {
      return (await open()).getAll(DAMAGED);
    },
    async clear() {
      const transaction = (await open()).transaction([NODES, FILES, DAMAGED], 'readwrite', { durability: 'strict' });
      for (const store of [NODES, FILES, DAMAGED]) void transaction.objectStore(store).clear().catch(() => undefined);
      transaction.commit();
      await transaction.done;
    },
    async close() {
      const closing = opening;
      opening = undefined;
      (await closing?.catch(() => undefined))?.close();
    },
  };
}

type Store = IDBPTransaction<unknown, string[], 'readwrite'>['objectStore'] extends (name: string) => infer S ? S : never;

/** In pages, so that a large project is not one message; a page with a record that the browser cannot read is read again one by one. */
async function eachRecord(db: IDBPDatabase, store: string, each: (key: IDBValidKey, value: unknown) => void): Promise<void> {
  for (let after: IDBValidKey | undefined; ;) {
    const range = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true);
    const keys = await db.getAllKeys(store, range, PAGE);
    if (keys.length === 0) return;
    const page = IDBKeyRange.bound(keys[0]!, keys[keys.length - 1]!);
    let values: unknown[];
    try {
      values = await db.getAll(store, page);
      if (values.length !== keys.length) throw new AppError('changed', 'The durable copy changed while it was read.');
    } catch {
      values = await Promise.all(keys.map((key) => db.get(store, key).catch(() => undefined)));
    }
    keys.forEach((key, index) => each(key, values[index]));
    after = keys[keys.length - 1];
  }
}

/** The first format was one table of names, LightningFS's own, beside each file's bytes in one piece. */
async function fromFirstFormat(transaction: IDBPTransaction<unknown, string[], 'versionchange'>): Promise<void> {
  const files = transaction.objectStore(FILES);
  const nodes = transaction.objectStore(NODES);
  const table: unknown = await files.get('superblock');
  const visit = (node: unknown, path: string): void => {
    if (!(node instanceof Map)) return;
    const stat: unknown = node.get(0);
    if (!isRecord(stat)) return;
    if (stat.type === 'symlink') void nodes.put({ t: 'l', to: stat.target }, path);
    else if (stat.type === 'file') void nodes.put({ t: 'f', m: stat.mode, w: stat.mtimeMs, s: stat.size, k: stat.ino, n: 1 }, path);
    else {
      void nodes.put({ t: 'd' }, path);
      for (const [name, child] of node) if (typeof name === 'string') visit(child, path === '' ? name : `${path}/${name}`);
    }
  };
  if (table instanceof Map) visit(table.get('/'), '');
  void files.delete('superblock');
}
