/** The three places where git keeps a project's files - a commit, the index, the working tree - in one form, so that any two can be compared. */
import type { Stats } from 'node:fs';
import * as git from 'isomorphic-git';
import { IgnoreRules } from './ignore-rules.ts';
import { readIndexFile } from './index-stages.ts';
import type { IndexFileEntry } from './index-stages.ts';
import { foldersOf, refreshIndex } from './index-update.ts';
import type { FoundFolders } from './index-update.ts';
import type { Repository } from './repository.ts';
import { sha1Hex } from './sha1.ts';

export interface SnapshotEntry {
  /** As git writes it: 100644, 100755, 120000, 160000. */
  mode: string;
  oid: string;
  read: () => Promise<Uint8Array>;
}

export type Snapshot = Map<string, SnapshotEntry>;

/**
 * Files of a commit; none for undefined, which is a branch before its first commit.
 * @param into whether a folder, by its path ('' for the root) and tree, is looked into
 */
export async function treeSnapshot(repo: Repository, commit: string | undefined, into?: (folder: string, tree: string) => boolean): Promise<Snapshot> {
  const snapshot: Snapshot = new Map();
  if (commit === undefined) return snapshot;
  const addTree = async (oid: string, prefix: string): Promise<void> => {
    if (into && prefix !== '' && !into(prefix.slice(0, -1), oid)) return;
    const { tree } = await git.readTree({ ...repo, oid });
    for (const entry of tree) {
      const path = prefix + entry.path;
      if (entry.type === 'tree') await addTree(entry.oid, `${path}/`);
      else snapshot.set(path, { mode: entry.mode.padStart(6, '0'), oid: entry.oid, read: () => blob(repo, entry.oid) });
    }
  };
  const root = into ? (await git.readCommit({ ...repo, oid: commit })).commit.tree : commit;
  if (!into || into('', root)) await addTree(root, '');
  return snapshot;
}

export interface IndexEntry extends SnapshotEntry {
  /** What the index knows of the file itself. */
  file: IndexFileEntry;
}

/** The merged files of the index; those in conflict are not among them. */
export async function indexSnapshot(repo: Repository): Promise<Map<string, IndexEntry>> {
  return snapshotOfIndex(repo, await readIndexFile(repo));
}

export function snapshotOfIndex(repo: Repository, entries: readonly IndexFileEntry[]): Map<string, IndexEntry> {
  const snapshot = new Map<string, IndexEntry>();
  for (const file of entries) if (file.stage === 0) snapshot.set(file.path, { mode: modeText(file.mode), oid: file.oid, file, read: () => blob(repo, file.oid) });
  return snapshot;
}

/** One side of a file in conflict. */
export function sideEntry(repo: Repository, file: IndexFileEntry): SnapshotEntry {
  return { mode: modeText(file.mode), oid: file.oid, read: () => blob(repo, file.oid) };
}

const modeText = (mode: number): string => mode.toString(8).padStart(6, '0');

/** The tracked files as they are now; what is gone is absent. What had to be read and was unchanged is remembered in the index. */
export async function worktreeSnapshot(repo: Repository, index: Map<string, IndexEntry>, folders?: FoundFolders): Promise<Snapshot> {
  const snapshot: Snapshot = new Map();
  const indexWritten = await repo.fs.promises.stat(`${repo.gitdir}/index`).then((stat) => stat.mtimeMs, () => 0);
  const fresh = new Map<string, { oid: string; stat: Stats }>();
  for (const [path, entry] of index) {
    const found = await worktreeEntry(repo, path, { entry, indexWritten });
    if (!found) {
      // Left out of the working tree on purpose, as by native git's sparse checkouts: that is no deletion.
      if (entry.file.skipWorktree) snapshot.set(path, entry);
      continue;
    }
    snapshot.set(path, found);
    if (found.stat && found.oid === entry.oid) fresh.set(path, { oid: found.oid, stat: found.stat });
  }
  await refreshIndex(repo, fresh, folders);
  return snapshot;
}

export interface WorktreeEntry extends SnapshotEntry {
  /** Only when the file had to be read to know its id. */
  stat?: Stats;
}

/** One file of the working tree, or undefined when there is none at that path. */
export async function worktreeEntry(repo: Repository, path: string, known?: { entry: IndexEntry; indexWritten: number }): Promise<WorktreeEntry | undefined> {
  const full = `${repo.dir}/${path}`;
  const stat = await repo.fs.promises.lstat(full).catch(() => undefined);
  if (known?.entry.mode === '160000') return stat?.isDirectory() ? { mode: '160000', oid: (await headOf(repo, full)) ?? known.entry.oid, read: async () => new Uint8Array() } : undefined;
  if (!stat || stat.isDirectory() || (known && (await throughLink(repo, path)))) return undefined;
  const mode = stat.isSymbolicLink() ? '120000' : stat.mode & 0o100 ? '100755' : '100644';
  const read = (): Promise<Uint8Array> => worktreeBytes(repo, full, stat);
  if (known && unchangedSince(stat, known.entry.file, known.indexWritten)) return { mode, oid: known.entry.oid, read };
  return { mode, oid: blobId(await read()), read, stat };
}

/** A folder that became a link holds none of the repository's files, although they can be found through it. */
async function throughLink(repo: Repository, path: string): Promise<boolean> {
  const links = (repo.links ??= new Map());
  for (const folder of foldersOf(path)) {
    let isLink = links.get(folder);
    if (isLink === undefined) links.set(folder, isLink = await repo.fs.promises.lstat(`${repo.dir}/${folder}`).then((stat) => stat.isSymbolicLink(), () => false));
    if (isLink) return true;
  }
  return false;
}

/** The commit of a repository inside this one. */
export async function headOf(repo: Repository, folder: string): Promise<string | undefined> {
  return git.resolveRef({ fs: repo.fs, dir: folder, ref: 'HEAD' }).catch(() => undefined);
}

/** The id that git gives this content. */
export function blobId(content: Uint8Array): string {
  return sha1Hex(`blob ${content.length}\0`, content);
}

/** Size and times as the index remembers them, and the file older than the index: one written in the same instant may have changed since. */
function unchangedSince(stat: Stats, known: IndexFileEntry, indexWritten: number): boolean {
  const same = (seconds: number, nanoseconds: number, ms: number): boolean => seconds * 1000 + Math.floor(nanoseconds / 1e6) === Math.floor(ms);
  return stat.size === known.size && same(known.mtimeSeconds, known.mtimeNanoseconds, stat.mtimeMs)
    && (known.ctimeSeconds === 0 || same(known.ctimeSeconds, known.ctimeNanoseconds, stat.ctimeMs))
    && Math.floor(stat.mtimeMs) < Math.floor(indexWritten) - 10;
}

async function worktreeBytes(repo: Repository, full: string, stat: Stats): Promise<Uint8Array> {
  if (stat.isSymbolicLink()) return new TextEncoder().encode(await repo.fs.promises.readlink(full));
  return repo.fs.promises.readFile(full);
}

async function blob(repo: Repository, oid: string): Promise<Uint8Array> {
  return (await git.readBlob({ ...repo, oid })).blob;
}

export interface UntrackedOptions {
  /** A folder without any tracked file stands for what is in it, as `folder/`; it is not looked through further than to the first file. */
  fold: boolean;
  /** Also what `.gitignore` names. */
  ignored?: boolean;
}

/** Files that are neither tracked nor ignored, in order. A repository inside this one is one entry, `folder/`. */
export async function untrackedFiles(repo: Repository, tracked: Iterable<string>, options: UntrackedOptions = { fold: false }): Promise<string[]> {
  const known = new Set(tracked);
  const folders = new Set<string>();
  for (const path of known) for (const folder of foldersOf(path)) folders.add(folder);
  const found: string[] = [];
  /** Whether there is anything; with `first` it ends there. */
  const visit = async (folder: string, above: IgnoreRules, first: boolean): Promise<boolean> => {
    const entries = await repo.fs.promises.readdir(`${repo.dir}/${folder}`, { withFileTypes: true }).catch(() => []);
    const nested = folder !== '' && !folders.has(folder) && entries.some(({ name }) => name === '.git') && (await isRepository(repo, folder));
    if (nested) {
      if (!first) found.push(`${folder}/`);
      return true;
    }
    const rules = entries.some(({ name }) => name === '.gitignore') ? await above.entering(folder, (path) => textOf(`${repo.dir}/${path}`, repo)) : above;
    let any = false;
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git' || (!options.ignored && rules.ignores(path, entry.isDirectory()))) continue;
      // A folder of a tracked name is a repository inside this one, or has taken the place of a file.
      if (known.has(path) && (!entry.isDirectory() || (await isRepository(repo, path)))) continue;
      if (entry.isDirectory()) {
        const inside = await visit(path, rules, first || (options.fold && !folders.has(path)));
        if (inside && !first && options.fold && !folders.has(path)) found.push(`${path}/`);
        any ||= inside;
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        any = true;
        if (!first) found.push(path);
      }
      if (any && first) return true;
    }
    return any;
  };
  await visit('', await sharedRules(repo), false);
  return found.sort(byPath);
}

/** An empty `.git`, or a file of that name, makes no repository. */
export async function isRepository(repo: Repository, folder: string): Promise<boolean> {
  return repo.fs.promises.stat(`${repo.dir}/${folder}/.git/HEAD`).then(() => true, () => false);
}

/** Whether a path is ignored, by itself or with a folder around it. */
export async function isIgnored(repo: Repository, path: string, isFolder: boolean): Promise<boolean> {
  return (await ignoredAt(repo, path, isFolder)) !== undefined;
}

/** The path itself, or the folder around it, that is ignored. */
export async function ignoredAt(repo: Repository, path: string, isFolder: boolean): Promise<string | undefined> {
  let rules = await sharedRules(repo);
  const parts = path.split('/');
  for (let count = 0; count < parts.length; count++) {
    rules = await rules.entering(parts.slice(0, count).join('/'), (name) => textOf(`${repo.dir}/${name}`, repo));
    const part = parts.slice(0, count + 1).join('/');
    if (rules.ignores(part, isFolder || count < parts.length - 1)) return part;
  }
  return undefined;
}

/** What this app keeps in the project's folder, this very program among it: no part of the project, also where another git made the repository. */
export const OWN_FOLDER = '.tabloom';

/** What `.git/info/exclude` says, and our own folder; every `.gitignore` counts more. */
export async function sharedRules(repo: Repository): Promise<IgnoreRules> {
  return new IgnoreRules().entering('', async () => `/${OWN_FOLDER}/\n${(await textOf(`${repo.gitdir}/info/exclude`, repo)) ?? ''}`);
}

async function textOf(path: string, repo: Repository): Promise<string | undefined> {
  return repo.fs.promises.readFile(path, 'utf8').catch(() => undefined);
}

/** Git's order: by the bytes of the path, which for characters beyond the basic plane is not that of JavaScript's strings. */
export function byPath(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x !== y) return (x >= 0xd800 && x < 0xe000) !== (y >= 0xd800 && y < 0xe000) && x >= 0xd800 && y >= 0xd800 ? (x < 0xe000 ? 1 : -1) : x - y;
  }
  return a.length - b.length;
}
