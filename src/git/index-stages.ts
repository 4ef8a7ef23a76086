/**
 * The index as a file, with the stages of unmerged paths, which the library reads but has no call to write
 * (Git's `index-format`: version 2, version 3 when an entry has extended flags; version 4 is read too).
 */
import type { Stats } from 'node:fs';
import { fatal } from './errors.ts';
import type { Repository } from './repository.ts';
import { readTrees, treesBytes } from './index-trees.ts';
import type { IndexTrees } from './index-trees.ts';
import { sha1 } from './sha1.ts';

/** 0: merged. Of an unmerged path 1: the common ancestor's, 2: ours, 3: theirs. */
export type Stage = 0 | 1 | 2 | 3;

/** What the index remembers of a file, so that an unchanged one need not be read again. All are zero when nothing is known. */
export interface IndexFileStat {
  ctimeSeconds: number;
  ctimeNanoseconds: number;
  mtimeSeconds: number;
  mtimeNanoseconds: number;
  dev: number;
  ino: number;
  uid: number;
  gid: number;
  size: number;
}

export interface IndexFileEntry extends IndexFileStat {
  path: string;
  oid: string;
  /** 0o100644, 0o100755, 0o120000 or 0o160000. */
  mode: number;
  stage: Stage;
  assumeValid: boolean;
  skipWorktree: boolean;
  intentToAdd: boolean;
}

/** The sides of one unmerged path; a side that has no such file is absent. */
export interface UnmergedPath {
  base?: IndexFileEntry;
  ours?: IndexFileEntry;
  theirs?: IndexFileEntry;
}

export const NO_STAT: IndexFileStat = { ctimeSeconds: 0, ctimeNanoseconds: 0, mtimeSeconds: 0, mtimeNanoseconds: 0, dev: 0, ino: 0, uid: 0, gid: 0, size: 0 };

const FIXED = 62;

export interface IndexFile {
  /** By path and stage. */
  entries: IndexFileEntry[];
  trees: IndexTrees;
  /** Of the whole file: the same as long as nobody has changed it. */
  checksum: string;
}

/** All entries, by path and stage; none when there is no index yet. @throws GitError when the file is damaged. */
export async function readIndexFile(repo: Repository): Promise<IndexFileEntry[]> {
  return (await readWholeIndex(repo)).entries;
}

/** @throws GitError when the file is damaged. */
export async function readWholeIndex(repo: Repository): Promise<IndexFile> {
  const bytes = await repo.fs.promises.readFile(`${repo.gitdir}/index`).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return bytes === undefined || bytes.length === 0 ? { entries: [], trees: new Map(), checksum: '' } : parseIndex(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** As in git, the checksum is not computed for each look: what is cut short does not end where it says. */
function parseIndex(bytes: Buffer): IndexFile {
  const body = bytes.subarray(0, -20);
  if (bytes.length < 32 || bytes.toString('latin1', 0, 4) !== 'DIRC') throw fatal('index file corrupt');
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) throw fatal(`unknown index version ${version}`);
  const entries: IndexFileEntry[] = [];
  let at = 12;
  let previous = Buffer.alloc(0);
  // A call for each field of thousands of entries takes longer than all else that a small command does: both forms are made once, for the whole file.
  const hex = bytes.toString('hex');
  const text = bytes.toString('latin1');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const start = at;
    if (start + FIXED > body.length) throw fatal('index file corrupt');
    const number = (offset: number): number => view.getUint32(start + offset);
    const flags = view.getUint16(start + 60);
    const extended = flags & 0x4000 ? view.getUint16(start + FIXED) : 0;
    at = start + FIXED + (flags & 0x4000 ? 2 : 0);
    const [dropped, from] = version === 4 ? offsetNumber(bytes, at) : [0, at];
    const end = text.indexOf('\0', from);
    if (end < 0 || end > body.length) throw fatal('index file corrupt');
    let path = text.slice(from, end);
    if (version === 4) {
      previous = Buffer.concat([previous.subarray(0, previous.length - dropped), bytes.subarray(from, end)]);
      path = previous.toString('utf8');
    } else if (/[^\x00-\x7f]/.test(path)) path = bytes.toString('utf8', from, end);
    at = version === 4 ? end + 1 : start + Math.ceil((end + 1 - start) / 8) * 8;
    entries.push({
      path, oid: hex.slice((start + 40) * 2, (start + 60) * 2), mode: number(24), stage: ((flags >> 12) & 3) as Stage,
      assumeValid: (flags & 0x8000) !== 0, skipWorktree: (extended & 0x4000) !== 0, intentToAdd: (extended & 0x2000) !== 0,
      ctimeSeconds: number(0), ctimeNanoseconds: number(4), mtimeSeconds: number(8), mtimeNanoseconds: number(12), dev: number(16), ino: number(20), uid: number(28), gid: number(32), size: number(36),
    });
  }
  return { entries, trees: readTrees(body.subarray(at)), checksum: bytes.toString('hex', bytes.length - 20) };
}

/** The variable-length number of version 4: how much of the previous path is dropped, and where the rest begins. */
function offsetNumber(bytes: Buffer, start: number): [number, number] {
  let at = start;
  let byte = bytes[at++]!;
  let value = byte & 0x7f;
  while (byte & 0x80) {
    byte = bytes[at++]!;
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return [value, at];
}

/** Replaces the index as a whole, in one rename. @param trees of folders whose entries make them */
export async function writeIndexFile(repo: Repository, entries: Iterable<IndexFileEntry>, trees: ReadonlyMap<string, string> = new Map()): Promise<void> {
  const named = [...entries].map((entry) => ({ entry, name: Buffer.from(entry.path) }));
  named.sort((a, b) => Buffer.compare(a.name, b.name) || a.entry.stage - b.entry.stage);
  const header = Buffer.alloc(12);
  header.write('DIRC', 0, 'latin1');
  header.writeUInt32BE(named.some(({ entry }) => entry.skipWorktree || entry.intentToAdd) ? 3 : 2, 4);
  header.writeUInt32BE(named.length, 8);
  const body = Buffer.concat([header, ...named.map(({ entry, name }) => entryBytes(entry, name)), treesBytes(named.map(({ entry }) => entry.path), trees)]);
  const temporary = `${repo.gitdir}/index.lock`;
  await repo.fs.promises.writeFile(temporary, Buffer.concat([body, sha1(body)]));
  await repo.fs.promises.rename(temporary, `${repo.gitdir}/index`);
  // The library would go on with the index it has parsed before.
  repo.cache = {};
}

function entryBytes(entry: IndexFileEntry, name: Buffer): Buffer {
  const extended = (entry.skipWorktree ? 0x4000 : 0) | (entry.intentToAdd ? 0x2000 : 0);
  const fixed = FIXED + (extended === 0 ? 0 : 2);
  const bytes = Buffer.alloc(Math.ceil((fixed + name.length + 1) / 8) * 8);
  const numbers = [
    entry.ctimeSeconds, entry.ctimeNanoseconds, entry.mtimeSeconds, entry.mtimeNanoseconds, entry.dev, entry.ino, entry.mode, entry.uid, entry.gid, entry.size,
  ];
  numbers.forEach((value, at) => bytes.writeUInt32BE(value >>> 0, at * 4));
  bytes.write(entry.oid, 40, 'hex');
  bytes.writeUInt16BE((entry.assumeValid ? 0x8000 : 0) | (extended === 0 ? 0 : 0x4000) | (entry.stage << 12) | Math.min(name.length, 0xfff), 60);
  if (extended !== 0) bytes.writeUInt16BE(extended, FIXED);
  name.copy(bytes, fixed);
  return bytes;
}

/** As the library writes times: milliseconds with what fraction there is. */
export function indexStat(stat: Stats): IndexFileStat {
  const time = (ms: number): [number, number] => {
    const seconds = Math.floor(ms / 1000);
    return [seconds >>> 0, Math.floor((ms - seconds * 1000) * 1e6)];
  };
  const [ctimeSeconds, ctimeNanoseconds] = time(stat.ctimeMs);
  const [mtimeSeconds, mtimeNanoseconds] = time(stat.mtimeMs);
  return { ctimeSeconds, ctimeNanoseconds, mtimeSeconds, mtimeNanoseconds, dev: stat.dev >>> 0, ino: stat.ino >>> 0, uid: stat.uid >>> 0, gid: stat.gid >>> 0, size: stat.size >>> 0 };
}

/** An entry for content that is in the object store; with the file's own stat when the file holds that content. */
export function indexEntry(path: string, oid: string, mode: string | number, options: { stage?: Stage; stat?: Stats } = {}): IndexFileEntry {
  return {
    path, oid, mode: typeof mode === 'string' ? Number.parseInt(mode, 8) : mode, stage: options.stage ?? 0,
    assumeValid: false, skipWorktree: false, intentToAdd: false, ...(options.stat ? indexStat(options.stat) : NO_STAT),
  };
}

/** The unmerged paths, in order. */
export function unmergedOf(entries: Iterable<IndexFileEntry>): Map<string, UnmergedPath> {
  const found = new Map<string, UnmergedPath>();
  for (const entry of entries) {
    if (entry.stage === 0) continue;
    const sides = found.get(entry.path) ?? {};
    sides[entry.stage === 1 ? 'base' : entry.stage === 2 ? 'ours' : 'theirs'] = entry;
    found.set(entry.path, sides);
  }
  return found;
}

/** Which sides there are decides the two letters of `git status -s`. */
export function unmergedCode({ base, ours, theirs }: UnmergedPath): 'DD' | 'AU' | 'UD' | 'UA' | 'DU' | 'AA' | 'UU' {
  if (base) return ours ? (theirs ? 'UU' : 'UD') : theirs ? 'DU' : 'DD';
  return ours ? (theirs ? 'AA' : 'AU') : 'UA';
}
