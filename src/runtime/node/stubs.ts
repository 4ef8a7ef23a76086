/**
 * Rebuilds a binding's object from its dumped shape (`src/build/dump-shapes.cjs`). Constants and classes are real; a function nobody
 * supplied throws an error that names it, so that a gap is met as a sentence and not as a wrong value.
 */
import type { Internal } from './runtime.ts';

/** What a native of Node's throws here when the sandbox has no implementation of it. */
export class NotAvailableError extends Error {
  readonly code = 'ERR_TABLOOM_NOT_AVAILABLE';
  /** @param path `binding.member`; with a `reason`, what a program calls it */
  constructor(path: string, reason?: string) {
    const dot = path.indexOf('.');
    super(reason === undefined ? `internalBinding('${path.slice(0, dot)}')${path.slice(dot)} is not available in this sandbox yet` : `${path} is not available in this sandbox: ${reason}`);
  }
}

interface FunctionShape { $f?: string; $c?: string; fn?: string[]; get?: string[]; st?: { [name: string]: unknown } }

function named<T extends Function>(f: T, name: string): T {
  Object.defineProperty(f, 'name', { value: name, configurable: true });
  return f;
}

function rebuildFunction(shape: FunctionShape, path: string): Function {
  const fail = (at: string) => {
    throw new NotAvailableError(at);
  };
  let result: Function;
  if (shape.$c !== undefined) {
    // Called with `new` it makes an object: libraries subclass and construct some of these at load time, and only use needs the native part.
    result = named(function () {}, shape.$c);
    shape.fn?.forEach((name) => Object.defineProperty(result.prototype, name, { value: named(() => fail(`${path}#${name}`), name), writable: true, configurable: true }));
    shape.get?.forEach((name) => Object.defineProperty(result.prototype, name, { get: () => fail(`${path}#${name}`), configurable: true }));
  } else {
    result = named(() => fail(path), shape.$f ?? '');
  }
  for (const name in shape.st) (result as Internal)[name] = rebuild(shape.st[name], `${path}.${name}`);
  return result;
}

/** Objects whose numbers C++ defines as read-only. */
const CONSTANTS = /^constants\.|\.constants$/;

/** @param path what names the value in errors: `binding.member` */
export function rebuild(value: unknown, path: string): Internal {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item, i) => rebuild(item, `${path}[${i}]`));
  const shape = value as Record<string, any>;
  if (shape.$n !== undefined) return Number(shape.$n);
  if (shape.$u !== undefined) return undefined;
  if (shape.$b !== undefined) return BigInt(shape.$b);
  if (shape.$s !== undefined) return Symbol(shape.$s);
  if (shape.$t !== undefined) return new (globalThis as Internal)[shape.$t](shape.n);
  if (shape.$m !== undefined) return new Map(shape.$m.map(([k, v]: [unknown, unknown]) => [rebuild(k, path), rebuild(v, path)]));
  if (shape.$f !== undefined || shape.$c !== undefined) return rebuildFunction(shape, path);
  const out: Record<string, unknown> = shape.$z ? Object.create(null) : {};
  const constant = CONSTANTS.test(path);
  for (const name in shape) {
    if (name === '$z') continue;
    const value = rebuild(shape[name], `${path}.${name}`);
    // Those of the binding of that name a program sees itself.
    if (constant && typeof value !== 'object') Object.defineProperty(out, name, { value, enumerable: true, configurable: path.endsWith('.constants') });
    else out[name] = value;
  }
  return out;
}

/** A class that cannot be constructed here, for those whose instances get their methods from C++: a bare object would fail later, and without saying why. */
export function unavailableClass(name: string, path: string, reason?: string): Function {
  return named(function () {
    throw new NotAvailableError(path, reason);
  }, name);
}
