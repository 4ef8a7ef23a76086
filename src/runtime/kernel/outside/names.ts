/**
 * Names of the outside. A page cannot ask a name server, and need not: the browser resolves names when it fetches. So a name gets an address that
 * merely stands for it, out of the network that is reserved for measurements (198.18.0.0/15, RFC 2544) and therefore never a real host's.
 */
import { ERRNO, SysError } from '../../abi/errno.ts';

/** This machine's own address towards the outside: the first of the network. */
export const OWN_ADDRESS = '198.18.0.1';

/** Addresses given out: all of 198.18.0.0/15 but its first two and last one. */
const FIRST = 2;
const LAST = 0x1fffe;

export class OutsideNames {
  private readonly byName = new Map<string, string>();
  private readonly byAddress = new Map<string, string>();
  private next = FIRST;

  /** The address that stands for `name`. @throws SysError ENOENT when no host can have that name, ENOMEM when all addresses are taken */
  addressOf(name: string): string {
    const host = hostName(name);
    if (host === null) throw new SysError(ERRNO.ENOENT);
    const known = this.byName.get(host);
    if (known !== undefined) return known;
    if (this.next > LAST) throw new SysError(ERRNO.ENOMEM);
    const n = this.next++;
    const address = `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
    this.byName.set(host, address);
    this.byAddress.set(address, host);
    return address;
  }

  /** The name an address was given out for. */
  nameOf(address: string): string | undefined {
    return this.byAddress.get(plain(address));
  }
}

/** IPv4 written as IPv6 is IPv4. */
export function plain(address: string): string {
  return address.toLowerCase().replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/, '');
}

/** The name in lower case without its final dot, or null when it is none of a host outside: such have at least one dot, and labels of letters, digits, hyphens and underscores. */
function hostName(name: string): string | null {
  const host = name.toLowerCase().replace(/\.$/, '');
  if (host.length > 253 || !host.includes('.')) return null;
  const labels = host.split('.');
  if (labels.some((label) => label.length > 63 || !/^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/.test(label))) return null;
  const last = labels.at(-1)!;
  // A name that ends in a number is an address, written in a way that only the browser's parser reads (`0x7f.1` is this computer); the others are promised never to exist (RFC 6761).
  if (/^(\d+|0x[0-9a-f]*)$/.test(last) || last === 'invalid' || last === 'localhost') return null;
  return host;
}
