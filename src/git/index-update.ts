/** Changes of the index: one process at a time, as git's own `index.lock` has it. */
import type { Stats } from 'node:fs';
import { fatal } from './errors.ts';
import { indexEntry, indexStat, readWholeIndex, writeIndexFile } from './index-stages.ts';
import type { IndexFileEntry } from './index-stages.ts';
import type { IndexTrees } from './index-trees.ts';
import type { Repository } from './repository.ts';

/** Several programs at once are usual here, and each holds the lock for a moment; git itself gives up at the first try. */
const LOCK_PATIENCE_MS = 5_000;
const LOCK_RETRY_MS = 20;

/** What a side of a conflict has at a path. */
export interface IndexSide {
  oid: string;
  mode: string;
}

/** The entries of the index while they are being changed. */
export class IndexDraft {
  readonly #entries = new Map<string, IndexFileEntry[]>();
  #folders: Set<string> | undefined;
  /** Of folders that were not changed. */
  readonly trees: IndexTrees;

  constructor(entries: Iterable<IndexFileEntry>, trees: IndexTrees = new Map()) {
    this.trees = trees;
    for (const entry of entries) {
      const stages = this.#entries.get(entry.path);
      if (stages) stages.push(entry);
      else this.#entries.set(entry.path, [entry]);
    }
  }

  /** The merged entry of a path. */
  get(path: string): IndexFileEntry | undefined {
    return this.#entries.get(path)?.find(({ stage }) => stage === 0);
  }

  /** Makes `path` this one file: its conflict is solved, and whatever cannot be beside it goes (a file of a folder's name, or the reverse). */
  set(path: string, oid: string, mode: string | number, stat?: Stats): void {
    const before = this.#entries.get(path);
    if (!before) this.#makeRoom(path);
    const entry = indexEntry(path, oid, mode, stat ? { stat } : {});
    if (before?.length !== 1 || before[0]!.stage !== 0 || before[0]!.oid !== oid || before[0]!.mode !== entry.mode || before[0]!.intentToAdd) this.#changed(path);
    this.#entries.set(path, [entry]);
  }

  /** Leaves `path` in conflict, with the sides that have it. */
  setSides(path: string, sides: { base?: IndexSide | undefined; ours?: IndexSide | undefined; theirs?: IndexSide | undefined }): void {
    const stages = ([[1, sides.base], [2, sides.ours], [3, sides.theirs]] as const).flatMap(([stage, side]) => (side ? [indexEntry(path, side.oid, side.mode, { stage })] : []));
    this.#entries.set(path, stages);
    this.#changed(path);
  }

  remove(path: string): void {
    if (this.#entries.delete(path)) this.#changed(path);
  }

  /** Takes all out. */
  clear(): void {
    this.#entries.clear();
    this.#folders = undefined;
    this.trees.clear();
  }

  /** The file holds what the index says: so it need not be read again. */
  refresh(path: string, oid: string, stat: Stats): boolean {
    const entry = this.get(path);
    if (entry?.oid !== oid) return false;
    Object.assign(entry, indexStat(stat));
    return true;
  }

  #changed(path: string): void {
    if (this.trees.size === 0) return;
    this.trees.delete('');
    for (const folder of foldersOf(path)) this.trees.delete(folder);
  }

  all(): IndexFileEntry[] {
    return [...this.#entries.values()].flat();
  }

  #makeRoom(path: string): void {
    this.#folders ??= new Set([...this.#entries.keys()].flatMap(foldersOf));
    if (this.#folders.has(path)) for (const other of [...this.#entries.keys()]) if (other.startsWith(`${path}/`)) this.remove(other);
    for (const folder of foldersOf(path)) {
      this.remove(folder);
      this.#folders.add(folder);
    }
  }
}

/** `a`, `a/b` for `a/b/c`. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}

/** Reads the index, changes it and writes it, while nobody else does. A change that returns false is dropped. @throws GitError when the lock is not free. */
export async function updateIndex(repo: Repository, change: (draft: IndexDraft) => boolean | void | Promise<boolean | void>): Promise<void> {
  await lock(repo, LOCK_PATIENCE_MS);
  await changeLocked(repo, change);
}

/**
 * Remembers what a look has found out, so that the next one need not read it: the stats of files that turned out unchanged, and folders that are as in a
 * commit. Only a help: without the lock, or in a folder that cannot be written, nothing happens.
 */
export async function refreshIndex(repo: Repository, fresh: ReadonlyMap<string, { oid: string; stat: Stats }>, folders?: FoundFolders): Promise<void> {
  if (fresh.size === 0 && !folders?.trees.size) return;
  try {
    await lock(repo, 0);
  } catch {
    return;
  }
  await changeLocked(repo, (draft, checksum) => {
    let any = false;
    for (const [path, { oid, stat }] of fresh) any = draft.refresh(path, oid, stat) || any;
    if (folders && folders.checksum === checksum) for (const [folder, oid] of folders.trees) {
      draft.trees.set(folder, oid);
      any = true;
    }
    return any;
  });
}

/** Trees of folders as one look has found them, and the checksum of the index it has looked at. */
export interface FoundFolders {
  trees: ReadonlyMap<string, string>;
  checksum: string;
}

async function changeLocked(repo: Repository, change: (draft: IndexDraft, checksum: string) => boolean | void | Promise<boolean | void>): Promise<void> {
  let written = false;
  try {
    const { entries, trees, checksum } = await readWholeIndex(repo);
    const draft = new IndexDraft(entries, trees);
    if ((await change(draft, checksum)) === false) return;
    await writeIndexFile(repo, draft.all(), draft.trees);
    written = true;
  } finally {
    if (!written) await repo.fs.promises.rm(lockPath(repo), { force: true });
  }
}

const lockPath = (repo: Repository): string => `${repo.gitdir}/index.lock`;

async function lock(repo: Repository, patience: number): Promise<void> {
  const path = lockPath(repo);
  for (const started = Date.now(); ;) {
    try {
      return await repo.fs.promises.writeFile(path, repo.processes ? `${repo.processes.own}\n` : '', { flag: 'wx' });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') throw fatal(`Unable to create '${path}': ${message}`);
      if (await removeAbandoned(repo, path)) continue;
      if (Date.now() - started >= patience) {
        throw fatal(`Unable to create '${path}': File exists.\n\nAnother git process seems to be running in this repository, e.g.\nan editor opened by 'git commit'. Please make sure all processes\nare terminated then try again. If it still fails, a git process\nmay have crashed in this repository earlier:\nremove the file manually to continue.`);
      }
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
    }
  }
}

/** One at a time, and looked at once more: of two that have found it, the second would take away the lock that the first has made meanwhile. */
async function removeAbandoned(repo: Repository, path: string): Promise<boolean> {
  const { promises } = repo.fs;
  const removing = `${repo.gitdir}/abandoned.lock`;
  if (!(await isAbandoned(repo, path))) return false;
  // Of one that was killed while it did this, or no lock could ever be taken away again.
  if (await isAbandoned(repo, removing)) await promises.rm(removing, { force: true });
  if (!(await promises.writeFile(removing, `${repo.processes!.own}\n`, { flag: 'wx' }).then(() => true, () => false))) return false;
  try {
    if (!(await isAbandoned(repo, path))) return false;
    await promises.rm(path, { force: true });
    return true;
  } finally {
    await promises.rm(removing, { force: true });
  }
}

/** Whether whoever made the lock was killed before it was removed: no program can clean up behind itself then. Native git's locks name nobody. */
async function isAbandoned({ fs, processes }: Repository, path: string): Promise<boolean> {
  const owner = processes && /^(\d{1,10})\n$/.exec(await fs.promises.readFile(path, 'latin1').catch(() => ''))?.[1];
  return owner !== undefined && Number(owner) !== processes!.own && !processes!.runs(Number(owner));
}
