/**
 * The database under LightningFS. As shipped it writes a file's bytes at once, drops deleted bytes at once and saves its table of names half a
 * second later, so a crash in between leaves names without bytes; and it saves that table whenever half a second has passed, in the middle of
 * whatever is being copied. Here everything waits in memory until `commit`, and one strict transaction writes what changed: what is on disk
 * is always a state that somebody asked for.
 */
import type FS from '@isomorphic-git/lightning-fs';
import { crc32 } from './crc32.ts';
import { type DataKey, type FileRow, type NodeRow, PIECE_BYTES } from './durable-rows.ts';
import type { DurableStore } from './durable-store.ts';
import { emptyTable, nameOf, nodeAt, readTree, type StoredTree, type TableNode } from './stored-tree.ts';

/** The port that LightningFS calls; `unlink` is missing from its type declarations but is called. */
export interface LightningBackend extends FS.IDB {
  unlink(inode: number): void;
  /** Reads everything; LightningFS works on what was read. Before it is used for anything else. */
  load(): Promise<StoredTree>;
  /** Writes the big file ahead, in pieces; it is part of the project when it was written under a name and committed. `between` is called between pieces. */
  stage(data: Uint8Array, between: () => Promise<void>): Promise<void>;
  /** Writes what changed at these paths. What fails is tried again with the next commit. @throws as `DurableStore.write` */
  commit(paths: Iterable<string>): Promise<void>;
  /** Files as they are on disk, whatever waits: what can be lost. */
  stored(): ReadonlyMap<string, { size: number; crc: number | undefined }>;
  /** The bytes on disk of one of them. */
  readStored(path: string): Promise<Uint8Array | undefined>;
  /** Takes these files off the disk, and nothing else; all that waits goes on waiting. @throws as `DurableStore.remove` */
  discard(paths: readonly string[]): Promise<void>;
  /** What a file's bytes are known to be without reading them, and when the project's file was changed. */
  known(inode: number): { size: number; crc: number | undefined; changedMs: number | undefined } | undefined;
  /** When the project's file was changed, for the next commit of its path; writing its bytes forgets it. */
  setTime(inode: number, changedMs: number): void;
  /** Begins anew with an empty project, after the browser lost what was stored. */
  reset(): void;
  /** Empties the database for good: nothing is written through this backend afterwards. */
  wipe(): Promise<void>;
}

/** Bytes written ahead in one transaction. */
const STAGE_BYTES = 2 * 1024 * 1024;

type Place = Pick<FileRow, 'k' | 'n' | 's' | 'c'>;

export function createLightningBackend(store: DurableStore): LightningBackend {
  let root: TableNode | undefined;
  /** Where bytes lie on disk, by inode. */
  const places = new Map<number, Place>();
  /** Bytes that are not on disk yet, by inode. */
  const pending = new Map<number, Uint8Array>();
  /** Taken by a transaction that has not finished: reads must still see it. */
  let committing = new Map<number, Uint8Array>();
  /** When the project's files were changed (ms), by inode: LightningFS's own time is that of its copy. */
  const times = new Map<number, number>();
  /** Files as their rows on disk are, by path. */
  const disk = new Map<string, FileRow>();
  const staged = new WeakMap<Uint8Array, Place>();
  let dropped: DataKey[] = [];
  let failed = new Set<string>();
  let tail: Promise<unknown> = Promise.resolve();
  let wiped = false;

  const forget = (inode: number): void => {
    // On disk, or written ahead and never named.
    const waiting = pending.get(inode);
    for (const place of [places.get(inode), waiting && staged.get(waiting)]) if (place) dropped.push(place.k);
    places.delete(inode);
    pending.delete(inode);
    committing.delete(inode);
    times.delete(inode);
  };

  const load = async (): Promise<StoredTree> => {
    const tree = await readTree(store);
    root = tree.root;
    for (const [inode, row] of tree.files) {
      places.set(inode, row);
      if (row.o !== undefined) times.set(inode, row.o);
    }
    for (const [path, row] of tree.stored) disk.set(path, row);
    dropped.push(...tree.orphans);
    return tree;
  };

  const commit = async (asked: ReadonlySet<string>): Promise<void> => {
    // LightningFS saves its table once more when it goes idle; after a wipe that would bring an empty project back to life.
    if (wiped || !root) return;
    const paths = new Set([...failed, ...asked]);
    if (paths.size === 0) return;
    const epoch = await store.claim();
    // Nothing is waited for until the transaction has all: what is written is one moment's state.
    const rows = new Map<string, NodeRow | null>();
    const pieces: [DataKey, number, Uint8Array][] = [];
    const written = new Map<number, Place>();
    const drop = dropped;
    committing = new Map(pending);
    for (const path of paths) {
      const stat = nodeAt(root, path)?.get(0);
      if (!stat) rows.set(path, null);
      else if (stat.type === 'symlink') rows.set(path, { t: 'l', to: stat.target ?? '' });
      else if (stat.type === 'dir') rows.set(path, { t: 'd' });
      else {
        const data = pending.get(stat.ino);
        const place = data ? staged.get(data) ?? placeOf(data, store.newKey(epoch)) : places.get(stat.ino);
        // A file that was taken away and made again under way comes with the next commit.
        if (!place) continue;
        if (data) {
          written.set(stat.ino, place);
          if (!staged.has(data)) for (let piece = 0; piece < place.n; piece++) pieces.push([place.k, piece, cut(data, piece)]);
        }
        const time = times.get(stat.ino);
        const { k, n, s, c } = place;
        rows.set(path, { t: 'f', m: stat.mode, w: stat.mtimeMs, ...(time === undefined ? {} : { o: time }), k, n, s, ...(c === undefined ? {} : { c }) });
      }
    }
    dropped = [];
    failed = new Set();
    try {
      await store.write({ rows, pieces, dropped: drop });
      for (const [path, row] of rows) {
        if (row?.t === 'f') disk.set(path, row);
        else disk.delete(path);
      }
      for (const [inode, place] of written) {
        // Written again, or gone, while this was on its way to disk.
        if (!committing.has(inode)) dropped.push(place.k);
        else {
          places.set(inode, place);
          pending.delete(inode);
        }
      }
    } catch (error) {
      dropped = [...drop, ...dropped];
      for (const path of paths) failed.add(path);
      throw error;
    } finally {
      committing = new Map();
    }
  };

  const discard = async (paths: readonly string[]): Promise<void> => {
    if (wiped) return;
    const going = new Set(paths);
    const named = new Set([...disk].filter(([path]) => !going.has(path)).map(([, { k }]) => nameOf(k)));
    // Bytes that a row on disk still names stay, though what waits names others by now.
    const drop = [...dropped, ...paths.flatMap((path) => (disk.has(path) ? [disk.get(path)!.k] : []))].filter((key) => !named.has(nameOf(key)));
    await store.remove(paths, drop);
    for (const path of paths) disk.delete(path);
    const done = new Set(drop.map(nameOf));
    dropped = dropped.filter((key) => !done.has(nameOf(key)));
  };
  /** One at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };

  return {
    load,
    async stage(data, between) {
      const place = placeOf(data, store.newKey(await store.claim()));
      const step = Math.floor(STAGE_BYTES / PIECE_BYTES);
      try {
        for (let from = 0; from < place.n; from += step) {
          await store.write({ pieces: Array.from({ length: Math.min(step, place.n - from) }, (_, index) => [place.k, from + index, cut(data, from + index)] as const) });
          await between();
        }
      } catch (error) {
        // The half of a file that did not fit would leave no room for all the small ones that do.
        await store.remove([], [place.k]).catch(() => dropped.push(place.k));
        throw error;
      }
      staged.set(data, place);
    },
    // What it writes is taken when its turn comes.
    commit: (paths) => inTurn(() => commit(new Set(paths))),
    stored: () => new Map([...disk].map(([path, { s, c }]) => [path, { size: s, crc: c }])),
    async readStored(path) {
      const row = disk.get(path);
      return row && joinPieces(await store.readFile(row.k, row.n));
    },
    discard: (paths) => inTurn(() => discard(paths)),
    known(inode) {
      const waiting = pending.get(inode);
      const changedMs = times.get(inode);
      if (waiting) return { size: waiting.length, crc: crc32(waiting), changedMs };
      const place = places.get(inode);
      return place && { size: place.s, crc: place.c, changedMs };
    },
    setTime: (inode, changedMs) => void times.set(inode, changedMs),
    // It is ours already, and LightningFS changes it in place.
    saveSuperblock: async () => undefined,
    async loadSuperblock() {
      // Also what a save left that was cut short: it is not loaded as the project, and has to go where the project has it not.
      if (!root) await load();
      root ??= emptyTable();
      return root;
    },
    async readFile(inode: number) {
      const waiting = pending.get(inode) ?? committing.get(inode);
      if (waiting) return waiting;
      const place = places.get(inode);
      if (!place) throw new Error(`No bytes are stored for inode ${inode}`);
      const pieces = await store.readFile(place.k, place.n);
      return joinPieces(pieces);
    },
    writeFile(inode: number, data: Uint8Array) {
      forget(inode);
      pending.set(inode, data);
    },
    unlink: forget,
    reset() {
      const top = root?.get('/');
      for (const name of [...top?.keys() ?? []]) if (typeof name === 'string') top?.delete(name);
      for (const map of [places, pending, committing, times, disk]) map.clear();
      failed = new Set();
      dropped = [];
    },
    async wipe() {
      wiped = true;
      pending.clear();
      await tail;
      await store.clear();
    },
    // LightningFS closes when it is idle, which is no reason to open the database anew each time.
    async close() {},
  };
}

function placeOf(data: Uint8Array, key: DataKey): Place {
  return { k: key, n: Math.ceil(data.length / PIECE_BYTES), s: data.length, c: crc32(data) };
}

/** A copy: a view is stored with all of the buffer that it is a view of. */
function cut(data: Uint8Array, piece: number): Uint8Array {
  return data.slice(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
}

/** One piece is taken as it is. */
function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
