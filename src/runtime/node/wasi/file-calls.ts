/** `fd_*`: what a module does with open descriptors. */
import { DT } from '../../abi/constants.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { type Calls, type Context, toNanoseconds } from './call.ts';
import { fileType } from './descriptors.ts';
import { encode } from './memory.ts';
import { FDFLAG, FILETYPE, FSTFLAG, RIGHT, WasiError } from './numbers.ts';

const STAT_SIZE = 64;
const DIRENT_SIZE = 24;
const [DEV, NLINK, INO, SIZE, ATIME, MTIME, CTIME] = [0, 2, 7, 8, 10, 11, 12] as const;

export function writeStat({ memory }: Context, out: number, stat: StatFields): void {
  const view = memory.view(out, STAT_SIZE);
  memory.bytes(out, STAT_SIZE).fill(0);
  view.setBigUint64(0, BigInt(stat[DEV]), true);
  view.setBigUint64(8, BigInt(stat[INO]), true);
  view.setUint8(16, fileType(stat));
  view.setBigUint64(24, BigInt(stat[NLINK]), true);
  view.setBigUint64(32, BigInt(stat[SIZE]), true);
  [ATIME, MTIME, CTIME].forEach((field, i) => view.setBigUint64(40 + i * 8, toNanoseconds(stat[field]), true));
}

/** Times as `utimes` takes them: those the flags do not name stay as they are, and those given count in whole seconds, as in uvwasi. @throws WasiError EINVAL when a time is both given and "now" */
export function newTimes(stat: StatFields, atim: bigint, mtim: bigint, flags: number): [number, number] {
  if (flags & ~(FSTFLAG.ATIM | FSTFLAG.ATIM_NOW | FSTFLAG.MTIM | FSTFLAG.MTIM_NOW)) throw new WasiError('EINVAL');
  const both = (given: number, now: number): boolean => (flags & given) !== 0 && (flags & now) !== 0;
  if (both(FSTFLAG.ATIM, FSTFLAG.ATIM_NOW) || both(FSTFLAG.MTIM, FSTFLAG.MTIM_NOW)) throw new WasiError('EINVAL');
  const pick = (given: number, now: number, value: bigint, old: number): number => (flags & given ? Number(value / 1_000_000_000n) * 1000 : flags & now ? Date.now() : old);
  return [pick(FSTFLAG.ATIM, FSTFLAG.ATIM_NOW, BigInt.asUintN(64, atim), stat[ATIME]), pick(FSTFLAG.MTIM, FSTFLAG.MTIM_NOW, BigInt.asUintN(64, mtim), stat[MTIME])];
}

function readInto(context: Context, fd: number, vectors: Uint8Array[], position: number): number {
  let total = 0;
  for (const target of vectors) {
    if (target.length === 0) continue;
    const count = context.rt.sys.read(fd, target, position < 0 ? -1 : position + total);
    total += count;
    if (count < target.length) break;
  }
  return total;
}

function writeFrom(context: Context, fd: number, vectors: Uint8Array[], position: number): number {
  let total = 0;
  for (const data of vectors) {
    if (data.length === 0) continue;
    const count = context.rt.sys.write(fd, data, position < 0 ? -1 : position + total);
    total += count;
    if (count < data.length) break;
  }
  return total;
}

export const fileCalls: Calls = {
  fd_advise: {
    types: 'iIIi',
    run({ descriptors }, number, _offset, _length, advice) {
      if (advice > 5) throw new WasiError('EINVAL');
      if (descriptors.get(number, RIGHT.FD_ADVISE).type === FILETYPE.DIRECTORY) throw new WasiError('EBADF');
    },
  },
  fd_allocate: {
    types: 'iII',
    run({ rt, descriptors }, number, offset, length) {
      const { fd } = descriptors.get(number, RIGHT.FD_ALLOCATE);
      const end = Number(offset + length);
      if (rt.sys.fstat(fd)[SIZE] < end) rt.sys.ftruncate(fd, end);
    },
  },
  fd_close: { types: 'i', run: ({ descriptors }, number) => descriptors.close(number) },
  fd_datasync: { types: 'i', run: ({ rt, descriptors }, number) => rt.sys.fsync(descriptors.get(number, RIGHT.FD_DATASYNC).fd) },
  fd_sync: { types: 'i', run: ({ rt, descriptors }, number) => rt.sys.fsync(descriptors.get(number, RIGHT.FD_SYNC).fd) },
  fd_fdstat_get: {
    types: 'ii',
    run({ memory, descriptors }, number, out) {
      const { type, flags, base, inheriting } = descriptors.get(number);
      memory.bytes(out, 24).fill(0);
      const view = memory.view(out, 24);
      view.setUint8(0, type);
      view.setUint16(2, flags, true);
      view.setBigUint64(8, base, true);
      view.setBigUint64(16, inheriting, true);
    },
  },
  fd_fdstat_set_flags: {
    types: 'ii',
    run({ rt, descriptors }, number, flags) {
      const descriptor = descriptors.get(number, RIGHT.FD_FDSTAT_SET_FLAGS);
      if (flags & ~(FDFLAG.APPEND | FDFLAG.DSYNC | FDFLAG.NONBLOCK | FDFLAG.RSYNC | FDFLAG.SYNC)) throw new WasiError('EINVAL');
      // The kernel sets O_APPEND at open alone.
      if ((flags ^ descriptor.flags) & FDFLAG.APPEND) throw new WasiError('ENOTSUP');
      rt.sys.setNonblock(descriptor.fd, (flags & FDFLAG.NONBLOCK) !== 0);
      descriptor.flags = flags;
    },
  },
  fd_fdstat_set_rights: {
    types: 'iII',
    run({ descriptors }, number, base, inheriting) {
      const descriptor = descriptors.get(number);
      if (((base | descriptor.base) !== descriptor.base) || ((inheriting | descriptor.inheriting) !== descriptor.inheriting)) throw new WasiError('ENOTCAPABLE');
      Object.assign(descriptor, { base, inheriting });
    },
  },
  fd_filestat_get: { types: 'ii', run: (context, number, out) => writeStat(context, out, context.rt.sys.fstat(context.descriptors.get(number, RIGHT.FD_FILESTAT_GET).fd)) },
  fd_filestat_set_size: { types: 'iI', run: ({ rt, descriptors }, number, size) => rt.sys.ftruncate(descriptors.get(number, RIGHT.FD_FILESTAT_SET_SIZE).fd, Number(size)) },
  fd_filestat_set_times: {
    types: 'iIIi',
    run({ rt, descriptors }, number, atim, mtim, flags) {
      const { fd } = descriptors.get(number, RIGHT.FD_FILESTAT_SET_TIMES);
      rt.sys.futimes(fd, ...newTimes(rt.sys.fstat(fd), atim, mtim, flags));
    },
  },
  fd_pread: {
    types: 'iiiIi',
    run(context, number, vectors, count, offset, out) {
      const { fd } = context.descriptors.get(number, RIGHT.FD_READ | RIGHT.FD_SEEK);
      context.memory.set32(out, readInto(context, fd, context.memory.vectors(vectors, count), Number(BigInt.asUintN(64, offset))));
    },
  },
  fd_read: {
    types: 'iiii',
    run(context, number, vectors, count, out) {
      const { fd } = context.descriptors.get(number, RIGHT.FD_READ);
      context.memory.view(out, 4);
      context.memory.set32(out, readInto(context, fd, context.memory.vectors(vectors, count), -1));
    },
  },
  fd_pwrite: {
    types: 'iiiIi',
    run(context, number, vectors, count, offset, out) {
      const { fd } = context.descriptors.get(number, RIGHT.FD_WRITE | RIGHT.FD_SEEK);
      context.memory.set32(out, writeFrom(context, fd, context.memory.vectors(vectors, count), Number(BigInt.asUintN(64, offset))));
    },
  },
  fd_write: {
    types: 'iiii',
    run(context, number, vectors, count, out) {
      const { fd } = context.descriptors.get(number, RIGHT.FD_WRITE);
      context.memory.view(out, 4);
      context.memory.set32(out, writeFrom(context, fd, context.memory.vectors(vectors, count), -1));
    },
  },
  fd_prestat_get: {
    types: 'ii',
    run({ memory, descriptors }, number, out) {
      const { preopen } = descriptors.get(number);
      if (preopen === undefined) throw new WasiError('EINVAL');
      memory.view(out, 8).setUint8(0, 0);
      memory.set32(out + 4, encode(preopen).length);
    },
  },
  fd_prestat_dir_name: {
    types: 'iii',
    run({ memory, descriptors }, number, out, length) {
      const { preopen } = descriptors.get(number);
      if (preopen === undefined) throw new WasiError('EBADF');
      const name = encode(preopen);
      if (name.length > length) throw new WasiError('ENOBUFS');
      memory.bytes(out, name.length).set(name);
    },
  },
  fd_readdir: { types: 'iiiIi', run: readdir },
  fd_renumber: { types: 'ii', run: ({ descriptors }, from, to) => descriptors.renumber(from, to) },
  fd_seek: {
    types: 'iIii',
    run({ rt, memory, descriptors }, number, offset, whence, out) {
      if (whence > 2) throw new WasiError('EINVAL');
      memory.view(out, 8);
      memory.set64(out, BigInt(rt.sys.lseek(descriptors.get(number, RIGHT.FD_SEEK).fd, Number(offset), whence)));
    },
  },
  fd_tell: { types: 'ii', run: ({ rt, memory, descriptors }, number, out) => memory.set64(out, BigInt(rt.sys.lseek(descriptors.get(number, RIGHT.FD_TELL).fd, 0, 1))) },
};

const TYPES: { [dt: number]: number } = { [DT.FILE]: FILETYPE.REGULAR_FILE, [DT.DIR]: FILETYPE.DIRECTORY, [DT.LINK]: FILETYPE.SYMBOLIC_LINK, [DT.CHAR]: FILETYPE.CHARACTER_DEVICE, [DT.BLOCK]: FILETYPE.BLOCK_DEVICE, [DT.FIFO]: FILETYPE.SOCKET_STREAM, [DT.SOCKET]: FILETYPE.SOCKET_STREAM };

/** Entries from position `cookie` on; the last one is cut where the buffer ends, and a module that sees a full buffer asks again. Inode numbers are left 0, as uvwasi leaves them. */
function readdir({ rt, memory, descriptors }: Context, number: number, buffer: number, length: number, cookie: bigint, out: number): void {
  const { path } = descriptors.get(number, RIGHT.FD_READDIR);
  const into = memory.bytes(buffer, length);
  memory.view(out, 4);
  let used = 0;
  const put = (bytes: Uint8Array): void => {
    const part = bytes.subarray(0, into.length - used);
    into.set(part, used);
    used += part.length;
  };
  for (const [index, [name, type]] of rt.sys.readdir(path).entries()) {
    if (BigInt(index) < cookie) continue;
    if (used >= into.length) break;
    const bytes = encode(name);
    const entry = new DataView(new ArrayBuffer(DIRENT_SIZE));
    entry.setBigUint64(0, BigInt(index + 1), true);
    entry.setUint32(16, bytes.length, true);
    entry.setUint8(20, TYPES[type] ?? FILETYPE.UNKNOWN);
    put(new Uint8Array(entry.buffer));
    put(bytes);
  }
  memory.set32(out, used);
}
