/**
 * `cachedData` of scripts and functions. The engine's compiled code is out of reach; what is handed out is a mark of the source, enough to
 * answer whether cached data belongs to it. Nothing is compiled faster by it.
 */
import type { Internal, NodeRuntime } from '../runtime.ts';

const MAGIC = 'tabloom-source:';

/** The engine compares no more than the length of the source. */
const mark = (code: string): string => `${MAGIC}${code.length}`;

/** A Buffer. */
export function cachedDataFor(rt: NodeRuntime, code: string): Internal {
  return rt.requireBuiltin('buffer').Buffer.from(mark(code), 'latin1');
}

export function isCachedDataFor(code: string, data: ArrayBufferView): boolean {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new TextDecoder().decode(bytes.slice()) === mark(code);
}
