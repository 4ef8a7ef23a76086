/** Checks of what a process sent: it shares memory with the kernel and may send anything. All throw EINVAL or EFAULT. */
import { ERRNO, SysError } from '../../abi/errno.ts';

export function pathArgument(value: unknown): string {
  if (typeof value !== 'string') throw new SysError(ERRNO.EFAULT);
  if (value.includes('\0')) throw new SysError(ERRNO.EINVAL);
  return value;
}

/** A 32-bit integer: descriptors, flags, modes, ids. */
export function intArgument(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < -0x80000000 || value > 0xffffffff) throw new SysError(ERRNO.EINVAL);
  return value;
}

/** A file offset or length: any exact integer. */
export function offsetArgument(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new SysError(ERRNO.EINVAL);
  return value;
}

export function timeArgument(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new SysError(ERRNO.EINVAL);
  return value;
}

export function bytesArgument(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new SysError(ERRNO.EFAULT);
  return value;
}

export function intsArgument(value: unknown): number[] {
  if (!Array.isArray(value)) throw new SysError(ERRNO.EFAULT);
  return value.map(intArgument);
}

/** Text that is no path. @throws SysError EFAULT */
export function textArgument(value: unknown): string {
  if (typeof value !== 'string') throw new SysError(ERRNO.EFAULT);
  return value;
}
