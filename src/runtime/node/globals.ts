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

/** Removes every global that Node does not have, from the scope and from its prototypes. Returns the names that could not go. */
export function trimGlobals(nodeGlobals: string[], nativeEventTarget: typeof EventTarget): string[] {
  const keep = new Set([...nodeGlobals, 'constructor']);
  const left: string[] = [];
  const events = nativeEventTarget.prototype as object;
  for (let o: object | null = globalThis; o !== null && o !== Object.prototype; o = Object.getPrototypeOf(o)) {
    // The browser's own ports and signals inherit from it: the scope is cut off from it instead of emptying it.
    if (Object.getPrototypeOf(o) === events) Reflect.setPrototypeOf(o, Object.prototype);
    for (const name of Object.getOwnPropertyNames(o)) {
      if (keep.has(name)) continue;
      if (!Reflect.deleteProperty(o, name)) left.push(name);
    }
    if (o !== globalThis) Reflect.deleteProperty(o, Symbol.toStringTag);
  }
  return left;
}
