/** The `TCP` handle over the kernel's loopback network. */
import { O } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { completeConnect, Listener } from './connection.ts';
import { status, statusOf } from './errors.ts';
import { handleClasses } from './handle-wrap.ts';
import { type HandleNote, handleMakers } from './passed-handles.ts';
import { perRuntime } from './per-runtime.ts';
import { streamClasses } from './stream-wrap.ts';

interface Address { address: string; family: 'IPv4' | 'IPv6'; port: number }

function addressOf(address: string, port: number): Address {
  return { address, family: address.includes(':') ? 'IPv6' : 'IPv4', port };
}

/** This machine's own address as the outside would see it: it belongs to the addresses that stand for names there (`kernel/outside/names.ts`). */
const OWN_ADDRESS = '198.18.0.1';

/** As the kernel names a socket of TCP. */
const NAME = /^tcp:([\d.a-f:]*?):(\d+)(?:(->|<-)(.*):(\d+))?$/;

const isOwn = (address: string): boolean => /^(::ffff:)?(127|0)\.|^[0:]*:1?$/.test(address);

/** The wildcard is no address of a peer. */
function concrete(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}

/** An address as another process told it. */
function addressNote(value: unknown): Address | null {
  const { address, port } = (value ?? {}) as Partial<Address>;
  return typeof address === 'string' && typeof port === 'number' ? addressOf(address, port) : null;
}

function build(rt: NodeRuntime) {
  const { stateOf } = handleClasses(rt);
  const { LibuvStreamWrap, fdStreamOf, streamOf, attach } = streamClasses(rt);
  const SERVER = 1;
  const UV_TCP_IPV6ONLY = 1, UV_TCP_REUSEPORT = 2;
  /** As `net.Server` has it. */
  const BACKLOG = 511;

  const nameOf = (fd: number): string => {
    try {
      return rt.sys.socketName(fd);
    } catch {
      return '';
    }
  };

  class TCP extends LibuvStreamWrap {
    #local: Address | null = null;
    #remote: Address | null = null;
    #ipv6Only = false;
    #reusePort = false;
    #listener: Listener | null = null;
    /** A listening descriptor received from another process, until `listen` takes it over. */
    #received: number | null = null;
    /** Its address was another's when it was sent. */
    #taken = false;
    declare onconnection: Internal;

    constructor(type: number) {
      super(type === SERVER ? 'TCPSERVERWRAP' : 'TCPWRAP');
      const state = stateOf(this);
      state.note = () => {
        this.#bindNow();
        return JSON.stringify({ type: 'tcp', listening: !this.#taken && (this.#listener !== null || this.#received !== null), local: this.#local, remote: this.#remote } satisfies HandleNote);
      };
      const releaseStream = state.release;
      state.release = () => {
        this.#listener?.close();
        this.#listener = null;
        if (this.#received !== null) status(() => rt.sys.close(this.#received!));
        this.#received = null;
        releaseStream();
      };
    }

    override get fd(): number {
      // One that is only bound as well: it may be given to a child, or to another handle.
      status(() => this.#bindNow());
      return this.#listener?.fd ?? this.#received ?? super.fd;
    }

    /** The kernel binds and listens in one call: a handle that is only bound gets its descriptor when another process is to have it. @throws SysError */
    #bindNow(): void {
      const local = this.#local;
      if (local === null || this.#listener !== null || this.#received !== null || streamOf(this).stream !== null) return;
      try {
        [this.#received, local.port] = rt.sys.listen(local.address, local.port, BACKLOG, this.#ipv6Only, this.#reusePort);
      } catch (e) {
        if (!(e instanceof SysError) || e.code !== 'EADDRINUSE') throw e;
        // libuv tells of it when somebody listens. Until then it is a socket without a port, by which cluster's workers know.
        this.#received = rt.sys.open('/dev/null', O.RDWR, 0);
        this.#taken = true;
        local.port = 0;
      }
    }

    /** The handle of a descriptor that another process sent. */
    static fromNote(fd: number, note: HandleNote): TCP {
      const handle = new TCP(note.listening ? SERVER : 0);
      handle.#local = addressNote(note.local);
      handle.#remote = addressNote(note.remote);
      if (note.listening) handle.#received = fd;
      else attach(handle, fd, false);
      return handle;
    }

    /** A descriptor that was opened elsewhere: one that listens already waits for `listen`, of one that is connected both addresses are known. */
    open(fd: number): number {
      const [, host, port, way, peer, peerPort] = NAME.exec(nameOf(fd)) ?? [];
      if (host !== undefined) this.#local = addressOf(host, Number(port));
      if (peer !== undefined) this.#remote = addressOf(peer, Number(peerPort));
      if (host === undefined || way !== undefined) return attach(this, fd);
      this.#received = fd;
      return 0;
    }

    /** `port` is undefined where a program names its own address alone: any port then. */
    bind(address: string, port: number | undefined, flags = 0): number {
      if (this.#local) return -ERRNO.EINVAL;
      if (!isOwn(address) && address !== '::' && address !== OWN_ADDRESS) return -ERRNO.EADDRNOTAVAIL;
      this.#reusePort = (flags & UV_TCP_REUSEPORT) !== 0;
      this.#local = addressOf(address, Number(port) & 0xffff);
      return 0;
    }

    bind6(address: string, port: number | undefined, flags = 0): number {
      this.#ipv6Only = (flags & UV_TCP_IPV6ONLY) !== 0;
      return this.bind(address, port, flags);
    }

    listen(backlog: number): number {
      const local = this.#local ??= addressOf('0.0.0.0', 0);
      try {
        const [fd, port] = this.#received === null ? rt.sys.listen(local.address, local.port, Number(backlog) | 0, this.#ipv6Only, this.#reusePort) : [this.#received, local.port];
        this.#received = null;
        local.port = port;
        this.#listener = new Listener(
          rt, fd,
          (accepted, remotePort, address, remote) => this.#accept(accepted, remotePort, address, remote),
          (errno) => stateOf(this).context.call(this.onconnection, this, -errno, undefined),
        );
      } catch (e) {
        return statusOf(e);
      }
      stateOf(this).setActive(true);
      return 0;
    }

    #accept(fd: number, remotePort: number, target: string, source: string): void {
      const client = stateOf(this).context.triggering(() => new TCP(0));
      const code = attach(client, fd, false);
      // A dual-stack socket shows IPv4 peers mapped into IPv6.
      const shown = (address: string): string => (this.#local!.family === 'IPv6' && !address.includes(':') ? `::ffff:${address}` : address);
      client.#local = addressOf(shown(target), this.#local!.port);
      client.#remote = addressOf(shown(source), remotePort);
      stateOf(this).context.call(this.onconnection, this, code, code === 0 ? client : undefined);
    }

    connect(req: Internal, address: string, port: number): number {
      const from = this.#local;
      if (this.#received !== null) status(() => rt.sys.close(this.#received!));
      this.#received = null;
      this.#local ??= addressOf(address.includes(':') ? '::' : '0.0.0.0', 0);
      let code = 0;
      try {
        const [fd, localPort, source] = from === null ? rt.sys.connect(address, port) : rt.sys.connect(address, port, from.address, from.port);
        code = attach(this, fd, false);
        this.#local = addressOf(address.startsWith('::ffff:') && source !== '' ? `::ffff:${source}` : source || OWN_ADDRESS, localPort);
        this.#remote = addressOf(concrete(address), port);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        // connect(2) itself reports everything but a refusal, which arrives as the socket's error later; so does a local port that is taken, which libuv keeps from bind(2).
        if (e.code !== 'ECONNREFUSED' && e.code !== 'EADDRINUSE') return -e.errno;
        code = -e.errno;
      }
      completeConnect(rt, 'TCPCONNECTWRAP', req, this, code, code === 0 ? fdStreamOf(this) : null);
      return 0;
    }

    connect6(req: Internal, address: string, port: number): number {
      return this.connect(req, address, port);
    }

    /** Of one that is only bound, whether another has its port. libuv keeps bind(2)'s error for who listens or connects; until then its socket has no port, by which the library knows. */
    #isTaken(): boolean {
      const { address, port } = this.#local!;
      const bare = this.#listener === null && this.#received === null && streamOf(this).stream === null;
      return bare && port !== 0 && !rt.sys.portFree(address, port, this.#ipv6Only, this.#reusePort);
    }

    getsockname(out: object): number {
      if (!this.#local) return streamOf(this).stream ? -ERRNO.EINVAL : -ERRNO.EBADF;
      Object.assign(out, this.#local, this.#isTaken() ? { port: 0 } : {});
      return 0;
    }

    getpeername(out: object): number {
      if (!this.#remote) return -ERRNO.ENOTCONN;
      Object.assign(out, this.#remote);
      return 0;
    }

    // The loopback network delivers at once and never loses a peer silently, so these options hold by themselves.
    setNoDelay(): number {
      return 0;
    }
    setKeepAlive(): number {
      return 0;
    }
    #typeOfService = 0;
    setTypeOfService(value: number): number {
      this.#typeOfService = value;
      return 0;
    }
    getTypeOfService(): number {
      return this.#typeOfService;
    }

    reset(callback?: () => void): number {
      if (stateOf(this).closing) return 0;
      if (super.fd >= 0) status(() => rt.sys.resetConnection(super.fd));
      this.close(callback);
      return 0;
    }
  }
  handleMakers(rt).set('tcp', (fd, note) => TCP.fromNote(fd, note));
  return { TCP };
}

export const tcpClasses = perRuntime(build);
