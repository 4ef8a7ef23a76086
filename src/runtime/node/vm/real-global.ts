/**
 * V8's own global object of a context, which Node's contextified object is laid over: what code of the context puts there is in both, what is only declared is in this one alone.
 * Seen in the order of names, and when the outside deletes one (PropertySetterCallback and its like in src/node_contextify.cc).
 */
import type { Internal } from '../runtime.ts';

const isIndex = (key: string | symbol): key is string => typeof key === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;

/** What no global object lets be assigned. */
export const isConstant = (name: string | symbol): boolean => name === 'undefined' || name === 'NaN' || name === 'Infinity';

export class RealGlobal {
  private readonly values: Internal = Object.create(null);
  /** Built-ins that the context's code has deleted. */
  private readonly gone = new Set<string | symbol>();
  private readonly object: Internal;
  private readonly language: ReadonlySet<string>;

  constructor(object: Internal, language: ReadonlySet<string>) {
    this.object = object;
    this.language = language;
  }

  isBuiltin(name: string | symbol): boolean {
    return typeof name === 'string' && this.language.has(name) && !this.gone.has(name);
  }

  has(name: string | symbol): boolean {
    return name in this.values;
  }

  get(name: string | symbol): unknown {
    return this.values[name];
  }

  /** `var` without a value: the contextified object gets none before one is assigned. */
  declare(name: string): void {
    if (!(name in this.object) && !(name in this.values)) this.values[name] = undefined;
  }

  set(name: string | symbol, value: unknown): boolean {
    const { object, values } = this;
    if (isConstant(name) && !(name in object)) return false;
    // A symbol that nobody has yet is nothing the contextified object hears of.
    if (typeof name === 'string' || name in object) {
      if (!Reflect.set(object, name, value)) return false;
      if (Reflect.getOwnPropertyDescriptor(object, name)?.set !== undefined) return true;
    }
    values[name] = value;
    return true;
  }

  define(name: string | symbol, descriptor: PropertyDescriptor): boolean {
    if (!Reflect.defineProperty(this.object, name, descriptor)) return false;
    return Reflect.defineProperty(this.values, name, { ...descriptor, configurable: true });
  }

  delete(name: string | symbol): boolean {
    const { object, values } = this;
    if (!(name in values) && !Object.hasOwn(object, name)) this.gone.add(name);
    return Reflect.deleteProperty(object, name) && Reflect.deleteProperty(values, name);
  }

  keys(): (string | symbol)[] {
    const own = Reflect.ownKeys(this.object);
    if (!Object.isExtensible(this.object)) return own;
    const all = new Set([...[...this.language].filter((name) => this.isBuiltin(name)), ...Reflect.ownKeys(this.values), ...own]);
    const indices = [...all].filter(isIndex).sort((a, b) => Number(a) - Number(b));
    return indices.length === 0 ? [...all] : [...new Set([...indices, ...all])];
  }

  /** @param builtin what a built-in's name stands for */
  descriptor(name: string | symbol, builtin: () => unknown): PropertyDescriptor | undefined {
    const { object, values } = this;
    const own = Reflect.getOwnPropertyDescriptor(object, name);
    if (own !== undefined || !Object.isExtensible(object)) return own;
    if (name in values) return Reflect.getOwnPropertyDescriptor(values, name);
    return this.isBuiltin(name) ? { value: builtin(), writable: true, enumerable: false, configurable: true } : undefined;
  }
}
