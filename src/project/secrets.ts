/**
 * Keys of model services. In memory by default; remembered only when asked, encrypted with a WebCrypto key that cannot be read out of the browser.
 * This is on the app's origin: nothing that runs in the sandbox can reach it.
 */
import { AppError } from '../shared/errors.ts';
import { lazyDatabase } from '../shared/open-database.ts';

export interface SecretStore {
  get(name: string): Promise<string | undefined>;
  /** @throws when `remember` is set and the browser refuses storage; the secret is then still kept in memory. */
  set(name: string, value: string, options: { remember: boolean }): Promise<void>;
  /** @throws when it was remembered and could not be removed */
  forget(name: string): Promise<void>;
  /** Encrypts a text with the key that remembered secrets are kept with. @throws AppError `storage_refused` */
  seal(text: string): Promise<Sealed>;
  /** @throws when it was sealed with a key that is gone */
  unseal(sealed: Sealed): Promise<string>;
}

/** An encrypted text as it may be stored. */
export interface Sealed { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/**
 * Opens no storage before something is to be remembered or was remembered earlier.
 * @param framed in a page of somebody else's: remembered keys are then out of reach. Such a page can lay itself over ours and make a person
 * click what they do not see, and a page of our own site (a preview) would find the keys there, because the browser divides storage by site.
 */
export function createSecretStore(databaseName = 'tabloom-secrets', framed = globalThis.parent !== globalThis.self): SecretStore {
  const memory = new Map<string, string>();
  const { open } = lazyDatabase(databaseName, (db) => {
    db.createObjectStore('keys');
    db.createObjectStore('sealed');
  });

  const wrappingKey = async (): Promise<CryptoKey> => {
    const db = await open();
    const saved: CryptoKey | undefined = await db.get('keys', 'wrap');
    if (saved) return saved;
    const fresh = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    // Another tab may have made one meanwhile; what it sealed must stay readable.
    const tx = db.transaction('keys', 'readwrite');
    const other: CryptoKey | undefined = await tx.store.get('wrap');
    if (!other) await tx.store.put(fresh, 'wrap');
    await tx.done;
    return other ?? fresh;
  };

  const seal = async (text: string): Promise<Sealed> => {
    if (framed) throw new AppError('storage_refused', 'Inside another page nothing secret is kept.');
    const iv = crypto.getRandomValues(new Uint8Array(12));
    return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await wrappingKey(), new TextEncoder().encode(text)) };
  };
  const unseal = async ({ iv, data }: Sealed): Promise<string> => (
    new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await wrappingKey(), data))
  );

  return {
    seal, unseal,
    async get(name) {
      const known = memory.get(name);
      if (known !== undefined || framed) return known;
      try {
        const sealed: Sealed | undefined = await (await open()).get('sealed', name);
        if (!sealed) return undefined;
        const value = await unseal(sealed);
        memory.set(name, value);
        return value;
      } catch {
        // Refused storage, or a record that an earlier wrapping key sealed: the person types the key again.
        return undefined;
      }
    },
    async set(name, value, { remember }) {
      memory.set(name, value);
      if (!remember) return;
      if (framed) throw new AppError('storage_refused', 'Inside another page a key is not remembered. It is kept until this page is closed; untick the box to go on.');
      await (await open()).put('sealed', await seal(value), name);
    },
    async forget(name) {
      memory.delete(name);
      if (framed) return;
      let db: Awaited<ReturnType<typeof open>>;
      try {
        db = await open();
      } catch {
        // Where storage is refused nothing was ever stored.
        return;
      }
      await db.delete('sealed', name);
    },
  };
}
