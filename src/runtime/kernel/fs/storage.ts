/** Keeps count of the memory that file contents take, and refuses more than the quota. */
import { ERRNO, SysError } from '../../abi/errno.ts';

export const DEFAULT_QUOTA = 2 * 1024 ** 3;
/** Largest file: what one typed array can surely hold. */
export const MAX_FILE_SIZE = 2 ** 31 - 1;

export class Storage {
  /** Bytes allocated for file contents. */
  used = 0;
  readonly quota: number;
  constructor(quota = DEFAULT_QUOTA) {
    this.quota = quota;
  }

  /** @throws SysError ENOSPC */
  charge(bytes: number): void {
    if (this.used + bytes > this.quota) throw new SysError(ERRNO.ENOSPC);
    this.used += bytes;
  }

  release(bytes: number): void {
    this.used -= bytes;
  }

  get free(): number {
    return this.quota - this.used;
  }
}
