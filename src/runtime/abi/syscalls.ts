/**
 * The system calls of the sandbox: the list both sides share. A process calls them through `Sys`, synchronously; the kernel answers each
 * with one handler of the same name (`src/runtime/kernel/syscalls/`). Failures throw `SysError` with Linux's errno.
 *
 * Paths are absolute or relative to the process's working directory, which the kernel keeps. Times are milliseconds since the epoch (fractions allowed).
 * "Blocks" means that the calling worker waits in `Atomics.wait`; a handled signal ends such a wait with EINTR, except for Node's programs, which hear of it in their loop.
 */

/** What stat, lstat and fstat return. Order matters: it crosses the mailbox as an array. */
export type StatFields = [
  dev: number, mode: number, nlink: number, uid: number, gid: number, rdev: number, blksize: number, ino: number, size: number, blocks: number,
  atimeMs: number, mtimeMs: number, ctimeMs: number, birthtimeMs: number,
];

/** SO_REUSEADDR, by which the socket that came last gets what comes, or SO_REUSEPORT, by which the senders are spread over all of them. */
export type DatagramReuse = 'no' | 'address' | 'port';

export interface SpawnSpec {
  /** Program: a path when it has a slash, else searched for in `env.PATH` (execvp). `#!` lines are followed by the kernel. */
  file: string;
  /** argv, argv[0] included. */
  args: string[];
  cwd?: string;
  env: { [name: string]: string };
  /** The caller's descriptor for the child's descriptor i; -1 leaves it closed. */
  fds: number[];
  /** Process group: undefined inherits, 0 makes the child a leader, n joins group n. */
  pgid?: number;
  /** The caller's descriptor of its controlling terminal: the child's group becomes the foreground group before the child runs. */
  foreground?: number;
  /** Start a new session (setsid); with `ctty` the child's descriptor of that number becomes its controlling terminal. */
  setsid?: boolean;
  ctty?: number;
  /** Dispositions of signals that the child starts with (DEFAULT or IGNORE), where they differ from what it would inherit. */
  signals?: [signal: number, disposition: number][];
  /** Program-private data handed to the child (a subshell's state). Never read by the kernel. */
  payload?: string;
}

/** What a further thread of a process starts with. */
export interface ThreadSpec {
  argv: string[];
  execPath: string;
  env: { [name: string]: string };
  /** For the runtime in the thread; never read by the kernel. */
  payload: string;
}

export interface Winsize { cols: number; rows: number }

/** All system calls, as the process sees them. */
export interface SysCalls {
  // descriptors
  open(path: string, flags: number, mode: number): number;
  close(fd: number): void;
  lseek(fd: number, offset: number, whence: number): number;
  dup(fd: number): number;
  dup2(fd: number, target: number): number;
  /** Two ends of a pipe: [read, write]. */
  pipe(): [number, number];
  /** A connected pair of duplex stream sockets (what Node calls a pipe in `stdio`). */
  socketpair(): [number, number];
  setNonblock(fd: number, on: boolean): void;
  fstat(fd: number): StatFields;
  ftruncate(fd: number, length: number): void;
  fchmod(fd: number, mode: number): void;
  /** As `chown`, for what the descriptor is open on. */
  fchown(fd: number, uid: number, gid: number): void;
  futimes(fd: number, atimeMs: number, mtimeMs: number): void;
  fsync(fd: number): void;
  /** Asks for one `poll` event when any of `events` holds (HUP and ERR always count). Asked again it replaces the mask; 0 cancels. The event says `watch` again: an earlier one's may still be on its way when the number of a closed descriptor is another's. */
  poll(fd: number, events: number, watch?: number): void;
  /** Blocks until one of the descriptors is ready or the time is over (ms, -1 for ever). Returns a mask per descriptor, all 0 on timeout. */
  pollSync(fds: number[], events: number[], timeoutMs: number): number[];
  // paths
  stat(path: string, follow: boolean): StatFields;
  access(path: string, mode: number): void;
  /** [name, DT type] pairs in byte order of creation, without `.` and `..`. */
  readdir(path: string): [string, number][];
  mkdir(path: string, mode: number): void;
  rmdir(path: string): void;
  unlink(path: string): void;
  rename(from: string, to: string): void;
  /** Contents of regular files of one folder, in the order of `names`; null for what cannot be read. Ends early before `limit` bytes are exceeded. */
  readFiles(folder: string, names: string[], limit: number): (Uint8Array | null)[];
  link(existing: string, path: string): void;
  symlink(target: string, path: string): void;
  readlink(path: string): string;
  realpath(path: string): string;
  truncate(path: string, length: number): void;
  chmod(path: string, mode: number): void;
  /** Ownership is recorded and reported; every process runs as uid 1000. */
  chown(path: string, uid: number, gid: number, follow: boolean): void;
  utimes(path: string, atimeMs: number, mtimeMs: number, follow: boolean): void;
  /** Removes a tree like `rm -rf`; ENOENT when the root is missing. */
  rmtree(path: string): void;
  /** [type, bsize, blocks, bfree, bavail, files, ffree]. */
  statfs(path: string): number[];
  /** Watches a file or directory; events arrive as `watch` messages with this id. */
  watch(path: string, recursive: boolean): number;
  unwatch(id: number): void;
  // process
  spawn(spec: SpawnSpec): number;
  /** Another program takes this process's place, with its number, group and children; `fds` are its descriptors. Never returns, unless it fails as `spawn` does. Other threads end. `pgid`, `setsid` and `ctty` are not looked at. */
  exec(spec: SpawnSpec): never;
  /** [pid, status] with status as in wait(2): exit code << 8, or the signal number. pid -1 waits for any child. With WNOHANG returns [0, 0] when none is done. Blocks otherwise.
   * With WUNTRACED also a child that stopped (signal << 8 | 0x7f), with WCONTINUED one that runs on (0xffff), once each. */
  waitpid(pid: number, flags: number): [number, number];
  /** Signal 0 only checks. Negative pid addresses a group; 0 the caller's. */
  kill(pid: number, signal: number): void;
  /** Returns the disposition until then. */
  sigaction(signal: number, disposition: number): number;
  getpgid(pid: number): number;
  setpgid(pid: number, pgid: number): void;
  getcwd(): string;
  chdir(path: string): void;
  umask(mask: number): number;
  /** What others see as the process's command line from now on. */
  setTitle(title: string): void;
  /** Blocks; ends early with EINTR on a handled signal. */
  sleep(ms: number): void;
  /** Ends the process; never returns. */
  exit(code: number): never;
  /**
   * One row per live process. `busyMs` is measured by the kernel: its own work for the process and the time between calls that the process most likely computed in. `memoryBytes` is the browser's
   * figure for the heap of the process's first thread, null before it was measured; asking with `measure` begins a measurement, for a later call.
   */
  ps(measure?: boolean): { pid: number; ppid: number; pgid: number; argv: string[]; startMs: number; busyMs: number; memoryBytes: number | null }[];
  // terminal
  isatty(fd: number): boolean;
  tcgetattr(fd: number): number;
  /** Sets the `TTY` mode bits. */
  tcsetattr(fd: number, modes: number): void;
  winsize(fd: number): Winsize;
  tcgetpgrp(fd: number): number;
  tcsetpgrp(fd: number, pgid: number): void;
  // loopback network. Addresses are 127.0.0.1, ::1, 0.0.0.0 and :: only.
  /** A listening stream socket; port 0 picks a free one. EADDRINUSE when taken, unless all there share it (`reusePort`). Returns [fd, port]. */
  listen(host: string, port: number, backlog: number, ipv6Only?: boolean, reusePort?: boolean): [number, number];
  /** Listens on a unix-domain path. */
  listenUnix(path: string, backlog: number): number;
  /** Next connection: [fd, remote port, the address it was made to, the one it comes from]; EAGAIN when none waits and the socket is non-blocking. The addresses are empty for a unix-domain one. */
  accept(fd: number): [number, number, string, string];
  /** ECONNREFUSED when nothing listens there. An address outside is connected at once, whoever may be there: its failures come with the first read. `localHost` and `localPort` are what the program bound its end to: EADDRINUSE, EADDRNOTAVAIL. Returns [fd, local port, local address or '' towards the outside]. */
  connect(host: string, port: number, localHost?: string, localPort?: number): [number, number, string];
  connectUnix(path: string): number;
  /** Closes the writing side; the peer reads end of file. */
  shutdown(fd: number): void;
  /** The peer will meet ECONNRESET instead of the end of file. The descriptor stays to be closed. */
  resetConnection(fd: number): void;
  /** Sends a descriptor along a connected pair, with the byte written next (SCM_RIGHTS). `note` says what it is; the kernel does not read it. */
  sendFd(fd: number, sent: number, note: string): void;
  /** [fd, note] of a descriptor that came with bytes read just now; null when none did. A read never goes beyond the message of one. */
  receiveFd(fd: number): [number, string] | null;
  // record locks of files, by process (fcntl)
  /** Takes a shared (0) or exclusive (1) lock on a range, or gives it up (2); length 0 is to the end. EAGAIN when another process's is in the way. Never waits. */
  lock(fd: number, type: number, start: number, length: number): void;
  /** The lock of another process in the way of such a lock: [type, pid, start, length], or null. */
  testLock(fd: number, type: number, start: number, length: number): [number, number, number, number] | null;
  // datagrams on the loopback network: `read` and `write` carry them with their addresses (`abi/datagram.ts`)
  /** A bound datagram socket; port 0 picks a free one. EADDRINUSE unless both sides share it in the same way (`reuse`). Returns [fd, port]. */
  udpOpen(host: string, port: number, reuse: DatagramReuse, ipv6Only: boolean): [number, number];
  /** The only peer from now on, to whom datagrams without an address go; '' for everybody again. */
  udpConnect(fd: number, host: string, port: number): void;
  udpOption(fd: number, option: 'broadcast' | 'loop', on: boolean): void;
  /** Joins or leaves a multicast group. */
  udpGroup(fd: number, address: string, join: boolean): void;
  /** What a socket is, and where: `udp:<host>:<port>`, `tcp:...`, `unix:...`, `socket:[...]` for a pair without an address. One that is connected has `->` or `<-` and its peer, one that listens has not. ENOTSOCK for anything else. */
  socketName(fd: number): string;
  /** Whether a socket could be bound there now. */
  portFree(host: string, port: number, ipv6Only: boolean, balanced: boolean): boolean;
  // the outside, which the browser fetches from (`kernel/outside/`)
  /** The address that stands for an outside name: ENOENT when no host can have that name. */
  outsideAddress(name: string): string;
  /** The name such an address stands for, or ''. */
  outsideName(address: string): string;
  /** Says that TLS is meant on a connection to the outside, before its first byte: the browser speaks it. False, and nothing happens, when the connection stays in the sandbox. */
  outsideSecure(fd: number, servername: string): boolean;
  /** [code, text] of what broke a connection that reads as EREMOTEIO; null when nothing did. */
  outsideFailure(fd: number): [string, string] | null;
  // threads of a process, and message ports between them (`kernel/process/port-table.ts`)
  /** Number of a thread to be, and this thread's end of the port to it. */
  threadReserve(): [id: number, port: number];
  /** Starts it. EAGAIN when there are too many threads. */
  threadStart(id: number, spec: ThreadSpec): void;
  /** Ends the calling thread, which must not be the first; never returns. */
  threadExit(code: number): never;
  /** Ends a thread that this one made. Its end is told by a `thread` event. */
  threadTerminate(id: number): void;
  /** A connected pair of ports, both of this thread. */
  portPair(): [number, number];
  /** A port whose messages go to all ports of that name in the other threads of the process. */
  portJoin(name: string): number;
  /** `ports` go with the message. `natives`: a `natives` message to the kernel belongs to it. `more`: the next call's bytes go on. */
  portSend(port: number, bytes: Uint8Array, ports: number[], natives: boolean, more: boolean): void;
  /** Takes waiting messages: [sequence number, ports, whether natives belong to it, bytes], null for the closing of the other end. One whose natives are not here (`seen`: the latest that are) is left. */
  portReceive(port: number, seen: number): ([number, number[], boolean, Uint8Array] | null)[];
  /** Puts a message back that was taken. */
  portUnreceive(port: number, seq: number, bytes: Uint8Array, ports: number[]): void;
  portClose(port: number): void;
  /** Asks for a web lock of the process: [id, 0 granted | 1 waiting | 2 not available]. A `lock` event tells when a waiting one is granted, or one is stolen. */
  lockRequest(name: string, client: string, exclusive: boolean, steal: boolean, ifAvailable: boolean): [number, number];
  lockRelease(id: number): void;
  /** [name, whether exclusive, client] of each. */
  lockQuery(): { held: [string, boolean, string][]; pending: [string, boolean, string][] };
  /** Makes `env` the environment that threads share, unless there is one already. */
  envShare(env: { [name: string]: string }): void;
  /** A variable of the shared environment; null when it is not set. */
  envGet(name: string): string | null;
  /** Sets it; null removes it. */
  envSet(name: string, value: string | null): void;
  envNames(): string[];
  // parts of the programs
  /** Address of a part of the program that is not brought with its worker, for `importScripts` and the like. Blocks until it is there; ENOENT for an unknown name, EIO when it cannot be fetched. */
  asset(name: string): string;
  // the page around
  /** Tells whoever booted the sandbox: `xdg-open` with a file or an address; `code` with `open` or `diff`, then path, line and column (or empty) of each file. */
  tellClient(event: 'xdg-open' | 'code', details: string[]): void;
}

/** What `poll` is to be asked for by the read itself, when it finds less than there is room for but not the end: a program that reads all that comes saves a call each time. */
export interface NextPoll { events: number; watch: number }

/** Calls that move bytes have their own shape: the target buffer is filled in place. */
export interface SysIo {
  /** Reads into `target`; position -1 uses and moves the descriptor's. 0 is end of file. Blocks unless the descriptor is non-blocking (EAGAIN). */
  read(fd: number, target: Uint8Array, position: number, next?: NextPoll): number;
  /** Writes all of `data` when the descriptor blocks, else what fits (EAGAIN when nothing does). EPIPE (and SIGPIPE) without a reader. */
  write(fd: number, data: Uint8Array, position: number): number;
  /** Tells that the process begins to wait in its event loop, or wakes: no call, only a note for its busy time. */
  asleep(on: boolean): void;
  /** Whole file in one call: open, fstat, read, close. EISDIR for a directory. */
  readFile(path: string): Uint8Array;
  /** Whole file in one call where it fits; `flags` as for open. Returns the bytes written. */
  writeFile(path: string, flags: number, mode: number, data: Uint8Array): void;
  /** A number that is another one after any change to the filesystem, whoever made it: read from shared memory, without a call. Devices and `/proc` are not counted. */
  changes(): number;
}

export type Sys = SysCalls & SysIo;

/** Operation numbers are positions in this list; add at the end. Those named `...Bytes` carry bytes and are wrapped by `SysIo`. */
export const SYSCALLS = [
  'open', 'close', 'lseek', 'dup', 'dup2', 'pipe', 'socketpair', 'setNonblock', 'fstat', 'ftruncate', 'fchmod', 'futimes', 'fsync', 'poll', 'pollSync',
  'stat', 'access', 'readdir', 'mkdir', 'rmdir', 'unlink', 'rename', 'link', 'symlink', 'readlink', 'realpath', 'truncate', 'chmod', 'chown', 'utimes',
  'rmtree', 'statfs', 'watch', 'unwatch', 'spawn', 'waitpid', 'kill', 'sigaction', 'getpgid', 'setpgid', 'getcwd', 'chdir', 'umask', 'sleep', 'exit', 'ps',
  'isatty', 'tcgetattr', 'tcsetattr', 'winsize', 'tcgetpgrp', 'tcsetpgrp', 'listen', 'listenUnix', 'accept', 'connect', 'connectUnix', 'shutdown',
  'readBytes', 'writeBytes', 'readFileBytes', 'writeFileBytes', 'asset', 'fchown',
  'resetConnection', 'udpOpen', 'udpConnect', 'udpOption', 'udpGroup',
  'outsideAddress', 'outsideName', 'outsideSecure', 'outsideFailure',
  'lock', 'testLock',
  'threadReserve', 'threadStart', 'threadExit', 'threadTerminate', 'portPair', 'portJoin', 'portSend', 'portReceive', 'portUnreceive', 'portClose',
  'lockRequest', 'lockRelease', 'lockQuery', 'envShare', 'envGet', 'envSet', 'envNames',
  'readFiles',
  'tellClient',
  'exec', 'sendFd', 'receiveFd', 'socketName', 'portFree', 'setTitle',
] as const;
export type SyscallName = (typeof SYSCALLS)[number];

// Holds the list and the interface together: a call added to one only does not compile.
type Missing = Exclude<keyof SysCalls, SyscallName>;
const complete: [Missing] extends [never] ? true : never = true;
void complete;

/** What the byte-carrying operations take and return on the wire. */
export interface ByteCalls {
  /** [fd, length, position, events and watch of `NextPoll`] -> bytes. */
  readBytes(fd: number, length: number, position: number, events?: number, watch?: number): Uint8Array;
  /** [fd, bytes, position] -> count. */
  writeBytes(fd: number, data: Uint8Array, position: number): number;
  readFileBytes(path: string): Uint8Array;
  writeFileBytes(path: string, flags: number, mode: number, data: Uint8Array): void;
}
