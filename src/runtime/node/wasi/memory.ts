/** Reads and writes the WebAssembly module's memory; every access is checked, as Node checks it: EOVERFLOW outside. */
import { WasiError } from './numbers.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export const encode = (text: string): Uint8Array => encoder.encode(text);

export class Memory {
  private readonly memory: WebAssembly.Memory;

  constructor(memory: WebAssembly.Memory) {
    this.memory = memory;
  }

  /** The bytes as they lie there, not a copy. A memory that grew has a new buffer, so views are never kept. */
  bytes(offset: number, length: number): Uint8Array {
    const start = offset >>> 0;
    const size = length >>> 0;
    if (start + size > this.memory.buffer.byteLength) throw new WasiError('EOVERFLOW');
    return new Uint8Array(this.memory.buffer, start, size);
  }

  view(offset: number, length: number): DataView {
    const { buffer, byteOffset, byteLength } = this.bytes(offset, length);
    return new DataView(buffer, byteOffset, byteLength);
  }

  text(offset: number, length: number): string {
    // A decoder takes no shared memory.
    return decoder.decode(this.bytes(offset, length).slice());
  }

  set32(offset: number, value: number): void {
    this.view(offset, 4).setUint32(0, value, true);
  }

  set64(offset: number, value: bigint): void {
    this.view(offset, 8).setBigUint64(0, value, true);
  }

  /** The parts that a list of (offset, length) pairs names. */
  vectors(offset: number, count: number): Uint8Array[] {
    const list = this.view(offset, (count >>> 0) * 8);
    return Array.from({ length: count >>> 0 }, (_, i) => this.bytes(list.getUint32(i * 8, true), list.getUint32(i * 8 + 4, true)));
  }

  /** An array of strings as `argv` and `environ` lie in memory: pointers at `pointers`, NUL-terminated bytes from `data` on. */
  strings(list: readonly Uint8Array[], pointers: number, data: number): void {
    const total = list.reduce((sum, item) => sum + item.length + 1, 0);
    const at = this.view(pointers, list.length * 4);
    const into = this.bytes(data, total);
    let offset = 0;
    list.forEach((item, i) => {
      at.setUint32(i * 4, (data >>> 0) + offset, true);
      into.set(item, offset);
      into[offset + item.length] = 0;
      offset += item.length + 1;
    });
  }
}
