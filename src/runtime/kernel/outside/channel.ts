/** The kernel's own end of a connection, with promises: what a server in the kernel reads and writes. */
import { POLL } from '../../abi/constants.ts';
import type { StreamSocket } from '../net/stream-socket.ts';
import { type Process, WOULD_BLOCK } from '../types.ts';

/** Thrown when the program has closed its end: there is nobody left to tell. */
export class Gone extends Error {}

const READ_BYTES = 64 * 1024;
/** Sockets do not ask who reads and writes. */
const NOBODY = null as unknown as Process;

export class Channel {
  readonly socket: StreamSocket;
  /** Bytes that were read and given back. */
  private ahead: Uint8Array | null = null;

  constructor(socket: StreamSocket) {
    this.socket = socket;
  }

  /** The next bytes, or null at the end. @throws Gone */
  async read(): Promise<Uint8Array | null> {
    if (this.ahead) {
      const bytes = this.ahead;
      this.ahead = null;
      return bytes;
    }
    for (;;) {
      const bytes = this.attempt(() => this.socket.read(NOBODY, READ_BYTES));
      // A view of the queue's own memory: it stays as it is, because queued pieces are never written to again.
      if (bytes !== WOULD_BLOCK) return bytes.length > 0 ? bytes : null;
      await this.change();
    }
  }

  /** The next `read` gives these bytes first. */
  giveBack(bytes: Uint8Array): void {
    if (bytes.length > 0) this.ahead = bytes;
  }

  /** Resolves when all was taken. @throws Gone */
  async write(data: Uint8Array): Promise<void> {
    let at = 0;
    while (at < data.length) {
      const n = this.attempt(() => this.socket.write(NOBODY, data.subarray(at)));
      if (n === WOULD_BLOCK) await this.change();
      else at += n;
    }
  }

  /** Aborts `controller` when the program closes its end; the result stops watching. */
  abortWhenGone(controller: AbortController): () => void {
    const look = (): void => {
      if (this.gone) controller.abort();
    };
    look();
    return this.socket.waiters.add(look);
  }

  get gone(): boolean {
    return (this.socket.pollMask() & POLL.HUP) !== 0;
  }

  private attempt<T>(call: () => T): T {
    try {
      return call();
    } catch {
      // ECONNRESET and EPIPE: both mean the same here.
      throw new Gone();
    }
  }

  private change(): Promise<void> {
    return new Promise((done) => {
      const remove = this.socket.waiters.add(() => {
        remove();
        done();
      });
    });
  }
}
