/** open(2) by path, and whole-file reads and writes. */
import { O } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { DirectoryFile } from '../files/directory-file.ts';
import { retain } from '../files/fd-table.ts';
import { RegularFile } from '../files/regular-file.ts';
import type { OpenFile } from '../types.ts';
import { ACCESS, allowed, type Caller } from './caller.ts';
import { FileInode } from './file-inode.ts';
import { DescriptorInode, DeviceInode, DirectoryInode, type Inode, SymlinkInode } from './inode.ts';
import { linkNew } from './create.ts';
import type { Vfs } from './vfs.ts';
import type { Found } from './walk.ts';

/**
 * Opens `path`; the result carries one reference. `mode` is used when O_CREAT makes a file, less the caller's umask.
 * @throws SysError
 */
export function open(vfs: Vfs, caller: Caller, path: string, flags: number, mode: number): OpenFile {
  const found = find(vfs, caller, path, flags);
  let { inode } = found;
  if (!inode) inode = createFile(vfs, caller, found, mode);
  else {
    checkExisting(caller, inode, flags);
    if ((flags & O.TRUNC) !== 0 && inode instanceof FileInode) {
      inode.truncate(0, vfs.storage);
      vfs.watches.changed(inode, found);
    }
  }
  if (inode instanceof FileInode) return new RegularFile(vfs, inode, flags, path, { dir: found.dir, name: found.name });
  if (inode instanceof DirectoryInode) return new DirectoryFile(inode, flags, path);
  if (inode instanceof DeviceInode) return inode.open(inode, caller, flags);
  if (inode instanceof DescriptorInode) return retain(inode.file);
  throw new SysError(ERRNO.ENXIO); // A socket's name: it can be connected to, not opened.
}

/**
 * Contents of a regular file in one go: a view, valid until the next write. Undefined when `path` is something else that can be opened
 * (a device, a pipe): then `open` and `read` are the way.
 * @throws SysError EISDIR for a directory
 */
export function readWhole(vfs: Vfs, caller: Caller, path: string): Uint8Array | undefined {
  const inode = vfs.lookup(caller, path);
  if (inode instanceof DirectoryInode) throw new SysError(ERRNO.EISDIR);
  if (!(inode instanceof FileInode)) return undefined;
  if (caller.uid !== 0 && !allowed(caller, inode, ACCESS.READ)) throw new SysError(ERRNO.EACCES);
  inode.accessed();
  return inode.read(0, inode.size);
}

/**
 * open, write, close of a regular file. `data` becomes the file's own memory when it replaces the contents: the caller must not keep it.
 * False, with nothing done, when `path` is not a regular file or is opened for appending: then `open` and `write` are the way.
 * @throws SysError
 */
export function writeWhole(vfs: Vfs, caller: Caller, path: string, flags: number, mode: number, data: Uint8Array): boolean {
  if ((flags & O.ACCMODE) === O.RDONLY || (flags & (O.DIRECTORY | O.APPEND)) !== 0) return false;
  const found = find(vfs, caller, path, flags);
  if (found.inode && !(found.inode instanceof FileInode)) return false;
  if (found.inode) checkExisting(caller, found.inode, flags);
  const inode = found.inode ?? createFile(vfs, caller, found, mode);
  if ((flags & O.TRUNC) !== 0 || inode.size === 0) inode.adopt(data, vfs.storage);
  else inode.write(0, data, vfs.storage);
  if (data.length > 0 || (found.inode && (flags & O.TRUNC) !== 0)) vfs.watches.changed(inode, found);
  return true;
}

/** Looks up what is to be opened; `inode` is missing only where O_CREAT may make it. */
function find(vfs: Vfs, caller: Caller, path: string, flags: number): Found {
  const create = (flags & O.CREAT) !== 0;
  const exclusive = create && (flags & O.EXCL) !== 0;
  const found = vfs.walk(caller, path, exclusive || (flags & O.NOFOLLOW) !== 0 ? (create ? 'entry' : 'lstat') : create ? 'create' : 'follow');
  // A name with a slash after it cannot be made, whether it exists or not.
  if (create && found.trailing && found.last === 'name') throw new SysError(ERRNO.EISDIR);
  if (found.inode) {
    if (exclusive) throw new SysError(ERRNO.EEXIST);
    return found;
  }
  if (!create) throw new SysError(ERRNO.ENOENT);
  return found;
}

function createFile(vfs: Vfs, caller: Caller, found: Found, mode: number): FileInode {
  const inode = new FileInode(mode & ~caller.umask & 0o7777, caller);
  linkNew(vfs, caller, found, inode);
  return inode;
}

function checkExisting(caller: Caller, inode: Inode, flags: number): void {
  const access = flags & O.ACCMODE;
  if (inode instanceof DirectoryInode) {
    if (access !== O.RDONLY || (flags & (O.CREAT | O.TRUNC)) !== 0) throw new SysError(ERRNO.EISDIR);
  } else if ((flags & O.DIRECTORY) !== 0) throw new SysError(ERRNO.ENOTDIR);
  else if (inode instanceof SymlinkInode) throw new SysError(ERRNO.ELOOP); // Only NOFOLLOW leaves one here.
  if (caller.uid === 0 || inode instanceof DescriptorInode) return;
  const wanted = (access !== O.WRONLY ? ACCESS.READ : 0) | (access !== O.RDONLY || (flags & O.TRUNC) !== 0 ? ACCESS.WRITE : 0);
  if (!allowed(caller, inode, wanted)) throw new SysError(ERRNO.EACCES);
}
