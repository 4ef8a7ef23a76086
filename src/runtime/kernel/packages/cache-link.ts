/** The kernel's way to the cache of packages, which the relay keeps: the sandbox itself has no storage. */
import type { CachedPackage, FromPackages, KeptPackage, ToPackages } from '../../frames/messages.ts';

/** A relay that does not answer within this time is taken for one without a cache: the network answers then. */
const PATIENCE_MS = 5000;

export class CacheLink {
  private readonly port: MessagePort | null;
  private readonly waiting = new Map<number, (found: KeptPackage | null) => void>();
  private next = 0;

  /** Null: there is no cache. */
  constructor(port: MessagePort | null) {
    this.port = port;
    if (!port) return;
    port.onmessage = ({ data }: MessageEvent<ToPackages>) => {
      this.waiting.get(data.id)?.(data.found);
      this.waiting.delete(data.id);
    };
  }

  get(address: string): Promise<KeptPackage | null> {
    if (!this.port) return Promise.resolve(null);
    const id = this.next++;
    return new Promise((done) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        done(null);
      }, PATIENCE_MS);
      this.waiting.set(id, (found) => {
        clearTimeout(timer);
        done(found);
      });
      this.send({ t: 'get', id, address });
    });
  }

  /** Takes `found.bytes` over. */
  put(address: string, found: CachedPackage): void {
    this.send({ t: 'put', address, found }, [found.bytes]);
  }

  /** The registry confirmed that what is kept is current. */
  fresh(address: string, storedMs: number): void {
    this.send({ t: 'fresh', address, storedMs });
  }

  private send(message: FromPackages, transfer: Transferable[] = []): void {
    this.port?.postMessage(message, transfer);
  }
}
