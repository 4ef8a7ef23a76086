/** Linux errno values. Messages are libuv's and live in Node's own `uv` binding data; the shell keeps strerror texts of its own. */
export const ERRNO = {
  EPERM: 1, ENOENT: 2, ESRCH: 3, EINTR: 4, EIO: 5, ENXIO: 6, E2BIG: 7, ENOEXEC: 8, EBADF: 9, ECHILD: 10, EAGAIN: 11, ENOMEM: 12, EACCES: 13,
  EFAULT: 14, EBUSY: 16, EEXIST: 17, EXDEV: 18, ENODEV: 19, ENOTDIR: 20, EISDIR: 21, EINVAL: 22, ENFILE: 23, EMFILE: 24, ENOTTY: 25,
  ETXTBSY: 26, EFBIG: 27, ENOSPC: 28, ESPIPE: 29, EROFS: 30, EMLINK: 31, EPIPE: 32, ENAMETOOLONG: 36, ENOSYS: 38, ENOTEMPTY: 39, ELOOP: 40,
  ENOTSOCK: 88, EDESTADDRREQ: 89, EMSGSIZE: 90, ENOPROTOOPT: 92, EPROTONOSUPPORT: 93, ENOTSUP: 95, EAFNOSUPPORT: 97, EADDRINUSE: 98, EADDRNOTAVAIL: 99, ENETUNREACH: 101, ECONNABORTED: 103,
  ECONNRESET: 104, ENOBUFS: 105, EISCONN: 106, ENOTCONN: 107, ETIMEDOUT: 110, ECONNREFUSED: 111, EHOSTUNREACH: 113, EALREADY: 114, EINPROGRESS: 115, EREMOTEIO: 121,
} as const;
export type ErrnoName = keyof typeof ERRNO;

const names = new Map<number, ErrnoName>(Object.entries(ERRNO).map(([name, value]) => [value, name as ErrnoName]));

/** Name of an errno value, or `E<number>` for one the kernel never returns. */
export function errnoName(value: number): string {
  return names.get(value) ?? `E${value}`;
}

/**
 * A failed system call. `errno` is the positive Linux value; callers at the Node layer turn it into libuv's negative one.
 *
 * An `Error` by its prototype only: it has no stack. Looking for modules makes thousands of failing calls, and capturing a stack costs more
 * than the call.
 */
export interface SysError extends Error {}
export class SysError {
  readonly code: string;
  readonly errno: number;
  readonly syscall: string;
  name = 'SysError';
  message: string;
  constructor(errno: number, syscall = '') {
    this.code = errnoName(errno);
    this.errno = errno;
    this.syscall = syscall;
    this.message = syscall ? `${this.code}: ${syscall}` : this.code;
  }
}
Object.setPrototypeOf(SysError.prototype, Error.prototype);
