/** rename(2). */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Caller } from './caller.ts';
import { checkDirectoryWritable } from './create.ts';
import { DirectoryInode } from './inode.ts';
import { unlinked } from './remove.ts';
import type { Vfs } from './vfs.ts';

/** @throws SysError EBUSY for `.`, `..` and the root; EINVAL for a directory into itself; EISDIR, ENOTDIR, ENOTEMPTY for a target that does not fit */
export function rename(vfs: Vfs, caller: Caller, from: string, to: string): void {
  const source = vfs.walk(caller, from, 'entry');
  const target = vfs.walk(caller, to, 'entry');
  if (source.last !== 'name' || target.last !== 'name') throw new SysError(ERRNO.EBUSY);
  const { inode } = source;
  if (!inode) throw new SysError(ERRNO.ENOENT);
  const isDirectory = inode instanceof DirectoryInode;
  if (!isDirectory && (source.trailing || (target.trailing && !target.inode))) throw new SysError(ERRNO.ENOTDIR);
  if (isDirectory && isInside(target.dir, inode)) throw new SysError(ERRNO.EINVAL);
  const replaced = target.inode;
  if (replaced instanceof DirectoryInode && isInside(source.dir, replaced)) throw new SysError(ERRNO.ENOTEMPTY);
  if (replaced && target.trailing && !(replaced instanceof DirectoryInode)) throw new SysError(ERRNO.ENOTDIR);
  // Two names of one inode: Linux does nothing and says it worked.
  if (replaced === inode) return;
  checkDirectoryWritable(caller, source.dir);
  checkDirectoryWritable(caller, target.dir);
  if (vfs.busy.has(inode) || (replaced && vfs.busy.has(replaced))) throw new SysError(ERRNO.EBUSY);
  if (replaced) {
    if (isDirectory && !(replaced instanceof DirectoryInode)) throw new SysError(ERRNO.ENOTDIR);
    if (!isDirectory && replaced instanceof DirectoryInode) throw new SysError(ERRNO.EISDIR);
    if (replaced instanceof DirectoryInode && replaced.entries.size > 0) throw new SysError(ERRNO.ENOTEMPTY);
  }
  if (!target.dir.alive) throw new SysError(ERRNO.ENOENT);

  source.dir.remove(source.name);
  if (replaced) target.dir.remove(target.name);
  target.dir.add(target.name, inode);
  inode.ctimeMs = Date.now();
  vfs.watches.entryMoved(source.dir, source.name);
  vfs.watches.entryMoved(target.dir, target.name);
  vfs.watches.selfMoved(inode);
  if (replaced) unlinked(vfs, replaced);
}

/** Is `dir` the directory `ancestor` or somewhere below it? */
function isInside(dir: DirectoryInode, ancestor: DirectoryInode): boolean {
  for (let d = dir; ; d = d.parent as DirectoryInode) {
    if (d === ancestor) return true;
    if (d.parent === d) return false;
  }
}
