/** The `UDP` handle over the kernel's datagrams. */
import { POLL } from '../../abi/constants.ts';
import { MAX_PACKED, packDatagram, unpackDatagram } from '../../abi/datagram.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { FdWatch, Internal, NodeRuntime } from '../runtime.ts';
import { status, statusOf } from './errors.ts';
import { handleClasses } from './handle-wrap.ts';
import { canonicalIp } from './ip.ts';
import { type HandleNote, handleMakers } from './passed-handles.ts';
import { perRuntime } from './per-runtime.ts';

const REUSEADDR = 4, REUSEPORT = 64, IPV6ONLY = 1;
/** What Linux reports for sockets of its default sizes, and the smallest and largest it sets. */
const DEFAULT_BUFFER = 212_992, MIN_RECEIVE = 2304, MIN_SEND = 4608;

const familyOf = (address: string): string => (address.includes(':') ? 'IPv6' : 'IPv4');

function build(rt: NodeRuntime) {
  const { HandleWrap, stateOf } = handleClasses(rt);
  const scratch = new Uint8Array(MAX_PACKED);
  /** Descriptors that are read already: two handles would take each other's datagrams. */
  const used = new Set<number>();

  class UDP extends HandleWrap {
    #fd = -1;
    #host = '';
    #port = 0;
    #peer: { address: string; port: number } | null = null;
    #watch: FdWatch | null = null;
    #sizes = [DEFAULT_BUFFER, DEFAULT_BUFFER];
    declare onmessage: Internal;
    declare onerror: Internal;

    constructor() {
      super('UDPWRAP');
      stateOf(this).release = () => {
        this.#watch?.close();
        this.#watch = null;
        used.delete(this.#fd);
        if (this.#fd >= 0) rt.sys.close(this.#fd);
        this.#fd = -1;
      };
      stateOf(this).note = () => {
        if (this.#fd < 0) throw new SysError(ERRNO.EBADF);
        return JSON.stringify({ type: 'udp', listening: false } satisfies HandleNote);
      };
    }

    /** The handle of a descriptor that another process sent: what comes in is for whoever takes it first. */
    static fromNote(fd: number): UDP {
      const handle = new UDP();
      handle.open(fd);
      return handle;
    }

    get fd(): number {
      return this.#fd;
    }

    open(fd: number): number {
      if (used.has(fd)) return -ERRNO.EEXIST;
      return status(() => {
        const [, host, port] = /^udp:(.*):(\d+)$/.exec(rt.sys.socketName(fd)) ?? [];
        if (host === undefined) throw new SysError(ERRNO.EINVAL);
        rt.sys.setNonblock(fd, true);
        this.#fd = fd;
        this.#host = host;
        this.#port = Number(port);
      });
    }

    /** `port` is whatever the program gave, a callback in the place of one included: what is no number is 0. */
    #bind(address: string, port: unknown, flags: number): number {
      if (this.#fd >= 0) return -ERRNO.EINVAL;
      return status(() => {
        [this.#fd, this.#port] = rt.sys.udpOpen(address, (Number(port) >>> 0) & 0xffff, (flags & REUSEPORT) !== 0 ? 'port' : (flags & REUSEADDR) !== 0 ? 'address' : 'no', (flags & IPV6ONLY) !== 0);
        this.#host = canonicalIp(address) ?? address;
        rt.sys.setNonblock(this.#fd, true);
      });
    }
    bind(address: string, port: unknown, flags: number): number {
      return this.#bind(address, port, flags);
    }
    bind6(address: string, port: unknown, flags: number): number {
      return this.#bind(address, port, flags);
    }

    #connect(address: string, port: number): number {
      if (this.#peer) return -ERRNO.EISCONN;
      return status(() => {
        rt.sys.udpConnect(this.#fd, address, port);
        this.#peer = { address, port };
      });
    }
    connect(address: string, port: number): number {
      return this.#connect(address, port);
    }
    connect6(address: string, port: number): number {
      return this.#connect(address, port);
    }
    disconnect(): number {
      if (!this.#peer) return -ERRNO.ENOTCONN;
      return status(() => {
        rt.sys.udpConnect(this.#fd, '', 0);
        this.#peer = null;
      });
    }

    /** Sent or failed at once: the number of bytes and one, or a negative errno. */
    #send(req: Internal, list: ArrayBufferView[], count: number, port: number | boolean, address?: string): number {
      let length = 0;
      for (let i = 0; i < count; i++) length += list[i]!.byteLength;
      const data = new Uint8Array(length);
      let at = 0;
      for (let i = 0; i < count; i++) {
        const { buffer, byteOffset, byteLength } = list[i]!;
        data.set(new Uint8Array(buffer, byteOffset, byteLength), at);
        at += byteLength;
      }
      const to = address === undefined ? { address: '', port: 0 } : { address: canonicalIp(address) ?? address, port: Number(port) };
      try {
        rt.sys.write(this.#fd, packDatagram({ ...to, data }), -1);
        return length + 1;
      } catch (e) {
        if (!(e instanceof SysError) || e.code !== 'ENETUNREACH') return statusOf(e);
        // Node's own errors name system calls; this one has to say that no computer outside can be reached so.
        const { address: host, port: at } = this.#peer ?? to;
        const error = Object.assign(new Error(`a browser page cannot send datagrams to ${host.includes(':') ? `[${host}]` : host}:${at}: nothing but HTTP, HTTPS and WebSocket reaches the outside`), { code: 'ERR_TABLOOM_UDP_OUTSIDE', syscall: 'send' });
        if (typeof req.callback === 'function') rt.process.nextTick(req.callback, error);
        return 0;
      }
    }
    send(req: Internal, list: ArrayBufferView[], count: number, port: number | boolean, address?: string): number {
      return this.#send(req, list, count, port, address);
    }
    send6(req: Internal, list: ArrayBufferView[], count: number, port: number | boolean, address?: string): number {
      return this.#send(req, list, count, port, address);
    }

    recvStart(): number {
      if (this.#fd < 0) return -ERRNO.EBADF;
      this.#watch ??= rt.loop.watchFd(this.#fd, POLL.IN, () => this.#receive());
      this.#watch.update(POLL.IN);
      used.add(this.#fd);
      stateOf(this).setActive(true);
      return 0;
    }
    recvStop(): number {
      this.#watch?.update(0);
      used.delete(this.#fd);
      stateOf(this).setActive(false);
      return 0;
    }
    /** One datagram for each event: its callback needs a task of its own, and the watch asks again by itself. */
    #receive(): void {
      let n: number;
      try {
        n = rt.sys.read(this.#fd, scratch, -1);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        if (e.code !== 'EAGAIN' && e.code !== 'EINTR') stateOf(this).context.call(this.onmessage, this, -e.errno, this, undefined, undefined);
        return;
      }
      const { address, port, data } = unpackDatagram(scratch.subarray(0, n))!;
      const message = rt.requireBuiltin('buffer').Buffer.from(data);
      stateOf(this).context.call(this.onmessage, this, message.length, this, message, { address, family: familyOf(address), port, size: message.length });
    }

    getsockname(out: object): number {
      if (this.#fd < 0) return -ERRNO.EBADF;
      Object.assign(out, { address: this.#host, family: familyOf(this.#host), port: this.#port });
      return 0;
    }
    getpeername(out: object): number {
      if (!this.#peer) return -ERRNO.ENOTCONN;
      Object.assign(out, { address: this.#peer.address, family: familyOf(this.#peer.address), port: this.#peer.port });
      return 0;
    }

    setBroadcast(on: number): number {
      return this.#bound(() => rt.sys.udpOption(this.#fd, 'broadcast', on === 1));
    }
    setMulticastLoopback(on: number): number {
      return this.#bound(() => rt.sys.udpOption(this.#fd, 'loop', on === 1));
    }
    // The loopback network has one interface and no hops.
    setTTL(ttl: number): number {
      return ttl < 1 || ttl > 255 ? -ERRNO.EINVAL : this.#bound(() => {});
    }
    setMulticastTTL(ttl: number): number {
      return ttl < 0 || ttl > 255 ? -ERRNO.EINVAL : this.#bound(() => {});
    }
    setMulticastInterface(address: string): number {
      const host = canonicalIp(address.replace(/%.*/, ''));
      if (host === undefined) return -ERRNO.EINVAL;
      return this.#bound(() => {
        if (!host.includes(':') && !/^(0\.0\.0\.0$|127\.|198\.18\.0\.1$)/.test(host)) throw new SysError(ERRNO.EADDRNOTAVAIL);
      });
    }
    #member(group: string, join: boolean): number {
      const host = canonicalIp(group.replace(/%.*/, ''));
      if (host === undefined) return -ERRNO.EINVAL;
      // One that is not bound is bound now, as libuv does.
      const code = this.#fd < 0 ? this.#bind(host.includes(':') ? '::' : '0.0.0.0', 0, REUSEADDR) : 0;
      const result = code < 0 ? code : status(() => rt.sys.udpGroup(this.#fd, group, join));
      // Linux: who leaves what is no group was not in it.
      return !join && result === -ERRNO.EINVAL ? -ERRNO.EADDRNOTAVAIL : result;
    }
    addMembership(group: string): number {
      return this.#member(group, true);
    }
    dropMembership(group: string): number {
      return this.#member(group, false);
    }
    addSourceSpecificMembership(_source: string, group: string): number {
      return this.addMembership(group);
    }
    dropSourceSpecificMembership(_source: string, group: string): number {
      return this.dropMembership(group);
    }
    #bound(call: () => void): number {
      return this.#fd < 0 ? -ERRNO.EBADF : status(call);
    }

    /** 0 asks; `receiving` chooses the buffer. Linux doubles what is set. */
    bufferSize(size: number, receiving: boolean, ctx: Internal): number | undefined {
      const sending = !receiving;
      const unusable = size > 0x7fffffff;
      if (this.#fd < 0 || unusable) {
        const [errno, code, message] = unusable ? [ERRNO.EINVAL, 'EINVAL', 'invalid argument'] : [ERRNO.EBADF, 'EBADF', 'bad file descriptor'];
        Object.assign(ctx, { errno: -errno, code, message, syscall: sending ? 'uv_send_buffer_size' : 'uv_recv_buffer_size' });
        return undefined;
      }
      const which = sending ? 1 : 0;
      if (size > 0) this.#sizes[which] = Math.max(sending ? MIN_SEND : MIN_RECEIVE, Math.min(size, DEFAULT_BUFFER) * 2);
      return size > 0 ? 0 : this.#sizes[which];
    }
    getSendQueueSize(): number {
      return 0;
    }
    getSendQueueCount(): number {
      return 0;
    }
  }
  handleMakers(rt).set('udp', (fd) => UDP.fromNote(fd));
  return { UDP };
}

export const udpClasses = perRuntime(build);
