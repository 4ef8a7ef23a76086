import type { Internal, NodeRuntime } from '../runtime.ts';

/** Bytes of a string, view or buffer as the crypto natives take them. */
export function bytesOf(rt: NodeRuntime, data: unknown, encoding?: string): Uint8Array {
  if (typeof data === 'string') return rt.toBytes(data, encoding === undefined || encoding === 'buffer' ? 'utf8' : encoding);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new Uint8Array(data as ArrayBuffer);
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
