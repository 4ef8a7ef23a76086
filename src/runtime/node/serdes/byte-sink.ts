/** A growing byte buffer with the primitive encodings of V8's wire format. */
export class ByteSink {
  private bytes = new Uint8Array(256);
  private view = new DataView(this.bytes.buffer);
  length = 0;

  private room(n: number): void {
    if (this.length + n <= this.bytes.length) return;
    const next = new Uint8Array(Math.max(this.bytes.length * 2, this.length + n));
    next.set(this.bytes.subarray(0, this.length));
    this.bytes = next;
    this.view = new DataView(next.buffer);
  }

  byte(value: number): void {
    this.room(1);
    this.bytes[this.length++] = value;
  }

  raw(data: Uint8Array): void {
    this.room(data.length);
    this.bytes.set(data, this.length);
    this.length += data.length;
  }

  /** Base 128, low groups first; `value` is an unsigned integer below 2^53. */
  varint(value: number): void {
    this.room(8);
    while (value > 127) {
      this.bytes[this.length++] = (value % 128) | 128;
      value = Math.floor(value / 128);
    }
    this.bytes[this.length++] = value;
  }

  varbigint(value: bigint): void {
    this.room(10);
    while (value > 127n) {
      this.bytes[this.length++] = Number(value & 127n) | 128;
      value >>= 7n;
    }
    this.bytes[this.length++] = Number(value);
  }

  zigzag(value: number): void {
    this.varint(((value << 1) ^ (value >> 31)) >>> 0);
  }

  double(value: number): void {
    this.room(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  latin1(text: string): void {
    this.room(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.length + i] = text.charCodeAt(i);
    this.length += text.length;
  }

  utf16(text: string): void {
    this.room(text.length * 2);
    for (let i = 0; i < text.length; i++) this.view.setUint16(this.length + 2 * i, text.charCodeAt(i), true);
    this.length += text.length * 2;
  }

  /** The bytes so far; the sink starts anew. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }
}
