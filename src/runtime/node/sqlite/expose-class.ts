import type { NodeRuntime } from '../runtime.ts';

/**
 * Makes a class look as Node's own from C++ do: methods are enumerable, the constructor takes no declared arguments, is shown as a function, and its name survives bundling.
 * Returns what the program gets as the class: a proxy of the native kind, whose source text is native code; `called` says what a call without `new` throws.
 */
export function exposeClass<T extends Function>(rt: NodeRuntime, name: string, type: T, called?: () => Error): T {
  const outer = new rt.native.Proxy(type, called ? { apply: () => { throw called(); } } : {});
  Object.defineProperty(type, 'name', { value: name, configurable: true });
  Object.defineProperty(type, 'length', { value: 0, configurable: true });
  for (const key of Reflect.ownKeys(type.prototype)) {
    if (key === 'constructor') continue;
    const descriptor = Object.getOwnPropertyDescriptor(type.prototype, key)!;
    if (typeof descriptor.value === 'function') {
      Object.defineProperty(descriptor.value, 'length', { value: 0, configurable: true });
      if (typeof key === 'symbol') Object.defineProperty(descriptor.value, 'name', { value: '', configurable: true });
    }
    if (typeof key === 'string') Object.defineProperty(type.prototype, key, { ...descriptor, enumerable: true });
  }
  const symbols = Object.getOwnPropertySymbols(type.prototype).map((key) => [key, Object.getOwnPropertyDescriptor(type.prototype, key)!] as const);
  // Own properties are listed in the order they were made: methods, constructor, symbols.
  delete type.prototype.constructor;
  Object.defineProperty(type.prototype, 'constructor', { value: outer, writable: true, enumerable: false, configurable: true });
  for (const [key, descriptor] of symbols) {
    delete type.prototype[key];
    Object.defineProperty(type.prototype, key, { ...descriptor, enumerable: true });
  }
  return outer;
}
