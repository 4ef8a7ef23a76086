/**
 * The asynchronous context across native `await`. The engine resumes an async function without telling anyone, but it asks a promise for its
 * `constructor` the moment it is awaited: an accessor there learns the context of that moment, and a reaction registered just before the
 * engine's own puts it back one microtask ahead of the continuation. Installed when the first AsyncLocalStorage gets a value; until then awaits
 * keep their full speed. A value that is no promise is made one before the engine would do it: the loader puts a call around what is
 * awaited (`source/awaits.ts`).
 */
import type { AsyncState } from './async-state.ts';
import type { CoreRuntime } from './core.ts';
import type { NodeRuntime } from './runtime.ts';

export interface AwaitContext {
  /** From now on awaits carry the context. */
  install(): void;
  /** What to await in place of `value`: the same, as a promise of the ordinary kind when awaits carry the context. Takes no more and no fewer microtasks. */
  value(value: unknown): unknown;
  /** What a promise follows in place of `value`: where that is a thenable of the program's, its `then` is called in the context of now, in the microtask in which the engine calls it. Throws what reading `then` throws. */
  followed(value: unknown): unknown;
  /** Runs the engine's own `then`, whose look at `constructor` is no await. */
  quietly<T>(fn: () => T): T;
  /** Makes the library's `Object.getOwnPropertyDescriptor` show the ordinary property: `util.inspect` names classes by it. */
  disguise(capture: () => void): void;
}

export function createAwaitContext(state: AsyncState, nativeThen: Function): AwaitContext {
  const NativePromise = Promise;
  const { prototype } = NativePromise;
  const { resolve } = NativePromise;
  const { getPrototypeOf } = Object;
  const { apply } = Reflect;
  let installed = false;
  let quiet = 0;
  const followed = (value: unknown): unknown => {
    if (!installed || (typeof value !== 'object' && typeof value !== 'function') || value === null || value instanceof NativePromise) return value;
    // Read once, as the engine would.
    const { then } = value as { then: unknown };
    if (typeof then !== 'function') return value;
    const { frame } = state;
    return {
      then(onFulfilled: unknown, onRejected: unknown) {
        const before = state.frame;
        state.frame = frame;
        try {
          return apply(then, value, [onFulfilled, onRejected]);
        } finally {
          state.frame = before;
        }
      },
    };
  };
  const ordinary = { value: NativePromise, writable: true, enumerable: false, configurable: true };

  return {
    install() {
      if (installed) return;
      installed = true;
      Object.defineProperty(prototype, 'constructor', {
        get(this: unknown) {
          if (quiet === 0 && this !== prototype) {
            const { frame } = state;
            const restore = (): void => {
              state.frame = frame;
            };
            quiet++;
            try {
              nativeThen.call(this, restore, restore);
            } catch {
              // Not a promise: an object that merely inherits from the prototype.
            } finally {
              quiet--;
            }
          }
          return NativePromise;
        },
        set(this: object, value: unknown) {
          Object.defineProperty(this, 'constructor', { value, writable: true, enumerable: true, configurable: true });
        },
        enumerable: false,
        configurable: true,
      });
    },
    value(value) {
      if (!installed || (typeof value === 'object' && value !== null && getPrototypeOf(value) === prototype)) return value;
      quiet++;
      try {
        return resolve.call(NativePromise, followed(value));
      } finally {
        quiet--;
      }
    },
    followed,
    quietly(fn) {
      quiet++;
      try {
        return fn();
      } finally {
        quiet--;
      }
    },
    disguise(capture) {
      const original = Object.getOwnPropertyDescriptor;
      Object.getOwnPropertyDescriptor = function getOwnPropertyDescriptor(target: unknown, key: PropertyKey) {
        return key === 'constructor' && installed && target === prototype ? { ...ordinary } : original(target, key);
      };
      try {
        capture();
      } finally {
        Object.getOwnPropertyDescriptor = original;
      }
    },
  };
}

/** The function that rewritten awaits call. */
export function awaitValue(rt: NodeRuntime): (value: unknown) => unknown {
  return (rt as CoreRuntime).async.awaits.value;
}
