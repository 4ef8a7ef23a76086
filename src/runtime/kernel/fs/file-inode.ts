/** Contents of a regular file. */
import { S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import { Inode } from './inode.ts';
import { MAX_FILE_SIZE, type Storage } from './storage.ts';

const EMPTY = new Uint8Array(0);
/** Capacity doubles up to this step, then grows by a quarter, and at last by the second step: the slack of files that were written piece by piece must not eat the quota. */
const SMALL_STEP = 256 * 1024;
const MAX_STEP = 32 * 1024 * 1024;

export class FileInode extends Inode {
  /** Allocated bytes. What lies at or beyond `length` is not part of the file; what `length` has beyond it reads as zeros (a hole at the end). */
  private data: Uint8Array = EMPTY;
  private length = 0;
  /** Others have the same memory: it is copied before the first change. */
  private shared = false;

  constructor(mode: number, owner: { uid: number; gid: number }) {
    super(S.IFREG | mode, owner);
  }

  /** A file whose contents are a view of memory that many share, and that nobody changes: the caller has charged the storage for it. */
  static viewing(bytes: Uint8Array, mode: number, owner: { uid: number; gid: number }): FileInode {
    const inode = new FileInode(mode, owner);
    inode.data = bytes;
    inode.length = bytes.length;
    inode.shared = true;
    return inode;
  }

  get size(): number {
    return this.length;
  }

  override get blocks(): number {
    return Math.ceil(Math.min(this.data.length, this.length) / 4096) * 8;
  }

  /** A view of the contents from `position`, at most `length` bytes; valid until the next write. */
  read(position: number, length: number): Uint8Array {
    const end = Math.min(position + length, this.length);
    if (position >= end) return EMPTY;
    if (end <= this.data.length) return this.data.subarray(position, end);
    const out = new Uint8Array(end - position);
    if (position < this.data.length) out.set(this.data.subarray(position));
    return out;
  }

  /** @throws SysError EFBIG, ENOSPC */
  write(position: number, bytes: Uint8Array, storage: Storage): void {
    const end = position + bytes.length;
    if (end > MAX_FILE_SIZE) throw new SysError(ERRNO.EFBIG);
    if (end > this.data.length) this.reserve(end, storage);
    else this.own();
    this.data.set(bytes, position);
    if (end > this.length) this.length = end;
    this.modified();
  }

  /** Makes `bytes` the whole contents, without copying where it has memory of its own; nobody else may keep it then. @throws SysError EFBIG, ENOSPC */
  adopt(bytes: Uint8Array, storage: Storage): void {
    if (bytes.length > MAX_FILE_SIZE) throw new SysError(ERRNO.EFBIG);
    storage.charge(bytes.length - this.data.length);
    // A small view would keep the whole of a large buffer alive, and shared memory could be changed from outside.
    this.data = bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.length ? bytes : bytes.slice();
    this.shared = false;
    this.length = bytes.length;
    this.modified();
  }

  /** @throws SysError EFBIG, ENOSPC */
  truncate(length: number, storage: Storage): void {
    if (length > MAX_FILE_SIZE) throw new SysError(ERRNO.EFBIG);
    if (length < this.length) {
      if (length < this.data.length / 2) {
        storage.release(this.data.length - length);
        this.data = this.data.slice(0, length);
        this.shared = false;
      } else {
        this.own();
        this.data.fill(0, length); // Bytes cut off must read as zeros when the file grows again.
      }
    }
    this.length = length;
    this.modified();
  }

  override discardIfUnused(storage: Storage): void {
    if (this.nlink > 0 || this.opens > 0) return;
    storage.release(this.data.length);
    this.data = EMPTY;
    this.shared = false;
    this.length = 0;
  }

  private own(): void {
    if (!this.shared) return;
    this.data = this.data.slice();
    this.shared = false;
  }

  private reserve(needed: number, storage: Storage): void {
    const old = this.data.length;
    // A file written once has no slack; one that grows gets room ahead.
    const ahead = Math.min(Math.max(old >> 2, Math.min(old, SMALL_STEP)), MAX_STEP);
    let capacity = Math.max(needed, old + ahead);
    if (capacity - old > storage.free) capacity = needed;
    storage.charge(capacity - old);
    let grown: Uint8Array;
    try {
      grown = new Uint8Array(capacity);
    } catch {
      // The browser has no memory left for it: to the process that is a full disk.
      storage.release(capacity - old);
      throw new SysError(ERRNO.ENOSPC);
    }
    grown.set(this.data.subarray(0, Math.min(old, this.length)));
    this.data = grown;
    this.shared = false;
  }
}
