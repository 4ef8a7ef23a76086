/** `BlockList` and `SocketAddress`: the native halves of `net.BlockList` and `net.SocketAddress`. */
import type { Internal } from '../runtime.ts';
import { CLONE_HANDLE } from '../messaging/handles.ts';
import { canonicalIp, ipv6Bytes, isIpv4 } from '../streams/ip.ts';

/** An address as a number; IPv4 written as IPv6 is IPv4. */
interface Ip { v6: boolean; value: bigint }

function ipOf(text: string): Ip | null {
  if (isIpv4(text)) return { v6: false, value: text.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n) };
  const bytes = ipv6Bytes(text);
  if (!bytes) return null;
  const value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return value >> 32n === 0xffffn ? { v6: false, value: value & 0xffffffffn } : { v6: true, value };
}

const kind = (address: string): string => (address.includes(':') ? 'IPv6' : 'IPv4');

/** The class of socket addresses; `families` are the numbers of AF_INET and AF_INET6. */
export function socketAddressClass({ AF_INET, AF_INET6 }: { AF_INET: number; AF_INET6: number }) {
  return class SocketAddress {
    #address: string;
    #port: number;
    #family: number;
    #flow: number;
    constructor(address: string, port: number, family: number, flow: number) {
      const fits = family === AF_INET ? isIpv4(address) : family === AF_INET6 && address.includes(':') && canonicalIp(address) !== undefined;
      if (!fits) throw Object.assign(new Error('Invalid socket address'), { code: 'ERR_INVALID_ADDRESS' });
      this.#address = canonicalIp(address)!;
      this.#port = port;
      this.#family = family;
      this.#flow = flow;
    }
    detail(out: Internal): Internal {
      return Object.assign(out, { address: this.#address, port: this.#port, family: this.#family, flowlabel: this.#flow });
    }
    legacyDetail(out: Internal): Internal {
      return Object.assign(out, { address: this.#address, port: this.#port, family: this.#family === AF_INET ? 'IPv4' : 'IPv6' });
    }
    flowlabel(): number {
      return this.#flow;
    }
    [CLONE_HANDLE](): { kind: string; data: unknown } {
      return { kind: ADDRESS_KIND, data: [this.#address, this.#port, this.#family, this.#flow] };
    }
  };
}

/** Kinds of messages (`messaging/handles.ts`). */
export const ADDRESS_KIND = 'block_list:SocketAddress';
export const LIST_KIND = 'block_list:BlockList';
type Listed = Record<'IPv4' | 'IPv6', string[]>;

interface Rule { name: string; matches(ip: Ip): boolean }

const rangeName = (first: string, last: string): string => `Range: ${kind(first)} ${first}-${last}`;
const subnetName = (text: string, prefix: number): string => `Subnet: ${kind(text)} ${text}/${prefix}`;

/** The rule that a name describes: rules travel between threads by their names. */
function ruleNamed(name: string): Rule {
  const what = name.slice(name.lastIndexOf(' ') + 1);
  if (name.startsWith('Range')) {
    const [low, high] = what.split('-').map((text) => ipOf(text)!) as [Ip, Ip];
    return { name, matches: ({ v6, value }) => v6 === low.v6 && value >= low.value && value <= high.value };
  }
  const [text, prefix] = what.split('/') as [string, string];
  const { v6, value } = ipOf(text)!;
  const rest = BigInt((v6 ? 128 : 32) - Math.min(Number(prefix), v6 ? 128 : 32));
  return { name, matches: (ip) => ip.v6 === v6 && ip.value >> rest === value >> rest };
}

/** The class of block lists. Rules are listed as Node lists them: addresses of IPv4, of IPv6, subnets, ranges, each the newest first. */
export class BlockList {
  readonly #addresses: Listed = { IPv4: [], IPv6: [] };
  #subnets: Rule[] = [];
  #ranges: Rule[] = [];

  #text(address: Internal): string {
    return address.detail({}).address as string;
  }
  addAddress(address: Internal): void {
    const text = this.#text(address);
    const list = this.#addresses[kind(text) as 'IPv4'];
    if (!list.includes(text)) list.unshift(text);
  }
  addAddresses(addresses: Internal[]): void {
    for (const address of addresses) this.addAddress(address);
  }
  removeAddress(address: Internal): void {
    const text = this.#text(address);
    const list = this.#addresses[kind(text) as 'IPv4'];
    const at = list.indexOf(text);
    if (at >= 0) list.splice(at, 1);
  }
  /** False when the range is upside down. */
  addRange(start: Internal, end: Internal): boolean | undefined {
    const first = this.#text(start), last = this.#text(end);
    const low = ipOf(first)!, high = ipOf(last)!;
    if (low.v6 !== high.v6 || low.value > high.value) return false;
    this.#ranges.unshift(ruleNamed(rangeName(first, last)));
    return undefined;
  }
  removeRange(start: Internal, end: Internal): void {
    this.#remove(this.#ranges, rangeName(this.#text(start), this.#text(end)));
  }
  addSubnet(network: Internal, prefix: number): void {
    this.#subnets.unshift(ruleNamed(subnetName(this.#text(network), prefix)));
  }
  removeSubnet(network: Internal, prefix: number): void {
    this.#remove(this.#subnets, subnetName(this.#text(network), prefix));
  }
  check(address: Internal): boolean {
    return this.#check(this.#text(address));
  }
  checkString(address: string, family: number): boolean {
    // The family counts: an address of the other one is none.
    return (family === 2) === isIpv4(address) && this.#check(address);
  }
  getRules(): string[] {
    const addresses = (['IPv4', 'IPv6'] as const).flatMap((family) => this.#addresses[family].map((text) => `Address: ${family} ${text}`));
    return [...addresses, ...[...this.#subnets, ...this.#ranges].map(({ name }) => name)];
  }
  getSize(): number {
    return this.getRules().length;
  }
  clear(): void {
    this.#addresses.IPv4 = [];
    this.#addresses.IPv6 = [];
    this.#subnets = [];
    this.#ranges = [];
  }

  /** Within a thread it is the list itself; another thread gets a copy. */
  [CLONE_HANDLE](): { kind: string; data: unknown } {
    return { kind: LIST_KIND, data: { addresses: this.#addresses, subnets: this.#subnets.map(({ name }) => name), ranges: this.#ranges.map(({ name }) => name) } };
  }
  static from(data: unknown): BlockList {
    const { addresses, subnets, ranges } = data as { addresses: Listed; subnets: string[]; ranges: string[] };
    const made = new BlockList();
    Object.assign(made.#addresses, addresses);
    made.#subnets = subnets.map(ruleNamed);
    made.#ranges = ranges.map(ruleNamed);
    return made;
  }

  #remove(rules: Rule[], name: string): void {
    const at = rules.findIndex((rule) => rule.name === name);
    if (at >= 0) rules.splice(at, 1);
  }
  #check(text: string): boolean {
    const ip = ipOf(text);
    if (!ip) return false;
    const listed = [...this.#addresses.IPv4, ...this.#addresses.IPv6].some((one) => {
      const other = ipOf(one)!;
      return other.v6 === ip.v6 && other.value === ip.value;
    });
    return listed || [...this.#subnets, ...this.#ranges].some((rule) => rule.matches(ip));
  }
}
