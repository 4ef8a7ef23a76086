/** Listening sockets: connections wait here until they are accepted. */
import { O, POLL, S } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { StatFields } from '../../abi/syscalls.ts';
import { type OpenFile, USER_ID, WOULD_BLOCK, type WouldBlock } from '../types.ts';
import { Waiters } from '../waiters.ts';
import { nextInode, type StreamSocket } from './stream-socket.ts';

/** Connections that may wait. Linux lets a connect beyond the backlog hang and retry; here connects are immediate, so a generous bound stands in for it. */
const MAX_WAITING = 4096;

/** A connection that waits to be accepted: the server's end, the client's port (0 for unix-domain), where it came from and the address it connected to. */
export interface Incoming { socket: StreamSocket; remotePort: number; remote: string; address: string }

export class Listener implements OpenFile {
  readonly kind = 'listener';
  flags: number = O.RDWR;
  refs = 1;
  readonly path: string;
  readonly waiters = new Waiters();
  closed = false;
  private waiting: Incoming[] = [];
  private readonly onClose: () => void;
  private readonly ino = nextInode();
  private readonly bornMs = Date.now();

  /** `onClose` frees the address. */
  constructor(path: string, onClose: () => void) {
    this.path = path;
    this.onClose = onClose;
  }

  /** @throws SysError ECONNREFUSED when it is closed or too many wait */
  enqueue(incoming: Incoming): void {
    if (this.closed || this.waiting.length >= MAX_WAITING) throw new SysError(ERRNO.ECONNREFUSED);
    this.waiting.push(incoming);
    this.waiters.wake();
  }

  accept(): Incoming | WouldBlock {
    if (this.closed) throw new SysError(ERRNO.EINVAL);
    return this.waiting.shift() ?? WOULD_BLOCK;
  }

  read(): never {
    throw new SysError(ERRNO.ENOTCONN);
  }

  write(): never {
    throw new SysError(ERRNO.ENOTCONN);
  }

  pollMask(): number {
    return this.waiting.length ? POLL.IN : 0;
  }

  stat(): StatFields {
    return [8, S.IFSOCK | 0o777, 1, USER_ID, USER_ID, 0, 4096, this.ino, 0, 0, this.bornMs, this.bornMs, this.bornMs, this.bornMs];
  }

  close(): void {
    this.closed = true;
    // Clients that were never accepted meet the end of their connection.
    for (const { socket } of this.waiting) socket.close();
    this.waiting = [];
    this.onClose();
  }
}
