/** A part of a blob that stays in its file until it is read (`fs.openAsBlob`). */
import { O } from '../../abi/constants.ts';
import type { Sys } from '../../abi/syscalls.ts';

export class FilePart {
  readonly path: string;
  /** The file as it was when the blob was made: one that changed since is not read. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly start: number;
  readonly end: number;

  constructor(path: string, size: number, mtimeMs: number, start = 0, end = size) {
    this.path = path;
    this.size = size;
    this.mtimeMs = mtimeMs;
    this.start = start;
    this.end = end;
  }

  static of(sys: Sys, path: string): FilePart {
    const stats = sys.stat(path, true);
    return new FilePart(path, stats[8], stats[11]);
  }

  get length(): number {
    return this.end - this.start;
  }

  subarray(start: number, end: number): FilePart {
    const from = Math.min(this.start + start, this.end);
    return new FilePart(this.path, this.size, this.mtimeMs, from, Math.max(from, Math.min(this.start + end, this.end)));
  }

  /** Up to `count` bytes from `at`; undefined when the file is another by now. Nothing stays open: a reader may be left without a word. */
  read(sys: Sys, at: number, count: number): Uint8Array<ArrayBuffer> | undefined {
    try {
      const fd = sys.open(this.path, O.RDONLY, 0);
      try {
        const stats = sys.fstat(fd);
        if (stats[8] !== this.size || stats[11] !== this.mtimeMs) return undefined;
        const bytes = new Uint8Array(Math.max(0, Math.min(count, this.length - at)));
        return bytes.slice(0, bytes.length === 0 ? 0 : sys.read(fd, bytes, this.start + at));
      } finally {
        sys.close(fd);
      }
    } catch {
      return undefined;
    }
  }
}
