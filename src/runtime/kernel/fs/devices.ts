/** `/dev`: null, zero, full, random, urandom, tty, and the caller's own descriptors under fd, stdin, stdout, stderr. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { DeviceFile, type DeviceReader } from '../files/device-file.ts';
import type { OpenFile } from '../types.ts';
import type { Caller } from './caller.ts';
import { mkdirp, symlink } from './create.ts';
import { DescriptorInode, DeviceInode, DirectoryInode, type Inode } from './inode.ts';
import type { Vfs } from './vfs.ts';

const ROOT = { uid: 0, gid: 0 };
/** Most bytes one getRandomValues call gives. */
const RANDOM_CHUNK = 65536;

/** Fills `/dev`. `openTty` opens the caller's controlling terminal, or throws ENXIO. */
export function addDevices(vfs: Vfs, openTty: (caller: Caller, flags: number) => OpenFile): void {
  const dev = mkdirp(vfs, vfs.kernel, '/dev', 0o755);
  const device = (name: string, minor: number, source: DeviceReader, full = false): void =>
    dev.add(name, new DeviceInode(0o666, 1, minor, (inode, _caller, flags) => new DeviceFile(inode, `/dev/${name}`, flags, source, full)));
  device('null', 3, () => new Uint8Array(0));
  device('zero', 5, (length) => new Uint8Array(length));
  device('full', 7, (length) => new Uint8Array(length), true);
  device('random', 8, randomBytes);
  device('urandom', 9, randomBytes);
  dev.add('tty', new DeviceInode(0o666, 5, 0, (_inode, caller, flags) => openTty(caller, flags)));
  dev.add('fd', new DescriptorDirectory(dev));
  symlink(vfs, vfs.kernel, 'fd/0', '/dev/stdin');
  symlink(vfs, vfs.kernel, 'fd/1', '/dev/stdout');
  symlink(vfs, vfs.kernel, 'fd/2', '/dev/stderr');
}

function randomBytes(length: number): Uint8Array {
  const out = new Uint8Array(length);
  for (let at = 0; at < length; at += RANDOM_CHUNK) crypto.getRandomValues(out.subarray(at, at + RANDOM_CHUNK));
  return out;
}

/** Shows every caller its own descriptors. A name leads to the open file's inode where it has one, else to the description itself. */
class DescriptorDirectory extends DirectoryInode {
  constructor(parent: DirectoryInode) {
    super(0o555, ROOT, parent);
  }

  override lookup(name: string, caller: Caller): Inode | undefined {
    if (!caller.fds || !/^\d{1,6}$/.test(name) || !caller.fds.has(Number(name))) return undefined;
    const file = caller.fds.get(Number(name));
    return file.inode ?? new DescriptorInode(file);
  }

  override *list(caller: Caller): Iterable<[string, Inode]> {
    for (const fd of caller.fds?.numbers() ?? []) {
      const inode = this.lookup(String(fd), caller);
      if (inode) yield [String(fd), inode];
    }
  }

  override add(): void {
    throw new SysError(ERRNO.EACCES);
  }
}
