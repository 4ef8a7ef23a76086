/** `Hash`, `Hmac` and the one-shot digest of the crypto binding. */
import { hmac } from '@noble/hashes/hmac.js';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { boundedBytes, bytesOf, output } from './bytes.ts';
import { findDigest, type Digest, type DigestKind } from './digests.ts';
import { invalidDigest, notExtendable } from './errors.ts';
import type { KeyClasses } from './keys.ts';

function begin(kind: DigestKind, length: number | undefined): Digest {
  if (kind.extendable || length === undefined || length === kind.bytes) return kind.create(length);
  throw notExtendable();
}

export function hashClasses(rt: NodeRuntime, keys: KeyClasses) {
  class Hash {
    readonly #kind: DigestKind;
    #state: Digest;
    #result: Uint8Array | null = null;
    /** `source`: a name, or a hash to go on from. */
    constructor(source: string | Hash, length: number | undefined) {
      if (source instanceof Hash) {
        this.#kind = source.#kind;
        if (!this.#kind.extendable && length !== undefined && length !== this.#kind.bytes) throw notExtendable();
        // Without a length the copy has the usual one, whatever its source has.
        this.#state = source.#state.clone(length ?? this.#kind.bytes);
        return;
      }
      const kind = findDigest(source);
      if (!kind) throw new Error('Digest method not supported');
      this.#kind = kind;
      this.#state = begin(kind, length);
    }
    update(data: unknown, encoding?: string): boolean {
      this.#state.update(boundedBytes(rt, data, 'data is too long', encoding));
      return true;
    }
    digest(encoding?: string): Internal {
      this.#result ??= this.#state.digest();
      return output(rt, this.#result, encoding);
    }
  }

  class Hmac {
    #state: Digest | null = null;
    init(name: string, key: unknown): void {
      const kind = findDigest(name);
      if (!kind) throw invalidDigest(name);
      // OpenSSL refuses without a word.
      if (!kind.plain) throw new Error('error:00000000:lib(0)::reason(0)');
      this.#state = hmac.create(kind.plain, keys.secretBytes(key)) as unknown as Digest;
    }
    update(data: unknown, encoding?: string): boolean {
      this.#state!.update(boundedBytes(rt, data, 'data is too long', encoding));
      return true;
    }
    digest(encoding?: string): Internal {
      return output(rt, this.#state!.digest(), encoding);
    }
  }

  const oneShotDigest = (name: string, _id: number, _cache: object, input: unknown, outputEncoding: string, _encodingId: unknown, length?: number): Internal => {
    const kind = findDigest(name);
    if (!kind) throw new Error(`Digest method ${name} is not supported`);
    if (!kind.extendable && length !== undefined && length !== kind.bytes) throw new Error(`Output length ${length} is invalid for ${name}, which does not support XOF`);
    const state = begin(kind, length);
    state.update(bytesOf(rt, input));
    return output(rt, state.digest(), outputEncoding);
  };

  return { Hash, Hmac, oneShotDigest };
}
