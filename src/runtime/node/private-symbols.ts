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
}
