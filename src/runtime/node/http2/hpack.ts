/** HPACK, the header compression of HTTP/2 (RFC 7541). Names and values are Latin-1 texts. */
import { STATIC_TABLE } from './hpack-tables.ts';
import { huffmanDecode, huffmanEncode, huffmanLength } from './huffman.ts';

export interface Field { name: string; value: string; /** Not to be indexed by anybody. */ sensitive: boolean }

export class HpackError extends Error {}

/** What an entry counts for beyond its bytes (RFC 7541, 4.1). */
const OVERHEAD = 32;
/** The dynamic table Node's encoder keeps at most, whatever the peer allows. */
const MAX_ENCODER_TABLE = 4096;

class Table {
  entries: [name: string, value: string][] = [];
  size = 0;
  capacity = 4096;

  resize(capacity: number): void {
    this.capacity = capacity;
    this.evict();
  }

  add(name: string, value: string): void {
    this.entries.unshift([name, value]);
    this.size += name.length + value.length + OVERHEAD;
    this.evict();
  }

  at(index: number): readonly [string, string] {
    const entry = index <= STATIC_TABLE.length ? STATIC_TABLE[index - 1] : this.entries[index - STATIC_TABLE.length - 1];
    if (!entry) throw new HpackError('no such entry');
    return entry;
  }

  private evict(): void {
    while (this.size > this.capacity) {
      const [name, value] = this.entries.pop()!;
      this.size -= name.length + value.length + OVERHEAD;
    }
  }
}

const staticNames = new Map<string, number>();
const staticPairs = new Map<string, number>();
for (const [i, [name, value]] of STATIC_TABLE.entries()) {
  if (!staticNames.has(name)) staticNames.set(name, i + 1);
  staticPairs.set(`${name}\0${value}`, i + 1);
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export class HpackEncoder {
  private readonly table = new Table();
  private announce: number | null = null;
  private out: number[] = [];

  get tableSize(): number {
    return this.table.size;
  }

  /** The peer's SETTINGS_HEADER_TABLE_SIZE. */
  setLimit(limit: number): void {
    const capacity = Math.min(limit, MAX_ENCODER_TABLE);
    if (capacity === this.table.capacity) return;
    this.table.resize(capacity);
    this.announce = capacity;
  }

  encode(fields: readonly Field[]): Uint8Array {
    this.out = [];
    if (this.announce !== null) this.integer(0x20, 5, this.announce);
    this.announce = null;
    for (const { name, value, sensitive } of fields) this.field(name, value, sensitive || isSecret(name, value));
    return new Uint8Array(this.out);
  }

  private field(name: string, value: string, sensitive: boolean): void {
    const { table } = this;
    const inTable = (test: (entry: [string, string]) => boolean): number => {
      const found = table.entries.findIndex(test);
      return found < 0 ? 0 : found + 1 + STATIC_TABLE.length;
    };
    if (!sensitive) {
      const exact = staticPairs.get(`${name}\0${value}`) ?? inTable((entry) => entry[0] === name && entry[1] === value);
      if (exact > 0) {
        this.integer(0x80, 7, exact);
        return;
      }
    }
    const index = staticNames.get(name) ?? inTable((entry) => entry[0] === name);
    const fits = name.length + value.length + OVERHEAD <= table.capacity;
    if (sensitive) this.integer(0x10, 4, index);
    else if (fits) this.integer(0x40, 6, index);
    else this.integer(0, 4, index);
    if (index === 0) this.text(name);
    this.text(value);
    if (!sensitive && fits) table.add(name, value);
  }

  private integer(prefix: number, bits: number, value: number): void {
    const max = (1 << bits) - 1;
    if (value < max) {
      this.out.push(prefix | value);
      return;
    }
    this.out.push(prefix | max);
    let rest = value - max;
    while (rest >= 128) {
      this.out.push(rest % 128 | 128);
      rest = Math.floor(rest / 128);
    }
    this.out.push(rest);
  }

  private text(text: string): void {
    const plain = bytesOf(text);
    const coded = huffmanLength(plain) < plain.length;
    const bytes = coded ? huffmanEncode(plain) : plain;
    this.integer(coded ? 0x80 : 0, 7, bytes.length);
    for (const byte of bytes) this.out.push(byte);
  }
}

/** What nghttp2 keeps out of the tables by itself: so little entropy could be guessed (RFC 7541, 7.1.3). */
const isSecret = (name: string, value: string): boolean => name === 'authorization' || (name === 'cookie' && value.length < 20);

export class HpackDecoder {
  private readonly table = new Table();
  private limit = 4096;
  private bytes: Uint8Array = new Uint8Array(0);
  private at = 0;

  get tableSize(): number {
    return this.table.size;
  }

  /** Our own SETTINGS_HEADER_TABLE_SIZE, once the peer has acknowledged it. */
  setLimit(limit: number): void {
    this.limit = limit;
    if (this.table.capacity > limit) this.table.resize(limit);
  }

  /** @throws HpackError: the connection cannot go on, for the tables differ */
  decode(block: Uint8Array): Field[] {
    this.bytes = block;
    this.at = 0;
    const fields: Field[] = [];
    while (this.at < block.length) {
      const first = block[this.at]!;
      if (first & 0x80) {
        const [name, value] = this.table.at(this.integer(7));
        fields.push({ name, value, sensitive: false });
      } else if ((first & 0xe0) === 0x20) {
        const size = this.integer(5);
        if (fields.length > 0 || size > this.limit) throw new HpackError('a table size that was not allowed');
        this.table.resize(size);
      } else {
        const indexed = (first & 0xc0) === 0x40;
        const index = this.integer(indexed ? 6 : 4);
        const name = index === 0 ? this.text() : this.table.at(index)[0];
        const value = this.text();
        if (indexed) this.table.add(name, value);
        fields.push({ name, value, sensitive: (first & 0xf0) === 0x10 });
      }
    }
    return fields;
  }

  private byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new HpackError('the block ends too early');
    return value;
  }

  private integer(bits: number): number {
    const max = (1 << bits) - 1;
    let value = this.byte() & max;
    if (value < max) return value;
    for (let scale = 1, next = 128; next & 128; scale *= 128) {
      next = this.byte();
      value += (next & 127) * scale;
      if (value > 0xffffffff) throw new HpackError('a number is too large');
    }
    return value;
  }

  private text(): string {
    const coded = (this.bytes[this.at]! & 0x80) !== 0;
    const length = this.integer(7);
    const raw = this.bytes.subarray(this.at, this.at + length);
    if (raw.length < length) throw new HpackError('the block ends too early');
    this.at += length;
    const bytes = coded ? huffmanDecode(raw) : raw;
    if (!bytes) throw new HpackError('a text is no valid Huffman coding');
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return text;
  }
}
