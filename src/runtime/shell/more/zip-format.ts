/** Archives of zip and unzip: the central directory, the local headers, and the times and modes that Unix keeps in them (PKWARE's APPNOTE; Info-ZIP's extra fields UT and ux). */
import { S } from '../../abi/constants.ts';
import { decode, encode, join } from '../text.ts';
import { crc, Deflater, FormatError, Inflater } from './deflate.ts';

export interface ZipEntry {
  /** With a slash at the end for a folder, as it is stored. */
  name: string;
  /** Type and permission bits; 0 when the archive says nothing of them. */
  mode: number;
  mtimeMs: number;
  /** 0 stored, 8 deflated; others are listed only. */
  method: number;
  encrypted: boolean;
  crc: number;
  size: number;
  /** As they lie in the archive. */
  packed: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const UNIX = new Set([3, 19]);
const LARGE = 0xffffffff;

/** All entries of an archive, in its order; null when it is none. @throws FormatError when it is cut off or lies about itself. */
export function readZip(data: Uint8Array): ZipEntry[] | null {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const end = findEnd(view);
  if (end < 0) return null;
  let size = view.getUint32(end + 12, true);
  let offset = view.getUint32(end + 16, true);
  let before = end;
  if ((offset === LARGE || size === LARGE) && end >= 20 && view.getUint32(end - 20, true) === LOCATOR64) {
    before = Number(view.getBigUint64(end - 12, true));
    if (before + 56 > data.length || view.getUint32(before, true) !== END64) throw new FormatError('broken zip64 end');
    size = Number(view.getBigUint64(before + 40, true));
    offset = Number(view.getBigUint64(before + 48, true));
  }
  // A program in front of the archive (self-extracting ones) shifts every offset.
  const shift = before - size - offset;
  if (shift < 0) throw new FormatError('start of central directory not found');
  const entries: ZipEntry[] = [];
  for (let at = offset + shift; at + 46 <= before && view.getUint32(at, true) === CENTRAL;) {
    const next = at + 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > before) throw new FormatError('central directory cut off');
    entries.push(readEntry(data, view, at, shift));
    at = next;
  }
  return entries;
}

function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65_535); at--) if (view.getUint32(at, true) === END) return at;
  return -1;
}

function readEntry(data: Uint8Array, view: DataView, at: number, shift: number): ZipEntry {
  const nameLength = view.getUint16(at + 28, true);
  const extra = extraFields(view, at + 46 + nameLength, view.getUint16(at + 30, true));
  const name = decode(data.subarray(at + 46, at + 46 + nameLength));
  let size = view.getUint32(at + 24, true);
  let packedSize = view.getUint32(at + 20, true);
  let local = view.getUint32(at + 42, true);
  const large = extra.get(0x0001);
  if (large) {
    let i = 0;
    const take = (): number => {
      if (i + 8 > large.byteLength) throw new FormatError('broken zip64 field');
      return Number(large.getBigUint64((i += 8) - 8, true));
    };
    if (size === LARGE) size = take();
    if (packedSize === LARGE) packedSize = take();
    if (local === LARGE) local = take();
  }
  local += shift;
  if (local + 30 > data.length || view.getUint32(local, true) !== LOCAL) throw new FormatError('bad zipfile offset');
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packedSize > data.length) throw new FormatError('entry cut off');
  const time = extra.get(0x5455);
  return {
    name, size, mode: UNIX.has(view.getUint8(at + 5)) ? view.getUint16(at + 40, true) : 0, method: view.getUint16(at + 10, true), encrypted: (view.getUint16(at + 8, true) & 1) !== 0, crc: view.getUint32(at + 16, true),
    mtimeMs: time && time.byteLength >= 5 && (time.getUint8(0) & 1) ? time.getInt32(1, true) * 1000 : fromDos(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    packed: data.subarray(start, start + packedSize),
  };
}

function extraFields(view: DataView, from: number, length: number): Map<number, DataView> {
  const found = new Map<number, DataView>();
  for (let at = from; at + 4 <= from + length;) {
    const size = view.getUint16(at + 2, true);
    if (at + 4 + size > from + length) break;
    found.set(view.getUint16(at, true), new DataView(view.buffer, view.byteOffset + at + 4, size));
    at += 4 + size;
  }
  return found;
}

/** An entry's content in pieces, with the sum they have. @throws FormatError */
export function unpack(entry: ZipEntry, use: (bytes: Uint8Array) => void): number {
  let sum = 0;
  const take = (bytes: Uint8Array): void => {
    sum = crc(bytes, sum);
    use(bytes);
  };
  if (entry.method === 0) take(entry.packed);
  else {
    let given = false;
    const inflater = new Inflater(() => (given ? null : ((given = true), entry.packed)), true);
    for (let part = inflater.pull(); part; part = inflater.pull()) take(part);
  }
  return sum;
}

/** An entry of what is to be stored. @param level 0 to 9 */
export function pack(name: string, content: Uint8Array, level: number, attributes: { mode: number; mtimeMs: number }): ZipEntry {
  const parts: Uint8Array[] = [];
  if (level > 0 && content.length > 0) {
    const deflater = new Deflater(level, (bytes) => parts.push(bytes));
    deflater.push(content, true);
  }
  const packed = join(parts);
  const stored = packed.length === 0 || packed.length >= content.length;
  return { name, ...attributes, method: stored ? 0 : 8, encrypted: false, crc: crc(content), size: content.length, packed: stored ? content : packed };
}

/** A whole archive, in pieces. */
export function writeZip(entries: readonly ZipEntry[], write: (bytes: Uint8Array) => void): void {
  let offset = 0;
  const directory: Uint8Array[] = [];
  const out = (bytes: Uint8Array): void => {
    write(bytes);
    offset += bytes.length;
  };
  for (const entry of entries) {
    const name = encode(entry.name);
    directory.push(header(entry, name, offset));
    out(header(entry, name, null));
    out(entry.packed);
  }
  const start = offset;
  for (const bytes of directory) out(bytes);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, END, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, offset - start, true);
  end.setUint32(16, start, true);
  if (entries.length > 0xffff || offset > LARGE) throw new FormatError('archive too large');
  write(new Uint8Array(end.buffer));
}

/** The local header, or with an offset the one of the central directory. */
function header(entry: ZipEntry, name: Uint8Array, offset: number | null): Uint8Array {
  const central = offset !== null;
  const fixed = central ? 46 : 30;
  const seconds = Math.floor(entry.mtimeMs / 1000);
  const view = new DataView(new ArrayBuffer(fixed + name.length + 9));
  const dos = toDos(entry.mtimeMs);
  view.setUint32(0, central ? CENTRAL : LOCAL, true);
  let at = 4;
  const put = (value: number): void => {
    view.setUint16(at, value, true);
    at += 2;
  };
  if (central) put(0x031e);
  put(entry.method === 8 ? 20 : 10);
  // Names are UTF-8; the flag says so where it matters.
  put((entry.encrypted ? 1 : 0) | (name.some((byte) => byte > 127) ? 0x800 : 0));
  put(entry.method);
  put(dos.time);
  put(dos.date);
  view.setUint32(at, entry.crc, true);
  view.setUint32(at + 4, entry.packed.length, true);
  view.setUint32(at + 8, entry.size, true);
  view.setUint16(at + 12, name.length, true);
  view.setUint16(at + 14, 9, true);
  if (central) {
    view.setUint32(38, (entry.mode * 0x10000 + ((entry.mode & S.IFMT) === S.IFDIR ? 0x10 : 0)) >>> 0, true);
    view.setUint32(42, offset, true);
  }
  new Uint8Array(view.buffer).set(name, fixed);
  at = fixed + name.length;
  put(0x5455);
  put(5);
  view.setUint8(at, 1);
  view.setInt32(at + 1, seconds, true);
  return new Uint8Array(view.buffer);
}

function fromDos(date: number, time: number): number {
  return new Date(1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2).getTime();
}

function toDos(ms: number): { date: number; time: number } {
  const d = new Date(ms);
  if (d.getFullYear() < 1980) return { date: 0x21, time: 0 };
  return { date: ((d.getFullYear() - 1980) << 9) | ((d.getMonth() + 1) << 5) | d.getDate(), time: (d.getHours() << 11) | (d.getMinutes() << 5) | (d.getSeconds() >> 1) };
}
