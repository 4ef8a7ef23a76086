/** Trees and commits, written without moving any ref. */
import * as git from 'isomorphic-git';
import type { GitContext } from './context.ts';
import { identity } from './identity.ts';
import type { Identity } from './identity.ts';
import { zone } from './reflog.ts';
import type { Repository } from './repository.ts';
import type { Snapshot, SnapshotEntry } from './snapshot.ts';

interface Folder {
  files: Map<string, SnapshotEntry>;
  folders: Map<string, Folder>;
}

/** The tree of these files, whose contents are in the repository already. @returns its id. */
export async function writeTreeOf(repo: Repository, files: ReadonlyMap<string, SnapshotEntry>): Promise<string> {
  const root: Folder = { files: new Map(), folders: new Map() };
  for (const [path, entry] of files) {
    const parts = path.split('/');
    const name = parts.pop()!;
    let folder = root;
    for (const part of parts) {
      let next = folder.folders.get(part);
      if (!next) folder.folders.set(part, next = { files: new Map(), folders: new Map() });
      folder = next;
    }
    folder.files.set(name, entry);
  }
  return writeFolder(repo, root);
}

async function writeFolder(repo: Repository, folder: Folder): Promise<string> {
  const tree: git.TreeEntry[] = [];
  for (const [path, { mode, oid }] of folder.files) tree.push({ path, oid, mode, type: mode === '160000' ? 'commit' : 'blob' });
  for (const [path, inside] of folder.folders) tree.push({ path, oid: await writeFolder(repo, inside), mode: '040000', type: 'tree' });
  return git.writeTree({ ...repo, tree });
}

/** Puts contents that are only in memory or in the working tree into the object store. */
export async function storeBlobs(repo: Repository, files: Iterable<SnapshotEntry>): Promise<void> {
  for (const entry of files) {
    if (entry.mode === '160000' || (await hasObject(repo, entry.oid))) continue;
    await git.writeBlob({ ...repo, blob: await entry.read() });
  }
}

/** Whether the object is here, loose or packed. */
export async function hasObject(repo: Repository, oid: string): Promise<boolean> {
  const loose = await repo.fs.promises.stat(`${repo.gitdir}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`).then(() => true, () => false);
  return loose || git.readObject({ ...repo, oid, format: 'deflated' }).then(() => true, () => false);
}

export interface NewCommit {
  /** Id of a tree, or the files themselves. */
  tree: string | Snapshot;
  parents: readonly string[];
  message: string;
  /** By default who the configuration and environment name. */
  author?: Identity | undefined;
}

/** @returns the commit's id; the message is written as it is. @throws GitError with git's advice when nobody is configured. */
export async function writeCommit(repo: Repository, context: GitContext, { tree, parents, message, author }: NewCommit): Promise<string> {
  const committer = await identity(context, repo, 'COMMITTER');
  const lines = [
    `tree ${typeof tree === 'string' ? tree : await writeTreeOf(repo, tree)}`, ...parents.map((parent) => `parent ${parent}`),
    `author ${personLine(author ?? (await identity(context, repo, 'AUTHOR')))}`, `committer ${personLine(committer)}`,
  ];
  // Not by the library's call for commits, which ends every message with a line feed and drops carriage returns.
  return git.writeObject({ ...repo, type: 'commit', object: Buffer.from(`${lines.join('\n')}\n\n${message}`), format: 'content' });
}

/** `Name <email> 1763766637 +0130`. */
export function personLine({ name, email, timestamp, timezoneOffset }: Identity): string {
  return `${name} <${email}> ${timestamp} ${zone(timezoneOffset)}`;
}
