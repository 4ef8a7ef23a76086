/** SHA-1 without `node:crypto`: loading that takes the sandbox several times as long as a whole git command. */
import { sha1 as hash } from '@noble/hashes/legacy.js';

/** Of all parts in their order. */
export function sha1(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const state = hash.create();
  for (const part of parts) state.update(typeof part === 'string' ? new TextEncoder().encode(part) : part);
  return state.digest();
}

export function sha1Hex(...parts: readonly (Uint8Array | string)[]): string {
  return Buffer.from(sha1(...parts)).toString('hex');
}
