/** Errors of the client's API: Node's texts and codes, whole across Comlink. */
import { transferHandlers } from 'comlink';
import { type ErrnoName, SysError } from '../../abi/errno.ts';
import { NotYet } from '../fs/not-yet.ts';

/** What only sockets and waiting for children give: no call of the client comes upon it. */
type Elsewhere = 'ECHILD' | 'EADDRINUSE' | 'EADDRNOTAVAIL' | 'EAFNOSUPPORT' | 'EALREADY' | 'ECONNABORTED' | 'ECONNREFUSED' | 'ECONNRESET' | 'EDESTADDRREQ' | 'EHOSTUNREACH' | 'EINPROGRESS' | 'EISCONN' | 'EMSGSIZE' | 'ENETUNREACH' | 'ENOBUFS' | 'ENOPROTOOPT' | 'ENOTCONN' | 'ENOTSOCK' | 'EPROTONOSUPPORT' | 'ETIMEDOUT';

/** libuv's messages (`test/contract/fs-errors.test.ts` compares them with Node's own). */
export const MESSAGES: { readonly [code in Exclude<ErrnoName, Elsewhere>]: string } = {
  E2BIG: 'argument list too long', EACCES: 'permission denied',
  EAGAIN: 'resource temporarily unavailable', EBADF: 'bad file descriptor', EBUSY: 'resource busy or locked',
  EEXIST: 'file already exists', EFAULT: 'bad address in system call argument',
  EFBIG: 'file too large', EINTR: 'interrupted system call', EINVAL: 'invalid argument', EIO: 'i/o error',
  EISDIR: 'illegal operation on a directory', ELOOP: 'too many symbolic links encountered', EMFILE: 'too many open files', EMLINK: 'too many links', ENAMETOOLONG: 'name too long',
  ENFILE: 'file table overflow', ENODEV: 'no such device', ENOENT: 'no such file or directory', ENOEXEC: 'exec format error',
  ENOMEM: 'not enough memory', ENOSPC: 'no space left on device', ENOSYS: 'function not implemented', ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty', ENOTSUP: 'operation not supported on socket', ENOTTY: 'inappropriate ioctl for device', ENXIO: 'no such device or address',
  EPERM: 'operation not permitted', EPIPE: 'broken pipe', EREMOTEIO: 'remote I/O error', EROFS: 'read-only file system', ESPIPE: 'invalid seek', ESRCH: 'no such process',
  ETXTBSY: 'text file is busy', EXDEV: 'cross-device link not permitted',
};

export class ApiError extends Error {
  readonly code: string;
  constructor(code: string, message: string, properties: object = {}) {
    super(message);
    this.code = code;
    Object.assign(this, properties);
  }
}

/** A filesystem error as Node words it: `ENOENT: no such file or directory, open 'x'`. Calls on an open file (`read`) name no path. */
export function fsError(error: unknown, syscall: string, path?: string, dest?: string): unknown {
  if (!(error instanceof SysError)) return error;
  const { code } = error;
  const names = path === undefined ? '' : dest === undefined ? ` '${path}'` : ` '${path}' -> '${dest}'`;
  const message = (MESSAGES as { [code: string]: string })[code] ?? `Unknown system error ${-error.errno}`;
  return new ApiError(code, `${code}: ${message}, ${syscall}${names}`, { errno: -error.errno, syscall, ...(path === undefined ? {} : { path }), ...(dest === undefined ? {} : { dest }) });
}

/** A spawn that failed, as Node words it: `spawn x ENOENT`. */
export function spawnError(error: unknown, file: string): unknown {
  // What is still on its way is no failure.
  if (!(error instanceof SysError) || error instanceof NotYet) return error;
  return new ApiError(error.code, `spawn ${file} ${error.code}`, { errno: -error.errno, syscall: `spawn ${file}`, path: file });
}

/** For calls of the client that this engine does not answer. */
export function notSupported(what: string): ApiError {
  return new ApiError('ERR_NOT_SUPPORTED', `${what} is not supported by this sandbox`);
}

/** An argument of a wrong kind. `received` is the value, in an array: undefined may be one. */
export function invalidArgument(name: string, expected: string, received?: [unknown]): ApiError {
  return new ApiError('ERR_INVALID_ARG_TYPE', `The "${name}" argument must be ${expected}${received ? `. Received ${described(received[0])}` : ''}`, { name: 'TypeError' });
}

/** A value that is not among those that are allowed. */
export function invalidValue(message: string): ApiError {
  return new ApiError('ERR_INVALID_ARG_VALUE', message, { name: 'TypeError' });
}

/** What Node says it received. */
function described(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'object') return `an instance of ${value.constructor?.name ?? 'Object'}`;
  return `type ${typeof value} (${typeof value === 'string' ? `'${value}'` : String(value)})`;
}

/**
 * Comlink's own handler keeps only message, name and stack of a thrown error; the client's side assigns whatever it gets, so sending `code`
 * and its companions is enough for them to arrive.
 */
export function sendWholeErrors(): void {
  const original = transferHandlers.get('throw')!;
  transferHandlers.set('throw', {
    ...original,
    serialize(thrown) {
      const { value } = thrown as { value: unknown };
      if (!(value instanceof Error)) return [{ isError: false, value }, []];
      const { name, message } = value;
      // The stack would name lines of the kernel's bundle: nothing a page can use.
      return [{ isError: true, value: { ...value, name, message, stack: `${name}: ${message}` } }, []];
    },
  });
}
