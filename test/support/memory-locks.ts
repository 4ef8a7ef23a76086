/** The browser's lock manager in memory, as far as the tabs of a project use it: shared and exclusive, in order, if available, by force. */

interface Asked { name: string; shared: boolean; grant: () => void }
interface Held { name: string; shared: boolean; clientId: string; end: (error?: Error) => void }

export interface MemoryLocks {
  /** What one tab sees of it. */
  of(clientId: string): LockManager;
  /** The tab ends: what it holds is free. */
  end(clientId: string): void;
}

export function memoryLocks(): MemoryLocks {
  let held: Held[] = [];
  let asked: Asked[] = [];
  const fits = ({ name, shared }: Pick<Asked, 'name' | 'shared'>, before: readonly Pick<Asked, 'name' | 'shared'>[]): boolean => (
    [...held, ...before].every((other) => other.name !== name || (shared && other.shared))
  );
  const grantNext = (): void => {
    const left: Asked[] = [];
    for (const one of asked) {
      if (fits(one, left)) one.grant();
      else left.push(one);
    }
    asked = left;
  };
  const free = (gone: (one: Held) => boolean, error?: Error): void => {
    const ended = held.filter(gone);
    held = held.filter((one) => !gone(one));
    for (const { end } of ended) end(error);
    grantNext();
  };
  const of = (clientId: string): LockManager => ({
    async query() {
      return { held: held.map(({ name, shared, clientId: client }) => ({ name, mode: shared ? 'shared' : 'exclusive', clientId: client })), pending: [] };
    },
    request(name: string, ...rest: [LockOptions, LockGrantedCallback<unknown>] | [LockGrantedCallback<unknown>]) {
      const work = rest.at(-1) as LockGrantedCallback<unknown>;
      const { mode, ifAvailable, steal, signal } = rest.length === 2 ? rest[0] : {};
      const shared = mode === 'shared';
      return new Promise<unknown>((resolve, reject) => {
        const grant = (): void => {
          signal?.removeEventListener('abort', giveUp);
          const mine: Held = { name, shared, clientId, end: (error) => (error ? reject(error) : undefined) };
          held.push(mine);
          Promise.resolve(work({ name, mode: mode ?? 'exclusive' })).then(resolve, reject).finally(() => free((one) => one === mine));
        };
        const one: Asked = { name, shared, grant };
        const giveUp = (): void => {
          asked = asked.filter((other) => other !== one);
          reject(signal!.reason as Error);
        };
        if (steal) free((other) => other.name === name, new DOMException('stolen', 'AbortError'));
        if (ifAvailable && !fits(one, asked)) return resolve(work(null));
        if (signal?.aborted) return giveUp();
        signal?.addEventListener('abort', giveUp);
        asked.push(one);
        grantNext();
      });
    },
  }) as LockManager;
  return { of, end: (clientId) => free((one) => one.clientId === clientId) };
}
