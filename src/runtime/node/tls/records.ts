/**
 * The record layer of TLS within the sandbox. Records have TLS's own form, so that a peer that speaks something else is noticed as OpenSSL
 * notices it, and one that expects something else sees what it would see of any TLS client. What is in them is not encrypted: both ends are
 * processes of one sandbox, whose connection nobody else can read.
 */

export const RECORD = { ALERT: 21, HANDSHAKE: 22, DATA: 23 } as const;
export const ALERT = {
  CLOSE_NOTIFY: 0, UNEXPECTED_MESSAGE: 10, HANDSHAKE_FAILURE: 40, DECODE_ERROR: 50, PROTOCOL_VERSION: 70, INTERNAL_ERROR: 80, CERTIFICATE_REQUIRED: 116, NO_APPLICATION_PROTOCOL: 120,
} as const;

/** Bytes of the program in one record (RFC 8446, 5.1). */
export const MAX_PLAINTEXT = 16384;
const HEADER = 5;
/** Handshake messages carry chains of certificates in one record, which TLS would spread over several. */
const MAX_RECORD = 0xffff;

export interface Record { type: number; payload: Uint8Array<ArrayBuffer> }

/** One record. @throws RangeError when the payload is too long */
export function record(type: number, payload: Uint8Array): Uint8Array {
  if (payload.length > MAX_RECORD) throw new RangeError('a TLS record is too long');
  const out = new Uint8Array(HEADER + payload.length);
  out.set([type, 3, type === RECORD.HANDSHAKE ? 1 : 3, payload.length >> 8, payload.length & 255]);
  out.set(payload, HEADER);
  return out;
}

/** The program's bytes as records of at most `max` bytes each. */
export function dataRecords(data: Uint8Array, max: number): Uint8Array {
  const count = Math.max(1, Math.ceil(data.length / max));
  const out = new Uint8Array(data.length + count * HEADER);
  for (let from = 0, at = 0; from < data.length || at === 0; from += max) {
    const part = data.subarray(from, from + max);
    out.set([RECORD.DATA, 3, 3, part.length >> 8, part.length & 255], at);
    out.set(part, at + HEADER);
    at += HEADER + part.length;
  }
  return out;
}

/** What the peer sends is no TLS: how OpenSSL calls it. */
export class NotTls extends Error {
  readonly reason: 'http request' | 'https proxy request' | 'wrong version number' | 'packet length too long';
  constructor(reason: NotTls['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Takes records off the bytes that arrived. */
export class RecordReader {
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

  /** Null when the next one is not complete. @throws NotTls */
  next(): Record | null {
    const { bytes } = this;
    if (bytes.length < HEADER) return null;
    const [type, major] = bytes as unknown as [number, number];
    if (type < 20 || type > 23 || major !== 3) throw new NotTls(notTls(bytes));
    const length = bytes[3]! << 8 | bytes[4]!;
    if (bytes.length < HEADER + length) return null;
    const payload = bytes.slice(HEADER, HEADER + length) as Uint8Array<ArrayBuffer>;
    this.bytes = bytes.subarray(HEADER + length);
    return { type, payload };
  }

  /** Whether more than a part of a record may be left. */
  get pending(): boolean {
    return this.bytes.length >= HEADER;
  }
}

function notTls(bytes: Uint8Array): NotTls['reason'] {
  const start = String.fromCharCode(...bytes.subarray(0, HEADER));
  if (/^(GET |POST |HEAD |PUT )/.test(start)) return 'http request';
  return start.startsWith('CONNE') ? 'https proxy request' : 'wrong version number';
}
