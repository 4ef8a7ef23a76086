/** `process.env`: an object whose values are always strings. */
import type { CoreRuntime } from './core.ts';
import { environmentTracer } from './process/trace-env.ts';
import type { Internal } from './runtime.ts';
import { setTimeZone } from './time-zone.ts';

/** The proxy is of the native kind: `util.types.isProxy(process.env)` is false in Node too. */
export function makeEnvironment(rt: CoreRuntime, initial: { [name: string]: string }): Internal {
  const values: { [name: string]: string } = {};
  for (const [name, value] of Object.entries(initial)) Object.defineProperty(values, name, { value, writable: true, enumerable: true, configurable: true });
  const text = (value: unknown): string => {
    if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
    if (value === undefined || (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')) warnOnce(rt);
    return String(value);
  };
  /** Whether the kernel keeps it, for several threads. */
  let shared = false;
  rt.threads.shareEnvironment = () => {
    if (shared) return;
    rt.sys.envShare(values);
    shared = true;
    for (const name of Object.keys(values)) delete values[name];
  };
  const put = (target: object, name: string, value: string): boolean => {
    // setenv(3) takes no such name, which nobody is told; the copy that a thread has of its own is no such environment.
    if ((name === '' || name.includes('=')) && (shared || !rt.isThread)) return true;
    if (shared) rt.sys.envSet(name, value);
    else Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
    return true;
  };
  const lookup = (name: string | symbol): string | undefined => (shared && typeof name === 'string' ? rt.sys.envGet(name) ?? undefined : undefined);
  const trace = environmentTracer(rt);
  return new rt.native.Proxy(values, {
    get(target, name, receiver) {
      trace?.('get', name);
      return lookup(name) ?? Reflect.get(target, name, receiver);
    },
    has(target, name) {
      trace?.('query', name);
      return lookup(name) !== undefined || Reflect.has(target, name);
    },
    ownKeys(target) {
      trace?.('enumerate environment variables');
      return shared ? rt.sys.envNames() : Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor(target, name) {
      trace?.('query', name);
      const value = lookup(name);
      return value === undefined ? Reflect.getOwnPropertyDescriptor(target, name) : { value, writable: true, enumerable: true, configurable: true };
    },
    deleteProperty(target, name) {
      trace?.('delete', name);
      if (shared && typeof name === 'string') rt.sys.envSet(name, null);
      if (name === 'TZ' && !rt.isThread) setTimeZone(rt, undefined);
      return Reflect.deleteProperty(target, name);
    },
    set(target, name, value) {
      trace?.('set', name);
      if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
      // Of the first thread alone: the others have copies, whose zone is nobody's (node_env_var.cc).
      if (name === 'TZ' && !rt.isThread) setTimeZone(rt, String(value));
      return put(target, name, text(value));
    },
    defineProperty(target, name, descriptor) {
      const code = 'ERR_INVALID_OBJECT_DEFINE_PROPERTY';
      if (descriptor.get !== undefined || descriptor.set !== undefined) throw Object.assign(new TypeError("'process.env' does not accept an accessor(getter/setter) descriptor"), { code });
      if (!('value' in descriptor)) throw Object.assign(new TypeError("'process.env' only accepts a configurable, writable, and enumerable data descriptor"), { code });
      if (descriptor.configurable !== true || descriptor.writable !== true || descriptor.enumerable !== true) {
        throw Object.assign(new TypeError("'process.env' only accepts a configurable, writable, and enumerable data descriptor"), { code });
      }
      if (typeof name === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string');
      return put(target, name, text(descriptor.value));
    },
  });
}

/** DEP0104 is only a pending deprecation: nothing is said without `--pending-deprecation`. */
function warnOnce(rt: CoreRuntime): void {
  if (rt.requireBuiltin('internal/options').getOptionValue('--pending-deprecation') !== true) return;
  rt.process.emitWarning('Assigning any value other than a string, number, or boolean to a process.env property is deprecated. Please make sure to convert the value to a string before setting process.env with it.', 'DeprecationWarning', 'DEP0104');
}
