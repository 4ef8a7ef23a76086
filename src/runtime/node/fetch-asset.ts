/** Parts of Node that are not in the worker's own script. */
import { ERRNO, SysError } from '../abi/errno.ts';
import type { Sys } from '../abi/syscalls.ts';

/**
 * Address of a part; waits until the page has fetched it. `started`: the worker became a process.
 * @throws Error `ERR_TABLOOM_ASSET`
 */
export function fetchAsset(sys: Sys, name: string, started: boolean): string {
  // Before its start nobody answers a worker's calls: it would wait for ever.
  if (!started) throw failure(`${name} was asked for before the process started`);
  for (;;) {
    try {
      return sys.asset(name);
    } catch (error) {
      if (!(error instanceof SysError)) throw error;
      // The signal is handled after the module that is being loaded, as Node does it.
      if (error.errno !== ERRNO.EINTR) throw failure(`${name}, a part of Node, could not be fetched (${error.code})`);
    }
  }
}

function failure(text: string): Error {
  return Object.assign(new Error(text), { code: 'ERR_TABLOOM_ASSET' });
}
