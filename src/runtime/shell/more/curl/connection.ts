/** A stream connection of a synchronous program, to a server of the sandbox or, through the kernel, to one outside. */
import { POLL } from '../../../abi/constants.ts';
import { SysError } from '../../../abi/errno.ts';
import type { Sys } from '../../../abi/syscalls.ts';

/** What ends a transfer: curl's number for it, and its sentence. */
export class TransferError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const READ_BYTES = 64 * 1024;

/** Addresses of a name, to be tried in this order. @throws TransferError 6 */
export function resolve(sys: Sys, host: string, family: 0 | 4 | 6): string[] {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (/^\d+(\.\d+){3}$/.test(bare) || bare.includes(':')) return [bare];
  const name = bare.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name === 'tabloom') return family === 6 ? ['::1'] : family === 4 ? ['127.0.0.1'] : ['127.0.0.1', '::1'];
  try {
    return [sys.outsideAddress(name)];
  } catch (e) {
    if (e instanceof SysError) throw new TransferError(6, `Could not resolve host: ${host}`);
    throw e;
  }
}

export class Connection {
  readonly address: string;
  readonly port: number;
  readonly localPort: number;
  private readonly sys: Sys;
  private readonly fd: number;
  private readonly buffer = new Uint8Array(READ_BYTES);

  /** Connects to the first address that answers. `secure` says that TLS is meant. @throws TransferError */
  constructor(sys: Sys, host: string, port: number, secure: boolean, family: 0 | 4 | 6, trying: (address: string) => void) {
    this.sys = sys;
    this.port = port;
    for (const address of resolve(sys, host, family)) {
      trying(address);
      try {
        const [fd, localPort] = sys.connect(address, port);
        this.address = address;
        this.fd = fd;
        this.localPort = localPort;
        if (secure && !sys.outsideSecure(fd, host)) {
          sys.close(fd);
          throw new TransferError(35, 'TLS to a server of the sandbox needs node: use fetch or https in a script');
        }
        sys.setNonblock(fd, true);
        return;
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
      }
    }
    throw new TransferError(7, `Failed to connect to ${host} port ${port} after 0 ms: Couldn't connect to server`);
  }

  /** @throws TransferError 55; and what `remaining` throws when the time is over */
  write(data: Uint8Array, remaining: () => number): void {
    let at = 0;
    while (at < data.length) {
      try {
        at += this.sys.write(this.fd, data.subarray(at), -1);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (e.code === 'EAGAIN') this.sys.pollSync([this.fd], [POLL.OUT], remaining());
        // The server may have answered already and hung up: what it said is read.
        else if (e.code === 'EPIPE' || e.code === 'ECONNRESET') return;
        else throw this.failure(e, 55, 'Send failure');
      }
    }
  }

  /** The next bytes, a view that the following call overwrites; null at the end. @throws TransferError 56, 7; and what `remaining` throws */
  read(remaining: () => number): Uint8Array | null {
    for (;;) {
      try {
        const n = this.sys.read(this.fd, this.buffer, -1);
        return n > 0 ? this.buffer.subarray(0, n) : null;
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (e.code === 'EAGAIN') this.sys.pollSync([this.fd], [POLL.IN], remaining());
        else if (e.code !== 'EINTR') throw this.failure(e, 56, 'Recv failure');
      }
    }
  }

  close(): void {
    this.sys.close(this.fd);
  }

  private failure(error: SysError, code: number, what: string): TransferError {
    const reason = error.code === 'EREMOTEIO' ? this.sys.outsideFailure(this.fd) : null;
    if (reason) return new TransferError(7, reason[1]);
    return new TransferError(code, `${what}: ${error.code === 'ECONNRESET' ? 'Connection reset by peer' : error.code}`);
  }
}
