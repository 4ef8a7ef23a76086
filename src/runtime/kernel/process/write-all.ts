/** The kernel's own words on a process's descriptor. */
import { SysError } from '../../abi/errno.ts';
import { type OpenFile, type Process, WOULD_BLOCK } from '../types.ts';

/** Writes as much of `data` as goes without waiting; a reader that is gone or full must not hold up the end of the process. */
export function writeAll(process: Process, file: OpenFile, data: Uint8Array): void {
  try {
    for (let at = 0; at < data.length;) {
      const n = file.write(process, data.subarray(at), -1);
      if (n === WOULD_BLOCK || n === 0) return;
      at += n;
    }
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
  }
}
