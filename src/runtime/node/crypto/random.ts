import type { NodeRuntime } from '../runtime.ts';

/** Bytes the browser fills with random data at once. */
const RANDOM_CHUNK = 65536;

export function fillRandom(rt: NodeRuntime, target: Uint8Array<ArrayBuffer>): void {
  for (let at = 0; at < target.length; at += RANDOM_CHUNK) rt.native.crypto.getRandomValues(target.subarray(at, at + RANDOM_CHUNK));
}
