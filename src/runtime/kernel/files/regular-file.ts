/** An open regular file. */
import { O, POLL } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import type { FileInode } from '../fs/file-inode.ts';
import type { DirectoryInode } from '../fs/inode.ts';
import type { Vfs } from '../fs/vfs.ts';
import type { OpenFile, Process } from '../types.ts';
import { Waiters } from '../waiters.ts';

export class RegularFile implements OpenFile {
  readonly kind = 'file';
  refs = 1;
  flags: number;
  readonly path: string;
  readonly inode: FileInode;
  /** Never woken: a file is always ready. */
  readonly waiters = new Waiters();
  private offset = 0;
  private readonly vfs: Vfs;
  private readonly via: { dir: DirectoryInode; name: string };

  /** `via`: the directory entry it was opened by, so that watches on that directory see its changes. */
  constructor(vfs: Vfs, inode: FileInode, flags: number, path: string, via: { dir: DirectoryInode; name: string }) {
    this.vfs = vfs;
    this.inode = inode;
    this.flags = flags;
    this.path = path;
    this.via = via;
    inode.opens++;
  }

  read(_process: Process | null, length: number, position: number): Uint8Array {
    if ((this.flags & O.ACCMODE) === O.WRONLY) throw new SysError(ERRNO.EBADF);
    const bytes = this.inode.read(position < 0 ? this.offset : position, length);
    if (position < 0) this.offset += bytes.length;
    this.inode.accessed();
    return bytes;
  }

  write(_process: Process | null, data: Uint8Array, position: number): number {
    this.checkWritable(ERRNO.EBADF);
    if (data.length === 0) return 0;
    // As on Linux, O_APPEND wins over a given position.
    const append = (this.flags & O.APPEND) !== 0;
    const at = append ? this.inode.size : position < 0 ? this.offset : position;
    this.inode.write(at, data, this.vfs.storage);
    if (position < 0) this.offset = at + data.length;
    this.vfs.watches.changed(this.inode, this.via);
    return data.length;
  }

  truncate(length: number): void {
    this.checkWritable(ERRNO.EINVAL);
    this.inode.truncate(length, this.vfs.storage);
    this.vfs.watches.changed(this.inode, this.via);
  }

  seek(offset: number, whence: number): number {
    const base = whence === 0 ? 0 : whence === 1 ? this.offset : whence === 2 ? this.inode.size : Number.NaN;
    const next = base + offset;
    if (!Number.isSafeInteger(next) || next < 0) throw new SysError(ERRNO.EINVAL);
    this.offset = next;
    return next;
  }

  pollMask(): number {
    return POLL.IN | POLL.OUT;
  }

  stat(): StatFields {
    return this.inode.stat();
  }

  close(): void {
    this.inode.opens--;
    if (this.inode.nlink === 0 && this.inode.opens === 0) {
      this.inode.discardIfUnused(this.vfs.storage);
      this.vfs.watches.ceased(this.inode);
    }
  }

  private checkWritable(errno: number): void {
    if ((this.flags & O.ACCMODE) === O.RDONLY) throw new SysError(errno);
  }
}
