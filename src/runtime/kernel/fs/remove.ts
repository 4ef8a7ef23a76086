/** Calls that remove names: unlink, rmdir, and whole trees. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Caller } from './caller.ts';
import { checkDirectoryWritable } from './create.ts';
import { DirectoryInode, type Inode } from './inode.ts';
import type { Vfs } from './vfs.ts';

/** @throws SysError EISDIR for a directory */
export function unlink(vfs: Vfs, caller: Caller, path: string): void {
  const { dir, name, last, inode, trailing } = vfs.walk(caller, path, 'entry');
  if (last !== 'name') throw new SysError(ERRNO.EISDIR);
  if (!inode) throw new SysError(ERRNO.ENOENT);
  if (inode instanceof DirectoryInode) {
    checkDirectoryWritable(caller, dir);
    throw new SysError(ERRNO.EISDIR);
  }
  if (trailing) throw new SysError(ERRNO.ENOTDIR);
  checkDirectoryWritable(caller, dir);
  detach(vfs, dir, name, inode);
}

/** @throws SysError ENOTDIR, ENOTEMPTY, EINVAL for `.`, EBUSY for the root */
export function rmdir(vfs: Vfs, caller: Caller, path: string): void {
  const { dir, name, last, inode } = vfs.walk(caller, path, 'entry');
  if (last === 'root') throw new SysError(ERRNO.EBUSY);
  if (last === 'dot') throw new SysError(ERRNO.EINVAL);
  if (last === 'dotdot') throw new SysError(ERRNO.ENOTEMPTY);
  if (!inode) throw new SysError(ERRNO.ENOENT);
  checkDirectoryWritable(caller, dir);
  if (!(inode instanceof DirectoryInode)) throw new SysError(ERRNO.ENOTDIR);
  if (vfs.busy.has(inode)) throw new SysError(ERRNO.EBUSY);
  if (inode.entries.size > 0) throw new SysError(ERRNO.ENOTEMPTY);
  detach(vfs, dir, name, inode);
}

/** `rm -rf` of one path, links not followed. Stops at the first thing that may not be removed. @throws SysError ENOENT when the root is missing */
export function rmtree(vfs: Vfs, caller: Caller, path: string): void {
  const { dir, name, last, inode } = vfs.walk(caller, path, 'entry');
  if (last !== 'name') throw new SysError(last === 'root' ? ERRNO.EBUSY : ERRNO.EINVAL);
  if (!inode) throw new SysError(ERRNO.ENOENT);
  removeUnder(vfs, caller, dir, name, inode);
}

function removeUnder(vfs: Vfs, caller: Caller, dir: DirectoryInode, name: string, inode: Inode): void {
  checkDirectoryWritable(caller, dir);
  // Depth is bounded by what mkdir could build: PATH_MAX limits a path, not a chain of chdirs, so the walk keeps its own stack.
  const stack: { dir: DirectoryInode; name: string; inode: Inode; entered: boolean }[] = [{ dir, name, inode, entered: false }];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    if (top.inode instanceof DirectoryInode && !top.entered && top.inode.entries.size > 0) {
      top.entered = true;
      checkDirectoryWritable(caller, top.inode);
      for (const [childName, child] of top.inode.entries) stack.push({ dir: top.inode, name: childName, inode: child, entered: false });
      continue;
    }
    stack.pop();
    // Its contents are gone by then, as with `rm -r` of a mount point.
    if (vfs.busy.has(top.inode)) throw new SysError(ERRNO.EBUSY);
    detach(vfs, top.dir, top.name, top.inode);
  }
}

/** Takes an entry out of its directory; the inode goes with its last link and last open file. Checks nothing. */
export function detach(vfs: Vfs, dir: DirectoryInode, name: string, inode: Inode): void {
  dir.remove(name);
  unlinked(vfs, inode);
  vfs.watches.entryMoved(dir, name);
}

/** One link less, after the entry is gone or was overwritten. */
export function unlinked(vfs: Vfs, inode: Inode): void {
  inode.nlink = inode instanceof DirectoryInode ? 0 : inode.nlink - 1;
  inode.ctimeMs = Date.now();
  if (!(inode instanceof DirectoryInode)) vfs.watches.linksChanged(inode);
  if (inode.nlink > 0) return;
  inode.discardIfUnused(vfs.storage);
  if (inode.opens === 0 || inode instanceof DirectoryInode) vfs.watches.ceased(inode);
}
