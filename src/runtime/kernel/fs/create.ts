/** Calls that make names: mkdir, symlink, link, and nodes of other kinds. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { ACCESS, allowed, type Caller } from './caller.ts';
import { DescriptorInode, DirectoryInode, type Inode, SymlinkInode, utf8Length } from './inode.ts';
import type { Vfs } from './vfs.ts';
import type { Found } from './walk.ts';

/** Puts a new inode where `found` (a walk that ended at a free name) points. @throws SysError ENOENT in a removed directory, EACCES */
export function linkNew(vfs: Vfs, caller: Caller, found: Found, inode: Inode): void {
  checkDirectoryWritable(caller, found.dir);
  if (!found.dir.alive) throw new SysError(ERRNO.ENOENT);
  found.dir.add(found.name, inode);
  vfs.watches.entryMoved(found.dir, found.name);
}

export function checkDirectoryWritable(caller: Caller, dir: DirectoryInode): void {
  if (caller.uid !== 0 && !allowed(caller, dir, ACCESS.WRITE | ACCESS.EXECUTE)) throw new SysError(ERRNO.EACCES);
}

/** A walk for a name that must not exist yet. @throws SysError EEXIST */
function findFree(vfs: Vfs, caller: Caller, path: string): Found {
  const found = vfs.walk(caller, path, 'entry');
  if (found.inode) throw new SysError(ERRNO.EEXIST);
  return found;
}

/** @throws SysError */
export function mkdir(vfs: Vfs, caller: Caller, path: string, mode: number): DirectoryInode {
  const found = findFree(vfs, caller, path);
  const inode = new DirectoryInode(mode & ~caller.umask & 0o1777, caller, found.dir);
  linkNew(vfs, caller, found, inode);
  return inode;
}

/** `mkdir -p`: the directory at `path`, made with its parents where missing. @throws SysError ENOTDIR, EEXIST when the last one is something else */
export function mkdirp(vfs: Vfs, caller: Caller, path: string, mode = 0o777): DirectoryInode {
  let prefix = path.startsWith('/') ? '/' : '';
  for (const part of path.split('/')) {
    if (part === '') continue;
    prefix += part;
    const found = vfs.walk(caller, prefix, 'follow');
    if (!found.inode) linkNew(vfs, caller, found, new DirectoryInode(mode & ~caller.umask & 0o1777, caller, found.dir));
    prefix += '/';
  }
  return vfs.lookupDirectory(caller, path);
}

/** @throws SysError */
export function symlink(vfs: Vfs, caller: Caller, target: string, path: string): void {
  if (target === '') throw new SysError(ERRNO.ENOENT);
  if (utf8Length(target) >= 4096) throw new SysError(ERRNO.ENAMETOOLONG);
  const found = findFree(vfs, caller, path);
  if (found.trailing) throw new SysError(ERRNO.ENOENT);
  linkNew(vfs, caller, found, new SymlinkInode(target, caller));
}

/** A hard link; like link(2) it does not follow a symbolic link at `existing`. @throws SysError EPERM for a directory */
export function link(vfs: Vfs, caller: Caller, existing: string, path: string): void {
  const inode = vfs.lookup(caller, existing, false);
  const found = findFree(vfs, caller, path);
  if (found.trailing) throw new SysError(ERRNO.ENOENT);
  if (inode instanceof DirectoryInode) throw new SysError(ERRNO.EPERM);
  // Reached through /dev/fd: a pipe has no place in the tree, and a file without a name stays without one.
  if (inode instanceof DescriptorInode || inode.nlink === 0) throw new SysError(ERRNO.EXDEV);
  // As distributions set Linux up (fs.protected_hardlinks): nobody links to what belongs to others and is not theirs to write.
  if (caller.uid !== 0 && caller.uid !== inode.uid && !allowed(caller, inode, ACCESS.READ | ACCESS.WRITE)) throw new SysError(ERRNO.EPERM);
  inode.nlink++;
  inode.ctimeMs = Date.now();
  try {
    linkNew(vfs, caller, found, inode);
  } catch (e) {
    inode.nlink--;
    throw e;
  }
  vfs.watches.linksChanged(inode);
}

/** Puts an inode made by another part of the kernel (a unix socket) at a free name. @throws SysError EADDRINUSE when it is taken */
export function bindNode(vfs: Vfs, caller: Caller, path: string, inode: Inode): void {
  const found = vfs.walk(caller, path, 'entry');
  if (found.inode) throw new SysError(ERRNO.EADDRINUSE);
  if (found.trailing) throw new SysError(ERRNO.ENOENT);
  linkNew(vfs, caller, found, inode);
}
