/**
 * States of promises. A page's script cannot ask for one, so the states known are those of promises whose making could be watched:
 * `Promise.withResolvers`, `Promise.resolve` and `Promise.reject`. `await` and async functions use the engine's own, unseen.
 */

const PENDING = 0, FULFILLED = 1, REJECTED = 2;
export type PromiseState = [state: number, value: unknown];

export interface PromiseStates {
  get(promise: object): PromiseState | undefined;
  /** Records the end of a promise that a binding settled itself. */
  settle(promise: object, rejected: boolean, value: unknown): void;
  /** Called for what `Promise.reject` makes. */
  onReject: ((promise: object) => void) | undefined;
  /** What `Promise.resolve` follows in place of a value (`await-context.ts`). */
  followed: ((value: unknown) => unknown) | undefined;
}

/** Replaces the static makers on `Promise`. To be called before Node's primordials are captured, so that its library's promises are known too. */
export function watchPromises(): PromiseStates {
  const states = new WeakMap<object, PromiseState>();
  const { withResolvers, resolve, reject } = Promise;
  const isObject = (value: unknown): value is object => (typeof value === 'object' && value !== null) || typeof value === 'function';
  /** Whether resolving with `value` settles at once. Asked without touching getters: user code would notice a second read of `then`. */
  const plain = (value: unknown): boolean => {
    if (!isObject(value)) return true;
    for (let o: object | null = value; o !== null; o = Object.getPrototypeOf(o)) {
      const d = Object.getOwnPropertyDescriptor(o, 'then');
      if (d !== undefined) return 'value' in d && typeof d.value !== 'function';
    }
    return true;
  };

  const watched = {
    withResolvers(this: PromiseConstructor) {
      const made = withResolvers.call(this) as PromiseWithResolvers<unknown>;
      const state: PromiseState = [PENDING, undefined];
      states.set(made.promise, state);
      return {
        promise: made.promise,
        resolve: (value: unknown) => {
          // A promise that follows another is settled with it, which cannot be seen: its state becomes unknown.
          if (state[0] === PENDING) {
            if (!plain(value)) {
              if (states.get(made.promise) === state) states.delete(made.promise);
            } else {
              state[0] = FULFILLED;
              state[1] = value;
            }
          }
          made.resolve(value);
        },
        reject: (reason: unknown) => {
          if (state[0] === PENDING) {
            state[0] = REJECTED;
            state[1] = reason;
          }
          made.reject(reason);
        },
      };
    },
    resolve(this: PromiseConstructor, value?: unknown) {
      let followed = value;
      try {
        followed = made.followed?.(value) ?? value;
      } catch (error) {
        return reject.call(this, error);
      }
      const promise = resolve.call(this, followed);
      if (promise !== value && plain(value)) states.set(promise, [FULFILLED, value]);
      return promise;
    },
    reject(this: PromiseConstructor, reason?: unknown) {
      const promise = reject.call(this, reason);
      states.set(promise, [REJECTED, reason]);
      made.onReject?.(promise);
      return promise;
    },
  };
  for (const name of ['withResolvers', 'resolve', 'reject'] as const) {
    Object.defineProperty(watched[name], 'length', { value: Promise[name].length });
    Object.defineProperty(Promise, name, { value: watched[name], writable: true, configurable: true, enumerable: false });
  }
  const made: PromiseStates = {
    onReject: undefined,
    followed: undefined,
    get: (promise) => states.get(promise),
    settle: (promise, rejected, value) => states.set(promise, [rejected ? REJECTED : FULFILLED, value]),
  };
  return made;
}
