/** `git diff --no-index`: two files or two folders, wherever they lie. */
import type { Change } from './changes.ts';
import { changesBetween, detectRenames } from './changes.ts';
import type { GitContext } from './context.ts';
import { GitError } from './errors.ts';
import type { Repository } from './repository.ts';
import type { Snapshot, SnapshotEntry } from './snapshot.ts';
import { blobId } from './snapshot.ts';

const USAGE = 'usage: git diff --no-index [<options>] <path> <path>';

/** What stands for a repository where there is none: nothing is looked up in it but how short an id may be. */
export const noRepository = ({ fs, cwd }: GitContext): Repository => ({ fs, dir: cwd, gitdir: `${cwd}/.git`, cache: {}, prefix: '' });

/** Paths as they were given, also in what is shown. @throws GitError in git's words, for a path that is not there or another number of them than two. */
export async function changesOfPaths(context: GitContext, paths: readonly string[], { renames }: { renames: boolean }): Promise<Change[]> {
  if (paths.length !== 2) throw new GitError(USAGE, 129);
  let [left, right] = paths as [string, string];
  const folders = [await isFolder(context, left), await isFolder(context, right)];
  // A file and a folder: the file of the same name in it.
  if (folders[0] && !folders[1]) left = `${bare(left)}/${lastName(right)}`;
  if (folders[1] && !folders[0]) right = `${bare(right)}/${lastName(left)}`;
  const whole = folders[0] === true && folders[1] === true;
  const before = whole ? await folderSnapshot(context, left) : await fileSnapshot(context, left);
  const after = whole ? await folderSnapshot(context, right) : await fileSnapshot(context, right);
  const named = (root: string, rel: string): string => (rel === '' ? root : `${bare(root)}/${rel}`).replace(/^\//, '');
  const changes = changesBetween(before, after).map((change): Change => {
    const [from, path] = [named(left, change.path), named(right, change.path)];
    if (change.kind === 'D') return { ...change, apart: true, path: from };
    return { ...change, apart: true, path, ...(change.kind === 'A' ? {} : { from }) };
  });
  return renames ? detectRenames(changes) : changes;
}

const bare = (path: string): string => path.replace(/\/+$/, '');
const lastName = (path: string): string => bare(path).slice(bare(path).lastIndexOf('/') + 1);
const fullPath = ({ cwd }: GitContext, path: string): string => (path.startsWith('/') ? path : `${cwd}/${path}`);

/** No file at all, and what is read from stdin, are neither. */
async function isFolder(context: GitContext, path: string): Promise<boolean | undefined> {
  if (path === '/dev/null' || path === '-') return undefined;
  return (await context.fs.promises.lstat(fullPath(context, path)).catch(() => undefined))?.isDirectory() ?? false;
}

async function fileSnapshot(context: GitContext, path: string): Promise<Snapshot> {
  if (path === '/dev/null') return new Map();
  if (path === '-') {
    const content = (await context.readInput?.()) ?? new Uint8Array();
    return new Map([['', { mode: '100644', oid: '0'.repeat(40), read: async () => content }]]);
  }
  const entry = await entryAt(context, fullPath(context, path));
  if (!entry) throw new GitError(`error: Could not access '${path}'`, 1);
  return new Map([['', entry]]);
}

async function folderSnapshot(context: GitContext, root: string): Promise<Snapshot> {
  const snapshot: Snapshot = new Map();
  const visit = async (rel: string): Promise<void> => {
    const full = `${bare(fullPath(context, root))}/${rel}`;
    for (const { name } of await context.fs.promises.readdir(full, { withFileTypes: true })) {
      const path = rel === '' ? name : `${rel}/${name}`;
      const entry = await entryAt(context, `${bare(full)}/${name}`);
      if (entry) snapshot.set(path, entry);
      else await visit(path);
    }
  };
  await visit('');
  return snapshot;
}

/** Undefined for a folder, and for what is not there. */
async function entryAt({ fs: { promises: fs } }: GitContext, full: string): Promise<SnapshotEntry | undefined> {
  const stat = await fs.lstat(full).catch(() => undefined);
  if (!stat || stat.isDirectory()) return undefined;
  const link = stat.isSymbolicLink();
  const content: Uint8Array = link ? new TextEncoder().encode(await fs.readlink(full)) : await fs.readFile(full);
  return { mode: link ? '120000' : stat.mode & 0o100 ? '100755' : '100644', oid: blobId(content), read: async () => content };
}
