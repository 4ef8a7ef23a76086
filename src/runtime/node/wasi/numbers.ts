/** Numbers of WASI preview 1 (`wasi_snapshot_preview1` witx): error codes, rights, file types, flags. */
import { ERRNO } from '../../abi/errno.ts';

/** Names at their own number. */
const NAMES = ['SUCCESS', 'E2BIG', 'EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAGAIN', 'EALREADY', 'EBADF', 'EBADMSG', 'EBUSY', 'ECANCELED', 'ECHILD', 'ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET',
  'EDEADLK', 'EDESTADDRREQ', 'EDOM', 'EDQUOT', 'EEXIST', 'EFAULT', 'EFBIG', 'EHOSTUNREACH', 'EIDRM', 'EILSEQ', 'EINPROGRESS', 'EINTR', 'EINVAL', 'EIO', 'EISCONN', 'EISDIR', 'ELOOP', 'EMFILE', 'EMLINK', 'EMSGSIZE', 'EMULTIHOP',
  'ENAMETOOLONG', 'ENETDOWN', 'ENETRESET', 'ENETUNREACH', 'ENFILE', 'ENOBUFS', 'ENODEV', 'ENOENT', 'ENOEXEC', 'ENOLCK', 'ENOLINK', 'ENOMEM', 'ENOMSG', 'ENOPROTOOPT', 'ENOSPC', 'ENOSYS', 'ENOTCONN', 'ENOTDIR', 'ENOTEMPTY',
  'ENOTRECOVERABLE', 'ENOTSOCK', 'ENOTSUP', 'ENOTTY', 'ENXIO', 'EOVERFLOW', 'EOWNERDEAD', 'EPERM', 'EPIPE', 'EPROTO', 'EPROTONOSUPPORT', 'EPROTOTYPE', 'ERANGE', 'EROFS', 'ESPIPE', 'ESRCH', 'ESTALE', 'ETIMEDOUT', 'ETXTBSY', 'EXDEV', 'ENOTCAPABLE'] as const;

export type WasiErrorName = (typeof NAMES)[number];

export const WASI_ERRNO = Object.fromEntries(NAMES.map((name, number) => [name, number])) as { [name in WasiErrorName]: number };

const fromLinux = new Map<number, number>(Object.entries(ERRNO).flatMap(([name, number]) => (name in WASI_ERRNO ? [[number, WASI_ERRNO[name as WasiErrorName]] as const] : [])));

/** WASI's number for an errno of the sandbox's system calls; what WASI does not know is ENOSYS, as in uvwasi. */
export const wasiErrno = (linux: number): number => fromLinux.get(linux) ?? WASI_ERRNO.ENOSYS;

/** Thrown by the calls, returned to the WebAssembly module as a number. */
export class WasiError extends Error {
  readonly errno: number;
  constructor(name: WasiErrorName) {
    super(name);
    this.errno = WASI_ERRNO[name];
  }
}

const RIGHT_NAMES = ['FD_DATASYNC', 'FD_READ', 'FD_SEEK', 'FD_FDSTAT_SET_FLAGS', 'FD_SYNC', 'FD_TELL', 'FD_WRITE', 'FD_ADVISE', 'FD_ALLOCATE', 'PATH_CREATE_DIRECTORY', 'PATH_CREATE_FILE', 'PATH_LINK_SOURCE', 'PATH_LINK_TARGET', 'PATH_OPEN',
  'FD_READDIR', 'PATH_READLINK', 'PATH_RENAME_SOURCE', 'PATH_RENAME_TARGET', 'PATH_FILESTAT_GET', 'PATH_FILESTAT_SET_SIZE', 'PATH_FILESTAT_SET_TIMES', 'FD_FILESTAT_GET', 'FD_FILESTAT_SET_SIZE', 'FD_FILESTAT_SET_TIMES', 'PATH_SYMLINK',
  'PATH_REMOVE_DIRECTORY', 'PATH_UNLINK_FILE', 'POLL_FD_READWRITE', 'SOCK_SHUTDOWN', 'SOCK_ACCEPT'] as const;

export const RIGHT = Object.fromEntries(RIGHT_NAMES.map((name, bit) => [name, 1n << BigInt(bit)])) as { [name in (typeof RIGHT_NAMES)[number]]: bigint };

const all = (...names: (typeof RIGHT_NAMES)[number][]): bigint => names.reduce((sum, name) => sum | RIGHT[name], 0n);

/** What each kind of descriptor may at most (uvwasi `wasi_rights.h`). */
const REGULAR = all('FD_DATASYNC', 'FD_READ', 'FD_SEEK', 'FD_FDSTAT_SET_FLAGS', 'FD_SYNC', 'FD_TELL', 'FD_WRITE', 'FD_ADVISE', 'FD_ALLOCATE', 'FD_FILESTAT_GET', 'FD_FILESTAT_SET_SIZE', 'FD_FILESTAT_SET_TIMES', 'POLL_FD_READWRITE');
const DIRECTORY = all('FD_FDSTAT_SET_FLAGS', 'FD_SYNC', 'FD_ADVISE', 'PATH_CREATE_DIRECTORY', 'PATH_CREATE_FILE', 'PATH_LINK_SOURCE', 'PATH_LINK_TARGET', 'PATH_OPEN', 'FD_READDIR', 'PATH_READLINK', 'PATH_RENAME_SOURCE', 'PATH_RENAME_TARGET',
  'PATH_FILESTAT_GET', 'PATH_FILESTAT_SET_SIZE', 'PATH_FILESTAT_SET_TIMES', 'FD_FILESTAT_GET', 'FD_FILESTAT_SET_TIMES', 'PATH_SYMLINK', 'PATH_REMOVE_DIRECTORY', 'PATH_UNLINK_FILE', 'POLL_FD_READWRITE');
const EVERY = (1n << BigInt(RIGHT_NAMES.length)) - 1n;
const SOCKET = all('FD_READ', 'FD_FDSTAT_SET_FLAGS', 'FD_WRITE', 'FD_FILESTAT_GET', 'POLL_FD_READWRITE', 'SOCK_SHUTDOWN');
const TERMINAL = all('FD_READ', 'FD_FDSTAT_SET_FLAGS', 'FD_WRITE', 'FD_FILESTAT_GET', 'POLL_FD_READWRITE');

export const FILETYPE = { UNKNOWN: 0, BLOCK_DEVICE: 1, CHARACTER_DEVICE: 2, DIRECTORY: 3, REGULAR_FILE: 4, SOCKET_DGRAM: 5, SOCKET_STREAM: 6, SYMBOLIC_LINK: 7 } as const;

/** Rights of a descriptor of this type, and what descriptors opened through it may get. */
export function rightsOf(type: number, isTerminal: boolean): { base: bigint; inheriting: bigint } {
  if (type === FILETYPE.REGULAR_FILE) return { base: REGULAR, inheriting: 0n };
  if (type === FILETYPE.DIRECTORY) return { base: DIRECTORY, inheriting: DIRECTORY | REGULAR };
  if (type === FILETYPE.SOCKET_STREAM) return { base: SOCKET, inheriting: EVERY };
  if (type === FILETYPE.CHARACTER_DEVICE && isTerminal) return { base: TERMINAL, inheriting: 0n };
  return { base: EVERY, inheriting: EVERY };
}

export const FDFLAG = { APPEND: 1, DSYNC: 2, NONBLOCK: 4, RSYNC: 8, SYNC: 16 } as const;
export const OFLAG = { CREAT: 1, DIRECTORY: 2, EXCL: 4, TRUNC: 8 } as const;
export const FSTFLAG = { ATIM: 1, ATIM_NOW: 2, MTIM: 4, MTIM_NOW: 8 } as const;
/** Lookup flag: follow a link at the end of the path. */
export const SYMLINK_FOLLOW = 1;
export const CLOCK = { REALTIME: 0, MONOTONIC: 1, PROCESS_CPUTIME: 2, THREAD_CPUTIME: 3 } as const;
export const EVENTTYPE = { CLOCK: 0, FD_READ: 1, FD_WRITE: 2 } as const;
/** Subscription flag: the time is a point of the clock, not a distance. */
export const ABSTIME = 1;
