/** Open character devices without state: null, zero, random. */
import { O, POLL } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import type { Inode } from '../fs/inode.ts';
import type { OpenFile } from '../types.ts';
import { Waiters } from '../waiters.ts';

export type DeviceReader = (length: number) => Uint8Array;

/** Reads come from `source`; whatever is written is dropped. Always ready. */
export class DeviceFile implements OpenFile {
  readonly kind = 'device';
  refs = 1;
  flags: number;
  readonly path: string;
  readonly inode: Inode;
  readonly waiters = new Waiters();
  private readonly source: DeviceReader;

  constructor(inode: Inode, path: string, flags: number, source: DeviceReader) {
    this.inode = inode;
    this.path = path;
    this.flags = flags;
    this.source = source;
  }

  read(_process: unknown, length: number): Uint8Array {
    if ((this.flags & O.ACCMODE) === O.WRONLY) throw new SysError(ERRNO.EBADF);
    return this.source(length);
  }

  write(_process: unknown, data: Uint8Array): number {
    if ((this.flags & O.ACCMODE) === O.RDONLY) throw new SysError(ERRNO.EBADF);
    return data.length;
  }

  seek(): number {
    return 0;
  }

  pollMask(): number {
    return POLL.IN | POLL.OUT;
  }

  stat(): StatFields {
    return this.inode.stat();
  }

  close(): void {}
}
