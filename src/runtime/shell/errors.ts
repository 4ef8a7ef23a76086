/** strerror texts, as glibc prints them, for the errors that the kernel returns. */
import { SysError } from '../abi/errno.ts';

const TEXTS: { [code: string]: string } = {
  EPERM: 'Operation not permitted', ENOENT: 'No such file or directory', ESRCH: 'No such process', EINTR: 'Interrupted system call', EIO: 'Input/output error',
  ENXIO: 'No such device or address', E2BIG: 'Argument list too long', ENOEXEC: 'Exec format error', EBADF: 'Bad file descriptor', ECHILD: 'No child processes',
  EAGAIN: 'Resource temporarily unavailable', ENOMEM: 'Cannot allocate memory', EACCES: 'Permission denied', EFAULT: 'Bad address', EBUSY: 'Device or resource busy',
  EEXIST: 'File exists', EXDEV: 'Invalid cross-device link', ENODEV: 'No such device', ENOTDIR: 'Not a directory', EISDIR: 'Is a directory', EINVAL: 'Invalid argument',
  ENFILE: 'Too many open files in system', EMFILE: 'Too many open files', ENOTTY: 'Inappropriate ioctl for device', ETXTBSY: 'Text file busy', EFBIG: 'File too large',
  ENOSPC: 'No space left on device', ESPIPE: 'Illegal seek', EROFS: 'Read-only file system', EMLINK: 'Too many links', EPIPE: 'Broken pipe',
  ENAMETOOLONG: 'File name too long', ENOSYS: 'Function not implemented', ENOTEMPTY: 'Directory not empty', ELOOP: 'Too many levels of symbolic links',
  ENOTSUP: 'Operation not supported', ECONNREFUSED: 'Connection refused',
};

/** The sentence for a failed system call; any other error's own message. */
export function errorText(error: unknown): string {
  if (error instanceof SysError) return TEXTS[error.code] ?? `Unknown error ${error.errno}`;
  return error instanceof Error ? error.message : String(error);
}

export function errorCode(error: unknown): string {
  return error instanceof SysError ? error.code : '';
}
