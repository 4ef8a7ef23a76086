/**
 * Memory-mapped files for SQLite's write-ahead log: its index (`-shm`) is shared memory between connections. WebAssembly's memory belongs to one process, so the index is
 * a copy in that memory; connections of this process share it, and another process that wants the same index is refused, because it would see an old one.
 */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Sys } from '../../abi/syscalls.ts';
import type { Machine } from './system.ts';

/** Far behind the bytes that SQLite locks itself (120 to 128). */
const OWNER_BYTE = 1 << 30;
const EXCLUSIVE = 1;
const MAP_SHARED = 1;

export class SharedMaps {
  private readonly sys: Sys;
  private readonly machine: Machine;

  constructor(sys: Sys, machine: Machine) {
    this.sys = sys;
    this.machine = machine;
  }

  /** Address of the copy. @throws SysError EAGAIN when another process has the index, ENOMEM */
  map(fd: number, offset: number, length: number, flags: number): number {
    if (flags & MAP_SHARED) this.sys.lock(fd, EXCLUSIVE, OWNER_BYTE, 1);
    const pointer = this.machine.aligned(length);
    if (pointer === 0) throw new SysError(ERRNO.ENOMEM);
    const target = new Uint8Array(this.machine.memory.buffer, pointer, length);
    target.fill(0);
    for (let done = 0; done < length;) {
      const count = this.sys.read(fd, target.subarray(done), offset + done);
      if (count === 0) break;
      done += count;
    }
    return pointer;
  }

  /** Writes the copy back, so that the next process finds what was there. */
  unmap(address: number, length: number, fd: number, offset: number): void {
    try {
      this.sys.write(fd, new Uint8Array(this.machine.memory.buffer, address, length).slice(), offset);
    } catch (error) {
      // SQLite closes and removes the file before it unmaps when the last connection goes.
      if (!(error instanceof SysError && error.errno === ERRNO.EBADF)) throw error;
    }
    this.machine.free(address);
  }
}
