import type { Internal, NodeRuntime } from '../runtime.ts';
import { cryptoError } from './errors.ts';

/** Bytes of a string, view or buffer as the crypto natives take them. */
export function bytesOf(rt: NodeRuntime, data: unknown, encoding?: string): Uint8Array {
  if (typeof data === 'string') return rt.toBytes(data, encoding === undefined || encoding === 'buffer' ? 'utf8' : encoding);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new Uint8Array(data as ArrayBuffer);
}

/** OpenSSL counts in an `int`: what is longer is refused with the text given, before anything is made of it. */
const MOST = 2 ** 31 - 1;

export function boundedBytes(rt: NodeRuntime, data: unknown, refusal: string, encoding?: string): Uint8Array {
  const bytes = bytesOf(rt, data, encoding);
  if (bytes.length > MOST) throw cryptoError(RangeError, 'ERR_OUT_OF_RANGE', refusal);
  return bytes;
}

/** A character for each byte. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** A Buffer, or a string when an encoding is given; what is no encoding counts as none. */
export function output(rt: NodeRuntime, bytes: Uint8Array, encoding?: string): Internal {
  const { Buffer } = rt.requireBuiltin('buffer');
  const buffer: Internal = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return encoding && encoding !== 'buffer' && Buffer.isEncoding(encoding) ? buffer.toString(encoding) : buffer;
}

/** An ArrayBuffer of exactly these bytes. */
export function exact(bytes: Uint8Array): ArrayBuffer {
  return bytes.slice().buffer as ArrayBuffer;
}
