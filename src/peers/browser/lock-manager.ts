/** The browser's lock manager, for leases: see `../lock-manager.ts`. */
import { AppError } from '../../shared/errors.ts';
import type { LockManagerPort } from '../lock-manager.ts';

export interface BrowserLocks extends LockManagerPort {
  /** Holds a lock in the name of a session for as long as the page is there, or until `close`. */
  live(session: string): Promise<void>;
  /** The sessions that hold such a lock. */
  living(): Promise<ReadonlySet<string>>;
  /** Resolves when that session has ended. @throws DOMException `AbortError` */
  ended(session: string, signal: AbortSignal): Promise<void>;
  /** Does something while no other page of this project does; after `ms` without its turn all the same. */
  inTurn<T>(name: string, ms: number, work: () => Promise<T>): Promise<T>;
  /** Lets go of everything. */
  close(): void;
}

/** @param scope what begins the names of all locks of one project */
export function createBrowserLocks(scope: string): BrowserLocks {
  const lifeOf = (session: string): string => `${scope}:${session}`;
  const full = (name: string): string => `${scope}#${name}`;
  const drops = new Set<() => void>();

  function hold(name: string, onStolen: () => void): Promise<() => void> {
    return new Promise((resolve, reject) => {
      let granted = false;
      const { promise, resolve: drop } = Promise.withResolvers<void>();
      const letGo = (): void => {
        drops.delete(letGo);
        drop();
      };
      navigator.locks.request(name, () => {
        granted = true;
        drops.add(letGo);
        resolve(letGo);
        return promise;
      }).catch((error: unknown) => {
        drops.delete(letGo);
        if (granted) onStolen();
        else reject(new AppError('no_storage', 'This browser has no locks for this page, so tabs cannot work together here.', { cause: error }));
      });
    });
  }

  async function living(): Promise<ReadonlyMap<string, string>> {
    return clientsOf((await navigator.locks.query()).held);
  }

  /** Only a tab itself holds its lock alone. Whoever waits for its end shares the lock then, until it has noticed: one that stands still holds it that long. */
  const clientsOf = (held: LockInfo[] = []): Map<string, string> =>
    new Map(held.flatMap(({ name = '', clientId = '', mode }) => (mode === 'exclusive' && name.startsWith(`${scope}:`) ? [[name.slice(scope.length + 1), clientId] as const] : [])));

  return {
    hold: (name, onStolen) => hold(full(name), onStolen),
    // Whoever waits for a name to be free shares it then for a moment (`free`), also with its own former name: that is not held.
    async held() {
      const { held = [] } = await navigator.locks.query();
      const locks = held.flatMap(({ name = '', clientId = '', mode }) => (mode === 'exclusive' && name.startsWith(`${scope}#`) ? [{ name: name.slice(scope.length + 1), client: clientId }] : []));
      return { locks, clients: clientsOf(held) };
    },
    steal: (name) => navigator.locks.request(full(name), { steal: true }, () => undefined),
    async free(name, ms) {
      const late = AbortSignal.timeout(ms);
      try {
        await navigator.locks.request(full(name), { mode: 'shared', signal: late }, () => undefined);
        return true;
      } catch (error) {
        if (late.aborted) return false;
        throw error;
      }
    },
    async live(session) {
      await hold(lifeOf(session), () => undefined);
    },
    living: async () => new Set((await living()).keys()),
    async ended(session, signal) {
      await navigator.locks.request(lifeOf(session), { mode: 'shared', signal }, () => undefined);
    },
    async inTurn(name, ms, work) {
      const late = AbortSignal.timeout(ms);
      let begun = false;
      try {
        return await navigator.locks.request(`${scope}/${name}`, { signal: late }, async () => {
          begun = true;
          return work();
        });
      } catch (error) {
        if (begun || !late.aborted) throw error;
        return work();
      }
    },
    close() {
      for (const drop of [...drops]) drop();
    },
  };
}
