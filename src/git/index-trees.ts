/**
 * What the index remembers of whole folders: the tree that a folder's entries make (Git's `index-format`, extension `TREE`). A folder whose tree is the
 * one of HEAD need not be compared file by file, nor HEAD's tree be read.
 */
import { fatal } from './errors.ts';

/** Folders whose entries make exactly this tree, '' for the root. */
export type IndexTrees = Map<string, string>;

const HEADER = 8;
const OID = 20;

/** What stands between entries and checksum. @throws GitError for what does not end where it should */
export function readTrees(bytes: Buffer): IndexTrees {
  const trees: IndexTrees = new Map();
  for (let at = 0; at < bytes.length;) {
    const end = at + HEADER + (at + HEADER <= bytes.length ? bytes.readUInt32BE(at + 4) : Infinity);
    if (end > bytes.length) throw fatal('index file corrupt');
    if (bytes.toString('latin1', at, at + 4) === 'TREE') readFolder(bytes.subarray(at + HEADER, end), { at: 0 }, '', trees);
    at = end;
  }
  return trees;
}

function readFolder(bytes: Buffer, place: { at: number }, above: string, trees: IndexTrees): void {
  const until = (byte: number): string => {
    const end = bytes.indexOf(byte, place.at);
    if (end < 0) throw fatal('index file corrupt');
    const text = bytes.toString('utf8', place.at, end);
    place.at = end + 1;
    return text;
  };
  const name = until(0);
  const path = above === '' ? name : `${above}/${name}`;
  const count = Number(until(0x20));
  const folders = Number(until(0x0a));
  if (count >= 0) {
    trees.set(path, bytes.toString('hex', place.at, place.at + OID));
    place.at += OID;
  }
  for (let left = folders; left > 0; left--) readFolder(bytes, place, path, trees);
}

interface Folder { name: string; count: number; folders: Map<string, Folder> }

/** The extension for these paths; nothing when no folder is known. */
export function treesBytes(paths: Iterable<string>, trees: ReadonlyMap<string, string>): Buffer {
  if (trees.size === 0) return Buffer.alloc(0);
  const root: Folder = { name: '', count: 0, folders: new Map() };
  for (const path of paths) {
    let folder = root;
    folder.count++;
    const parts = path.split('/');
    for (const name of parts.slice(0, -1)) {
      let next = folder.folders.get(name);
      if (!next) folder.folders.set(name, next = { name, count: 0, folders: new Map() });
      next.count++;
      folder = next;
    }
  }
  const parts: Buffer[] = [];
  const write = (folder: Folder, path: string): void => {
    const oid = trees.get(path);
    parts.push(Buffer.from(`${folder.name}\0${oid === undefined ? -1 : folder.count} ${folder.folders.size}\n`), ...(oid === undefined ? [] : [Buffer.from(oid, 'hex')]));
    for (const inner of folder.folders.values()) write(inner, path === '' ? inner.name : `${path}/${inner.name}`);
  };
  write(root, '');
  const header = Buffer.alloc(HEADER);
  header.write('TREE', 0, 'latin1');
  const body = Buffer.concat(parts);
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}
