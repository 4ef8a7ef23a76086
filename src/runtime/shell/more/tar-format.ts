/** The tar format: headers of 512 bytes, with GNU's long names written and those of GNU and pax read. */
import { S } from '../../abi/constants.ts';
import { decode, encode } from '../text.ts';

export const BLOCK = 512;
/** tar fills its output up to this much. */
export const RECORD = 20 * BLOCK;

export interface TarEntry { name: string; mode: number; uid: number; gid: number; size: number; mtimeMs: number; type: string; link: string; user: string; group: string }

/** Blocks of the header, long names before it. */
export function writeHeader(entry: TarEntry): Uint8Array[] {
  const out: Uint8Array[] = [];
  const name = encode(entry.name);
  const link = encode(entry.link);
  if (link.length > 100) out.push(...longName('K', link));
  if (name.length > 100) out.push(...longName('L', name));
  out.push(header(entry, name, link));
  return out;
}

function longName(type: string, text: Uint8Array): Uint8Array[] {
  const content = new Uint8Array(Math.ceil((text.length + 1) / BLOCK) * BLOCK);
  content.set(text);
  const entry: TarEntry = { name: '././@LongLink', mode: 0, uid: 0, gid: 0, size: text.length + 1, mtimeMs: 0, type, link: '', user: 'root', group: 'root' };
  return [header(entry, encode(entry.name), new Uint8Array(0)), content];
}

function header(entry: TarEntry, name: Uint8Array, link: Uint8Array): Uint8Array {
  const out = new Uint8Array(BLOCK);
  const put = (at: number, bytes: Uint8Array, length: number): void => out.set(bytes.subarray(0, length), at);
  const octal = (at: number, value: number, length: number): void => put(at, encode(value.toString(8).padStart(length - 1, '0')), length);
  put(0, name, 100);
  octal(100, entry.mode & 0o7777, 8);
  octal(108, entry.uid, 8);
  octal(116, entry.gid, 8);
  octal(124, entry.size, 12);
  octal(136, Math.max(0, Math.floor(entry.mtimeMs / 1000)), 12);
  put(148, encode('        '), 8);
  put(156, encode(entry.type), 1);
  put(157, link, 100);
  put(257, encode('ustar  \0'), 8);
  put(265, encode(entry.user), 31);
  put(297, encode(entry.group), 31);
  const sum = out.reduce((n, b) => n + b, 0);
  put(148, encode(`${sum.toString(8).padStart(6, '0')}\0 `), 8);
  return out;
}

/** A source of exactly so many bytes. */
export class ByteSource {
  private readonly pull: () => Uint8Array | null;
  private rest: Uint8Array = new Uint8Array(0);

  constructor(pull: () => Uint8Array | null) {
    this.pull = pull;
  }

  /** The next bytes, at most `length`; null at the end. */
  some(length: number): Uint8Array | null {
    while (this.rest.length === 0) {
      const next = this.pull();
      if (next === null) return null;
      // Some sources reuse their buffer.
      this.rest = next.slice();
    }
    const out = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(out.length);
    return out;
  }

  /** Exactly `length` bytes; fewer at the end. */
  exactly(length: number): Uint8Array {
    const out = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      const part = this.some(length - at);
      if (part === null) return out.subarray(0, at);
      out.set(part, at);
      at += part.length;
    }
    return out;
  }

  /** Passes on `length` bytes. False when the source ended before. */
  each(length: number, use: (bytes: Uint8Array) => void): boolean {
    for (let left = length; left > 0;) {
      const part = this.some(left);
      if (part === null) return false;
      use(part);
      left -= part.length;
    }
    return true;
  }

  skip(length: number): boolean {
    return this.each(length, () => {});
  }
}

const field = (block: Uint8Array, at: number, length: number): string => {
  const end = block.indexOf(0, at);
  return decode(block.slice(at, end < 0 || end > at + length ? at + length : end));
};

function number(block: Uint8Array, at: number, length: number): number {
  // GNU's binary form of numbers that do not fit.
  if (block[at]! & 0x80) return block.subarray(at + 1, at + length).reduce((n, b) => n * 256 + b, 0);
  return parseInt(field(block, at, length).trim() || '0', 8);
}

export type Header = TarEntry | 'end' | 'broken';

/** Reads headers one after another; the content of each entry must be taken in between. */
export function readHeader(source: ByteSource): Header {
  const over: Partial<TarEntry> = {};
  for (;;) {
    const block = source.exactly(BLOCK);
    if (block.length === 0) return 'end';
    if (block.length < BLOCK) return 'broken';
    if (block.every((b) => b === 0)) return 'end';
    const stored = number(block, 148, 8);
    let sum = 0;
    for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 32 : block[i]!;
    if (sum !== stored) return 'broken';
    const size = number(block, 124, 12);
    const type = String.fromCharCode(block[156] || 0x30);
    if (type === 'L' || type === 'K' || type === 'x' || type === 'g') {
      const content = source.exactly(Math.ceil(size / BLOCK) * BLOCK).subarray(0, size);
      if (type === 'L') over.name = decode(content.slice()).replace(/\0+$/, '');
      else if (type === 'K') over.link = decode(content.slice()).replace(/\0+$/, '');
      else if (type === 'x') Object.assign(over, pax(content));
      continue;
    }
    const magic = field(block, 257, 6);
    const prefix = magic === 'ustar' && field(block, 263, 2) === '00' ? field(block, 345, 155) : '';
    const name = field(block, 0, 100);
    return {
      name: prefix ? `${prefix}/${name}` : name, mode: number(block, 100, 8), uid: number(block, 108, 8), gid: number(block, 116, 8), size, mtimeMs: number(block, 136, 12) * 1000, type,
      link: field(block, 157, 100), user: field(block, 265, 32), group: field(block, 297, 32), ...over,
    };
  }
}

/** Records `length key=value` of a pax header. */
function pax(content: Uint8Array): Partial<TarEntry> {
  const out: Partial<TarEntry> = {};
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(32, at);
    const length = Number(decode(content.slice(at, space)));
    if (!(length > 0)) break;
    const record = decode(content.slice(space + 1, at + length - 1));
    const equals = record.indexOf('=');
    const [key, value] = [record.slice(0, equals), record.slice(equals + 1)];
    if (key === 'path') out.name = value;
    else if (key === 'linkpath') out.link = value;
    else if (key === 'size') out.size = Number(value);
    else if (key === 'mtime') out.mtimeMs = Number(value) * 1000;
    at += length;
  }
  return out;
}

/** Type letter of a file for its mode; null for what tar leaves out. */
export function typeOf(kind: number): string | null {
  return kind === S.IFDIR ? '5' : kind === S.IFLNK ? '2' : kind === S.IFREG ? '0' : kind === S.IFIFO ? '6' : null;
}
