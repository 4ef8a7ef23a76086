/** internalBinding('util'): reflection that V8 offers beyond the language. */
import type { CoreRuntime } from '../core.ts';
import type { Binding, Internal } from '../runtime.ts';
import { iteratorPeek } from '../iterator-peek.ts';
import { typeTests } from '../type-tests.ts';
import { parseEnv } from '../parse-env.ts';
import { S } from '../../abi/constants.ts';

const SHARED = ['isArrayBuffer', 'isAsyncFunction', 'isDataView', 'isDate', 'isExternal', 'isMap', 'isMapIterator', 'isNativeError', 'isPromise', 'isRegExp', 'isSet', 'isSetIterator', 'isAnyArrayBuffer'];

/** An array index: the canonical text of an integer below 2^32 - 1. */
function isIndex(key: string | symbol): boolean {
  if (typeof key !== 'string' || key.length > 10) return false;
  const n = Number(key);
  return Number.isInteger(n) && n >= 0 && n < 4294967295 && String(n) === key;
}

/** Elements beyond which the names of an array are not looked for: the engine lists all indices with them, which for some millions takes seconds. Hardly any typed array has a name, and few long lists have. */
const MOST_LISTED = { typed: 32_768, list: 200_000 };

/** Own keys that are no array indices. Those come first, in order. */
function namesOf(value: object): (string | symbol)[] {
  const isArray = Array.isArray(value);
  if ((isArray || ArrayBuffer.isView(value)) && (value as unknown[]).length > (isArray ? MOST_LISTED.list : MOST_LISTED.typed)) return [...(isArray ? ['length'] : []), ...Object.getOwnPropertySymbols(value)];
  const keys = Reflect.ownKeys(value);
  const last = keys.findLastIndex(isIndex);
  return last === -1 ? keys : keys.slice(last + 1);
}

/** libuv's handle type of a descriptor, as the index the library's list has it at. */
function handleType(rt: CoreRuntime, fd: number): number {
  const TCP = 0, TTY = 1, UDP = 2, FILE = 3, PIPE = 4, UNKNOWN = 5;
  if (rt.sys.isatty(fd)) return TTY;
  let mode: number;
  try {
    mode = rt.sys.fstat(fd)[1];
  } catch {
    return UNKNOWN;
  }
  switch (mode & S.IFMT) {
    case S.IFREG: case S.IFCHR: return FILE;
    case S.IFIFO: return PIPE;
    // What connects processes is a socket here as in Linux.
    case S.IFSOCK: {
      const name = rt.sys.socketName(fd);
      return name.startsWith('tcp:') ? TCP : name.startsWith('udp:') ? UDP : PIPE;
    }
    default: return UNKNOWN;
  }
}

/** The name by which the engine keeps an object that has lost its prototype: told in what it says of circular structures. */
function nameOnMap(value: object): string {
  const key = '\0circular';
  if (typeof value !== 'object' || Array.isArray(value) || 'toJSON' in value || !Reflect.defineProperty(value, key, { value, configurable: true, enumerable: true })) return 'Object';
  try {
    JSON.stringify(value, [key]);
  } catch (error) {
    return /constructor '(.*)'/.exec((error as Error).message)?.[1] ?? 'Object';
  } finally {
    Reflect.deleteProperty(value, key);
  }
  return 'Object';
}

export const utilBinding: Binding = {
  name: 'util',
  create(rt: CoreRuntime, shape) {
    const tests = typeTests(rt);
    for (const name of SHARED) shape[name] = tests[name];
    const TypedArray = Object.getPrototypeOf(Uint8Array);
    const mapEntries = Map.prototype.entries;
    const setValues = Set.prototype.values;

    const peek = iteratorPeek();
    // Until a domain or a callback that captures exceptions sets it to 0 (`fatal.ts`).
    shape.shouldAbortOnUncaughtToggle[0] = 1;

    /** Entries of a Map, Set or one of their iterators. */
    const previewEntries = (value: unknown, iterator?: boolean): unknown => {
      let entries: unknown[] = [];
      let keyed = false;
      if (tests.isMap!(value)) {
        for (const [k, v] of mapEntries.call(value as Map<unknown, unknown>)) entries.push(k, v);
        keyed = true;
      } else if (tests.isSet!(value)) {
        entries = [...setValues.call(value as Set<unknown>)];
      } else if (tests.isMapIterator!(value) || tests.isSetIterator!(value)) {
        [entries, keyed] = peek(value as object);
      }
      return iterator ? [entries, keyed] : entries;
    };

    return Object.assign(shape, {
      privateSymbols: rt.privateSymbols,
      isArrayBufferView: ArrayBuffer.isView,
      isTypedArray: (value: unknown) => ArrayBuffer.isView(value) && value instanceof TypedArray,
      isUint8Array: (value: unknown) => ArrayBuffer.isView(value) && value instanceof Uint8Array,
      arrayBufferViewHasBuffer: () => true,
      constructSharedArrayBuffer: (size: number) => new SharedArrayBuffer(size),
      getProxyDetails(value: unknown, full = true) {
        const details = rt.proxies.details(value);
        if (details === undefined) return undefined;
        return full ? [details[0], details[1]] : details[0];
      },
      getPromiseDetails(promise: object) {
        const state = rt.promises.get(promise);
        // Not settled as far as anyone can see; `util.inspect` prints the second value in place of `<pending>` (build/node-patches.ts).
        if (state === undefined) return [shape.constants.kPending, '<state unknown>'];
        return state[0] === shape.constants.kPending ? [state[0]] : [state[0], state[1]];
      },
      getCallerLocation() {
        const frame = rt.stacks.capture(2, shape.getCallerLocation)[1];
        const file = frame?.getFileName();
        return file === undefined ? undefined : [frame!.getLineNumber(), frame!.getColumnNumber(), file];
      },
      previewEntries,
      getOwnNonIndexProperties(value: object, filter: number) {
        const { ONLY_WRITABLE, ONLY_ENUMERABLE, ONLY_CONFIGURABLE, SKIP_STRINGS, SKIP_SYMBOLS } = shape.constants;
        const attributes = filter & (ONLY_WRITABLE | ONLY_ENUMERABLE | ONLY_CONFIGURABLE);
        return namesOf(value).filter((key) => {
          // The REPL's completion takes each for a string.
          if ((filter & (typeof key === 'symbol' ? SKIP_SYMBOLS : SKIP_STRINGS)) !== 0) return false;
          if (attributes === 0) return true;
          const own = Reflect.getOwnPropertyDescriptor(value, key);
          return own !== undefined && ((attributes & ONLY_ENUMERABLE) === 0 || own.enumerable === true) && ((attributes & ONLY_CONFIGURABLE) === 0 || own.configurable === true)
            && ((attributes & ONLY_WRITABLE) === 0 || own.writable !== false);
        });
      },
      getConstructorName(value: object) {
        for (let o: object | null = value; o !== null; o = Object.getPrototypeOf(o)) {
          const constructor = Object.getOwnPropertyDescriptor(o, 'constructor')?.value;
          if (typeof constructor === 'function' && constructor.name !== '') return constructor.name;
        }
        return nameOnMap(value);
      },
      getExternalValue: () => 0n,
      getCallSites(count: number) {
        // One more than asked for: the first frame is the library's own.
        return rt.stacks.capture(count + 1, shape.getCallSites).slice(1).map((frame) => ({
          __proto__: null,
          functionName: frame.getFunctionName() ?? '',
          scriptId: '0',
          scriptName: frame.getFileName() ?? '',
          lineNumber: frame.getLineNumber() ?? 0,
          columnNumber: frame.getColumnNumber() ?? 0,
          // An older name of the same, still handed out.
          column: frame.getColumnNumber() ?? 0,
        }));
      },
      isInsideNodeModules(limit = 10, internalFrames = false) {
        void internalFrames;
        for (const frame of rt.stacks.capture(limit, shape.isInsideNodeModules)) {
          const file = frame.getFileName() ?? '';
          if (file === '' || file.startsWith('node:')) continue;
          return /[/\\]node_modules[/\\]/.test(file);
        }
        return false;
      },
      sleep(ms: number) {
        rt.sys.sleep(ms);
      },
      defineLazyProperties(target: object, id: string, keys: string[], enumerable = true) {
        for (const key of keys) defineLazy(rt, target, id, key, enumerable);
      },
      guessHandleType: (fd: number) => handleType(rt, fd),
      markPromiseAsHandled(promise: Promise<unknown>) {
        rt.native.Promise.prototype.then.call(promise, undefined, () => {});
      },
      parseEnv: (text: string) => parseEnv(text),
    });
  },
};

function defineLazy(rt: CoreRuntime, target: object, id: string, key: string, enumerable: boolean): void {
  const redefine = (value: unknown): void => {
    Object.defineProperty(target, key, { value, writable: true, enumerable, configurable: true });
  };
  const get = { [key](): unknown {
    const value = (rt.requireBuiltin(id) as Internal)[key];
    redefine(value);
    return value;
  } }[key]!;
  const set = { [key](value: unknown): void {
    redefine(value);
  } }[key]!;
  Object.defineProperty(target, key, { get, set, enumerable, configurable: true });
}
