/** Open character devices without state: null, zero, full, random. */
import { O, POLL } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import type { Inode } from '../fs/inode.ts';
import type { OpenFile } from '../types.ts';
import { Waiters } from '../waiters.ts';

export type DeviceReader = (length: number) => Uint8Array;

/** Reads come from `source`; whatever is written is dropped, or finds no room where the device is `full`. Always ready. */
export class DeviceFile implements OpenFile {
  readonly kind = 'device';
  refs = 1;
  flags: number;
  readonly path: string;
  readonly inode: Inode;
  readonly waiters = new Waiters();
  private readonly source: DeviceReader;
  private readonly full: boolean;

  constructor(inode: Inode, path: string, flags: number, source: DeviceReader, full: boolean) {
    this.inode = inode;
    this.path = path;
    this.flags = flags;
    this.source = source;
    this.full = full;
  }

  read(_process: unknown, length: number): Uint8Array {
    if ((this.flags & O.ACCMODE) === O.WRONLY) throw new SysError(ERRNO.EBADF);
    return this.source(length);
  }

  write(_process: unknown, data: Uint8Array): number {
    if ((this.flags & O.ACCMODE) === O.RDONLY) throw new SysError(ERRNO.EBADF);
    if (this.full && data.length > 0) throw new SysError(ERRNO.ENOSPC);
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
