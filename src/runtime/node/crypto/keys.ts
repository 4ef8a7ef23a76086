/** Key objects of the crypto binding. */
import { CLONE_HANDLE, handleKinds, hideClone } from '../messaging/handles.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { fromJwk, toJwk } from './asym/jwk.ts';
import { type DerType, fromRaw, privateFromDer, privateFromText, publicFromDer, publicFromText } from './asym/key-input.ts';
import { writePrivate, writePublic } from './asym/key-output.ts';
import { type AsymmetricKey, isOkp, publicPart } from './asym/model.ts';
import { spki, pkcs8 } from './asym/key-der.ts';
import { findCurve, publicPoint, readPoint, writePoint } from './asym/curves.ts';
import { bitLength } from './asym/big-math.ts';
import { fromBig } from './asym/der.ts';
import { boundedBytes, bytesOf, output } from './bytes.ts';
import { cryptoError } from './errors.ts';
import { fillRandom } from './random.ts';

export type KeyClasses = ReturnType<typeof keyClasses>;

/** The five values by which Node's library hands over an asymmetric key. */
export type KeyInput = [data: unknown, format: number | null | undefined, type: number | string | null | undefined, passphrase: unknown, namedCurve: string | null | undefined];

const CLONE_KIND = 'crypto:handle', OBJECT_KIND = 'crypto:key', CRYPTO_KEY_KIND = 'crypto:webkey';

/** Forms of a point, by OpenSSL's numbers. */
const POINT_FORMS = { 2: 'compressed', 4: 'uncompressed', 6: 'hybrid' } as const;
export const pointForm = (number: number): 'compressed' | 'uncompressed' | 'hybrid' => POINT_FORMS[number as 2 | 4 | 6] ?? 'uncompressed';

const wrongRaw = (): Error => cryptoError(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', 'The selected key encoding is incompatible with the key type');

export function keyClasses(rt: NodeRuntime, shape: Internal) {
  const {
    kKeyTypeSecret, kKeyTypePublic, kKeyTypePrivate, kKeyFormatPEM, kKeyFormatDER, kKeyFormatJWK, kKeyFormatRawPublic, kKeyFormatRawPrivate, kKeyFormatRawSeed, kKeyFormatStore,
  }: { [name: string]: number } = shape;
  const random = (bytes: Uint8Array<ArrayBuffer>): void => fillRandom(rt, bytes);
  const derTypes = new Map<unknown, DerType>([[shape.kKeyEncodingPKCS1, 'pkcs1'], [shape.kKeyEncodingPKCS8, 'pkcs8'], [shape.kKeyEncodingSPKI, 'spki'], [shape.kKeyEncodingSEC1, 'sec1']]);

  /** Reads a key; `wanted` private refuses public ones, public takes both. */
  function readKey(input: KeyInput, wanted: 'private' | 'public'): AsymmetricKey {
    const [data, format, type, passphrase, namedCurve] = input;
    if (data instanceof KeyObjectHandle) return KeyObjectHandle.keyOf(data);
    if (format === kKeyFormatStore) throw cryptoError(Error, 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', "Keys of OpenSSL's stores are not available in this runtime");
    if (format === kKeyFormatJWK) return fromJwk(data as { [name: string]: unknown }, wanted === 'private');
    const bytes = boundedBytes(rt, data, 'keyData is too big');
    if (format === kKeyFormatRawPublic) return fromRaw(bytes, String(type), namedCurve ?? null, 'public');
    if (format === kKeyFormatRawPrivate) return fromRaw(bytes, String(type), namedCurve ?? null, 'private');
    if (format === kKeyFormatRawSeed) throw wrongRaw();
    const secret = passphrase === null || passphrase === undefined ? undefined : boundedBytes(rt, passphrase, 'passphrase is too big');
    if (format === kKeyFormatPEM) return wanted === 'private' ? privateFromText(bytes, secret) : publicFromText(bytes, secret);
    const derType = derTypes.get(type) ?? 'pkcs8';
    return wanted === 'private' ? privateFromDer(bytes, derType, secret) : publicFromDer(bytes, derType, secret);
  }

  class KeyObjectHandle {
    #type = -1;
    #secret: Uint8Array | null = null;
    #key: AsymmetricKey | null = null;

    static secretOf(handle: KeyObjectHandle): Uint8Array {
      if (!handle.#secret) throw cryptoError(Error, 'ERR_INVALID_STATE', 'Invalid state: the key was not initialised');
      return handle.#secret;
    }

    static keyOf(handle: KeyObjectHandle): AsymmetricKey {
      if (!handle.#key) throw cryptoError(Error, 'ERR_INVALID_STATE', 'Invalid state: the key is not an asymmetric one');
      return handle.#key;
    }

    static of(key: AsymmetricKey, type: 'public' | 'private'): KeyObjectHandle {
      const handle = new KeyObjectHandle();
      handle.#type = type === 'public' ? kKeyTypePublic! : kKeyTypePrivate!;
      handle.#key = type === 'public' ? publicPart(key) : key;
      return handle;
    }

    init(type: number, data: Internal, format?: number | null, keyType?: number | string | null, passphrase?: unknown, namedCurve?: string | null): void {
      this.#type = type;
      if (type !== kKeyTypeSecret) {
        const key = readKey([data, format, keyType, passphrase, namedCurve], type === kKeyTypePrivate ? 'private' : 'public');
        this.#key = type === kKeyTypePrivate ? key : publicPart(key);
        return;
      }
      if (format === kKeyFormatJWK) {
        if (data.kty !== 'oct' || typeof data.k !== 'string') throw cryptoError(Error, 'ERR_CRYPTO_INVALID_JWK', 'Invalid JWK secret key format');
        this.#secret = bytesOf(rt, data.k, 'base64url');
      } else this.#secret = bytesOf(rt, data).slice();
    }

    getKeyType(): number {
      return this.#type;
    }

    getSymmetricKeySize(): number {
      return KeyObjectHandle.secretOf(this).length;
    }

    getAsymmetricKeyType(): string {
      return KeyObjectHandle.keyOf(this).type;
    }

    export(format?: number, type?: number, cipher?: string | null, passphrase?: unknown): Internal {
      if (this.#secret) return output(rt, this.#secret.slice());
      const key = KeyObjectHandle.keyOf(this);
      const asPem = format === kKeyFormatPEM;
      const derType = derTypes.get(type)!;
      const written = this.#type === kKeyTypePublic ? writePublic(key, derType, asPem)
        : writePrivate(key, derType, asPem, cipher ?? undefined, passphrase === null || passphrase === undefined ? new Uint8Array(0) : bytesOf(rt, passphrase), random);
      return typeof written === 'string' ? written : output(rt, written);
    }

    exportJwk(target: Internal, handleRsaPss = false): Internal {
      if (this.#secret) {
        target.kty = 'oct';
        target.k = output(rt, this.#secret.slice(), 'base64url');
        return target;
      }
      const key = KeyObjectHandle.keyOf(this);
      return toJwk(key.type === 'rsa-pss' && handleRsaPss ? { ...key, type: 'rsa' } : key, target, this.#type === kKeyTypePrivate);
    }

    rawPublicKey(): Internal {
      const key = KeyObjectHandle.keyOf(this);
      if (!isOkp(key)) throw wrongRaw();
      return output(rt, key.point.slice());
    }

    rawPrivateKey(): Internal {
      const key = KeyObjectHandle.keyOf(this);
      if (!isOkp(key)) throw wrongRaw();
      return output(rt, key.secret!.slice());
    }

    rawSeed(): Internal {
      throw wrongRaw();
    }

    exportECPublicRaw(form: number): Internal {
      const key = KeyObjectHandle.keyOf(this);
      if (key.type !== 'ec') throw wrongRaw();
      return output(rt, writePoint(key.curve, key.point, pointForm(form)).slice());
    }

    exportECPrivateRaw(): Internal {
      const key = KeyObjectHandle.keyOf(this);
      if (key.type !== 'ec') throw wrongRaw();
      return output(rt, key.secret!.slice());
    }

    checkEcKeyData(): boolean {
      const key = KeyObjectHandle.keyOf(this);
      if (key.type !== 'ec' || !readPoint(key.curve, key.point)) return false;
      return !key.secret || sameBytes(publicPoint(key.curve, key.secret), key.point);
    }

    keyDetail(target: Internal): Internal {
      const key = KeyObjectHandle.keyOf(this);
      if (key.type === 'rsa' || key.type === 'rsa-pss') {
        target.modulusLength = bitLength(key.n);
        target.publicExponent = fromBig(key.e).slice().buffer;
        if (key.type === 'rsa-pss' && key.pss) Object.assign(target, { hashAlgorithm: key.pss.hash, mgf1HashAlgorithm: key.pss.mgf1Hash, saltLength: key.pss.saltLength });
      } else if (key.type === 'ec') target.namedCurve = key.curve.name;
      else if (key.type === 'dsa') Object.assign(target, { modulusLength: bitLength(key.p), divisorLength: bitLength(key.q) });
      return target;
    }

    /** A secret as its bytes, the others in DER: what another thread makes the key of again. */
    [CLONE_HANDLE](): { kind: string; data: unknown } {
      const data = this.#secret ?? (this.#type === kKeyTypePrivate ? pkcs8(this.#key!) : spki(this.#key!));
      return { kind: CLONE_KIND, data: { type: this.#type, bytes: data } };
    }

    equals(other: KeyObjectHandle): boolean {
      if (this.#type !== other.#type) return false;
      const bytes = (handle: KeyObjectHandle): Uint8Array => handle.#secret ?? (handle.#type === kKeyTypePrivate ? pkcs8(handle.#key!) : spki(handle.#key!));
      const a = bytes(this), b = bytes(other);
      return a.length === b.length && sameBytes(a, b);
    }
  }

  const handleFrom = (data: unknown): KeyObjectHandle => {
    const { type, bytes } = data as { type: number; bytes: Uint8Array };
    const handle = new KeyObjectHandle();
    if (type === kKeyTypeSecret) handle.init(type, bytes);
    else handle.init(type, bytes, kKeyFormatDER, type === kKeyTypePrivate ? shape.kKeyEncodingPKCS8 : shape.kKeyEncodingSPKI);
    return handle;
  };
  const kinds = handleKinds(rt);
  kinds.set(CLONE_KIND, handleFrom);
  // A thread that receives a key may not have the library's classes of keys yet.
  const loadClasses = (): void => void rt.requireBuiltin('internal/crypto/keys');
  kinds.set(OBJECT_KIND, (data) => {
    loadClasses();
    const handle = handleFrom(data);
    // The classes of secret, public and private keys follow the base class in the order of the types' numbers.
    return new keyObjects[1 + handle.getKeyType()]!(handle);
  });
  kinds.set(CRYPTO_KEY_KIND, (data) => {
    loadClasses();
    const { key, algorithm, usagesMask, extractable } = data as { key: unknown; algorithm: object; usagesMask: number; extractable: boolean };
    return cryptoKey(handleFrom(key), algorithm, usagesMask, extractable);
  });

  class NativeKeyObject {
    readonly #handle: KeyObjectHandle;
    constructor(handle: KeyObjectHandle) {
      this.#handle = handle;
      hideClone(this, () => ({ kind: OBJECT_KIND, data: handle[CLONE_HANDLE]().data }));
    }
    static slotsOf(key: NativeKeyObject): [number, KeyObjectHandle] {
      return [key.#handle.getKeyType(), key.#handle];
    }
  }

  class NativeCryptoKey {
    readonly #slots: readonly unknown[];
    constructor(handle: KeyObjectHandle, algorithm: object, usagesMask: number, extractable: boolean) {
      this.#slots = [handle.getKeyType(), extractable, algorithm, usagesMask, handle];
      // The library's algorithms have no prototype, those of a message have Object's.
      hideClone(this, () => ({ kind: CRYPTO_KEY_KIND, data: { key: handle[CLONE_HANDLE]().data, algorithm: rt.native.structuredClone(algorithm), usagesMask, extractable } }));
    }
    static slotsOf(key: NativeCryptoKey): unknown[] {
      return [...key.#slots];
    }
  }

  let keyObjects: (new (handle: object) => object)[] = [];
  let internalCryptoKey: (new (handle: object, algorithm: object, usagesMask: number, extractable: boolean) => object) | null = null;
  const cryptoKey = (handle: KeyObjectHandle, algorithm: object, usagesMask: number, extractable: boolean): object => new internalCryptoKey!(handle, algorithm, usagesMask, extractable);

  return {
    KeyObjectHandle,
    readKey,
    random,
    derTypes,
    formats: { pem: kKeyFormatPEM!, der: kKeyFormatDER!, jwk: kKeyFormatJWK! },
    findCurve,
    cryptoKey,
    handleOf: (key: AsymmetricKey, type: 'public' | 'private'): KeyObjectHandle => KeyObjectHandle.of(key, type),
    keyOf: (handle: unknown): AsymmetricKey => KeyObjectHandle.keyOf(handle as KeyObjectHandle),
    /** Bytes of a secret given as handle, view or buffer. */
    secretBytes: (key: unknown, refusal = 'key is too big'): Uint8Array => (key instanceof KeyObjectHandle ? KeyObjectHandle.secretOf(key) : boundedBytes(rt, key, refusal)),
    makeCryptoKey: (bytes: Uint8Array, algorithm: object, usagesMask: number, extractable: boolean): object => {
      const handle = new KeyObjectHandle();
      handle.init(kKeyTypeSecret!, bytes);
      return cryptoKey(handle, algorithm, usagesMask, extractable);
    },
    natives: {
      KeyObjectHandle,
      createNativeKeyObjectClass: (define: (base: typeof NativeKeyObject) => Internal[]) => (keyObjects = define(NativeKeyObject)),
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
