/**
 * Binary snapshots as `@webcontainer/snapshot` writes them: MessagePack of nested maps, `{d: {name: node}}` for a directory and `{f: {c: bytes}}` for a file.
 * We add `{f: {l: target}}` for symbolic links and `m` for permission bits that are not the usual ones. An own codec, because general ones
 * refuse a file called `__proto__`, copy every file, and read much that has no meaning here.
 */
import { FileInode } from '../fs/file-inode.ts';
import { SymlinkInode } from '../fs/inode.ts';
import type { Selected } from '../fs/select-tree.ts';

/** A snapshot that cannot be read; the message says why. */
export class SnapshotError extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** No path the filesystem takes is deeper. */
const MAX_DEPTH = 4096;

/**
 * Reads MessagePack's maps with text as keys, its text, bytes, and whole numbers. Bytes are views into `input`.
 * @throws SnapshotError for anything else, and for what is cut short or goes on
 */
export function decodeSnapshot(input: Uint8Array): unknown {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  let at = 0;
  const take = (length: number): number => {
    const from = at;
    if (length > input.length - from) throw new SnapshotError('the snapshot is cut short');
    at += length;
    return from;
  };
  const u8 = (): number => view.getUint8(take(1));
  const u16 = (): number => view.getUint16(take(2));
  const u32 = (): number => view.getUint32(take(4));
  const bytes = (length: number): Uint8Array => {
    const from = take(length);
    return input.subarray(from, from + length);
  };
  const text = (length: number): string => {
    try {
      return utf8.decode(bytes(length));
    } catch (error) {
      throw error instanceof SnapshotError ? error : new SnapshotError('a name in the snapshot is not UTF-8');
    }
  };
  const map = (size: number, depth: number): object => {
    if (depth > MAX_DEPTH) throw new SnapshotError('the snapshot is nested too deeply');
    const out = Object.create(null) as { [key: string]: unknown };
    for (let i = 0; i < size; i++) {
      const key = value(depth + 1);
      if (typeof key !== 'string') throw new SnapshotError('a key in the snapshot is not text');
      out[key] = value(depth + 1);
    }
    return out;
  };
  const value = (depth: number): unknown => {
    const tag = u8();
    if (tag < 0x80) return tag;
    if (tag < 0x90) return map(tag & 0x0f, depth);
    if (tag >= 0xa0 && tag < 0xc0) return text(tag & 0x1f);
    switch (tag) {
      case 0xc4: return bytes(u8());
      case 0xc5: return bytes(u16());
      case 0xc6: return bytes(u32());
      case 0xcc: return u8();
      case 0xcd: return u16();
      case 0xce: return u32();
      case 0xd9: return text(u8());
      case 0xda: return text(u16());
      case 0xdb: return text(u32());
      case 0xde: return map(u16(), depth);
      case 0xdf: return map(u32(), depth);
      default: throw new SnapshotError(`the snapshot holds a value of an unexpected kind (0x${tag.toString(16)})`);
    }
  };
  const result = value(0);
  if (at !== input.length) throw new SnapshotError('the snapshot goes on after its end');
  return result;
}

const encoder = new TextEncoder();

/** The bytes of a snapshot, in one piece. @throws RangeError when no array can hold them */
export function encodeSnapshot(node: Selected): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let total = 0;
  const put = (piece: Uint8Array): void => {
    pieces.push(piece);
    total += piece.length;
  };
  const header = (length: number, small: [below: number, base: number] | undefined, tags: [number | undefined, number, number]): void => {
    if (small && length < small[0]) return put(Uint8Array.of(small[1] + length));
    if (tags[0] !== undefined && length < 0x100) return put(Uint8Array.of(tags[0], length));
    if (length < 0x10000) return put(Uint8Array.of(tags[1], length >> 8, length & 0xff));
    put(Uint8Array.of(tags[2], length >>> 24, (length >>> 16) & 0xff, (length >>> 8) & 0xff, length & 0xff));
  };
  const map = (size: number): void => header(size, [16, 0x80], [undefined, 0xde, 0xdf]);
  const text = (value: string): void => {
    const data = encoder.encode(value);
    header(data.length, [32, 0xa0], [0xd9, 0xda, 0xdb]);
    put(data);
  };
  const mode = (bits: number): void => {
    text('m');
    put(bits < 0x80 ? Uint8Array.of(bits) : Uint8Array.of(0xcd, bits >> 8, bits & 0xff));
  };
  const visit = (what: Selected): void => {
    if (what instanceof SymlinkInode) {
      map(1);
      text('f');
      map(1);
      text('l');
      text(what.target);
      return;
    }
    const isFile = what instanceof FileInode;
    const bits = (isFile ? what : what.inode).mode & 0o7777;
    const unusual = bits !== (isFile ? 0o644 : 0o755);
    if (isFile) {
      map(1);
      text('f');
      map(unusual ? 2 : 1);
      text('c');
      header(what.size, undefined, [0xc4, 0xc5, 0xc6]);
      put(what.read(0, what.size));
      if (unusual) mode(bits);
      return;
    }
    map(unusual ? 2 : 1);
    text('d');
    map(what.children.size);
    for (const [name, child] of what.children) {
      text(name);
      visit(child);
    }
    if (unusual) mode(bits);
  };
  visit(node);
  const out = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
