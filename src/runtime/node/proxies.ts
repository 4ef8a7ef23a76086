/** What V8's API tells about proxies and a page's script cannot ask: a replaced `Proxy` remembers the targets of the proxies it made. */

export interface Proxies {
  /** [target, handler], or undefined when `value` is no proxy made through the global `Proxy`. A revoked proxy has [null, null]. */
  details(value: unknown): [unknown, unknown] | undefined;
  /** Puts the remembering constructor into the global scope. To be called after Node's primordials were captured: the library's own proxies stay unseen, as fast as before. */
  install(): void;
}

export function createProxies(): Proxies {
  const Native = Proxy;
  const known = new WeakMap<object, [unknown, unknown]>();
  function Patched(this: unknown, target: object, handler: ProxyHandler<object>) {
    if (new.target === undefined) throw new TypeError("Constructor Proxy requires 'new'");
    const proxy = new Native(target, handler);
    known.set(proxy, [target, handler]);
    return proxy;
  }
  Object.defineProperty(Patched, 'name', { value: 'Proxy' });
  Object.defineProperty(Patched, 'length', { value: 2 });
  Object.defineProperty(Patched, 'prototype', { value: undefined });
  Object.defineProperty(Patched, 'revocable', {
    value: { revocable(target: object, handler: ProxyHandler<object>) {
      const { proxy, revoke } = Native.revocable(target, handler);
      known.set(proxy, [target, handler]);
      // Out of a list: the engine's own has no name, and one that is written as a property's value gets the property's.
      const [forget] = [() => {
        revoke();
        known.set(proxy, [null, null]);
      }];
      return { proxy, revoke: forget };
    } }.revocable,
    writable: true,
    configurable: true,
  });
  return {
    details: (value) => (typeof value === 'object' && value !== null) || typeof value === 'function' ? known.get(value) : undefined,
    install() {
      Object.defineProperty(globalThis, 'Proxy', { value: Patched, writable: true, configurable: true, enumerable: false });
    },
  };
}
