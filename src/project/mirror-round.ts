/**
 * One round of copying what changed, in an order that keeps the durable copy a state that the project could have been in, wherever it is cut off:
 *
 * 1. What names objects of a repository is read first and written last. What it names existed when it was read, so it is among what was told
 *    by then, and is written before it.
 * 2. Nothing is taken away before what came in its stead is in the copy: a file that was moved is in it under one of its names at least.
 * 3. Each transaction holds a little, and between two of them files that somebody edits or makes go first.
 */
import { dirname } from '../shared/path.ts';
import type { Barrier } from './mirror-barrier.ts';
import type { DurableFs } from './durable-fs.ts';
import type { DurableScope } from './durable-scope.ts';
import { isFinished, isInGit, namesObjects } from './mirror-git.ts';
import { type EntryKind, type FileReader, type FoundFile, listFolder, type MirrorSource, readLink } from './mirror-source.ts';
import { isFull } from './storage-full.ts';

/** What changed and is not copied yet: paths of files, links and folders; `''` is everything. */
export interface Dirty {
  /** Takes those that pass the test out of it, newest first. */
  take(wanted: (path: string) => boolean): string[];
  /** Puts some back for the next round. */
  later(paths: Iterable<string>): void;
  has(wanted: (path: string) => boolean): boolean;
}

export interface RoundParts {
  engine: MirrorSource;
  durable: DurableFs;
  readFile: FileReader;
  barrier: Barrier;
  dirty: Dirty;
  scope: DurableScope;
  /** There are rules that `scope` does not know, in a folder that was moved here as a whole. */
  rulesFound(): void;
  mayMatter(path: string): boolean;
  /** Files that no page could hold. */
  tooLarge: Set<string>;
  /** When a file was first seen unfinished (ms, as `performance.now` has it: the computer's time may be set), by its path. */
  unfinished: Map<string, number>;
}

/** Files read at the same time: the answers of the sandbox take longer than its work. */
const AT_ONCE = 8;
/** A transaction is made when so much has gathered, or so long has passed. */
const STEP_BYTES = 4 * 1024 * 1024;
const STEP_MS = 150;
/** Edited files that go first at a time, and new ones: few, since those may be a program's, which makes thousands. */
const FIRST_MAX = 64;
const NEW_FIRST_MAX = 16;
/** Of what was told meanwhile, as much is looked at for them at a time. */
const LOOK_MAX = 256;
/** Times that a moved file is followed before it is left to the next round. */
const FOLLOW_MAX = 8;
/** How long a file may stay unfinished before it is taken for what it is: somebody broke their repository by hand. */
const UNFINISHED_MS = 3000;

/** Something to be in the copy. */
type Item = { path: string; kind: EntryKind };
type Found = { path: string; is: 'file'; file: FoundFile } | { path: string; is: 'link'; target: string } | { path: string; is: 'folder' };

/** Copies what is in `dirty`. When it fails, what it took is for the caller to put back. */
export async function copyRound(parts: RoundParts): Promise<void> {
  const { engine, durable, readFile, barrier, dirty, scope, rulesFound, mayMatter, tooLarge, unfinished } = parts;
  /** Not there any more, as far as was seen; and there, but not to be kept. */
  const gone = new Set<string>();
  const unwanted = new Set<string>();
  /** What takes the place of something of another kind: to be written together with what is taken away. */
  const replacing: Found[] = [];
  let goneSeen = 0;
  let bytes = 0;
  let since = performance.now();
  /** What this round is about to write as a folder, or in one; and as something else. */
  const folders = new Set<string>();
  const leaves = new Set<string>();
  const taken = dirty.take(() => true);
  const everything = taken.includes('');

  /** What was to take a place there has been looked at again. @param below also what was to be in it */
  const forgetReplacing = (path: string, below: boolean): void => {
    for (let at = replacing.length - 1; at >= 0; at--) {
      const other = replacing[at]!.path;
      if (other === path || (below && other.startsWith(`${path}/`))) replacing.splice(at, 1);
    }
  };

  const plan = ({ path, kind }: Item): void => {
    (kind === 'directory' ? folders : leaves).add(path);
    for (let up = dirname(path); up !== '.' && !folders.has(up); up = dirname(up)) folders.add(up);
  };

  /**
   * Files, links and folders that are to be looked at for these paths, with what the copy has and the project has not.
   * @param enter whether also what is in the folders; without, nothing is planned
   */
  const expand = async (paths: readonly string[], wanted: (path: string) => boolean, enter = true): Promise<Item[]> => {
    const listings = new Map<string, Promise<Map<string, EntryKind> | undefined>>();
    const listing = (folder: string): Promise<Map<string, EntryKind> | undefined> => {
      const known = listings.get(folder) ?? listFolder(engine, folder);
      listings.set(folder, known);
      return known;
    };
    const items = new Map<string, Item>();
    const found = (item: Item): void => {
      items.set(item.path, item);
      if (enter) plan(item);
    };
    const visit = async (path: string, kind: EntryKind | undefined): Promise<void> => {
      if (items.has(path)) return;
      if (kind === undefined) return void await lost(path, wanted, gone);
      if (path !== '' && !scope.keeps(path, kind === 'directory')) return void await lost(path, wanted, unwanted);
      if (kind !== 'directory') {
        if (wanted(path)) found({ path, kind });
        return;
      }
      if (wanted === namesObjects && isObjectFolder(path)) return;
      if (path !== '' && (wanted !== namesObjects || isInGit(path))) found({ path, kind });
      if (!enter) return;
      const entries = await listing(path);
      if (!entries) return void await lost(path, wanted, gone);
      if (entries.get('.gitignore') === 'file' && !isInGit(path) && !scope.knowsRules(path)) rulesFound();
      for (const name of await durable.names(path)) if (!entries.has(name)) await lost(path === '' ? name : `${path}/${name}`, wanted, gone);
      for (const [name, inner] of entries) {
        const child = path === '' ? name : `${path}/${name}`;
        if (mayMatter(child)) await visit(child, inner);
      }
    };
    for (const path of enter ? withoutNested(paths) : paths) await visit(path, path === '' ? 'directory' : (await listing(dirname(path) === '.' ? '' : dirname(path)))?.get(path.slice(path.lastIndexOf('/') + 1)));
    return [...items.values()];
  };

  /** The copy's names at and below a path that are to go. */
  const lost = async (path: string, wanted: (path: string) => boolean, into: Set<string>): Promise<void> => {
    // What comes under these names later is another file, which may be unfinished for as long again.
    for (const noted of [tooLarge, unfinished]) for (const known of noted.keys()) if (known === path || known.startsWith(`${path}/`)) noted.delete(known);
    // Also what the copy never had: its contents may have come from what it has, under another name.
    for (const each of [...await durable.list(path), path]) {
      if (!wanted(each) || into.has(each)) continue;
      into.add(each);
      if (into === gone) goneSeen++;
    }
    forgetReplacing(path, true);
  };

  const read = async ({ path, kind }: Item): Promise<Found | undefined> => {
    if (kind === 'directory') return { path, is: 'folder' };
    if (kind === 'symlink') {
      const target = await readLink(engine, path);
      if (target === undefined) await lost(path, () => true, gone);
      return target === undefined ? undefined : { path, is: 'link', target };
    }
    const file = await readFile(path);
    if (file === undefined) {
      await lost(path, () => true, gone);
      return undefined;
    }
    if (file === 'too large') {
      tooLarge.add(path);
      unwanted.add(path);
      return undefined;
    }
    tooLarge.delete(path);
    if (everything && await durable.looksLike(path, file.data, file)) {
      gone.delete(path);
      unwanted.delete(path);
      unfinished.delete(path);
      return undefined;
    }
    if (!await isFinished(path, file) && performance.now() - (unfinished.get(path) ?? setNow(unfinished, path)) < UNFINISHED_MS) {
      dirty.later([path]);
      return undefined;
    }
    unfinished.delete(path);
    return { path, is: 'file', file };
  };

  /** The file on its way: when it changes meanwhile its turn comes later, or what was read of it before would be written last. */
  let writing = '';
  const write = async (found: Found): Promise<void> => {
    const { path } = found;
    gone.delete(path);
    unwanted.delete(path);
    if (found.is === 'folder') await durable.mkdir(path);
    else if (found.is === 'link') await durable.symlink(path, found.target);
    else {
      writing = path;
      try {
        await durable.writeFile(path, found.file.data, found.file, editedFirst);
      } finally {
        writing = '';
      }
      bytes += found.file.data.length;
    }
  };

  /** Writes what it may now; what takes the place of another kind waits for the end, since that takes something away. */
  const writeOrKeep = async (found: Found): Promise<void> => {
    forgetReplacing(found.path, found.is !== 'folder');
    const is = await durable.kind(found.path);
    const same = is === undefined || (is === 'dir') === (found.is === 'folder');
    if (same && !await blocked(found.path)) await write(found);
    else replacing.push(found);
  };
  /** Whether a file lies where one of its folders should be. */
  const blocked = async (path: string): Promise<boolean> => {
    for (let up = dirname(path); up !== '.'; up = dirname(up)) {
      const is = await durable.kind(up);
      if (is !== undefined) return is !== 'dir';
    }
    return false;
  };

  const commitStep = async (): Promise<void> => {
    await durable.commit('part');
    bytes = 0;
    since = performance.now();
  };

  /** Files that went first: what a batch has read of them before is older. */
  const wentFirst = new Set<string>();
  /** What does not go first, in this round: folders, what is large, and what other things on their way depend on. */
  const inTurn = new Set<string>();
  /** Whether it neither takes the place of what is on its way, nor lies where something else is or will be. */
  const mayGoFirst = async (path: string): Promise<boolean> => {
    if (folders.has(path) || !scope.keeps(path, false) || await blocked(path)) return false;
    for (let up = dirname(path); up !== '.'; up = dirname(up)) if (leaves.has(up)) return false;
    return true;
  };
  /** Files that the copy has already, and few new ones: edited or made by somebody who counts on them, while thousands of others come. */
  const editedFirst = async (): Promise<void> => {
    const known: string[] = [];
    const fresh: string[] = [];
    const rest: string[] = [];
    let room = LOOK_MAX;
    for (const path of dirty.take((told) => told !== '' && told !== writing && !isInGit(told) && !inTurn.has(told) && room-- > 0)) {
      const is = await durable.kind(path);
      const [first, most] = is === 'file' ? [known, FIRST_MAX] : [fresh, NEW_FIRST_MAX];
      if ((is !== undefined && is !== 'file') || !await mayGoFirst(path)) inTurn.add(path), rest.push(path);
      else (first.length < most ? first : rest).push(path);
    }
    dirty.later(rest);
    const first = [...known, ...fresh];
    if (first.length === 0) return;
    for (const path of first) wentFirst.add(path);
    const items = await expand(first, () => true, false);
    for (let from = 0; from < items.length; from += AT_ONCE) {
      const some = items.slice(from, from + AT_ONCE);
      const all = await Promise.all(some.map((item) => (item.kind === 'file' ? read(item) : undefined)));
      for (const [index, { path, kind }] of some.entries()) {
        const found = all[index];
        const large = found?.is === 'file' && found.file.data.length > STEP_BYTES && !known.includes(path);
        if (kind !== 'file' || large || tooLarge.has(path)) inTurn.add(path);
        if (found?.is !== 'file' || large) {
          dirty.later([path]);
          continue;
        }
        forgetReplacing(path, true);
        // It may have been gone, or too large, a moment ago.
        gone.delete(path);
        unwanted.delete(path);
        await durable.writeFile(path, found.file.data, found.file);
      }
    }
    await durable.commit('part');
  };

  /** Reads and writes; a transaction now and then. One large file for which there is no room keeps none of the others, but ends the round after them. */
  const copy = async (items: readonly Item[]): Promise<void> => {
    let full: unknown;
    for (let from = 0; from < items.length; from += AT_ONCE) {
      wentFirst.clear();
      for (const found of await Promise.all(items.slice(from, from + AT_ONCE).map(read))) {
        if (!found || wentFirst.has(found.path)) continue;
        try {
          await writeOrKeep(found);
        } catch (error) {
          if (!isFull(error)) throw error;
          full = error;
        }
      }
      if (bytes < STEP_BYTES && performance.now() - since < STEP_MS) continue;
      await commitStep();
      await editedFirst();
    }
    if (full === undefined) return;
    await commitStep();
    throw full;
  };

  // A folder may bring a repository: it was moved or unpacked as a whole, or too much changed at once to be told one by one.
  const mayName: string[] = [];
  for (const path of taken) if (isInGit(path) ? !isObjectFolder(dirname(path)) : await durable.kind(path) !== 'file') mayName.push(path);
  const named = await expand(mayName, namesObjects);
  const held: Found[] = [];
  for (let from = 0; from < named.length; from += AT_ONCE) {
    for (const found of await Promise.all(named.slice(from, from + AT_ONCE).map(read))) if (found) held.push(found);
  }
  const others = (path: string): boolean => !namesObjects(path);
  if (held.some(({ is }) => is === 'file')) {
    await barrier.pass();
    taken.push(...dirty.take(others));
  }
  await copy(await expand(taken, others));

  const takesAway = async (): Promise<boolean> => {
    if (replacing.length > 0 || [...gone].some(isObject)) return true;
    for (const path of [...gone, ...unwanted]) if (await durable.kind(path) !== undefined) return true;
    return false;
  };
  // A file that was moved is told under its new name as well; that one may have been moved on by the time it is read.
  let followed = !await takesAway();
  for (let times = 0; !followed && times < FOLLOW_MAX; times++) {
    const before = goneSeen;
    await barrier.pass();
    await copy(await expand(dirty.take(others), others));
    followed = goneSeen === before;
  }

  // What a repository holds or names may have moved too, into a pack or packed refs. Those are read first in the next round, and all that names objects with them.
  const moved = [...gone].some(isObject) && (!followed || dirty.has(namesObjects));
  if (moved) dirty.later(held.map(({ path }) => path));
  else for (const found of held) await writeOrKeep(found);
  const waits = (path: string): boolean => !followed || dirty.has((other) => other === path) || (isInGit(path) && dirty.has(namesObjects));
  for (const path of [...gone, ...unwanted].sort((a, b) => b.length - a.length)) {
    const is = await durable.kind(path);
    if (is === undefined) continue;
    // A folder that is not empty was made again.
    if (waits(path) || (is === 'dir' && (await durable.names(path)).length > 0)) dirty.later([path]);
    else await durable.remove(path);
  }
  // Taken out one by one: while a large one is on its way, others may be looked at again and taken out too.
  for (let found = replacing.shift(); found; found = replacing.shift()) {
    if (waits(found.path)) dirty.later([found.path]);
    else await write(found);
  }
  await durable.commit();
}

/** A folder that is looked at brings what is inside; paths below it need no turn of their own. */
function withoutNested(paths: readonly string[]): string[] {
  const all = new Set(paths);
  if (all.has('')) return [''];
  return [...all].filter((path) => {
    for (let up = dirname(path); up !== '.'; up = dirname(up)) if (all.has(up)) return false;
    return true;
  });
}

function isObject(path: string): boolean {
  return isInGit(path) && !namesObjects(path) && /\/objects\//.test(path);
}

/** One of the folders of loose objects. */
function isObjectFolder(path: string): boolean {
  return /(^|\/)\.git\/objects\/[0-9a-f]{2}$/.test(path);
}

function setNow(times: Map<string, number>, path: string): number {
  const now = performance.now();
  times.set(path, now);
  return now;
}
