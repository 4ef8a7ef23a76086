/** Tests for the internal slots of built-in objects: a method or getter that needs the slot throws without it. */
import type { CoreRuntime } from './core.ts';

type Test = (value: unknown) => boolean;
type Tests = { [name: string]: Test };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function getterTest(prototype: object, key: string): Test {
  const get = Object.getOwnPropertyDescriptor(prototype, key)!.get!;
  return (value) => {
    if (!isObject(value)) return false;
    try {
      get.call(value);
      return true;
    } catch {
      return false;
    }
  };
}

function methodTest(method: Function, ...args: unknown[]): Test {
  return (value) => {
    if (!isObject(value)) return false;
    try {
      method.apply(value, args);
      return true;
    } catch {
      return false;
    }
  };
}

let made: Tests | undefined;

/** One set per process: several bindings hand out the same functions. */
export function typeTests(rt: CoreRuntime): Tests {
  return made ??= make(rt);
}

function make(rt: CoreRuntime): Tests {
  const toString = Object.prototype.toString;
  /** Only for values whose tag comes from the engine: an own or inherited toStringTag could lie, so the prototype chain is asked as well. */
  const tagged = (value: unknown, name: string): boolean => isObject(value) && toString.call(value) === `[object ${name}]`;
  const isProxy: Test = (value) => rt.proxies.details(value) !== undefined;

  const GeneratorFunction = Object.getPrototypeOf(function* () {});
  const AsyncFunction = Object.getPrototypeOf(async function () {});
  const AsyncGeneratorFunction = Object.getPrototypeOf(async function* () {});
  const functionTag = (value: unknown): string => (typeof value === 'function' && !isProxy(value) ? Function.prototype.toString.call(value) : '');
  const inherits = (value: unknown, prototype: object): boolean => typeof value === 'function' && !isProxy(value) && prototype.isPrototypeOf(value);

  const mapNext = Object.getPrototypeOf(new Map().entries());
  const setNext = Object.getPrototypeOf(new Set().values());
  const generatorPrototype = GeneratorFunction.prototype;
  const asyncGeneratorPrototype = AsyncGeneratorFunction.prototype;

  const isArrayBuffer = getterTest(ArrayBuffer.prototype, 'byteLength');
  const isSharedArrayBuffer = getterTest(SharedArrayBuffer.prototype, 'byteLength');
  const regexSource = getterTest(RegExp.prototype, 'source');
  const isError = (Error as unknown as { isError?: Test }).isError;
  const promiseThenSlot = Promise.prototype;

  const tests: Tests = {
    isExternal: () => false,
    isDate: methodTest(Date.prototype.getTime),
    // Not by class or tag: an object made from Arguments' own shape only. `[object Arguments]` with a tag of its own is a lie.
    isArgumentsObject: (value) => tagged(value, 'Arguments') && !(Symbol.toStringTag in (value as object)),
    isBigIntObject: methodTest(BigInt.prototype.valueOf),
    isBooleanObject: methodTest(Boolean.prototype.valueOf),
    isNumberObject: methodTest(Number.prototype.valueOf),
    isStringObject: methodTest(String.prototype.valueOf),
    isSymbolObject: methodTest(Symbol.prototype.valueOf),
    isNativeError: isError !== undefined ? (value) => isError(value) : (value) => isObject(value) && !isProxy(value) && value instanceof Error,
    isRegExp: (value) => value !== RegExp.prototype && !isProxy(value) && regexSource(value),
    isAsyncFunction: (value) => inherits(value, AsyncFunction) || inherits(value, AsyncGeneratorFunction) || /^async\b/.test(functionTag(value)),
    isGeneratorFunction: (value) => inherits(value, GeneratorFunction) || inherits(value, AsyncGeneratorFunction),
    isGeneratorObject: (value) => isObject(value) && !isProxy(value) && (generatorPrototype.isPrototypeOf(value) || asyncGeneratorPrototype.isPrototypeOf(value)) && (tagged(value, 'Generator') || tagged(value, 'AsyncGenerator')),
    isPromise: (value) => isObject(value) && !isProxy(value) && promiseThenSlot.isPrototypeOf(value) && isRealPromise(value),
    isMap: getterTest(Map.prototype, 'size'),
    isSet: getterTest(Set.prototype, 'size'),
    isMapIterator: (value) => isObject(value) && !isProxy(value) && value !== mapNext && mapNext.isPrototypeOf(value) && tagged(value, 'Map Iterator'),
    isSetIterator: (value) => isObject(value) && !isProxy(value) && value !== setNext && setNext.isPrototypeOf(value) && tagged(value, 'Set Iterator'),
    isWeakMap: methodTest(WeakMap.prototype.has, {}),
    isWeakSet: methodTest(WeakSet.prototype.has, {}),
    isArrayBuffer,
    isSharedArrayBuffer,
    isAnyArrayBuffer: (value) => isArrayBuffer(value) || isSharedArrayBuffer(value),
    isDataView: (value) => ArrayBuffer.isView(value) && value instanceof DataView,
    isModuleNamespaceObject: (value) => isObject(value) && rt.moduleNamespaces.has(value),
    isProxy,
  };
  tests.isBoxedPrimitive = (value) => tests.isNumberObject!(value) || tests.isStringObject!(value) || tests.isBooleanObject!(value) || tests.isBigIntObject!(value) || tests.isSymbolObject!(value);
  return tests;
}

/** `Promise.prototype.finally` and `then` on a fake would run user code; the species constructor does not: `Promise.resolve` returns a real promise unchanged. */
function isRealPromise(value: object): boolean {
  if (Object.getPrototypeOf(value) !== Promise.prototype) return true;
  // `Object.create(Promise.prototype)` is the one fake met in practice.
  return value !== Promise.prototype && Object.prototype.toString.call(value) === '[object Promise]';
}
