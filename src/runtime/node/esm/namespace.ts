/** Module namespace exotic objects. */

/**
 * A namespace over readers in the order of their names. The target carries a writable, non-configurable property per export: with those
 * a proxy may report the current value at any time, and everything else (keys, extensibility, deletion) follows from the target.
 */
export function makeNamespace(NativeProxy: ProxyConstructor, readers: ReadonlyMap<string, () => unknown>): object {
  const target: object = Object.create(null);
  for (const name of readers.keys()) Object.defineProperty(target, name, { value: undefined, writable: true, enumerable: true, configurable: false });
  Object.defineProperty(target, Symbol.toStringTag, { value: 'Module' });
  Object.preventExtensions(target);
  const namespace: object = new NativeProxy(target, {
    get(_, key) {
      const reader = typeof key === 'string' ? readers.get(key) : undefined;
      return reader !== undefined ? reader() : Reflect.get(target, key);
    },
    getOwnPropertyDescriptor(_, key) {
      const reader = typeof key === 'string' ? readers.get(key) : undefined;
      if (reader === undefined) return Reflect.getOwnPropertyDescriptor(target, key);
      return { value: reader(), writable: true, enumerable: true, configurable: false };
    },
    set: () => false,
    defineProperty(_, key, wanted) {
      const current = Reflect.getOwnPropertyDescriptor(namespace, key);
      if (current === undefined || wanted.get !== undefined || wanted.set !== undefined) return false;
      if (wanted.configurable === true || (wanted.enumerable !== undefined && wanted.enumerable !== current.enumerable)) return false;
      if (wanted.writable !== undefined && wanted.writable !== current.writable) return false;
      return !('value' in wanted) || Object.is(wanted.value, current.value);
    },
  });
  return namespace;
}
