/**
 * What a worker can know of its memory. A browser tells it nothing, so these are lower bounds, each of them counted: the text of the
 * library it holds, and the buffers made by `Buffer` and the sandbox's own parts that still live.
 */
import { MAILBOX_BYTES } from '../abi/mailbox.ts';

/** Smaller buffers are not worth a look each. */
const SMALLEST = 4096;

export class MemoryLedger {
  /** Bytes of live buffers that were counted. */
  buffers = 0;
  /** Largest sum so far. */
  peak = 0;
  private readonly textBytes: () => number;
  private readonly registry = new FinalizationRegistry<number>((bytes) => {
    this.buffers -= bytes;
  });

  /** @param textBytes bytes of program text held, a byte a character */
  constructor(textBytes: () => number) {
    this.textBytes = textBytes;
  }

  count<B extends ArrayBufferLike>(buffer: B): B {
    const { byteLength } = buffer;
    if (byteLength < SMALLEST) return buffer;
    this.buffers += byteLength;
    this.registry.register(buffer, byteLength);
    return buffer;
  }

  /** Bytes; each at least. */
  figures(): { rss: number; heap: number; external: number; arrayBuffers: number } {
    const heap = this.textBytes();
    const external = this.buffers + MAILBOX_BYTES;
    const rss = heap + external;
    this.peak = Math.max(this.peak, rss);
    return { rss, heap, external, arrayBuffers: this.buffers };
  }
}
