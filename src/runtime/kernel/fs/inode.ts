/** What the filesystem is made of. An inode lives while a directory entry or an open file refers to it. */
import { S } from '../../abi/constants.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import type { Caller } from './caller.ts';
import { fileChanged } from './changes.ts';
import type { Storage } from './storage.ts';
import type { OpenFile } from '../types.ts';

export const BLOCK_SIZE = 4096;
/** st_dev of the one filesystem. */
const DEVICE_ID = 1;

let nextIno = 1;

export abstract class Inode {
  readonly ino = nextIno++;
  nlink = 1;
  /** Open files that use it; data is given back when this and nlink are 0. */
  opens = 0;
  mode: number;
  uid: number;
  gid: number;
  atimeMs: number;
  mtimeMs: number;
  ctimeMs: number;
  birthtimeMs: number;
  /** Where it was linked last. For directories this is the truth (they have one link); for others a hint for watch events, checked before use. */
  parent: DirectoryInode | null = null;
  name = '';
  /** Of one with several links: the places it was linked at, which may have gone since. */
  links: { dir: DirectoryInode; name: string }[] | null = null;

  constructor(mode: number, owner: { uid: number; gid: number }) {
    this.mode = mode;
    this.uid = owner.uid;
    this.gid = owner.gid;
    const now = Date.now();
    this.atimeMs = now;
    this.mtimeMs = now;
    this.ctimeMs = now;
    this.birthtimeMs = now;
  }

  get type(): number {
    return this.mode & S.IFMT;
  }

  /** stat's size. */
  abstract size: number;

  /** 512-byte blocks in use. */
  get blocks(): number {
    return 0;
  }

  get rdev(): number {
    return 0;
  }

  stat(): StatFields {
    return [
      DEVICE_ID, this.mode, this.nlink, this.uid, this.gid, this.rdev, BLOCK_SIZE, this.ino, this.size, this.blocks,
      this.atimeMs, this.mtimeMs, this.ctimeMs, this.birthtimeMs,
    ];
  }

  modified(): void {
    fileChanged();
    const now = Date.now();
    this.mtimeMs = now;
    this.ctimeMs = now;
  }

  /** As with Linux's relatime: a read updates atime only when it is older than mtime or a day, so that reading does not always write. */
  accessed(): void {
    if (this.atimeMs > this.mtimeMs) {
      const now = Date.now();
      if (now - this.atimeMs < 86_400_000) return;
      this.atimeMs = now;
    } else this.atimeMs = Date.now();
  }

  /** Gives back what it holds, once nothing refers to it any more. */
  discardIfUnused(_storage: Storage): void {}
}

export class DirectoryInode extends Inode {
  readonly entries = new Map<string, Inode>();
  override nlink = 2;
  constructor(mode: number, owner: { uid: number; gid: number }, parent: DirectoryInode | null) {
    super(S.IFDIR | mode, owner);
    this.parent = parent ?? this;
  }

  get size(): number {
    return BLOCK_SIZE;
  }
  override get blocks(): number {
    return 8;
  }

  /** The entry of that name, `.` and `..` excluded. Directories whose entries depend on the caller override it. */
  lookup(name: string, _caller: Caller): Inode | undefined {
    return this.entries.get(name);
  }

  list(_caller: Caller): Iterable<[string, Inode]> {
    return this.entries;
  }

  /** Links a child. The caller has checked that the name is free. */
  add(name: string, child: Inode): void {
    this.entries.set(name, child);
    if (child.nlink === 1) {
      // Moved: its only place. A list from when there were more does not have it.
      child.links = null;
    } else if (!(child instanceof DirectoryInode)) {
      child.links ??= child.parent ? [{ dir: child.parent, name: child.name }] : [];
      child.links.push({ dir: this, name });
    }
    child.parent = this;
    child.name = name;
    if (child instanceof DirectoryInode) this.nlink++;
    this.modified();
  }

  remove(name: string): void {
    const child = this.entries.get(name);
    if (!child) return;
    this.entries.delete(name);
    if (child instanceof DirectoryInode) this.nlink--;
    this.modified();
  }

  /** False once it was removed: nothing can be created in it any more (ENOENT). */
  get alive(): boolean {
    return this.nlink > 0;
  }
}

export class SymlinkInode extends Inode {
  readonly target: string;
  constructor(target: string, owner: { uid: number; gid: number }) {
    super(S.IFLNK | 0o777, owner);
    this.target = target;
  }
  get size(): number {
    return utf8Length(this.target);
  }
}

/** A link that leads to a certain inode, whatever its text says: `/proc/<pid>/cwd` and the descriptors below `fd`. Made per lookup, never stored. */
export class MagicLinkInode extends SymlinkInode {
  readonly follow: () => Inode;
  constructor(target: string, owner: { uid: number; gid: number }, follow: () => Inode) {
    super(target, owner);
    this.follow = follow;
  }
}

/** A character device: opening it makes whatever its driver decides. */
export class DeviceInode extends Inode {
  readonly number: number;
  readonly open: (inode: DeviceInode, caller: Caller, flags: number) => OpenFile;
  constructor(mode: number, major: number, minor: number, open: (inode: DeviceInode, caller: Caller, flags: number) => OpenFile) {
    super(S.IFCHR | mode, { uid: 0, gid: 0 });
    this.number = major * 256 + minor;
    this.open = open;
  }
  get size(): number {
    return 0;
  }
  override get rdev(): number {
    return this.number;
  }
}

/** The name of a unix-domain socket. `endpoint` belongs to the network part. */
export class SocketInode extends Inode {
  endpoint: unknown;
  constructor(mode: number, owner: { uid: number; gid: number }, endpoint: unknown) {
    super(S.IFSOCK | mode, owner);
    this.endpoint = endpoint;
  }
  get size(): number {
    return 0;
  }
}

/** What `/dev/fd/N` leads to when the descriptor has no inode of its own (a pipe, a terminal). Made per lookup, never stored. */
export class DescriptorInode extends Inode {
  readonly file: OpenFile;
  constructor(file: OpenFile) {
    super(0, { uid: 0, gid: 0 });
    this.file = file;
    this.mode = file.stat()[1];
  }
  get size(): number {
    return 0;
  }
  override stat(): StatFields {
    return this.file.stat();
  }
}

export function utf8Length(text: string): number {
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x80) n++;
    else if (c < 0x800) n += 2;
    else if (c >= 0xd800 && c < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      n += 4;
      i++;
    } else n += 3;
  }
  return n;
}
