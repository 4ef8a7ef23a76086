/** An open directory: it can be statted, synced and named, not read (entries come from the `readdir` call). */
import { POLL } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import type { DirectoryInode } from '../fs/inode.ts';
import type { OpenFile } from '../types.ts';
import { Waiters } from '../waiters.ts';

export class DirectoryFile implements OpenFile {
  readonly kind = 'directory';
  refs = 1;
  flags: number;
  readonly path: string;
  readonly inode: DirectoryInode;
  readonly waiters = new Waiters();

  constructor(inode: DirectoryInode, flags: number, path: string) {
    this.inode = inode;
    this.flags = flags;
    this.path = path;
    inode.opens++;
  }

  read(): Uint8Array {
    throw new SysError(ERRNO.EISDIR);
  }

  write(): number {
    throw new SysError(ERRNO.EBADF);
  }

  pollMask(): number {
    return POLL.IN | POLL.OUT;
  }

  stat(): StatFields {
    return this.inode.stat();
  }

  close(): void {
    this.inode.opens--;
  }
}
