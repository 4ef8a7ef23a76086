/** Memory of a compressor that is a WebAssembly module: input is copied in once, however often the module is called for it. */

export interface HeapExports {
  memory: WebAssembly.Memory;
  allocate(size: number): number;
  release(pointer: number, size: number): void;
}

/** A block of the module's memory that grows and is used again. */
class Block {
  pointer = 0;
  private size = 0;
  private readonly heap: HeapExports;
  constructor(heap: HeapExports) {
    this.heap = heap;
  }

  need(size: number): number {
    if (size <= this.size && this.pointer !== 0) return this.pointer;
    this.free();
    this.size = Math.max(size, 64);
    this.pointer = this.heap.allocate(this.size);
    if (this.pointer === 0) throw new RangeError('The WebAssembly module is out of memory');
    return this.pointer;
  }

  free(): void {
    if (this.pointer !== 0) this.heap.release(this.pointer, this.size);
    this.pointer = this.size = 0;
  }
}

/** The buffers of one stream: input, output and a few words for what the module gives back by pointer. */
export class StreamMemory {
  private readonly heap: HeapExports;
  private readonly inputBlock: Block;
  private readonly outputBlock: Block;
  private readonly wordBlock: Block;
  private source: ArrayBufferLike | null = null;
  private sourceEnd = 0;
  private copiedFrom = 0;

  constructor(heap: HeapExports) {
    this.heap = heap;
    this.inputBlock = new Block(heap);
    this.outputBlock = new Block(heap);
    this.wordBlock = new Block(heap);
  }

  /** Where the input lies in the module. The rest of what was given before is not copied again: a large input is given with every chunk of output. */
  input(data: Uint8Array): number {
    const end = data.byteOffset + data.length;
    if (this.source !== data.buffer || this.sourceEnd !== end || data.byteOffset < this.copiedFrom || data.length === 0) {
      const pointer = this.inputBlock.need(data.length);
      new Uint8Array(this.heap.memory.buffer).set(data, pointer);
      this.source = data.buffer;
      this.sourceEnd = end;
      this.copiedFrom = data.byteOffset;
    }
    return this.inputBlock.pointer + data.byteOffset - this.copiedFrom;
  }

  /** Call when all input is taken: the caller may fill the same buffer anew. */
  forgetInput(): void {
    this.source = null;
  }

  output(size: number): number {
    return this.outputBlock.need(size);
  }

  /** Copies the first `length` bytes of the output out. */
  take(length: number, target: Uint8Array): void {
    target.set(new Uint8Array(this.heap.memory.buffer, this.outputBlock.pointer, length));
  }

  /** Pointer to `values`, written as 32-bit words. */
  words(values: readonly number[]): number {
    const pointer = this.wordBlock.need(values.length * 4);
    new Uint32Array(this.heap.memory.buffer, pointer, values.length).set(values);
    return pointer;
  }

  /** Word `index` of what `words` wrote, as the module left it. */
  word(index: number): number {
    return new Uint32Array(this.heap.memory.buffer, this.wordBlock.pointer, index + 1)[index]!;
  }

  free(): void {
    this.inputBlock.free();
    this.outputBlock.free();
    this.wordBlock.free();
    this.source = null;
  }
}
