/** libuv's way to say that a call failed: the negative errno. */
import { SysError } from '../../abi/errno.ts';

export const UV_EOF = -4095;

/** The negative errno of a caught error; anything that is no `SysError` is a defect and goes on. */
export function statusOf(error: unknown): number {
  if (error instanceof SysError) return -error.errno;
  throw error;
}

/** Runs a system call for its effect: 0 or the negative errno. */
export function status(call: () => unknown): number {
  try {
    call();
    return 0;
  } catch (e) {
    return statusOf(e);
  }
}
