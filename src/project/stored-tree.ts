/** Reads a whole durable copy: as LightningFS's table, as a snapshot to mount, and what of it could not be read. */
import { crc32 } from './crc32.ts';
import { isFull } from './storage-full.ts';
import { type DataKey, type FileRow, isRowPath, type NodeRow, parseRow } from './durable-rows.ts';
import type { DamagedRecord, DurableStore } from './durable-store.ts';
import type { SnapshotNode } from './snapshot.ts';

/** An entry of LightningFS's table: its stat under the number 0, and entries of a folder by name. */
export type TableNode = Map<string, TableNode> & Map<0, TableStat> & { get(key: 0): TableStat | undefined; get(key: string): TableNode | undefined };

interface TableStat { type: 'dir' | 'file' | 'symlink'; mode: number; size: number; mtimeMs: number; ino: number; uid: number; gid: number; target?: string }

export interface StoredTree {
  root: TableNode;
  /** What `mount` takes. */
  snapshot: SnapshotNode;
  /** Rows of the files by inode. */
  files: ReadonlyMap<number, FileRow>;
  /** And by path. */
  stored: ReadonlyMap<string, FileRow>;
  /** Bytes on disk that no row names. */
  orphans: readonly DataKey[];
  /** What could not be read. Its remains are kept apart already. */
  damaged: readonly DamagedRecord[];
}

/** LightningFS gives a file without bits 0o666. With this one beside them they are known to be the file's own. */
export const KNOWN = 0o100000;
const OWNER = 1000;

/**
 * Everything, checked. What cannot be read is moved aside in the store, so that it is neither lost nor mistaken for what was saved.
 * @throws as the store does
 */
export async function readTree(store: DurableStore): Promise<StoredTree> {
  const pieces = await readPieces(store);
  const damaged: DamagedRecord[] = [];
  const gone = new Map<string, null>();
  const rows = new Map<string, NodeRow>();
  const put = (key: IDBValidKey, row: unknown, reason: string, left: readonly (Uint8Array | undefined)[] = []): void => {
    damaged.push({ path: String(key), found: Date.now(), reason, row, pieces: left.filter((piece) => piece !== undefined) });
    if (typeof key === 'string') gone.set(key, null);
  };
  for (const [path, found] of await store.rows()) {
    const row = parseRow(found);
    if (!isRowPath(path) || !row) put(path, found, 'Its entry cannot be read.');
    else rows.set(path, row);
  }

  const build = createTable();
  const named = new Set<string>();
  const files = new Map<number, FileRow>();
  const stored = new Map<string, FileRow>();
  // Folders come before what is in them.
  for (const [path, row] of [...rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (row.t === 'f') {
      named.add(nameOf(row.k));
      const found = pieces.get(nameOf(row.k)) ?? [];
      const data = whole(row, found);
      const inode = typeof data === 'string' ? undefined : build.file(path, row, data);
      if (inode !== undefined) {
        files.set(inode, row);
        stored.set(path, row);
      } else put(path, row, typeof data === 'string' ? data : 'Where its folder was there is a file.', found);
    } else if (!(row.t === 'd' ? build.folder(path) : build.link(path, row.to))) put(path, row, 'Where its folder was there is a file.');
  }
  const aside = damaged.length === 0 || await setAside(store, gone, damaged);
  // What is set aside keeps its bytes in the record; under their keys they are orphans from now on.
  const kept = aside ? new Set([...files.values()].map(({ k }) => nameOf(k))) : named;
  const orphans = [...pieces.keys()].filter((name) => !kept.has(name)).map(keyOf);
  return { root: build.root, snapshot: build.snapshot, files, stored, orphans, damaged };
}

/** The table of an empty project. */
export const emptyTable = (): TableNode => createTable().root;

/** A node of a table by its path. */
export function nodeAt(root: TableNode, path: string): TableNode | undefined {
  let node = root.get('/');
  if (path !== '') for (const name of path.split('/')) node = node?.get(name);
  return node;
}

/** Where there is no room for a second copy, the damaged one stays where it is. */
async function setAside(store: DurableStore, rows: ReadonlyMap<string, null>, damaged: readonly DamagedRecord[]): Promise<boolean> {
  try {
    await store.write({ rows, damaged });
    return true;
  } catch (error) {
    if (isFull(error)) return false;
    throw error;
  }
}

/** The file's bytes, or why they are not what was saved. */
export function whole(row: FileRow, pieces: readonly (Uint8Array | undefined)[]): Uint8Array | string {
  let size = 0;
  for (let piece = 0; piece < row.n; piece++) {
    const data = pieces[piece];
    if (!data) return row.n === 1 ? 'Its contents are missing.' : `A part of its contents is missing (${piece + 1} of ${row.n}).`;
    size += data.length;
  }
  if (size !== row.s) return `It has ${size} bytes, and ${row.s} were saved.`;
  const data = row.n === 1 ? pieces[0]! : new Uint8Array(size);
  if (row.n > 1) {
    let at = 0;
    for (const piece of pieces.slice(0, row.n)) {
      data.set(piece!, at);
      at += piece!.length;
    }
  }
  return row.c === undefined || crc32(data) === row.c ? data : 'Its contents are not what was saved.';
}

/** A key as text, to find it by. */
export const nameOf = (key: DataKey): string => String(key);
const keyOf = (name: string): DataKey => {
  const [epoch, number] = name.split(',').map(Number);
  return number === undefined ? epoch! : [epoch!, number];
};

/** Pieces of each file by its key as text. */
export async function readPieces(store: DurableStore): Promise<PiecesByName> {
  const { found, take } = gatherPieces();
  await store.pieces(take);
  return found;
}

export type PiecesByName = Map<string, (Uint8Array | undefined)[]>;

export function gatherPieces(): { found: PiecesByName; take(key: IDBValidKey, data: unknown): void } {
  const found: PiecesByName = new Map();
  return {
    found,
    take(key, data) {
      const [name, piece] = Array.isArray(key) ? [`${String(key[0])},${String(key[1])}`, Number(key[2])] : [String(key), 0];
      const list = found.get(name) ?? [];
      found.set(name, list);
      list[piece] = data instanceof Uint8Array ? data : undefined;
    },
  };
}

/** Builds table and snapshot side by side. Each maker says whether there was a place for it. */
function createTable() {
  let inodes = 0;
  const entry = (stat: Pick<TableStat, 'type' | 'mode'> & Partial<TableStat>): TableNode => new Map<0, TableStat>([[0, { size: 0, mtimeMs: Date.now(), uid: OWNER, gid: OWNER, ...stat, ino: inodes++ }]]) as unknown as TableNode;
  const top = entry({ type: 'dir', mode: 0o777 });
  const root = new Map([['/', top]]) as unknown as TableNode;
  // Without a prototype: a file may be called __proto__.
  const names = (): { [name: string]: SnapshotNode } => Object.create(null) as { [name: string]: SnapshotNode };
  const snapshot = { d: names() };

  /** A folder in both; made where its own row is lost. */
  const into = (path: string): { table: TableNode; d: { [name: string]: SnapshotNode } } | undefined => {
    let [table, d] = [top, snapshot.d];
    if (path !== '') for (const name of path.split('/')) {
      let [inner, shown] = [table.get(name), d[name]];
      if (!inner || !shown) {
        table.set(name, inner = entry({ type: 'dir', mode: 0o777 }));
        d[name] = shown = { d: names() };
      }
      if (!('d' in shown)) return undefined;
      [table, d] = [inner, shown.d];
    }
    return { table, d };
  };
  const place = (path: string, node: TableNode, shown: SnapshotNode): boolean => {
    const at = path.lastIndexOf('/');
    const folder = into(path.slice(0, Math.max(at, 0)));
    const name = path.slice(at + 1);
    if (!folder || name === '' || folder.table.has(name)) return false;
    folder.table.set(name, node);
    folder.d[name] = shown;
    return true;
  };
  return {
    root, snapshot,
    folder: (path: string): boolean => into(path) !== undefined,
    link: (path: string, target: string): boolean => place(path, entry({ type: 'symlink', mode: 0o120000, target }), { f: { l: target } }),
    file(path: string, { m: mode, s: size, w: mtimeMs, o }: FileRow, data: Uint8Array): number | undefined {
      const node = entry({ type: 'file', mode, size, mtimeMs });
      return place(path, node, { f: { c: data, ...(mode & KNOWN ? { m: mode & 0o7777 } : {}), ...(o === undefined ? {} : { t: o }) } }) ? node.get(0)!.ino : undefined;
    },
  };
}
