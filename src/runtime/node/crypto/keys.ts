/** Key objects of the crypto binding. Secret keys are held; asymmetric ones need an implementation this runtime does not have and name themselves. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { bytesOf, output } from './bytes.ts';
import { cryptoError, notAvailable } from './errors.ts';

export type KeyClasses = ReturnType<typeof keyClasses>;

export function keyClasses(rt: NodeRuntime, shape: Internal) {
  const { kKeyTypeSecret, kKeyFormatJWK }: { kKeyTypeSecret: number; kKeyFormatJWK: number } = shape;

  class KeyObjectHandle {
    #secret: Uint8Array | null = null;

    static secretOf(handle: KeyObjectHandle): Uint8Array {
      if (!handle.#secret) throw cryptoError(Error, 'ERR_INVALID_STATE', 'Invalid state: the key was not initialised');
      return handle.#secret;
    }

    init(type: number, data: Internal, format?: number | null): void {
      if (type !== kKeyTypeSecret) throw notAvailable('Public and private keys (RSA, EC, Ed25519)');
      if (format === kKeyFormatJWK) {
        if (data.kty !== 'oct' || typeof data.k !== 'string') throw cryptoError(Error, 'ERR_CRYPTO_INVALID_JWK', 'Invalid JWK secret key format');
        this.#secret = bytesOf(rt, data.k, 'base64url');
      } else this.#secret = bytesOf(rt, data).slice();
    }

    getSymmetricKeySize(): number {
      return KeyObjectHandle.secretOf(this).length;
    }

    export(): Internal {
      return output(rt, KeyObjectHandle.secretOf(this).slice());
    }

    exportJwk(target: Internal): Internal {
      target.kty = 'oct';
      target.k = output(rt, KeyObjectHandle.secretOf(this).slice(), 'base64url');
      return target;
    }

    equals(other: KeyObjectHandle): boolean {
      const a = KeyObjectHandle.secretOf(this), b = KeyObjectHandle.secretOf(other);
      return a.length === b.length && sameBytes(a, b);
    }
  }

  class NativeKeyObject {
    readonly #handle: KeyObjectHandle;
    constructor(handle: KeyObjectHandle) {
      this.#handle = handle;
    }
    static slotsOf(key: NativeKeyObject): [number, KeyObjectHandle] {
      return [kKeyTypeSecret, key.#handle];
    }
  }

  class NativeCryptoKey {
    readonly #slots: readonly unknown[];
    constructor(handle: KeyObjectHandle, algorithm: object, usagesMask: number, extractable: boolean) {
      this.#slots = [kKeyTypeSecret, extractable, algorithm, usagesMask, handle];
    }
    static slotsOf(key: NativeCryptoKey): unknown[] {
      return [...key.#slots];
    }
  }

  let internalCryptoKey: (new (handle: object, algorithm: object, usagesMask: number, extractable: boolean) => object) | null = null;

  return {
    KeyObjectHandle,
    /** Bytes of a secret given as handle, view or buffer. */
    secretBytes: (key: unknown): Uint8Array => (key instanceof KeyObjectHandle ? KeyObjectHandle.secretOf(key) : bytesOf(rt, key)),
    makeCryptoKey: (bytes: Uint8Array, algorithm: object, usagesMask: number, extractable: boolean): object => {
      const handle = new KeyObjectHandle();
      handle.init(kKeyTypeSecret, bytes);
      return new internalCryptoKey!(handle, algorithm, usagesMask, extractable);
    },
    natives: {
      KeyObjectHandle,
      createNativeKeyObjectClass: (define: (base: typeof NativeKeyObject) => unknown) => define(NativeKeyObject),
      getKeyObjectSlots: NativeKeyObject.slotsOf,
      createCryptoKeyClass: (define: (base: typeof NativeCryptoKey) => Internal[]) => {
        const classes = define(NativeCryptoKey);
        internalCryptoKey = classes[1];
        return classes;
      },
      getCryptoKeySlots: NativeCryptoKey.slotsOf,
    },
  };
}

/** Compares without stopping at the first difference; lengths must be equal. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!;
  return difference === 0;
}
