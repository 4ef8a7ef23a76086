/** Shell variables with dynamic scoping. */
import { upperCase } from '../text.ts';

export interface Variable {
  value: string;
  /** Set for arrays: keys are numbers as text (indexed) or any text (associative). A scalar has null. */
  list: Map<string, string> | null;
  assoc: boolean;
  exported: boolean;
  readonly: boolean;
  integer: boolean;
  /** `declare -n`: the value is the name of the variable that is meant. */
  ref?: boolean;
  /** `declare -l` and `-u`: what is assigned is changed to this case. */
  letters?: 'l' | 'u';
  /** Declared without a value (`local x`, `export x`). */
  unset: boolean;
}

export class ReadonlyError extends Error {
  readonly code = 'EREADONLY';
}

export function newVariable(value = ''): Variable {
  return { value, list: null, assoc: false, exported: false, readonly: false, integer: false, unset: false };
}

export class Variables {
  private map = new Map<string, Variable>();
  /** What each running function hid with `local`. */
  private readonly frames: Map<string, Variable | undefined>[] = [];

  clone(): Variables {
    const copy = new Variables();
    for (const [name, v] of this.map) copy.map.set(name, { ...v, list: v.list && new Map(v.list) });
    for (const frame of this.frames) copy.frames.push(new Map(frame));
    return copy;
  }

  find(name: string): Variable | undefined {
    return this.map.get(this.target(name));
  }

  /** The variable of that name itself, be it a reference. */
  raw(name: string): Variable | undefined {
    return this.map.get(name);
  }

  /** Where references lead. */
  private target(name: string): string {
    let at = name;
    for (let n = 0; n < 10; n++) {
      const v = this.map.get(at);
      if (!v?.ref || v.value === '') return at;
      at = v.value;
    }
    return at;
  }

  /** Value of a scalar, or of element 0. Undefined when unset. */
  get(name: string): string | undefined {
    const v = this.find(name);
    if (!v || v.unset) return undefined;
    return v.list ? v.list.get('0') : v.value;
  }

  set(name: string, value: string): void {
    const v = this.writable(name);
    v.unset = false;
    if (v.list) v.list.set('0', cased(v, value));
    else v.value = cased(v, value);
  }

  setElement(name: string, key: string, value: string): void {
    const v = this.writable(name);
    if (!v.list) {
      v.list = new Map(v.unset || v.value === '' ? [] : [['0', v.value]]);
      v.value = '';
    }
    v.unset = false;
    v.list.set(key, cased(v, value));
  }

  setList(name: string, values: Iterable<[string, string]>, assoc: boolean): void {
    const v = this.writable(name);
    v.list = new Map(values);
    v.assoc = assoc;
    v.unset = false;
    v.value = '';
  }

  /** The variable to change, made when missing. Throws `ReadonlyError`. */
  writable(given: string): Variable {
    const name = this.target(given);
    let v = this.map.get(name);
    if (!v) {
      v = newVariable();
      v.unset = true;
      this.map.set(name, v);
    }
    if (v.readonly) throw new ReadonlyError(`${name}: readonly variable`);
    return v;
  }

  declare(name: string, change: Partial<Variable>): void {
    let v = this.map.get(name);
    if (!v) {
      v = { ...newVariable(), unset: true };
      this.map.set(name, v);
    }
    Object.assign(v, change);
  }

  unset(given: string, reference = false): void {
    const name = reference ? given : this.target(given);
    const v = this.map.get(name);
    if (v?.readonly) throw new ReadonlyError(`${name}: cannot unset: readonly variable`);
    this.map.delete(name);
  }

  /** Hides `name` until the running function returns. False outside a function. */
  local(name: string): boolean {
    const frame = this.frames[this.frames.length - 1];
    if (!frame) return false;
    if (!frame.has(name)) {
      const old = this.map.get(name);
      if (old?.readonly) throw new ReadonlyError(`${name}: readonly variable`);
      frame.set(name, old);
      this.map.set(name, { ...newVariable(), unset: true, exported: old?.exported ?? false });
    }
    return true;
  }

  pushFrame(): void {
    this.frames.push(new Map());
  }

  popFrame(): void {
    for (const [name, old] of this.frames.pop() ?? []) {
      if (old) this.map.set(name, old);
      else this.map.delete(name);
    }
  }

  /** Keys of an array in order: numerically, or as inserted. */
  keys(name: string): string[] {
    const v = this.find(name);
    if (!v || v.unset) return [];
    if (!v.list) return ['0'];
    return v.assoc ? [...v.list.keys()] : [...v.list.keys()].sort((a, b) => Number(a) - Number(b));
  }

  values(name: string): string[] {
    const v = this.find(name);
    if (!v || v.unset) return [];
    return v.list ? this.keys(name).map((k) => v.list!.get(k)!) : [v.value];
  }

  names(): string[] {
    return [...this.map.keys()].sort();
  }

  environment(): { [name: string]: string } {
    const env: { [name: string]: string } = {};
    for (const [name, v] of this.map) {
      if (v.exported && !v.unset && !v.list) Object.defineProperty(env, name, { value: v.value, enumerable: true, writable: true, configurable: true });
    }
    return env;
  }

  /** Plain data for a subshell that is a process of its own. */
  save(): SavedVariable[] {
    return [...this.map].map(([name, v]) => ({ name, ...v, list: v.list && [...v.list] }));
  }

  restore(saved: SavedVariable[]): void {
    for (const { name, ...v } of saved) this.map.set(name, { ...v, list: v.list && new Map(v.list) });
  }
}

function cased(v: Variable, value: string): string {
  return v.letters === 'l' ? value.toLowerCase() : v.letters === 'u' ? upperCase(value) : value;
}

export type SavedVariable = { name: string; list: [string, string][] | null } & Omit<Variable, 'list'>;
