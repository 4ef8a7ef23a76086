/**
 * What SQLite's WebAssembly build imports: Emscripten's system calls and a few of WASI's (`system/lib/libc` of Emscripten, error numbers as WASI's), over the sandbox's.
 * SQLite's own "unix" VFS runs above them, so databases are ordinary files with POSIX locks.
 */
import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import type { NodeRuntime } from '../runtime.ts';
import { WASI_ERRNO, wasiErrno } from '../wasi/numbers.ts';
import { SharedMaps } from './shared-maps.ts';

const AT_FDCWD = -100;
const [F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK] = [1, 2, 3, 4, 12, 13] as const;
/** Both numberings of fcntl.h that builds were made with. */
const LOCK_COMMANDS = new Map([[5, F_GETLK], [6, F_SETLK], [7, F_SETLK], [F_GETLK, F_GETLK], [F_SETLK, F_SETLK], [14, F_SETLK]]);
const AT_REMOVEDIR = 0x200;
const AT_SYMLINK_NOFOLLOW = 0x100;
const PAGE = 65536;

/** Memory as the calls need it; `memory` is read anew each time, for it grows. */
export interface Machine { memory: WebAssembly.Memory; aligned(size: number): number; free(pointer: number): void }

export function systemImports(rt: NodeRuntime, machine: Machine): WebAssembly.Imports {
  const { sys, native } = rt;
  const view = (): DataView => new native.DataView(machine.memory.buffer);
  const bytes = (at: number, length: number): Uint8Array => new native.Uint8Array(machine.memory.buffer, at, length);
  const text = (at: number): string => {
    const all = new native.Uint8Array(machine.memory.buffer);
    return new native.TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
  };
  const maps = new SharedMaps(sys, machine);

  /** Runs a call; a failure is the negated number. */
  const call = (run: () => number | void): number => {
    try {
      return run() ?? 0;
    } catch (error) {
      if (error instanceof SysError) return -wasiErrno(error.errno);
      throw error;
    }
  };
  /** The same for WASI, which does not negate. */
  const wasi = (run: () => void): number => -call(run);
  const path = (directory: number, at: number): string => {
    const name = text(at);
    // SQLite names files by absolute path, or below the working directory.
    if (directory !== AT_FDCWD && !name.startsWith('/')) throw new SysError(9);
    return name;
  };

  const stat = (at: number, fields: StatFields): void => {
    const out = view();
    const [dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks, atime, mtime, ctime] = fields;
    [dev, mode, nlink, uid, gid, rdev].forEach((value, i) => out.setUint32(at + i * 4, value, true));
    out.setBigInt64(at + 24, BigInt(size), true);
    out.setInt32(at + 32, blksize, true);
    out.setInt32(at + 36, blocks, true);
    [atime, mtime, ctime].forEach((ms, i) => {
      out.setBigInt64(at + 40 + i * 16, BigInt(Math.floor(ms / 1000)), true);
      out.setUint32(at + 48 + i * 16, Math.floor((ms % 1000) * 1e6), true);
    });
    out.setBigUint64(at + 88, BigInt(ino), true);
  };

  const fcntl = (fd: number, command: number, varargs: number): number => {
    const lock = LOCK_COMMANDS.get(command);
    if (lock === undefined) {
      if (command === F_GETFD || command === F_GETFL) return command === F_GETFL ? O.RDWR : 1;
      if (command === F_SETFD || command === F_SETFL) return 0;
      return -WASI_ERRNO.EINVAL;
    }
    // struct flock: l_type, l_whence (SQLite always counts from the start), l_start, l_len, l_pid
    const at = view().getUint32(varargs, true);
    const memory = view();
    const [type, start, length] = [memory.getInt16(at, true), Number(memory.getBigInt64(at + 8, true)), Number(memory.getBigInt64(at + 16, true))];
    return call(() => {
      if (lock === F_SETLK) return sys.lock(fd, type, start, length);
      const held = sys.testLock(fd, type, start, length);
      memory.setInt16(at, held?.[0] ?? 2, true);
    });
  };

  const transfer = (vectors: number, count: number, out: number, one: (part: Uint8Array) => number): void => {
    let total = 0;
    for (let i = 0; i < count; i++) {
      const [at, length] = [view().getUint32(vectors + i * 8, true), view().getUint32(vectors + i * 8 + 4, true)];
      if (length === 0) continue;
      const moved = one(bytes(at, length));
      total += moved;
      if (moved < length) break;
    }
    view().setUint32(out, total, true);
  };

  return {
    env: {
      memory: machine.memory,
      __syscall_openat: (directory: number, name: number, flags: number, varargs: number) => call(() => sys.open(path(directory, name), flags & ~0o100000, flags & O.CREAT ? view().getUint32(varargs, true) : 0)),
      __syscall_fcntl64: fcntl,
      __syscall_ioctl: () => -WASI_ERRNO.ENOTTY,
      __syscall_fstat64: (fd: number, out: number) => call(() => stat(out, sys.fstat(fd))),
      __syscall_stat64: (name: number, out: number) => call(() => stat(out, sys.stat(text(name), true))),
      __syscall_lstat64: (name: number, out: number) => call(() => stat(out, sys.stat(text(name), false))),
      __syscall_newfstatat: (directory: number, name: number, out: number, flags: number) => call(() => stat(out, sys.stat(path(directory, name), !(flags & AT_SYMLINK_NOFOLLOW)))),
      __syscall_faccessat: (directory: number, name: number, mode: number) => call(() => sys.access(path(directory, name), mode)),
      __syscall_chmod: (name: number, mode: number) => call(() => sys.chmod(text(name), mode & 0o7777)),
      __syscall_fchmod: (fd: number, mode: number) => call(() => sys.fchmod(fd, mode & 0o7777)),
      __syscall_fchown32: (fd: number, uid: number, gid: number) => call(() => sys.fchown(fd, uid, gid)),
      __syscall_ftruncate64: (fd: number, length: bigint) => call(() => sys.ftruncate(fd, Number(length))),
      __syscall_mkdirat: (directory: number, name: number, mode: number) => call(() => sys.mkdir(path(directory, name), mode)),
      __syscall_rmdir: (name: number) => call(() => sys.rmdir(text(name))),
      __syscall_unlinkat: (directory: number, name: number, flags: number) => call(() => (flags & AT_REMOVEDIR ? sys.rmdir(path(directory, name)) : sys.unlink(path(directory, name)))),
      __syscall_readlinkat: (directory: number, name: number, out: number, size: number) => call(() => {
        const target = new native.TextEncoder().encode(sys.readlink(path(directory, name))).subarray(0, size);
        bytes(out, target.length).set(target);
        return target.length;
      }),
      __syscall_getcwd: (out: number, size: number) => call(() => {
        const cwd = new native.TextEncoder().encode(`${sys.getcwd()}\0`);
        if (cwd.length > size) return -WASI_ERRNO.ERANGE;
        bytes(out, cwd.length).set(cwd);
        return cwd.length;
      }),
      __syscall_utimensat: (directory: number, name: number, times: number) => call(() => {
        const at = (offset: number): number => (times === 0 ? Date.now() : Number(view().getBigInt64(times + offset, true)) * 1000 + view().getUint32(times + offset + 8, true) / 1e6);
        sys.utimes(path(directory, name), at(0), at(16), true);
      }),
      _mmap_js: (length: number, _protection: number, flags: number, fd: number, offset: bigint, allocated: number, address: number) => call(() => {
        const pointer = maps.map(fd, Number(offset), length, flags);
        view().setUint32(allocated, 1, true);
        view().setUint32(address, pointer, true);
      }),
      _munmap_js: (address: number, length: number, _protection: number, _flags: number, fd: number, offset: bigint) => call(() => maps.unmap(address, length, fd, Number(offset))),
      _tzset_js: (timezone: number, daylight: number) => {
        view().setInt32(timezone, new Date().getTimezoneOffset() * 60, true);
        view().setInt32(daylight, 0, true);
      },
      _localtime_js(time: bigint, out: number) {
        const date = new Date(Number(time) * 1000);
        const start = new Date(date.getFullYear(), 0, 1);
        const day = Math.floor((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - Date.UTC(date.getFullYear(), 0, 1)) / 86_400_000);
        const summer = Math.min(start.getTimezoneOffset(), new Date(date.getFullYear(), 6, 1).getTimezoneOffset());
        const isSummer = date.getTimezoneOffset() === summer && start.getTimezoneOffset() !== new Date(date.getFullYear(), 6, 1).getTimezoneOffset();
        [date.getSeconds(), date.getMinutes(), date.getHours(), date.getDate(), date.getMonth(), date.getFullYear() - 1900, date.getDay(), day, isSummer ? 1 : 0, -date.getTimezoneOffset() * 60]
          .forEach((value, i) => view().setInt32(out + i * 4, value, true));
      },
      emscripten_date_now: () => Date.now(),
      emscripten_get_now: () => native.performance.now(),
      emscripten_get_heap_max: () => 0x8000_0000,
      emscripten_resize_heap(requested: number) {
        const missing = (requested >>> 0) - machine.memory.buffer.byteLength;
        try {
          // A fifth more than asked for, so that a growing result does not grow the memory with every row.
          if (missing > 0) machine.memory.grow(Math.ceil(Math.max(missing, machine.memory.buffer.byteLength / 5) / PAGE));
          return 1;
        } catch {
          return 0;
        }
      },
    },
    wasi_snapshot_preview1: {
      fd_close: (fd: number) => wasi(() => sys.close(fd)),
      fd_read: (fd: number, vectors: number, count: number, out: number) => wasi(() => transfer(vectors, count, out, (part) => sys.read(fd, part, -1))),
      fd_write: (fd: number, vectors: number, count: number, out: number) => wasi(() => transfer(vectors, count, out, (part) => sys.write(fd, part, -1))),
      fd_seek: (fd: number, offset: bigint, whence: number, out: number) => wasi(() => view().setBigInt64(out, BigInt(sys.lseek(fd, Number(offset), whence)), true)),
      fd_sync: (fd: number) => wasi(() => sys.fsync(fd)),
      fd_fdstat_get: (_fd: number, out: number) => wasi(() => {
        bytes(out, 24).fill(0);
        view().setUint8(out, 4);
      }),
      environ_sizes_get: (count: number, size: number) => wasi(() => {
        view().setUint32(count, 0, true);
        view().setUint32(size, 0, true);
      }),
      environ_get: () => 0,
      clock_time_get: (_clock: number, _precision: bigint, out: number) => wasi(() => view().setBigUint64(out, BigInt(Date.now()) * 1_000_000n, true)),
    },
  };
}
