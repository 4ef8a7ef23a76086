/** `Sign`, `Verify` and the `SignJob` of the crypto binding. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { hashesFirst, type SignatureOptions, signData, signDigest, verifyData, verifyDigest } from './asym/signature.ts';
import { boundedBytes, bytesOf, exact, output } from './bytes.ts';
import { canonicalDigest, type Digest, findDigest } from './digests.ts';
import { cryptoError, invalidDigest } from './errors.ts';
import type { KeyClasses, KeyInput } from './keys.ts';

type Options = [padding: number | undefined, saltLength: number | undefined, dsaEncoding: number];

export function signClasses(rt: NodeRuntime, shape: Internal, keys: KeyClasses) {
  const { kSigEncP1363, kSignJobModeSign }: { [name: string]: number } = shape;
  const optionsOf = ([padding, saltLength, dsaEncoding]: Options): SignatureOptions => ({ padding, saltLength, p1363: dsaEncoding === kSigEncP1363 });

  class Signer {
    #hash = '';
    #state: Digest | null = null;

    init(name: string): void {
      // Node's own names of SHA-1, from the time when DSA knew no other.
      const hash = canonicalDigest(name === 'dss1' || name === 'DSS1' ? 'sha1' : name);
      if (hash === undefined) throw cryptoError(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', 'Invalid digest');
      this.#hash = hash;
      this.#state = findDigest(hash)!.create();
    }

    update(data: unknown, encoding?: string): void {
      if (!this.#state) throw cryptoError(Error, 'ERR_CRYPTO_INVALID_STATE', 'Not initialised');
      this.#state.update(boundedBytes(rt, data, 'data is too long', encoding));
    }

    /** Hash and digest; nothing can be added afterwards. */
    static finish(signer: Signer): { hash: string; digest: Uint8Array } {
      if (!signer.#state) throw cryptoError(Error, 'ERR_CRYPTO_INVALID_STATE', 'Not initialised');
      const digest = signer.#state.digest();
      signer.#state = null;
      return { hash: signer.#hash, digest };
    }
  }

  class Sign extends Signer {
    sign(...args: [...KeyInput, ...Options]): Internal {
      const { hash, digest } = Signer.finish(this);
      const key = keys.readKey(args.slice(0, 5) as KeyInput, 'private');
      if (!hashesFirst(key)) throw cryptoError(Error, 'ERR_CRYPTO_UNSUPPORTED_OPERATION', 'Unsupported crypto operation');
      return output(rt, signDigest(key, hash, digest, optionsOf(args.slice(5) as Options), keys.random));
    }
  }

  class Verify extends Signer {
    verify(...args: [...KeyInput, signature: unknown, ...Options]): boolean {
      const { hash, digest } = Signer.finish(this);
      const key = keys.readKey(args.slice(0, 5) as KeyInput, 'public');
      if (!hashesFirst(key)) throw cryptoError(Error, 'ERR_CRYPTO_UNSUPPORTED_OPERATION', 'Unsupported crypto operation');
      return verifyDigest(key, hash, digest, boundedBytes(rt, args[5], 'buffer is too big'), optionsOf(args.slice(6) as Options));
    }
  }

  /** Prepares a `SignJob`. */
  const signJob = (_mode: number, purpose: number, ...rest: Internal[]) => {
    const signs = purpose === kSignJobModeSign;
    const [data, algorithm, saltLength, padding, dsaEncoding, context, signature] = rest.slice(5);
    const key = keys.readKey(rest.slice(0, 5) as unknown as KeyInput, signs ? 'private' : 'public');
    if (algorithm !== undefined && algorithm !== null && !findDigest(algorithm)) throw invalidDigest(algorithm);
    const input = boundedBytes(rt, data, 'data is too big').slice();
    const given = signature === undefined ? new Uint8Array(0) : boundedBytes(rt, signature, 'signature is too big').slice();
    const options: SignatureOptions = { padding, saltLength, p1363: dsaEncoding === kSigEncP1363, context: context === undefined ? undefined : bytesOf(rt, context).slice() };
    return () => (signs ? exact(signData(key, algorithm ?? undefined, input, options, keys.random)) : verifyData(key, algorithm ?? undefined, input, given, options));
  };

  return { Sign, Verify, signJob };
}
