/** Frames of HTTP/2 (RFC 9113) as bytes. */

export const FRAME = { DATA: 0, HEADERS: 1, PRIORITY: 2, RST_STREAM: 3, SETTINGS: 4, PUSH_PROMISE: 5, PING: 6, GOAWAY: 7, WINDOW_UPDATE: 8, CONTINUATION: 9, ALTSVC: 10, ORIGIN: 12 } as const;
export const FLAG = { END_STREAM: 1, ACK: 1, END_HEADERS: 4, PADDED: 8, PRIORITY: 32 } as const;
export const CODE = {
  NO_ERROR: 0, PROTOCOL_ERROR: 1, INTERNAL_ERROR: 2, FLOW_CONTROL_ERROR: 3, STREAM_CLOSED: 5, FRAME_SIZE_ERROR: 6, REFUSED_STREAM: 7, CANCEL: 8, COMPRESSION_ERROR: 9, ENHANCE_YOUR_CALM: 11,
} as const;

export const PREFACE = Uint8Array.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', (letter) => letter.charCodeAt(0));
export const FRAME_HEADER = 9;
/** The byte that counts it, and what it can count. */
export const MAX_PADDING = 256;

export interface Frame { type: number; flags: number; id: number; payload: Uint8Array }

export function frame(type: number, flags: number, id: number, payload: Uint8Array): Uint8Array {
  const out = new Uint8Array(FRAME_HEADER + payload.length);
  out.set([payload.length >> 16, payload.length >> 8 & 255, payload.length & 255, type, flags, id >>> 24 & 127, id >> 16 & 255, id >> 8 & 255, id & 255]);
  out.set(payload, FRAME_HEADER);
  return out;
}

/** A frame with so many bytes of padding, the one that counts them included. */
export function padded(bytes: Uint8Array, padding: number): Uint8Array {
  if (padding === 0) return bytes;
  const payload = new Uint8Array(bytes.length - FRAME_HEADER + padding);
  payload[0] = padding - 1;
  payload.set(bytes.subarray(FRAME_HEADER), 1);
  return frame(bytes[3]!, bytes[4]! | FLAG.PADDED, wordAt(bytes, 5), payload);
}

/** Big-endian 32-bit numbers. */
export function words(...values: number[]): Uint8Array {
  const out = new Uint8Array(values.length * 4);
  const view = new DataView(out.buffer);
  for (const [i, value] of values.entries()) view.setUint32(i * 4, value);
  return out;
}

export const wordAt = (bytes: Uint8Array, at: number): number => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);

export function settingsPayload(entries: readonly (readonly [id: number, value: number])[]): Uint8Array {
  const out = new Uint8Array(entries.length * 6);
  const view = new DataView(out.buffer);
  for (const [i, [id, value]] of entries.entries()) {
    view.setUint16(i * 6, id);
    view.setUint32(i * 6 + 2, value);
  }
  return out;
}

/** A block of headers as a HEADERS or PUSH_PROMISE frame and as many CONTINUATIONs as it takes. */
export function headerFrames(type: number, flags: number, id: number, block: Uint8Array, maxSize: number): Uint8Array[] {
  const out: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < block.length; at += maxSize) {
    const last = at + maxSize >= block.length;
    out.push(frame(at === 0 ? type : FRAME.CONTINUATION, (at === 0 ? flags : 0) | (last ? FLAG.END_HEADERS : 0), id, block.subarray(at, at + maxSize)));
  }
  return out;
}

/** Takes frames off the bytes that arrived. */
export class FrameReader {
  private bytes: Uint8Array = new Uint8Array(0);

  push(bytes: Uint8Array): void {
    if (this.bytes.length === 0) this.bytes = bytes;
    else {
      const joined = new Uint8Array(this.bytes.length + bytes.length);
      joined.set(this.bytes);
      joined.set(bytes, this.bytes.length);
      this.bytes = joined;
    }
  }

  /** Whether the preface is there: null while it is not complete. */
  preface(): boolean | null {
    for (let i = 0; i < Math.min(PREFACE.length, this.bytes.length); i++) if (this.bytes[i] !== PREFACE[i]) return false;
    if (this.bytes.length < PREFACE.length) return null;
    this.bytes = this.bytes.subarray(PREFACE.length);
    return true;
  }

  /** Null while the next one is not complete, 'too long' when it is longer than `maxSize`. */
  next(maxSize: number): Frame | null | 'too long' {
    const { bytes } = this;
    if (bytes.length < FRAME_HEADER) return null;
    const length = bytes[0]! << 16 | bytes[1]! << 8 | bytes[2]!;
    if (length > maxSize) return 'too long';
    if (bytes.length < FRAME_HEADER + length) return null;
    this.bytes = bytes.subarray(FRAME_HEADER + length);
    return { type: bytes[3]!, flags: bytes[4]!, id: wordAt(bytes, 5) & 0x7fffffff, payload: bytes.slice(FRAME_HEADER, FRAME_HEADER + length) };
  }
}

/** The payload without its padding; null when the padding is longer than the payload. */
export function unpadded({ flags, payload }: Frame): Uint8Array | null {
  if (!(flags & FLAG.PADDED)) return payload;
  const padding = payload[0] ?? 0;
  return padding >= payload.length ? null : payload.subarray(1, payload.length - padding);
}

/** Categories of header blocks, as nghttp2 numbers them. */
export const CATEGORY = { REQUEST: 0, RESPONSE: 1, PUSH_RESPONSE: 2, HEADERS: 3 } as const;
