/**
 * Packages that were fetched once, kept in the relay's own storage so that the next sandbox needs no network for them. Contents are stored by their
 * SHA-256; an index by address says which content an address had, and its SHA-512, which it is checked against when it is read: that is what lockfiles
 * name packages by, so whoever gets one need not hash it once more. Where storage is refused (an embedded page in a private window) nothing is kept, and everything else goes on.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { CachedPackage, FromPackages, KeptPackage, ToPackages } from './messages.ts';

/** Bytes that are kept; what was not used for longest goes first. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Bytes of one package or document. */
const MAX_ENTRY = 64 * 1024 * 1024;
const MAX_ADDRESS = 4096;
/** A use is noted down when the last note is older: reading a package must not always write. */
const USE_NOTED_MS = 3_600_000;

/** `sha512` is missing from what was stored before it was noted. */
interface Entry { address: string; digest: string; sha512?: string; size: number; headers: [string, string][]; storedMs: number; usedMs: number }

interface Schema extends DBSchema {
  entries: { key: string; value: Entry; indexes: { digest: string } };
  contents: { key: string; value: ArrayBuffer };
}

export class PackageCache {
  private readonly name: string;
  private opened: Promise<IDBPDatabase<Schema> | null> | null = null;
  /** Entries without their contents: a look that misses costs no transaction. */
  private readonly entries = new Map<string, Entry>();
  private used = 0;
  private readonly limit: number;

  constructor(name = 'packages', limit = MAX_BYTES) {
    this.name = name;
    this.limit = limit;
  }

  /** A port on which a kernel reads and writes the cache. Whatever else comes over it is passed over. */
  serve(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = checked(data);
      if (message?.t === 'get') {
        void this.get(message.address).catch(() => null).then((found) => {
          const answer: ToPackages = { t: 'package', id: message.id, found };
          port1.postMessage(answer, found ? [found.bytes] : []);
        });
      } else if (message?.t === 'put') void this.put(message.address, message.found).catch(() => {});
      else if (message?.t === 'fresh') void this.refresh(message.address, message.storedMs).catch(() => {});
    };
    return port2;
  }

  private async get(address: string): Promise<KeptPackage | null> {
    const db = await this.open();
    const entry = this.entries.get(address);
    if (!db || !entry) return null;
    const bytes = await db.get('contents', entry.digest);
    const sha512 = bytes && await sha512Of(bytes);
    if (!bytes || !sha512 || (entry.sha512 === undefined ? await digestOf(bytes) !== entry.digest : sha512 !== entry.sha512)) {
      await this.drop(db, [entry]);
      return null;
    }
    const now = Date.now();
    if (now - entry.usedMs > USE_NOTED_MS || entry.sha512 === undefined) {
      entry.usedMs = now;
      entry.sha512 = sha512;
      void db.put('entries', entry).catch(() => {});
    }
    return { bytes, headers: entry.headers, storedMs: entry.storedMs, sha512 };
  }

  private async put(address: string, { bytes, headers, storedMs }: CachedPackage): Promise<void> {
    const db = await this.open();
    if (!db) return;
    const [digest, sha512] = await Promise.all([digestOf(bytes), sha512Of(bytes)]);
    const entry: Entry = { address, digest, sha512, size: bytes.byteLength, headers, storedMs, usedMs: Date.now() };
    const before = this.entries.get(address);
    await this.makeRoom(db, entry.size);
    const change = db.transaction(['entries', 'contents'], 'readwrite', { durability: 'relaxed' });
    await Promise.all([change.objectStore('contents').put(bytes, digest), change.objectStore('entries').put(entry), change.done]);
    this.entries.set(address, entry);
    this.used += entry.size - (before?.size ?? 0);
    if (before && before.digest !== digest) await this.forgetContent(db, before.digest);
  }

  /** The registry said that it is still the same. */
  private async refresh(address: string, storedMs: number): Promise<void> {
    const db = await this.open();
    const entry = this.entries.get(address);
    if (!db || !entry) return;
    entry.storedMs = storedMs;
    await db.put('entries', entry);
  }

  private async makeRoom(db: IDBPDatabase<Schema>, size: number): Promise<void> {
    if (this.used + size <= this.limit) return;
    const oldest = [...this.entries.values()].sort((a, b) => a.usedMs - b.usedMs);
    const leaving: Entry[] = [];
    // A tenth more than needed, so that a full cache is not sorted for every package.
    for (let free = this.limit * 0.9 - this.used - size; free < 0 && oldest.length > 0;) {
      const entry = oldest.shift()!;
      leaving.push(entry);
      free += entry.size;
    }
    await this.drop(db, leaving);
  }

  private async drop(db: IDBPDatabase<Schema>, leaving: Entry[]): Promise<void> {
    for (const entry of leaving) {
      if (this.entries.get(entry.address) !== entry) continue;
      this.entries.delete(entry.address);
      this.used -= entry.size;
      await db.delete('entries', entry.address);
      await this.forgetContent(db, entry.digest);
    }
  }

  private async forgetContent(db: IDBPDatabase<Schema>, digest: string): Promise<void> {
    if (await db.countFromIndex('entries', 'digest', digest) === 0) await db.delete('contents', digest);
  }

  private open(): Promise<IDBPDatabase<Schema> | null> {
    this.opened ??= this.load().catch(() => null);
    return this.opened;
  }

  private async load(): Promise<IDBPDatabase<Schema>> {
    const db = await openDB<Schema>(this.name, 1, {
      upgrade(fresh) {
        fresh.createObjectStore('entries', { keyPath: 'address' }).createIndex('digest', 'digest');
        fresh.createObjectStore('contents');
      },
    });
    for (const entry of await db.getAll('entries')) {
      this.entries.set(entry.address, entry);
      this.used += entry.size;
    }
    return db;
  }
}

async function digestOf(bytes: ArrayBuffer): Promise<string> {
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In base64, as lockfiles write it. */
async function sha512Of(bytes: ArrayBuffer): Promise<string> {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-512', bytes))));
}

/** What a kernel sent, or null when it is not of the form that this serves: the kernel's frame has another origin. */
function checked(data: unknown): FromPackages | null {
  const message = data as Partial<Record<string, unknown>> | null;
  if (typeof message !== 'object' || message === null) return null;
  const { t, address, id, found, storedMs } = message as { t?: unknown; address?: unknown; id?: unknown; found?: Partial<CachedPackage>; storedMs?: unknown };
  if (typeof address !== 'string' || address.length > MAX_ADDRESS) return null;
  if (t === 'get') return typeof id === 'number' ? { t, id, address } : null;
  if (t === 'fresh') return typeof storedMs === 'number' ? { t, address, storedMs } : null;
  if (t !== 'put' || typeof found !== 'object' || found === null) return null;
  if (!(found.bytes instanceof ArrayBuffer) || found.bytes.byteLength > MAX_ENTRY || typeof found.storedMs !== 'number' || !Array.isArray(found.headers)) return null;
  const headers = found.headers.slice(0, 16).map(([name, value]) => [String(name).slice(0, 64), String(value).slice(0, 1024)] as [string, string]);
  return { t, address, found: { bytes: found.bytes, headers, storedMs: found.storedMs } };
}
