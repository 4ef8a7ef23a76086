/** Errors of the client's API: Node's texts and codes, whole across Comlink. */
import { transferHandlers } from 'comlink';
import { SysError } from '../../abi/errno.ts';
import { NotYet } from '../fs/not-yet.ts';

/** libuv's messages of the errors that the filesystem and spawning can give. */
const MESSAGES: { [code: string]: string } = {
  EACCES: 'permission denied', EAGAIN: 'resource temporarily unavailable', EBUSY: 'resource busy or locked', EEXIST: 'file already exists', EFBIG: 'file too large',
  EINVAL: 'invalid argument', EISDIR: 'illegal operation on a directory', ELOOP: 'too many symbolic links encountered', EMFILE: 'too many open files',
  ENAMETOOLONG: 'name too long', ENOENT: 'no such file or directory', ENOEXEC: 'exec format error', ENOSPC: 'no space left on device', ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty', ENXIO: 'no such device or address', EPERM: 'operation not permitted', EROFS: 'read-only file system', EXDEV: 'cross-device link not permitted',
};

export class ApiError extends Error {
  readonly code: string;
  constructor(code: string, message: string, properties: object = {}) {
    super(message);
    this.code = code;
    Object.assign(this, properties);
  }
}

/** A filesystem error as Node words it: `ENOENT: no such file or directory, open 'x'`. */
export function fsError(error: unknown, syscall: string, path: string, dest?: string): unknown {
  if (!(error instanceof SysError)) return error;
  const { code } = error;
  const names = dest === undefined ? `'${path}'` : `'${path}' -> '${dest}'`;
  return new ApiError(code, `${code}: ${MESSAGES[code] ?? 'unknown error'}, ${syscall} ${names}`, { errno: -error.errno, syscall, path, ...(dest === undefined ? {} : { dest }) });
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

/** An argument of a wrong kind. */
export function invalidArgument(name: string, expected: string): ApiError {
  return new ApiError('ERR_INVALID_ARG_TYPE', `The "${name}" argument must be ${expected}`);
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
