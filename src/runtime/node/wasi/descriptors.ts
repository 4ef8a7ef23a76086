/** The module's descriptor table: its own numbers over the process's, each with rights. Modules have no other way to files (capabilities). */
import { O, S } from '../../abi/constants.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import type { NodeRuntime } from '../runtime.ts';
import { FILETYPE, rightsOf, WasiError } from './numbers.ts';

export interface Descriptor {
  /** The process's descriptor. */
  fd: number;
  type: number;
  /** Absolute path of a directory: what the module's paths are relative to. */
  path: string;
  /** The name a preopened directory has for the module. */
  preopen: string | undefined;
  base: bigint;
  inheriting: bigint;
  flags: number;
}

const MODE = 1;
/** As many as uvwasi's table may grow to is not bounded there; here a runaway module must not take the process's descriptors. */
const MAX_DESCRIPTORS = 4096;

export function fileType(stat: StatFields): number {
  switch (stat[MODE] & S.IFMT) {
    case S.IFREG: return FILETYPE.REGULAR_FILE;
    case S.IFDIR: return FILETYPE.DIRECTORY;
    case S.IFLNK: return FILETYPE.SYMBOLIC_LINK;
    case S.IFCHR: return FILETYPE.CHARACTER_DEVICE;
    case S.IFBLK: return FILETYPE.BLOCK_DEVICE;
    case S.IFSOCK: case S.IFIFO: return FILETYPE.SOCKET_STREAM;
    default: return FILETYPE.UNKNOWN;
  }
}

export class Descriptors {
  private readonly table = new Map<number, Descriptor>();
  private readonly rt: NodeRuntime;

  /** `preopens` is a flat list: the module's name of a directory, then its path in the sandbox. @throws SysError when one cannot be opened */
  constructor(rt: NodeRuntime, stdio: number[], preopens: string[]) {
    this.rt = rt;
    stdio.forEach((fd, number) => this.table.set(number, this.describe(fd, '', undefined)));
    for (let i = 0; i < preopens.length; i += 2) {
      const path = rt.sys.realpath(preopens[i + 1]!);
      this.add(this.describe(rt.sys.open(path, O.RDONLY | O.DIRECTORY | O.CLOEXEC, 0), path, preopens[i]!));
    }
  }

  private describe(fd: number, path: string, preopen: string | undefined): Descriptor {
    const type = fileType(this.rt.sys.fstat(fd));
    return { fd, type, path, preopen, flags: 0, ...rightsOf(type, type === FILETYPE.CHARACTER_DEVICE && this.rt.sys.isatty(fd)) };
  }

  /** Puts an open descriptor into the table. The rights asked for are narrowed to what its type can have. */
  open(fd: number, path: string, base: bigint, inheriting: bigint, flags: number): number {
    const descriptor = this.describe(fd, path, undefined);
    descriptor.base &= base;
    descriptor.inheriting &= inheriting;
    descriptor.flags = flags;
    return this.add(descriptor);
  }

  private add(descriptor: Descriptor): number {
    if (this.table.size >= MAX_DESCRIPTORS) throw new WasiError('EMFILE');
    let number = 0;
    while (this.table.has(number)) number++;
    this.table.set(number, descriptor);
    return number;
  }

  /** @throws WasiError EBADF, ENOTCAPABLE without one of the rights */
  get(number: number, base = 0n, inheriting = 0n): Descriptor {
    const descriptor = this.table.get(number >>> 0);
    if (!descriptor) throw new WasiError('EBADF');
    if ((descriptor.base & base) !== base || (descriptor.inheriting & inheriting) !== inheriting) throw new WasiError('ENOTCAPABLE');
    return descriptor;
  }

  close(number: number): void {
    const { fd } = this.get(number);
    this.table.delete(number >>> 0);
    this.rt.sys.close(fd);
  }

  renumber(from: number, to: number): void {
    const source = this.get(from);
    const target = this.get(to);
    if (source === target) return;
    this.table.set(to >>> 0, source);
    this.table.delete(from >>> 0);
    this.rt.sys.close(target.fd);
  }
}
