/** The global scope a program sees: Node's names only. */

const saved = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask', 'structuredClone', 'postMessage', 'importScripts', 'atob', 'btoa', 'fetch', 'reportError', 'close'] as const;

/** The browser's globals under their own names, functions bound to the real scope, kept for the runtime before anything is replaced or removed. */
export function keepNativeGlobals(): typeof globalThis & { importScripts?: (...urls: string[]) => void } {
  const scope = globalThis as unknown as Record<string, unknown>;
  const native: Record<string, unknown> = {};
  for (let o: object | null = globalThis; o !== null && o !== Object.prototype; o = Object.getPrototypeOf(o)) {
    for (const name of Object.getOwnPropertyNames(o)) {
      if (name in native) continue;
      const descriptor = Object.getOwnPropertyDescriptor(o, name)!;
      // Getters of a worker (indexedDB, caches) may refuse in an opaque origin; only what is asked for is read.
      if (descriptor.get !== undefined) Object.defineProperty(native, name, { get: () => scope[name], configurable: true, enumerable: true });
      else native[name] = descriptor.value;
    }
  }
  for (const name of ['performance', 'crypto', 'navigator', 'scheduler'] as const) {
    const value = scope[name];
    Object.defineProperty(native, name, { value, configurable: true, enumerable: true, writable: true });
  }
  for (const name of saved) {
    const value = scope[name];
    if (typeof value === 'function') native[name] = value.bind(globalThis);
  }
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    native[name] = (scope[name] as Function).bind(globalThis);
  }
  return native as unknown as typeof globalThis;
}

/** Removes every global that Node does not have, from the scope and from its prototypes. */
export function trimGlobals(nodeGlobals: string[], nativeEventTarget: typeof EventTarget): void {
  const keep = new Set(nodeGlobals);
  const events = nativeEventTarget.prototype as object;
  for (let o: object | null = globalThis; o !== null && o !== Object.prototype; o = Object.getPrototypeOf(o)) {
    // The browser's own ports and signals inherit from it: the scope is cut off from it instead of emptying it.
    if (Object.getPrototypeOf(o) === events) Reflect.setPrototypeOf(o, Object.prototype);
    for (const name of Object.getOwnPropertyNames(o)) {
      // Of the prototypes nothing stays, `constructor` included: by it the scope would be shown as what it is.
      if (o === globalThis && keep.has(name)) continue;
      if (Reflect.deleteProperty(o, name) || o === globalThis) continue;
      // Constants of the scope's prototype (TEMPORARY, PERSISTENT) stay: covered, they are at least undefined, and not found by `for (name in globalThis)`, by which programs look for leaks.
      Object.defineProperty(globalThis, name, { value: undefined, writable: true, configurable: true, enumerable: false });
    }
    if (o !== globalThis) Reflect.deleteProperty(o, Symbol.toStringTag);
  }
}
