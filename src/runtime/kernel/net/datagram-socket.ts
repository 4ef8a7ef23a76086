/** One UDP socket: what it is bound to, and the datagrams that wait for its reader. */
import { O, POLL, S } from '../../abi/constants.ts';
import { packDatagram, unpackDatagram } from '../../abi/datagram.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { DatagramReuse, StatFields } from '../../abi/syscalls.ts';
import { type OpenFile, type Process, USER_ID, WOULD_BLOCK, type WouldBlock } from '../types.ts';
import { Waiters } from '../waiters.ts';
import { nextInode } from './stream-socket.ts';

/** Bytes that wait for a reader: beyond them datagrams are lost, as on Linux (net.core.rmem_default). */
const MAX_QUEUED = 212_992;
/** What Linux counts for a datagram beyond its contents; also bounds empty ones. */
const OVERHEAD = 768;

/** How a socket hands over what it sends. */
export type Deliver = (from: DatagramSocket, address: string, port: number, data: Uint8Array) => void;

export class DatagramSocket implements OpenFile {
  readonly kind = 'socket';
  flags: number = O.RDWR;
  refs = 1;
  readonly path: string;
  readonly host: string;
  readonly port: number;
  readonly reuse: DatagramReuse;
  readonly ipv6Only: boolean;
  readonly waiters = new Waiters();
  /** May send to everybody. */
  broadcast = false;
  /** Own multicast datagrams come back. */
  loop = true;
  readonly groups = new Set<string>();
  peer: { address: string; port: number } | null = null;
  onClose: (() => void) | null = null;
  private queue: { bytes: Uint8Array; cost: number }[] = [];
  private queued = 0;
  /** Nobody listened at the peer's port: told once. */
  private refused = false;
  private readonly deliver: Deliver;
  private readonly ino = nextInode();
  private readonly bornMs = Date.now();

  constructor(host: string, port: number, options: { reuse: DatagramReuse; ipv6Only: boolean }, deliver: Deliver) {
    this.host = host;
    this.port = port;
    this.reuse = options.reuse;
    this.ipv6Only = options.ipv6Only;
    this.path = `udp:${host}:${port}`;
    this.deliver = deliver;
  }

  /** One datagram; what does not fit into `length` is lost. */
  read(_process: Process, length: number): Uint8Array | WouldBlock {
    if (this.refused) {
      this.refused = false;
      throw new SysError(ERRNO.ECONNREFUSED);
    }
    const next = this.queue.shift();
    if (!next) return WOULD_BLOCK;
    this.queued -= next.cost;
    return next.bytes.subarray(0, length);
  }

  write(_process: Process, data: Uint8Array): number {
    const datagram = unpackDatagram(data);
    if (!datagram) throw new SysError(ERRNO.EINVAL);
    const to = datagram.address === '' ? this.peer : datagram;
    if (!to) throw new SysError(ERRNO.EDESTADDRREQ);
    this.deliver(this, to.address, to.port, datagram.data.slice());
    return data.length;
  }

  receive(address: string, port: number, data: Uint8Array): void {
    const bytes = packDatagram({ address, port, data });
    const cost = bytes.length + OVERHEAD;
    if (this.queued + cost > MAX_QUEUED) return;
    this.queue.push({ bytes, cost });
    this.queued += cost;
    this.waiters.wake();
  }

  refuse(): void {
    this.refused = true;
    this.waiters.wake();
  }

  pollMask(): number {
    return POLL.OUT | (this.queue.length > 0 ? POLL.IN : 0) | (this.refused ? POLL.IN | POLL.ERR : 0);
  }

  stat(): StatFields {
    return [8, S.IFSOCK | 0o777, 1, USER_ID, USER_ID, 0, 4096, this.ino, 0, 0, this.bornMs, this.bornMs, this.bornMs, this.bornMs];
  }

  close(): void {
    this.queue = [];
    this.onClose?.();
    this.onClose = null;
  }
}
