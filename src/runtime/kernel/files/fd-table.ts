/** Descriptors of one process and the reference counts of what they refer to. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { OpenFile } from '../types.ts';

/** Soft limit of descriptors per process, as `ulimit -n` reports on a usual Linux. */
export const MAX_FDS = 65536;

export function retain(file: OpenFile): OpenFile {
  file.refs++;
  return file;
}

/** Gives up one reference; the last one closes the file. */
export function release(file: OpenFile): void {
  if (--file.refs === 0) file.close();
}

/** Close-on-exec has no meaning here: a child gets exactly the descriptors its `SpawnSpec` lists. */
export class FdTable {
  private readonly files: (OpenFile | null)[] = [];
  /** Told after a descriptor stopped referring to its file, before another takes its number: pending poll requests must go with it. */
  onClose: ((fd: number) => void) | null = null;
  /** Told when a descriptor of this file is closed through this table, whoever else has it open: record locks go with it. */
  onFileClosed: ((file: OpenFile) => void) | undefined;

  /** @throws SysError EBADF */
  get(fd: number): OpenFile {
    const file = Number.isInteger(fd) ? this.files[fd] : undefined;
    if (!file) throw new SysError(ERRNO.EBADF);
    return file;
  }

  has(fd: number): boolean {
    return Boolean(this.files[fd]);
  }

  /** Takes over one reference to `file` and gives it the lowest free number at or above `lowest`. @throws SysError EMFILE (the reference is then released) */
  install(file: OpenFile, lowest = 0): number {
    let fd = lowest;
    while (this.files[fd]) fd++;
    if (fd >= MAX_FDS) {
      release(file);
      throw new SysError(ERRNO.EMFILE);
    }
    this.place(fd, file);
    return fd;
  }

  /** Takes over one reference to `file` and gives it this number, closing what had it. */
  installAt(fd: number, file: OpenFile): void {
    if (!Number.isInteger(fd) || fd < 0 || fd >= MAX_FDS) {
      release(file);
      throw new SysError(ERRNO.EBADF);
    }
    if (this.files[fd]) this.close(fd);
    this.place(fd, file);
  }

  /** `by`: the look at this table that it is closed through (`process/thread-fds.ts`). @throws SysError EBADF */
  close(fd: number, by: FdTable = this): void {
    const file = this.get(fd);
    this.files[fd] = null;
    this.onClose?.(fd);
    by.onFileClosed?.(file);
    release(file);
  }

  closeAll(): void {
    for (let fd = 0; fd < this.files.length; fd++) if (this.files[fd]) this.close(fd);
  }

  /** Numbers in use, ascending. */
  numbers(): number[] {
    const out: number[] = [];
    for (let fd = 0; fd < this.files.length; fd++) if (this.files[fd]) out.push(fd);
    return out;
  }

  private place(fd: number, file: OpenFile): void {
    // Holes are filled with null so that the array stays dense and a hostile dup2 to a high number costs one array, once.
    while (this.files.length < fd) this.files.push(null);
    this.files[fd] = file;
  }
}
