/** Messages of the domain name system (RFC 1035, and 3596, 2782, 2915, 6698, 8659 for their records): a question, and what an answer says. */
import { canonicalIp } from '../streams/ip.ts';

/** Record types by the names of Node's queries. */
export const RECORD = { A: 1, Ns: 2, Cname: 5, Soa: 6, Ptr: 12, Mx: 15, Txt: 16, Aaaa: 28, Srv: 33, Naptr: 35, Tlsa: 52, Any: 255, Caa: 257 } as const;

export interface DnsRecord { type: number; ttl: number; data: DnsData }
/** The contents of one record, read from a message: names in it may point into the rest of it. */
export interface DnsData { readonly bytes: Uint8Array; readonly at: number; readonly end: number }
export interface DnsMessage { id: number; code: number; records: DnsRecord[] }

const HEADER = 12;
const RECURSION_WANTED = 0x0100, IS_ANSWER = 0x80;
const IN = 1;
const MAX_LABEL = 63, MAX_NAME = 255;
/** A pointer leads backwards; more of them than this are a circle. */
const MAX_POINTERS = 128;

/** Null for a name that cannot be asked for. */
export function questionFor(id: number, name: string, type: number): Uint8Array | null {
  const labels = name === '.' ? [] : name.replace(/\.$/, '').split('.');
  const bytes = labels.map((label) => new TextEncoder().encode(label));
  if (bytes.some(({ length }) => length === 0 || length > MAX_LABEL) || bytes.reduce((sum, { length }) => sum + length + 1, 1) > MAX_NAME) return null;
  const head = [id >> 8, id & 255, RECURSION_WANTED >> 8, 0, 0, 1, 0, 0, 0, 0, 0, 0];
  const question = [...bytes.flatMap((label) => [label.length, ...label]), 0, type >> 8, type & 255, 0, IN];
  return Uint8Array.from([...head, ...question]);
}

/** Null for what is no answer. */
export function answerIn(bytes: Uint8Array): DnsMessage | null {
  try {
    if (bytes.length < HEADER || (bytes[2]! & IS_ANSWER) === 0) return null;
    let at = HEADER;
    for (let i = number(bytes, 4, 2); i > 0; i--) at = nameAt(bytes, at).end + 4;
    const records: DnsRecord[] = [];
    for (let i = number(bytes, 6, 2); i > 0; i--) {
      at = nameAt(bytes, at).end;
      const end = at + 10 + number(bytes, at + 8, 2);
      if (end > bytes.length) return null;
      records.push({ type: number(bytes, at, 2), ttl: number(bytes, at + 4, 4), data: { bytes, at: at + 10, end } });
      at = end;
    }
    return { id: number(bytes, 0, 2), code: bytes[3]! & 15, records };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** @throws RangeError beyond the end */
export function number(bytes: Uint8Array, at: number, width: number): number {
  if (at + width > bytes.length) throw new RangeError('the message ends too soon');
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + bytes[at + i]!;
  return value;
}

/** @throws RangeError beyond the end, and for pointers in a circle */
export function nameAt(bytes: Uint8Array, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let end = -1;
  let pointers = 0;
  for (let at = start; ;) {
    const length = number(bytes, at, 1);
    if (length === 0) return { name: labels.join('.'), end: end < 0 ? at + 1 : end };
    if (length >= 0xc0) {
      if (end < 0) end = at + 2;
      if (++pointers > MAX_POINTERS) throw new RangeError('names lead in a circle');
      at = number(bytes, at, 2) & 0x3fff;
      continue;
    }
    labels.push(textAt(bytes, at + 1, length));
    at += 1 + length;
  }
}

/** @throws RangeError beyond the end */
export function textAt(bytes: Uint8Array, at: number, length: number): string {
  if (at + length > bytes.length) throw new RangeError('the message ends too soon');
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

/** Texts with their lengths before them, as many as fit. @throws RangeError beyond the end */
export function textsIn({ bytes, at, end }: DnsData): string[] {
  const texts: string[] = [];
  for (let i = at; i < end;) {
    const length = number(bytes, i, 1);
    texts.push(textAt(bytes, i + 1, length));
    i += 1 + length;
  }
  return texts;
}

/** @throws RangeError when it is too short */
export function addressIn({ bytes, at, end }: DnsData, width: 4 | 16): string {
  if (end - at !== width) throw new RangeError('an address has another length');
  if (width === 4) return bytes.subarray(at, end).join('.');
  return canonicalIp(Array.from({ length: 8 }, (_, i) => number(bytes, at + 2 * i, 2).toString(16)).join(':'))!;
}
