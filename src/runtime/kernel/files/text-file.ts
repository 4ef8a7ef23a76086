/** An open file whose contents were made when it was opened, as those below `/proc` are. It can only be read. */
import { POLL } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import type { Inode } from '../fs/inode.ts';
import type { OpenFile } from '../types.ts';
import { Waiters } from '../waiters.ts';

export class TextFile implements OpenFile {
  readonly kind = 'file';
  refs = 1;
  flags: number;
  readonly path: string;
  readonly inode: Inode;
  /** Never woken: it is always ready. */
  readonly waiters = new Waiters();
  private readonly bytes: Uint8Array;
  private offset = 0;

  constructor(inode: Inode, path: string, flags: number, text: string) {
    this.inode = inode;
    this.path = path;
    this.flags = flags;
    this.bytes = new TextEncoder().encode(text);
  }

  read(_process: unknown, length: number, position: number): Uint8Array {
    const at = position < 0 ? this.offset : position;
    const part = this.bytes.subarray(at, at + length);
    if (position < 0) this.offset += part.length;
    return part;
  }

  write(): number {
    throw new SysError(ERRNO.EBADF);
  }

  seek(offset: number, whence: number): number {
    const base = whence === 0 ? 0 : whence === 1 ? this.offset : whence === 2 ? this.bytes.length : Number.NaN;
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

  close(): void {}
}
