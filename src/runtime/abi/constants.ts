/** Linux x86-64 constants of the sandbox's system-call interface. Values follow the kernel's uapi headers, as Node's `constants` binding reports them. */

export const O = {
  RDONLY: 0, WRONLY: 1, RDWR: 2, ACCMODE: 3, CREAT: 0o100, EXCL: 0o200, NOCTTY: 0o400, TRUNC: 0o1000, APPEND: 0o2000,
  NONBLOCK: 0o4000, DIRECTORY: 0o200000, NOFOLLOW: 0o400000, CLOEXEC: 0o2000000,
} as const;

export const S = {
  IFMT: 0o170000, IFSOCK: 0o140000, IFLNK: 0o120000, IFREG: 0o100000, IFBLK: 0o060000, IFDIR: 0o040000, IFCHR: 0o020000, IFIFO: 0o010000,
} as const;

/** Directory entry types as libuv's `UV_DIRENT_*` (what Node's `fs` binding hands out). */
export const DT = { UNKNOWN: 0, FILE: 1, DIR: 2, LINK: 3, FIFO: 4, SOCKET: 5, CHAR: 6, BLOCK: 7 } as const;

export const SIG = {
  HUP: 1, INT: 2, QUIT: 3, ILL: 4, TRAP: 5, ABRT: 6, BUS: 7, FPE: 8, KILL: 9, USR1: 10, SEGV: 11, USR2: 12, PIPE: 13, ALRM: 14, TERM: 15,
  CHLD: 17, CONT: 18, STOP: 19, TSTP: 20, TTIN: 21, TTOU: 22, WINCH: 28,
} as const;

/** Readiness bits for `poll`, as in poll(2). */
export const POLL = { IN: 1, OUT: 4, ERR: 8, HUP: 16 } as const;

/** `sigaction` dispositions. `handle` marks the signal pending in the mailbox and posts a `signal` event. */
export const DISPOSITION = { DEFAULT: 0, IGNORE: 1, HANDLE: 2 } as const;

/** Flags of `waitpid`. */
export const WNOHANG = 1;
export const WUNTRACED = 2;
export const WCONTINUED = 8;

/** Terminal local modes kept by the kernel's line discipline (bits of ours; only the settings programs here use). */
export const TTY = { ICANON: 1, ECHO: 2, ISIG: 4, OPOST: 8, ICRNL: 16 } as const;
export const TTY_COOKED = TTY.ICANON | TTY.ECHO | TTY.ISIG | TTY.OPOST | TTY.ICRNL;
