/** Packages put straight into the filesystem: fetched side by side, checked, and each linked into its place as a whole. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Caller } from '../fs/caller.ts';
import { linkNew, mkdirp } from '../fs/create.ts';
import { FileInode } from '../fs/file-inode.ts';
import { DirectoryInode } from '../fs/inode.ts';
import type { Vfs } from '../fs/vfs.ts';
import type { Fetcher } from '../outside/fetch-exchange.ts';
import { filesOf } from './tar.ts';
import type { UnpackedArchives } from './unpacked-archives.ts';

export type PackageOrder = [url: string, integrity: string, path: string];

/** Fetches that are under way at once, and packages that are held unpacked before they get their place. */
const SIDE_BY_SIDE = 24;
/** File and folder modes before the umask, as npm's. */
const FILE_MODE = 0o666;
const FOLDER_MODE = 0o777;

/**
 * Installs all of them in the name of `caller`, outer packages before those within them; `onPlaced` hears of each.
 * @throws Error when one cannot be fetched or is not what `integrity` says, SysError what the filesystem says; what was linked until then stays
 */
export async function unpackPackages(vfs: Vfs, caller: Caller, fetcher: Fetcher, archives: UnpackedArchives, orders: readonly PackageOrder[], signal: AbortSignal, onPlaced: () => void): Promise<void> {
  const sorted = [...orders].sort((a, b) => (a[2] < b[2] ? -1 : 1));
  const trees: (Promise<DirectoryInode> | undefined)[] = [];
  let next = 0;
  const begin = (): void => {
    const [url, integrity] = sorted[next]!;
    const tree = archives.get(fetcher, url, integrity, signal).then((archive) => treeOf(archive, caller));
    // Waited for in order; one that fails early must not count as unhandled until then.
    tree.catch(() => {});
    trees[next++] = tree;
  };
  while (next < Math.min(SIDE_BY_SIDE, sorted.length)) begin();
  for (let i = 0; i < sorted.length; i++) {
    const tree = await trees[i]!;
    trees[i] = undefined;
    if (next < sorted.length) begin();
    signal.throwIfAborted();
    const size = sizeOf(tree);
    vfs.storage.charge(size);
    try {
      place(vfs, caller, sorted[i]![2], tree);
      onPlaced();
    } catch (error) {
      vfs.storage.release(size);
      throw error;
    }
  }
}

/** A folder that is there already must be empty, or have packages alone: npm makes all folders first, and fills outer ones when inner ones are full. @throws SysError EEXIST, and nothing has changed */
function place(vfs: Vfs, caller: Caller, path: string, tree: DirectoryInode): void {
  mkdirp(vfs, caller, path.slice(0, path.lastIndexOf('/')), FOLDER_MODE);
  const found = vfs.walk(caller, path, 'entry');
  if (found.last !== 'name') throw new SysError(ERRNO.EEXIST);
  if (!found.inode) return linkNew(vfs, caller, found, tree);
  if (!(found.inode instanceof DirectoryInode)) throw new SysError(ERRNO.ENOTDIR);
  const dir = found.inode;
  if ([...dir.entries.keys()].some((name) => name !== 'node_modules' || tree.entries.has(name))) throw new SysError(ERRNO.EEXIST);
  for (const [name, child] of tree.entries) linkNew(vfs, caller, { ...found, dir, name, inode: undefined }, child);
}

/** An archive as a folder that is not linked anywhere yet. What npm leaves out of archives is left out here: links, and ignore files of git next to npm's own. */
function treeOf(archive: Uint8Array, caller: Caller): DirectoryInode {
  const folderMode = FOLDER_MODE & ~caller.umask;
  const root = new DirectoryInode(folderMode, caller, null);
  const ignores = new Set<string>();
  for (const { path, mode, bytes } of filesOf(archive)) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.').slice(1);
    if (parts.length === 0) continue;
    // npm refuses such a path as well; nothing of the sort was ever in a package that is meant well.
    if (parts.includes('..')) throw new Error(`${path} leads out of its package`);
    let name = parts.pop()!;
    let folder = root;
    for (const part of parts) {
      const child = folder.entries.get(part) ?? new DirectoryInode(folderMode, caller, folder);
      if (!(child instanceof DirectoryInode)) throw new SysError(ERRNO.ENOTDIR);
      if (!folder.entries.has(part)) folder.add(part, child);
      folder = child;
    }
    if (name === '.npmignore') ignores.add(parts.join('/'));
    else if (name === '.gitignore') {
      if (ignores.has(parts.join('/'))) continue;
      name = '.npmignore';
    }
    if (bytes === null) {
      if (!folder.entries.has(name)) folder.add(name, new DirectoryInode(folderMode, caller, folder));
      continue;
    }
    folder.add(name, FileInode.viewing(bytes, ((mode | FILE_MODE) & ~caller.umask & 0o777) | 0o600, caller));
  }
  return root;
}

function sizeOf(directory: DirectoryInode): number {
  let size = 0;
  for (const child of directory.entries.values()) size += child instanceof DirectoryInode ? sizeOf(child) : child.size;
  return size;
}
