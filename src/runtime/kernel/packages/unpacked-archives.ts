/**
 * Archives that were unpacked a moment ago, by what lockfiles call their contents. Installing the same packages again, as after `rm -rf node_modules` or in
 * a folder beside, then unpacks nothing, and shares the memory: files copy before they change (`FileInode.viewing`).
 */
import type { Fetcher } from '../outside/fetch-exchange.ts';
import { verifiedArchive } from './fetch-archive.ts';

/** How long after the last use, and how many bytes, are held although no file has them any more. */
const HELD_MS = 60_000;
const MAX_HELD = 64 * 1024 * 1024;

export class UnpackedArchives {
  private readonly known = new Map<string, WeakRef<ArrayBuffer>>();
  /** In the order of their last use. */
  private readonly held = new Map<string, ArrayBuffer>();
  private heldBytes = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Memory that nobody may change. @throws Error when it cannot be fetched or is not what `integrity` says */
  async get(fetcher: Fetcher, url: string, integrity: string, signal: AbortSignal): Promise<Uint8Array> {
    const before = this.find(integrity);
    if (before) return before;
    const archive = await verifiedArchive(fetcher, url, integrity, signal);
    // A package that lies in several places is asked for several times at once.
    const meanwhile = this.find(integrity);
    if (meanwhile) return meanwhile;
    // One hash, and of the kind that nobody can make another content for.
    if (/^sha512-[^\s?]+$/.test(integrity)) this.hold(integrity, archive.buffer);
    return archive;
  }

  private find(integrity: string): Uint8Array | null {
    const found = this.known.get(integrity)?.deref();
    if (!found) return null;
    this.hold(integrity, found);
    return new Uint8Array(found);
  }

  private hold(integrity: string, archive: ArrayBuffer): void {
    this.known.set(integrity, new WeakRef(archive));
    this.let(integrity);
    if (archive.byteLength > MAX_HELD / 2) return;
    this.held.set(integrity, archive);
    this.heldBytes += archive.byteLength;
    for (const oldest of this.held.keys()) {
      if (this.heldBytes <= MAX_HELD) break;
      this.let(oldest);
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.release(), HELD_MS);
  }

  private let(integrity: string): void {
    this.heldBytes -= this.held.get(integrity)?.byteLength ?? 0;
    this.held.delete(integrity);
  }

  /** What files still have stays known. */
  private release(): void {
    this.held.clear();
    this.heldBytes = 0;
    for (const [integrity, archive] of this.known) if (archive.deref() === undefined) this.known.delete(integrity);
  }
}
