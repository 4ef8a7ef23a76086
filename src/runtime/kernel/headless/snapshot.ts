/**
 * Binary snapshots as `@webcontainer/snapshot` writes them: MessagePack of nested maps, `{d: {name: node}}` for a directory and `{f: {c: bytes}}` for a file.
 * We add `{f: {l: target}}` for symbolic links, `m` for permission bits that are not the usual ones, and in the export of a single file `t` for the time of its last change (ms). An own codec, because general ones
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
 * Reads MessagePack's maps with text as keys, its text, bytes, and numbers that are not negative. Bytes are views into `input`.
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
      case 0xcb: return view.getFloat64(take(8));
      case 0xcc: return u8();
      case 0xcd: return u16();
      case 0xce: return u32();
      case 0xcf: return u32() * 2 ** 32 + u32();
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
  const out = new SnapshotWriter(encodedBound(node));
  write(out, node, node instanceof FileInode ? node.mtimeMs : undefined);
  return out.finish();
}

/** At least as many bytes as the snapshot takes: every name counted as three bytes a character, every header at its longest. */
function encodedBound(node: Selected): number {
  if (node instanceof FileInode) return 40 + node.size;
  if (node instanceof SymlinkInode) return 16 + node.target.length * 3;
  let sum = 16;
  for (const [name, child] of node.children) sum += 5 + name.length * 3 + encodedBound(child);
  return sum;
}

/** @param time of a file; folders are exported as the client's makers have it. */
function write(out: SnapshotWriter, node: Selected, time?: number): void {
  if (node instanceof SymlinkInode) {
    out.map(1);
    out.text('f');
    out.map(1);
    out.text('l');
    out.text(node.target);
    return;
  }
  const isFile = node instanceof FileInode;
  const bits = (isFile ? node : node.inode).mode & 0o7777;
  const unusual = bits !== (isFile ? 0o644 : 0o755);
  if (isFile) {
    out.map(1);
    out.text('f');
    out.map(1 + Number(unusual) + Number(time !== undefined));
    out.text('c');
    out.data(node.read(0, node.size));
    if (time !== undefined) {
      out.text('t');
      out.float(time);
    }
  } else {
    out.map(unusual ? 2 : 1);
    out.text('d');
    out.map(node.children.size);
    for (const [name, child] of node.children) {
      out.text(name);
      write(out, child);
    }
  }
  if (!unusual) return;
  out.text('m');
  out.small(bits);
}

class SnapshotWriter {
  private readonly bytes: Uint8Array<ArrayBuffer>;
  private at = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  map(size: number): void {
    if (size < 16) this.bytes[this.at++] = 0x80 + size;
    else this.header(size, undefined, 0xde, 0xdf);
  }

  text(value: string): void {
    const { bytes } = this;
    // Most names are short and ASCII: then the header's length is known before, and no copy is needed.
    if (value.length < 32) {
      let i = 0;
      for (; i < value.length; i++) {
        const code = value.charCodeAt(i);
        if (code > 127) break;
        bytes[this.at + 1 + i] = code;
      }
      if (i === value.length) {
        bytes[this.at] = 0xa0 + i;
        this.at += 1 + i;
        return;
      }
    }
    const encoded = encoder.encode(value);
    if (encoded.length < 32) bytes[this.at++] = 0xa0 + encoded.length;
    else this.header(encoded.length, 0xd9, 0xda, 0xdb);
    bytes.set(encoded, this.at);
    this.at += encoded.length;
  }

  data(value: Uint8Array): void {
    this.header(value.length, 0xc4, 0xc5, 0xc6);
    this.bytes.set(value, this.at);
    this.at += value.length;
  }

  /** A number below 65536. */
  small(value: number): void {
    if (value >= 0x80) {
      this.bytes[this.at++] = 0xcd;
      this.bytes[this.at++] = value >> 8;
    }
    this.bytes[this.at++] = value & 0xff;
  }

  float(value: number): void {
    this.bytes[this.at++] = 0xcb;
    new DataView(this.bytes.buffer).setFloat64(this.at, value);
    this.at += 8;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.at === this.bytes.length ? this.bytes : this.bytes.slice(0, this.at);
  }

  private header(length: number, tag8: number | undefined, tag16: number, tag32: number): void {
    const { bytes } = this;
    if (tag8 !== undefined && length < 0x100) {
      bytes[this.at++] = tag8;
    } else if (length < 0x10000) {
      bytes[this.at++] = tag16;
      bytes[this.at++] = length >> 8;
    } else {
      bytes[this.at++] = tag32;
      for (const shift of [24, 16, 8]) bytes[this.at++] = length >>> shift;
    }
    bytes[this.at++] = length & 0xff;
  }
}
