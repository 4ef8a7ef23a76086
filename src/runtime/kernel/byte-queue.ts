/** A queue of bytes that keeps the pieces it was given: pushing and taking cost no copy of what is already queued. */

const EMPTY = new Uint8Array(0);

export class ByteQueue {
  private pieces: Uint8Array[] = [];
  private head = 0;
  private total = 0;

  get length(): number {
    return this.total;
  }

  /** Takes over `bytes`; the caller must not change them afterwards. */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const last = this.pieces.length > this.head ? this.pieces[this.pieces.length - 1]! : null;
    // Tiny pieces (single echoed keys) are joined, so that a long queue of them does not cost an object per byte.
    if (last && last.length + bytes.length <= 512) {
      const joined = new Uint8Array(last.length + bytes.length);
      joined.set(last);
      joined.set(bytes, last.length);
      this.pieces[this.pieces.length - 1] = joined;
    } else this.pieces.push(bytes);
    this.total += bytes.length;
  }

  /** Removes and returns up to `max` bytes. */
  take(max: number): Uint8Array {
    const n = Math.min(max, this.total);
    if (n === 0) return EMPTY;
    const first = this.pieces[this.head]!;
    this.total -= n;
    if (first.length >= n) {
      if (first.length === n) this.advance();
      else this.pieces[this.head] = first.subarray(n);
      return first.subarray(0, n);
    }
    const out = new Uint8Array(n);
    let at = 0;
    while (at < n) {
      const piece = this.pieces[this.head]!;
      const part = piece.subarray(0, n - at);
      out.set(part, at);
      at += part.length;
      if (part.length === piece.length) this.advance();
      else this.pieces[this.head] = piece.subarray(part.length);
    }
    return out;
  }

  clear(): void {
    this.pieces = [];
    this.head = 0;
    this.total = 0;
  }

  private advance(): void {
    this.pieces[this.head] = EMPTY;
    this.head++;
    if (this.head === this.pieces.length) {
      this.pieces = [];
      this.head = 0;
    } else if (this.head > 1024) {
      this.pieces = this.pieces.slice(this.head);
      this.head = 0;
    }
  }
}
