/**
 * `cachedData` of scripts and functions. The engine's compiled code is out of reach; what is handed out is a mark of the source, enough to
 * answer whether cached data belongs to it. Nothing is compiled faster by it.
 */
import type { Internal, NodeRuntime } from '../runtime.ts';

const MAGIC = 'tabloom-source:';

/** FNV-1a over the text's code units. */
function hash(code: string): string {
  let h = 0x811c9dc5;
  for (let i = 0; i < code.length; i++) h = Math.imul(h ^ code.charCodeAt(i), 0x01000193);
  return `${MAGIC}${(h >>> 0).toString(16)}:${code.length}`;
}

/** A Buffer. */
export function cachedDataFor(rt: NodeRuntime, code: string): Internal {
  return rt.requireBuiltin('buffer').Buffer.from(hash(code), 'latin1');
}

export function isCachedDataFor(code: string, data: ArrayBufferView): boolean {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return new TextDecoder().decode(bytes.slice()) === hash(code);
}
