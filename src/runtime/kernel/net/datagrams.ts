/** UDP within the sandbox: who is bound where, and the way of each datagram. */
import { MAX_DATAGRAM } from '../../abi/datagram.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { DatagramReuse } from '../../abi/syscalls.ts';
import { DatagramSocket } from './datagram-socket.ts';
import { localAddress } from './network.ts';

const FIRST_EPHEMERAL = 32768;
const LAST_EPHEMERAL = 60999;
const EVERYBODY = '255.255.255.255';

export class Datagrams {
  private readonly ports = new Map<number, DatagramSocket[]>();
  private next = FIRST_EPHEMERAL;

  /** @throws SysError EADDRINUSE, EADDRNOTAVAIL for an address that is not this machine's, EINVAL */
  open(address: string, port: number, options: { reuse: DatagramReuse; ipv6Only: boolean }): DatagramSocket {
    const host = localAddress(address) ?? (isMulticast(address) ? address : null);
    if (host === null) throw new SysError(ERRNO.EADDRNOTAVAIL);
    if (!Number.isInteger(port) || port < 0 || port > 65535) throw new SysError(ERRNO.EINVAL);
    const chosen = port === 0 ? this.freePort() : port;
    const bound = this.ports.get(chosen) ?? [];
    if (bound.some((other) => !(options.reuse !== 'no' && other.reuse === options.reuse) && overlap(other, host, options.ipv6Only))) throw new SysError(ERRNO.EADDRINUSE);
    const socket = new DatagramSocket(host, chosen, options, (from, to, toPort, data) => this.send(from, to, toPort, data));
    this.ports.set(chosen, [...bound, socket]);
    socket.onClose = () => {
      const rest = this.ports.get(chosen)!.filter((other) => other !== socket);
      if (rest.length > 0) this.ports.set(chosen, rest);
      else this.ports.delete(chosen);
    };
    return socket;
  }

  /** Whom a socket speaks with. Choosing a peer sends nothing, so the outside may be one, as on Linux; what is sent to it fails. @throws SysError as `check` does otherwise */
  peer(socket: DatagramSocket, address: string, port: number): { address: string; port: number } {
    return { address: isOutside(address) && isV6(address) === isV6(socket.host) ? address : this.check(socket, address), port };
  }

  /** @throws SysError as `sendto` does; ENETUNREACH for the outside, which a browser page cannot send datagrams to */
  check(socket: DatagramSocket, address: string): string {
    if (isMulticast(address)) return address;
    if (address === EVERYBODY) {
      if (!socket.broadcast) throw new SysError(ERRNO.EACCES);
      return address;
    }
    const host = localAddress(address);
    if (host === null) throw new SysError(ERRNO.ENETUNREACH);
    if (isV6(host) && !isV6(socket.host)) throw new SysError(ERRNO.EAFNOSUPPORT);
    if (host === '0.0.0.0') return '127.0.0.1';
    return host === '::' ? '::1' : host;
  }

  private send(from: DatagramSocket, address: string, port: number, data: Uint8Array): void {
    if (data.length > MAX_DATAGRAM) throw new SysError(ERRNO.EMSGSIZE);
    if (port === 0) throw new SysError(ERRNO.EINVAL);
    const target = this.check(from, address);
    const candidates = this.ports.get(port) ?? [];
    const source = (to: DatagramSocket): string => {
      const own = from.host === '0.0.0.0' || from.host === '::' ? (isV6(target) ? '::1' : '127.0.0.1') : from.host;
      return isV6(to.host) && !isV6(own) ? `::ffff:${own}` : own;
    };
    const takes = (to: DatagramSocket): boolean => to.peer === null || (to.peer.port === from.port && bare(to.peer.address) === bare(source(to)));
    if (isMulticast(target) || target === EVERYBODY) {
      for (const to of candidates) {
        const wanted = target === EVERYBODY ? to.host === '0.0.0.0' : to.groups.has(target);
        if (wanted && takes(to) && (from.loop || to !== from)) to.receive(source(to), from.port, data);
      }
      return;
    }
    // Of several on one address the one that came last gets it, as on Linux.
    const fitting = candidates.filter((to) => accepts(to, target) && takes(to));
    const last = fitting.findLast((one) => one.host === target) ?? fitting.at(-1);
    // Those that share the port share its senders, by a hash of theirs.
    const sharing = last?.reuse === 'port' ? fitting.filter((one) => one.host === last.host && one.reuse === 'port') : [];
    const to = sharing.length > 0 ? sharing[from.port % sharing.length] : last;
    if (to) to.receive(source(to), from.port, data);
    else if (from.peer) from.refuse();
  }

  private freePort(): number {
    for (let tries = 0; tries <= LAST_EPHEMERAL - FIRST_EPHEMERAL; tries++) {
      const port = this.next;
      this.next = port === LAST_EPHEMERAL ? FIRST_EPHEMERAL : port + 1;
      if (!this.ports.has(port)) return port;
    }
    throw new SysError(ERRNO.EADDRINUSE);
  }
}

const isV6 = (host: string): boolean => host.includes(':');
const bare = (address: string): string => address.replace(/^::ffff:/, '');

export function isMulticast(address: string): boolean {
  const first = Number(/^(\d{1,3})\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.exec(address)?.[1]);
  return (first >= 224 && first < 240) || /^ff[0-9a-f]{2}:/i.test(address);
}

const isOutside = (address: string): boolean => !isMulticast(address) && address !== EVERYBODY && localAddress(address) === null;

function overlap(other: DatagramSocket, host: string, ipv6Only: boolean): boolean {
  if (other.host === host) return true;
  const dual = (address: string, only: boolean): boolean => address === '::' && !only;
  if (isV6(other.host) !== isV6(host)) return dual(other.host, other.ipv6Only) || dual(host, ipv6Only);
  return [other.host, host].some((address) => address === '0.0.0.0' || address === '::');
}

function accepts(to: DatagramSocket, target: string): boolean {
  if (to.host === target) return true;
  return to.host === '::' ? isV6(target) || !to.ipv6Only : to.host === '0.0.0.0' && !isV6(target);
}
