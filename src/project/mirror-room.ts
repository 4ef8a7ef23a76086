/**
 * Makes room where there is none: what the project has no more is taken off the disk ahead of its turn. Saving in order, what is new first, would never come so far.
 * A file that was moved must keep its old name until it is saved under the new one, so nothing goes whose contents lie in a file that is not saved.
 */
import { basename, dirname } from '../shared/path.ts';
import { crc32 } from './crc32.ts';
import { isInGit } from './mirror-git.ts';
import type { RoundParts } from './mirror-round.ts';
import { type EntryKind, listFolder, type MirrorSource } from './mirror-source.ts';
import { linesOf, sharesLines } from './same-lines.ts';

export interface RoomParts extends Pick<RoundParts, 'engine' | 'durable' | 'readFile' | 'barrier' | 'scope' | 'mayMatter'> {
  /** Paths that are not saved, folders with all in them; `''` is everything. */
  unsaved: Iterable<string>;
  /** Paths told since this was asked last. */
  news(): string[];
}

/** Bytes whose lines are compared at a time; what is beyond has its turn the next time. */
const COMPARED_BYTES = 16 * 1024 * 1024;
/** A file with fewer lines is not known by them, and makes hardly any room: it stays while any small file is not saved. */
const FEW_LINES = 8;
const SMALL_BYTES = 4096;
/** Times that the project may change while it is looked at. */
const FOLLOW_MAX = 4;

interface Gone {
  size: number;
  crc: number | undefined;
  /** Undefined for what is kept or goes as it is: files of a repository are not edited. */
  lines?: ReadonlySet<number>;
}

/**
 * @returns whether anything was taken away, so that saving is worth another try
 * @throws as `DurableFs.discard`, and what the sandbox fails with
 */
export async function makeRoom({ engine, durable, readFile, barrier, scope, mayMatter, unsaved, news }: RoomParts): Promise<boolean> {
  await barrier.pass();
  news();
  const stored = durable.stored();
  let paths = [...unsaved];
  const gone = await findGone(engine, stored, new Set(paths));
  const ofGit = [...gone.keys()].filter(isInGit);
  let compared = 0;
  for (const [path, each] of [...gone].sort(([, a], [, b]) => b.size - a.size)) {
    if (isInGit(path)) continue;
    compared += each.size;
    const data = compared - each.size < COMPARED_BYTES ? await durable.readStored(path) : undefined;
    if (data) each.lines = linesOf(data);
    else gone.delete(path);
  }

  /** Takes those out of `gone` that a file which is not saved may be the new name of. */
  const keepMoved = async (file: string): Promise<void> => {
    gone.delete(file);
    const found = await readFile(file);
    if (typeof found !== 'object') return;
    const { data } = found;
    const crc = crc32(data);
    const saved = stored.get(file);
    if (saved?.size === data.length && saved.crc === crc) return;
    let lines: ReadonlySet<number> | undefined;
    for (const [path, each] of gone) {
      // Objects may have moved into a pack, which looks like none of them.
      const moved = (isInGit(path) && isInGit(file)) || (each.size === data.length && (each.crc ?? crc) === crc)
        || (each.lines !== undefined && data.length * 4 >= each.size && sharesLines(each.lines, lines ??= linesOf(data)))
        || (each.lines !== undefined && each.lines.size < FEW_LINES && each.size < SMALL_BYTES && data.length < 4 * SMALL_BYTES);
      if (moved) gone.delete(path);
    }
  };
  const kept = (path: string, isFolder: boolean): boolean => path === '' || (mayMatter(path) && scope.keeps(path, isFolder));

  // A file may move on while it is looked for: then both its names are told.
  for (let times = 0; gone.size > 0 && paths.length > 0; times++) {
    if (times > FOLLOW_MAX) return false;
    for (const path of paths) for await (const file of filesBelow(engine, path, kept)) await keepMoved(file);
    await barrier.pass();
    paths = news();
  }
  // A part of a repository is none.
  if (ofGit.some((path) => !gone.has(path))) for (const path of ofGit) gone.delete(path);
  if (gone.size === 0) return false;
  await durable.discard([...gone.keys()]);
  return true;
}

/** Files on disk that the project has not, of those that are at or below the paths. */
async function findGone(engine: MirrorSource, stored: ReadonlyMap<string, Gone>, paths: ReadonlySet<string>): Promise<Map<string, Gone>> {
  const listings = new Map<string, Promise<Map<string, EntryKind> | undefined>>();
  const gone = new Map<string, Gone>();
  for (const [path, { size, crc }] of stored) {
    if (!isBelow(path, paths)) continue;
    const folder = folderOf(path);
    const listing = listings.get(folder) ?? listFolder(engine, folder);
    listings.set(folder, listing);
    if (!(await listing)?.has(basename(path))) gone.set(path, { size, crc });
  }
  return gone;
}

async function* filesBelow(engine: MirrorSource, path: string, kept: (path: string, isFolder: boolean) => boolean, known?: EntryKind): AsyncGenerator<string> {
  const kind = known ?? (path === '' ? 'directory' : (await listFolder(engine, folderOf(path)))?.get(basename(path)));
  if (kind === undefined || !kept(path, kind === 'directory')) return;
  if (kind === 'file') yield path;
  if (kind === 'directory') for (const [name, inner] of await listFolder(engine, path) ?? []) yield* filesBelow(engine, path === '' ? name : `${path}/${name}`, kept, inner);
}

const folderOf = (path: string): string => (dirname(path) === '.' ? '' : dirname(path));

function isBelow(path: string, paths: ReadonlySet<string>): boolean {
  for (let up = path; up !== '.'; up = dirname(up)) if (paths.has(up)) return true;
  return paths.has('');
}
