/** AES of Web Crypto. The browser's own is out of reach: the sandbox's frame has no origin, so it is no secure context. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { BlockModeCipher, CounterCipher, GcmCipher, type PieceCipher } from './aes.ts';
import { bytesOf, exact } from './bytes.ts';
import { notAvailable } from './errors.ts';
import type { KeyClasses } from './keys.ts';

const MODES = ['CBC', 'CTR', 'GCM'] as const;

/** Which mode one of Node's `kKeyVariantAES_*` numbers means. */
function modeOf(shape: Internal, variant: number): (typeof MODES)[number] {
  const mode = MODES.find((name) => [128, 192, 256].some((bits) => shape[`kKeyVariantAES_${name}_${bits}`] === variant));
  if (!mode) throw notAvailable('This AES mode');
  return mode;
}

/** The work of an `AESCipherJob`. `extra` is the length of GCM's tag in bytes. */
export function aesJob(rt: NodeRuntime, shape: Internal, keys: KeyClasses) {
  return (_mode: number, purpose: number, key: unknown, data: unknown, variant: number, iv: unknown, extra?: number, additionalData?: unknown) => {
    const mode = modeOf(shape, variant);
    const encrypts = purpose === shape.kWebCryptoCipherEncrypt;
    const secret = keys.secretBytes(key), vector = bytesOf(rt, iv).slice();
    // Copied: the caller may change its buffers before the work is done.
    const input = bytesOf(rt, data).slice();
    const additional = additionalData === undefined ? new Uint8Array(0) : bytesOf(rt, additionalData).slice();
    return () => {
      const run = (cipher: PieceCipher, text: Uint8Array): Uint8Array[] => [cipher.update(text), cipher.final()];
      if (mode === 'CBC') return joined(run(new BlockModeCipher(secret, vector, encrypts), input));
      if (mode === 'CTR') return joined(run(new CounterCipher(secret, vector), input));
      const cipher = new GcmCipher(secret, vector, encrypts);
      const tagLength = extra ?? 16;
      cipher.authenticate(additional);
      if (encrypts) return joined([...run(cipher, input), cipher.tag!.subarray(0, tagLength)]);
      cipher.expectedTag = input.slice(input.length - tagLength);
      return joined(run(cipher, input.subarray(0, input.length - tagLength)));
    };
  };
}

function joined(parts: Uint8Array[]): ArrayBuffer {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return exact(out);
}
