/** The loopback network of one sandbox: who listens where, and connections between processes. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { Listener } from './listener.ts';
import { StreamSocket } from './stream-socket.ts';

/** Ports given out when a program asks for any, as Linux's default range. */
const FIRST_EPHEMERAL = 32768;
const LAST_EPHEMERAL = 60999;

export type PortEvent = 'open' | 'close';

/** Where connections to addresses that are not this machine's go (`outside/`). */
export interface OutsideRoute {
  /** The program's end. `proxy` is the address of one the program wants its requests to go through. @throws SysError */
  connect(address: string, port: number, localPort: number, proxy?: string): StreamSocket;
}

/** `ipv6Only`: of `::`, that it is not IPv4's wildcard too. */
interface Place { host: string; ipv6Only: boolean }
interface Bound extends Place { listener: Listener; reusePort: boolean }

export class Network {
  /** Told when the first listener of a port appears and when the last one goes. */
  onPort: ((port: number, event: PortEvent) => void) | null = null;
  /** None: addresses outside are unreachable. */
  outside: OutsideRoute | null = null;
  private readonly ports = new Map<number, Bound[]>();
  /** Local ports of connections that still exist. */
  private readonly busy = new Set<number>();
  private readonly abstract = new Map<string, Listener>();
  private next = FIRST_EPHEMERAL;
  private pairs = 0;

  /** Ports with a listener, ascending. */
  openPorts(): number[] {
    return [...this.ports.keys()].sort((a, b) => a - b);
  }

  /** @throws SysError EADDRINUSE, EADDRNOTAVAIL for an address that is not this machine's, EINVAL */
  listen(address: string, port: number, { ipv6Only = false, reusePort = false } = {}): { listener: Listener; port: number } {
    const host = localAddress(address);
    if (host === null) throw new SysError(ERRNO.EADDRNOTAVAIL);
    checkPort(port);
    const chosen = port === 0 ? this.freePort() : port;
    const bound = this.ports.get(chosen) ?? [];
    if (!this.isFree(host, chosen, ipv6Only, reusePort)) throw new SysError(ERRNO.EADDRINUSE);
    const listener = new Listener(`tcp:${host}:${chosen}`, () => this.unbind(chosen, listener));
    bound.push({ host, ipv6Only, listener, reusePort });
    this.ports.set(chosen, bound);
    if (bound.length === 1) this.onPort?.(chosen, 'open');
    return { listener, port: chosen };
  }

  /** Whether no listener is in the way of one there. */
  isFree(address: string, port: number, ipv6Only: boolean, reusePort: boolean): boolean {
    const host = localAddress(address) ?? '0.0.0.0';
    return !this.ports.get(port)?.some((other) => !(other.reusePort && reusePort) && overlap(other, { host, ipv6Only }));
  }

  /**
   * @param from what the program bound its end to; port 0 is any
   * @returns the socket, its port and its address, which is empty towards the outside
   * @throws SysError ECONNREFUSED, ENETUNREACH for an address outside when there is no way there, EADDRINUSE and EADDRNOTAVAIL for the port it is to come from, EINVAL
   */
  connect(address: string, port: number, { proxy, from }: { proxy?: string | undefined; from?: { address: string; port: number } } = {}): { socket: StreamSocket; port: number; source: string } {
    const host = localAddress(address);
    checkPort(port);
    if (host === null) {
      if (!this.outside) throw new SysError(ERRNO.ENETUNREACH);
      const local = this.portFrom(from);
      const socket = this.outside.connect(address, port, local, proxy);
      this.busy.add(local);
      socket.onClose = () => this.busy.delete(local);
      return { socket, port: local, source: '' };
    }
    const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
    const candidates = (this.ports.get(port) ?? []).filter((candidate) => accepts(candidate, target));
    const first = candidates[0];
    // A port that is taken is told of first, as bind(2) comes before connect(2).
    const local = this.portFrom(from);
    if (first === undefined) throw new SysError(ERRNO.ECONNREFUSED);
    // Those that share the port share its connections, by a hash of the other end.
    const sharing = first.reusePort ? candidates.filter((one) => one.host === first.host) : [first];
    const bound = sharing[local % sharing.length]!;
    const source = sourceAddress(target, from?.address);
    const [client, server] = StreamSocket.pair([`tcp:${source}:${local}->${target}:${port}`, `tcp:${target}:${port}<-${source}:${local}`], { tcp: true });
    bound.listener.enqueue({ socket: server, remotePort: local, remote: source, address: target });
    this.busy.add(local);
    client.onClose = () => this.busy.delete(local);
    return { socket: client, port: local, source };
  }

  /** A listener to be put behind a socket file as its `endpoint`. */
  listenUnix(path: string): Listener {
    return new Listener(`unix:${path}`, () => {});
  }

  /** A listener under a name that is no file (Linux's abstract sockets). @throws SysError EADDRINUSE */
  listenAbstract(name: string): Listener {
    if (this.abstract.has(name)) throw new SysError(ERRNO.EADDRINUSE);
    const listener = new Listener(`unix:@${name}`, () => this.abstract.delete(name));
    this.abstract.set(name, listener);
    return listener;
  }

  /** @throws SysError ECONNREFUSED */
  connectAbstract(name: string): StreamSocket {
    return this.connectUnix(this.abstract.get(name), `@${name}`);
  }

  /** Connects to what a socket file's `endpoint` is. @throws SysError ECONNREFUSED when nobody listens there any more */
  connectUnix(listener: unknown, path: string): StreamSocket {
    if (!(listener instanceof Listener)) throw new SysError(ERRNO.ECONNREFUSED);
    const [client, server] = StreamSocket.pair([`unix:->${path}`, `unix:${path}<-`]);
    listener.enqueue({ socket: server, remotePort: 0, remote: '', address: '' });
    return client;
  }

  /** Two connected ends without an address. */
  pair(): [StreamSocket, StreamSocket] {
    const n = ++this.pairs;
    return StreamSocket.pair([`socket:[${n}a]`, `socket:[${n}b]`]);
  }

  private unbind(port: number, listener: Listener): void {
    const rest = (this.ports.get(port) ?? []).filter((bound) => bound.listener !== listener);
    if (rest.length) this.ports.set(port, rest);
    else {
      this.ports.delete(port);
      this.onPort?.(port, 'close');
    }
  }

  private portFrom(from: { address: string; port: number } | undefined): number {
    if (from === undefined || from.port === 0) return this.freePort();
    checkPort(from.port);
    if (!this.isFree(from.address, from.port, true, false)) throw new SysError(ERRNO.EADDRINUSE);
    if (this.busy.has(from.port)) throw new SysError(ERRNO.EADDRNOTAVAIL);
    return from.port;
  }

  private freePort(): number {
    for (let tries = 0; tries <= LAST_EPHEMERAL - FIRST_EPHEMERAL; tries++) {
      const port = this.next;
      this.next = port === LAST_EPHEMERAL ? FIRST_EPHEMERAL : port + 1;
      if (!this.ports.has(port) && !this.busy.has(port)) return port;
    }
    throw new SysError(ERRNO.EADDRINUSE);
  }
}

function checkPort(port: number): void {
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new SysError(ERRNO.EINVAL);
}

/** The address in one spelling when it is this machine's own, else null. IPv4 written as IPv6 is IPv4. */
export function localAddress(address: string): string | null {
  const host = address.toLowerCase().replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '');
  if (host === '0.0.0.0' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)) return host;
  if (/^(0{1,4}:){7}0{0,3}1$/.test(host)) return '::1';
  if (/^(0{1,4}:){7}0{1,4}$/.test(host)) return '::';
  return host === '::1' || host === '::' ? host : null;
}

const isV6 = (host: string): boolean => host.includes(':');

/** Where a connection to `target` comes from: what the program bound its end to, or the first loopback address, as Linux's routes have it. */
function sourceAddress(target: string, bound = ''): string {
  const host = localAddress(bound);
  return host !== null && host !== '::' && host !== '0.0.0.0' && isV6(host) === isV6(target) ? host : isV6(target) ? '::1' : '127.0.0.1';
}

/** Whether two listeners exclude each other. `::` listens on IPv4 too, as Linux's default is, unless it is told not to. */
function overlap(a: Place, b: Place): boolean {
  if (a.host === b.host) return true;
  const dual = ({ host, ipv6Only }: Place): boolean => host === '::' && !ipv6Only;
  if (isV6(a.host) !== isV6(b.host)) return dual(a) || dual(b);
  return [a.host, b.host].some((host) => host === '::' || host === '0.0.0.0');
}

function accepts({ host, ipv6Only }: Place, target: string): boolean {
  if (host === target) return true;
  return host === '::' ? isV6(target) || !ipv6Only : host === '0.0.0.0' && !isV6(target);
}
