/** internalBinding('locks'): web locks among the threads of this process. The kernel keeps them. */
import type { CoreRuntime } from '../core.ts';
import type { Binding } from '../runtime.ts';

const NativePromise = Promise;
const GRANTED = 0, UNAVAILABLE = 2;

type Callback = (lock: { name: string; mode: string; clientId: string } | null) => unknown;

export const locks: Binding = {
  name: 'locks',
  create(rt: CoreRuntime, shape) {
    const modeOf = (exclusive: boolean): string => (exclusive ? shape.LOCK_MODE_EXCLUSIVE : shape.LOCK_MODE_SHARED);
    /** Requests that wait, and what rejects those that hold. */
    const waiting = new Map<number, () => void>();
    const holding = new Map<number, { name: string; reject: (error: Error) => void }>();
    const lose = (id: number): void => {
      const lock = holding.get(id);
      holding.delete(id);
      lock?.reject(new Error(shape.LOCK_STOLEN_ERROR));
    };
    rt.threads.onLock = (id, stolen) => {
      if (stolen) {
        rt.loop.enqueue(() => lose(id));
        return;
      }
      const grant = waiting.get(id);
      waiting.delete(id);
      if (grant) rt.loop.enqueue(grant);
    };
    const request = (name: string, clientId: string, mode: string, steal: boolean, ifAvailable: boolean, callback: Callback): Promise<unknown> => new NativePromise((resolve, reject) => {
      const exclusive = mode === shape.LOCK_MODE_EXCLUSIVE;
      const [id, state] = rt.sys.lockRequest(name, clientId, exclusive, steal, ifAvailable);
      // This thread's own are lost in the call itself, before what they do next can give them back.
      if (steal) for (const [other, lock] of [...holding]) if (lock.name === name) lose(other);
      const settle = (): void => {
        if (holding.delete(id)) rt.sys.lockRelease(id);
      };
      const run = (): void => {
        holding.set(id, { name, reject });
        let result: unknown;
        try {
          result = callback({ name, mode, clientId });
        } catch (error) {
          settle();
          reject(error as Error);
          return;
        }
        NativePromise.resolve(result).then((value) => {
          settle();
          resolve(value);
        }, (error: unknown) => {
          settle();
          reject(error as Error);
        });
      };
      if (state === GRANTED) run();
      else if (state === UNAVAILABLE) {
        try {
          resolve(callback(null));
        } catch (error) {
          reject(error as Error);
        }
      } else waiting.set(id, run);
    });
    return Object.assign(shape, {
      request,
      query() {
        const info = ([name, exclusive, clientId]: [string, boolean, string]) => ({ name, mode: modeOf(exclusive), clientId });
        const { held, pending } = rt.sys.lockQuery();
        return NativePromise.resolve({ held: held.map(info), pending: pending.map(info) });
      },
    });
  },
};
