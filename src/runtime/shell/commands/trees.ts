/** Walking and copying directory trees. */
import { O, S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import type { StatFields, Sys } from '../../abi/syscalls.ts';

export function kindOf(stat: StatFields): number {
  return stat[1] & S.IFMT;
}

/** lstat or stat, null when there is nothing. Other errors are thrown. */
export function statOrNull(sys: Sys, path: string, follow: boolean): StatFields | null {
  try {
    return sys.stat(path, follow);
  } catch (e) {
    if (e instanceof SysError && (e.code === 'ENOENT' || e.code === 'ENOTDIR')) return null;
    throw e;
  }
}

export function isDirectory(sys: Sys, path: string): boolean {
  const stat = statOrNull(sys, path, true);
  return stat !== null && kindOf(stat) === S.IFDIR;
}

/** Copies a regular file's content. Throws `SysError`. */
export function copyContent(sys: Sys, from: string, to: string, mode: number, flags: number = O.TRUNC): void {
  const input = sys.open(from, O.RDONLY, 0);
  try {
    const output = sys.open(to, O.WRONLY | O.CREAT | flags, mode & 0o777);
    try {
      const buffer = new Uint8Array(256 * 1024);
      for (let n = sys.read(input, buffer, -1); n > 0; n = sys.read(input, buffer, -1)) {
        for (let done = 0; done < n;) done += sys.write(output, buffer.subarray(done, n), -1);
      }
    } finally {
      sys.close(output);
    }
  } finally {
    sys.close(input);
  }
}
