/** V8's private symbols: properties that no reflection sees. */
import type { Internal } from './runtime.ts';

/**
 * Turns the given symbols into invisible properties: an accessor on Object.prototype keeps the values in a WeakMap, so neither
 * `util.inspect` nor deep equality nor a Proxy's traps meet them. Objects without Object.prototype get an ordinary property.
 */
export function hidePrivateSymbols(symbols: { [name: string]: symbol }): void {
  for (const name in symbols) {
    const values = new WeakMap<object, unknown>();
    Object.defineProperty(Object.prototype, symbols[name]!, {
      get(this: Internal) {
        return this === null || (typeof this !== 'object' && typeof this !== 'function') ? undefined : values.get(this);
      },
      set(this: Internal, value: unknown) {
        if (this !== null && (typeof this === 'object' || typeof this === 'function')) values.set(this, value);
      },
      enumerable: false,
      configurable: true,
    });
  }
  keepOffLists(new Set(Object.values(symbols)));
}

/** A program that lists what Object.prototype has finds what the language put there. The library keeps the functions it took before. */
function keepOffLists(hidden: ReadonlySet<string | symbol>): void {
  const { ownKeys } = Reflect;
  const prototype = Object.prototype;
  const listing = <T extends Function>(list: T, without: (found: never) => unknown): T =>
    new Proxy(list, { apply: (_, receiver, args: unknown[]) => (args[0] === prototype ? without(list.call(receiver, prototype) as never) : list.apply(receiver, args)) });
  const keys = (found: (string | symbol)[]): unknown[] => found.filter((key) => !hidden.has(key));
  const replace = (holder: object, name: string, value: Function): void => void Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  replace(Reflect, 'ownKeys', listing(ownKeys, keys));
  replace(Object, 'getOwnPropertySymbols', listing(Object.getOwnPropertySymbols, keys));
  replace(Object, 'getOwnPropertyDescriptors', listing(Object.getOwnPropertyDescriptors, (found: Internal) => {
    for (const key of hidden) delete found[key as string];
    return found;
  }));
}
