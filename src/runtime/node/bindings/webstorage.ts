/** internalBinding('webstorage'): `localStorage` and `sessionStorage`, whose entries are read and written as properties too. */
import { exposeClass } from '../sqlite/expose-class.ts';
import type { Binding, Internal } from '../runtime.ts';
import { WebStore } from '../webstorage/store.ts';

const isIndex = (key: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(key);

export const webstorage: Binding = {
  name: 'webstorage',
  create(rt, shape) {
    const stores = new WeakMap<object, { store: WebStore; symbols: Map<symbol, unknown> }>();
    const of = (storage: object): WebStore => {
      const found = typeof storage === 'object' && storage !== null ? stores.get(storage) : undefined;
      if (found === undefined) throw new TypeError('Illegal invocation');
      return found.store;
    };
    const need = (count: number, given: number, name: string): void => {
      if (given < count) throw Object.assign(new TypeError(`Failed to execute '${name}' on 'Storage': ${count} argument${count === 1 ? '' : 's'} required`), { code: 'ERR_MISSING_ARGS' });
    };
    const illegal = (): Error => Object.assign(new Error('Illegal constructor'), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });

    class Storage {
      constructor(key: unknown, location: string) {
        if (key !== shape.kConstructorKey) throw illegal();
        const entry = { store: new WebStore(rt, location), symbols: new Map<symbol, unknown>() };
        const outside: object = new rt.native.Proxy(this, entries(entry.store, entry.symbols));
        stores.set(outside, entry);
        return outside as Storage;
      }

      get length(): number {
        return of(this).count();
      }

      clear(): void {
        of(this).clear();
      }

      getItem(key?: unknown): string | null {
        const store = of(this);
        need(1, arguments.length, 'getItem');
        return store.get(`${key as string}`);
      }

      key(index?: unknown): string | null {
        const store = of(this);
        need(1, arguments.length, 'key');
        const at = Number(index) | 0;
        return at < 0 ? null : store.key(at);
      }

      removeItem(key?: unknown): void {
        const store = of(this);
        need(1, arguments.length, 'removeItem');
        store.remove(`${key as string}`);
      }

      setItem(key?: unknown, value?: unknown): void {
        const store = of(this);
        need(2, arguments.length, 'setItem');
        store.set(`${key as string}`, `${value as string}`);
      }
    }

    /** What the prototype has goes before entries of that name, but for writing. */
    const entries = (store: WebStore, symbols: Map<symbol, unknown>): ProxyHandler<object> => {
      const hidden = (target: object, name: string | symbol): boolean => {
        const prototype = Object.getPrototypeOf(target);
        return prototype !== null && name in prototype;
      };
      const read = (name: string | symbol): unknown => (typeof name === 'symbol' ? symbols.get(name) : store.get(name) ?? undefined);
      const write = (name: string | symbol, value: unknown): true => {
        if (typeof name === 'symbol') symbols.set(name, value);
        else store.set(name, `${value as string}`);
        return true;
      };
      return {
        get: (target, name, receiver) => (hidden(target, name) ? Reflect.get(target, name, receiver) : read(name)),
        set: (_, name, value) => write(name, value),
        has: (target, name) => hidden(target, name) || read(name) !== undefined,
        deleteProperty(_, name) {
          if (typeof name === 'symbol') symbols.delete(name);
          else store.remove(name);
          return true;
        },
        defineProperty: (_, name, descriptor) => !('value' in descriptor) || write(name, descriptor.value),
        ownKeys() {
          const keys = store.keys();
          const indices = keys.filter(isIndex).sort((a, b) => Number(a) - Number(b));
          return [...indices, ...keys.filter((key) => !isIndex(key))];
        },
        getOwnPropertyDescriptor(target, name) {
          const value = hidden(target, name) ? undefined : read(name);
          return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
        },
        preventExtensions: () => {
          throw new TypeError('Cannot freeze');
        },
      };
    };
    const made: Internal = exposeClass(rt, 'Storage', Storage, illegal);
    const { get } = Object.getOwnPropertyDescriptor(Storage.prototype, 'length')!;
    Object.defineProperty(get, 'name', { value: '', configurable: true });
    Object.defineProperty(Storage.prototype, 'length', { enumerable: true, configurable: false });
    return Object.assign(shape, { Storage: made });
  },
};
