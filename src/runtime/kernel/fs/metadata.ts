/** Calls about what an inode says of itself: access, chmod, chown, times, length, and directory listings. */
import { DT, S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { ACCESS, allowed, type Caller } from './caller.ts';
import { fileChanged } from './changes.ts';
import { FileInode } from './file-inode.ts';
import { BLOCK_SIZE, DirectoryInode, type Inode, SymlinkInode } from './inode.ts';
import type { Vfs } from './vfs.ts';

/** Checks rwx bits (4, 2, 1; 0 asks for existence). @throws SysError EACCES, ENOENT */
export function access(vfs: Vfs, caller: Caller, path: string, mode: number): void {
  const inode = vfs.lookup(caller, path);
  if (mode < 0 || mode > 7) throw new SysError(ERRNO.EINVAL);
  if (mode !== 0 && !allowed(caller, inode, mode)) throw new SysError(ERRNO.EACCES);
}

/** [name, DT type] pairs in byte order of the names, as Node's readdir gives them (libuv sorts). @throws SysError */
export function readdir(vfs: Vfs, caller: Caller, path: string): [string, number][] {
  const dir = vfs.lookupDirectory(caller, path);
  if (caller.uid !== 0 && !allowed(caller, dir, ACCESS.READ)) throw new SysError(ERRNO.EACCES);
  dir.accessed();
  const out: [string, number][] = [];
  for (const [name, inode] of dir.list(caller)) out.push([name, direntType(inode)]);
  return out.sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

export function direntType(inode: Inode): number {
  switch (inode.type) {
    case S.IFREG: return DT.FILE;
    case S.IFDIR: return DT.DIR;
    case S.IFLNK: return DT.LINK;
    case S.IFIFO: return DT.FIFO;
    case S.IFSOCK: return DT.SOCKET;
    case S.IFCHR: return DT.CHAR;
    case S.IFBLK: return DT.BLOCK;
    default: return DT.UNKNOWN;
  }
}

/** @throws SysError EINVAL when it is no link */
export function readlink(vfs: Vfs, caller: Caller, path: string): string {
  const inode = vfs.lookup(caller, path, false);
  if (!(inode instanceof SymlinkInode)) throw new SysError(ERRNO.EINVAL);
  return inode.target;
}

function checkOwner(caller: Caller, inode: Inode): void {
  if (caller.uid !== 0 && caller.uid !== inode.uid) throw new SysError(ERRNO.EPERM);
}

/** @throws SysError EPERM unless the caller owns it */
export function setMode(vfs: Vfs, caller: Caller, inode: Inode, mode: number): void {
  checkOwner(caller, inode);
  inode.mode = inode.type | (mode & 0o7777);
  fileChanged();
  inode.ctimeMs = Date.now();
  vfs.watches.changed(inode);
}

/** -1 leaves an id as it is. @throws SysError EPERM unless the caller owns it */
export function setOwner(vfs: Vfs, caller: Caller, inode: Inode, uid: number, gid: number): void {
  checkOwner(caller, inode);
  // An unprivileged owner may not give a file away; only "to myself" succeeds.
  if (caller.uid !== 0 && ((uid !== -1 && uid !== inode.uid) || (gid !== -1 && gid !== inode.gid && gid !== caller.gid))) throw new SysError(ERRNO.EPERM);
  if (uid !== -1) inode.uid = uid;
  if (gid !== -1) inode.gid = gid;
  inode.ctimeMs = Date.now();
  vfs.watches.changed(inode);
}

/** @throws SysError EPERM unless the caller owns it */
export function setTimes(vfs: Vfs, caller: Caller, inode: Inode, atimeMs: number, mtimeMs: number): void {
  checkOwner(caller, inode);
  inode.atimeMs = atimeMs;
  inode.mtimeMs = mtimeMs;
  inode.ctimeMs = Date.now();
  vfs.watches.changed(inode);
}

/** @throws SysError EISDIR, EINVAL, EACCES, EFBIG */
export function truncate(vfs: Vfs, caller: Caller, path: string, length: number): void {
  const inode = vfs.lookup(caller, path);
  if (inode instanceof DirectoryInode) throw new SysError(ERRNO.EISDIR);
  if (!(inode instanceof FileInode) || length < 0) throw new SysError(ERRNO.EINVAL);
  if (caller.uid !== 0 && !allowed(caller, inode, ACCESS.WRITE)) throw new SysError(ERRNO.EACCES);
  inode.truncate(length, vfs.storage);
  vfs.watches.changed(inode);
}

/** statfs fields: [type, bsize, blocks, bfree, bavail, files, ffree]. The type is tmpfs's. */
export function statfs(vfs: Vfs): number[] {
  const free = Math.floor(vfs.storage.free / BLOCK_SIZE);
  const files = 2 ** 20;
  return [0x01021994, BLOCK_SIZE, Math.floor(vfs.storage.quota / BLOCK_SIZE), free, free, files, files];
}
