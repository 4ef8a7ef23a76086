/** The three places where git keeps a project's files - a commit, the index, the working tree - in one form, so that any two can be compared. */
import type { Stats } from 'node:fs';
import * as git from 'isomorphic-git';
import { IgnoreRules } from './ignore-rules.ts';
import type { Repository } from './repository.ts';

export interface SnapshotEntry {
  /** As git writes it: 100644, 100755, 120000, 160000. */
  mode: string;
  oid: string;
  read: () => Promise<Uint8Array>;
}

export type Snapshot = Map<string, SnapshotEntry>;

/** Files of a commit; none for undefined, which is a branch before its first commit. */
export async function treeSnapshot(repo: Repository, commit: string | undefined): Promise<Snapshot> {
  const snapshot: Snapshot = new Map();
  if (commit === undefined) return snapshot;
  const addTree = async (oid: string, prefix: string): Promise<void> => {
    const { tree } = await git.readTree({ ...repo, oid });
    for (const entry of tree) {
      const path = prefix + entry.path;
      if (entry.type === 'tree') await addTree(entry.oid, `${path}/`);
      else snapshot.set(path, { mode: entry.mode.padStart(6, '0'), oid: entry.oid, read: () => blob(repo, entry.oid) });
    }
  };
  await addTree(commit, '');
  return snapshot;
}

interface IndexStat { size: number; mtimeSeconds: number; mtimeNanoseconds: number }

export interface IndexEntry extends SnapshotEntry {
  stat: IndexStat;
}

export async function indexSnapshot(repo: Repository): Promise<Map<string, IndexEntry>> {
  const snapshot = new Map<string, IndexEntry>();
  await git.walk({
    ...repo,
    trees: [git.STAGE()],
    map: async (path, [entry]) => {
      if (!entry || (await entry.type()) === 'tree') return undefined;
      const oid = (await entry.oid())!;
      const stat = (await entry.stat()) as unknown as IndexStat;
      snapshot.set(path, { mode: (await entry.mode()).toString(8).padStart(6, '0'), oid, stat, read: () => blob(repo, oid) });
      return undefined;
    },
  });
  return snapshot;
}

/** The tracked files as they are now; what is gone is absent. */
export async function worktreeSnapshot(repo: Repository, index: Map<string, IndexEntry>): Promise<Snapshot> {
  const snapshot: Snapshot = new Map();
  const indexWritten = await repo.fs.promises.stat(`${repo.gitdir}/index`).then((stat) => stat.mtimeMs, () => 0);
  for (const [path, entry] of index) {
    const found = await worktreeEntry(repo, path, { entry, indexWritten });
    if (found) snapshot.set(path, found);
  }
  return snapshot;
}

/** One file of the working tree, or undefined when there is none at that path. */
export async function worktreeEntry(repo: Repository, path: string, known?: { entry: IndexEntry; indexWritten: number }): Promise<SnapshotEntry | undefined> {
  const full = `${repo.dir}/${path}`;
  const stat = await repo.fs.promises.lstat(full).catch(() => undefined);
  if (!stat || stat.isDirectory()) return undefined;
  const mode = stat.isSymbolicLink() ? '120000' : stat.mode & 0o100 ? '100755' : '100644';
  const read = (): Promise<Uint8Array> => worktreeBytes(repo, full, stat);
  if (known && unchangedSince(stat, known.entry.stat, known.indexWritten)) return { mode, oid: known.entry.oid, read };
  const { oid } = await git.hashBlob({ object: await read() });
  return { mode, oid, read };
}

/** Size and time as the index remembers them, and the file older than the index: one written in the same instant may have changed since. */
function unchangedSince(stat: Stats, known: IndexStat, indexWritten: number): boolean {
  const knownMs = known.mtimeSeconds * 1000 + Math.floor(known.mtimeNanoseconds / 1e6);
  return stat.size === known.size && Math.floor(stat.mtimeMs) === knownMs && knownMs < Math.floor(indexWritten) - 10;
}

async function worktreeBytes(repo: Repository, full: string, stat: Stats): Promise<Uint8Array> {
  if (stat.isSymbolicLink()) return new TextEncoder().encode(await repo.fs.promises.readlink(full));
  return repo.fs.promises.readFile(full);
}

async function blob(repo: Repository, oid: string): Promise<Uint8Array> {
  return (await git.readBlob({ ...repo, oid })).blob;
}

/** Files that are neither tracked nor ignored, in order. Repositories inside this one are left alone. */
export async function untrackedFiles(repo: Repository, tracked: ReadonlyMap<string, unknown>): Promise<string[]> {
  const found: string[] = [];
  const visit = async (folder: string, above: IgnoreRules): Promise<void> => {
    const rules = await above.entering(folder, (path) => textOf(`${repo.dir}/${path}`, repo));
    const entries = await repo.fs.promises.readdir(`${repo.dir}/${folder}`, { withFileTypes: true });
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.name === '.git' || tracked.has(path) || rules.ignores(path, entry.isDirectory())) continue;
      if (entry.isDirectory()) await visit(path, rules);
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(path);
    }
  };
  await visit('', await sharedRules(repo));
  return found.sort(byPath);
}

/** Whether a path is ignored, by itself or with a folder around it. */
export async function isIgnored(repo: Repository, path: string, isFolder: boolean): Promise<boolean> {
  let rules = await sharedRules(repo);
  const parts = path.split('/');
  for (let count = 0; count < parts.length; count++) {
    rules = await rules.entering(parts.slice(0, count).join('/'), (name) => textOf(`${repo.dir}/${name}`, repo));
    if (rules.ignores(parts.slice(0, count + 1).join('/'), isFolder || count < parts.length - 1)) return true;
  }
  return false;
}

/** What `.git/info/exclude` says; every `.gitignore` counts more. */
async function sharedRules(repo: Repository): Promise<IgnoreRules> {
  return new IgnoreRules().entering('', () => textOf(`${repo.gitdir}/info/exclude`, repo));
}

async function textOf(path: string, repo: Repository): Promise<string | undefined> {
  return repo.fs.promises.readFile(path, 'utf8').catch(() => undefined);
}

/** Git's order: by the bytes of the path. */
export function byPath(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
