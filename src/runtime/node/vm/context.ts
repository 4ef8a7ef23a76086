/**
 * Contexts of `vm.createContext`, as far as one realm allows: code runs with a proxy of the contextified object as its global scope.
 * Limits (a worker cannot make a second realm): built-in constructors and prototypes are those of the main context; `eval` and `Function` that
 * a context's code hands on before it calls them see the main global scope.
 */
import { awaitValue } from '../await-context.ts';
import { COUNTING, countedText } from '../coverage/collector.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { editMap } from '../source/edit-map.ts';
import { applyEdits, parseScript } from './acorn.ts';
import { contextCallee, forbidden } from './context-functions.ts';
import { CONTEXT_PARAMS, readContextScript } from './context-script.ts';
import { isTimed, ticker } from './deadline.ts';
import { type ImportFunction, importFunction } from './dynamic-import.ts';
import { redeclared } from './redeclared.ts';
import { isConstant, RealGlobal } from './real-global.ts';
import { registerScript } from './scripts.ts';

/** What a fresh realm's global object has, in its order: the language, without the host. */
const LANGUAGE: ReadonlySet<string> = new Set([
  'Object', 'Function', 'Array', 'Number', 'parseFloat', 'parseInt', 'Infinity', 'NaN', 'undefined', 'Boolean', 'String', 'Symbol', 'Date', 'Promise',
  'RegExp', 'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError', 'globalThis', 'JSON', 'Math', 'Intl',
  'ArrayBuffer', 'Atomics', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'BigUint64Array', 'BigInt64Array', 'Uint8ClampedArray',
  'Float32Array', 'Float64Array', 'DataView', 'Map', 'BigInt', 'Set', 'Iterator', 'WeakMap', 'WeakSet', 'Proxy', 'Reflect', 'FinalizationRegistry', 'WeakRef',
  'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape', 'eval', 'isFinite', 'isNaN', 'console',
  'SuppressedError', 'DisposableStack', 'AsyncDisposableStack', 'Float16Array', 'SharedArrayBuffer', 'WebAssembly',
]);
/** The engine's own console, which every context has: it talks to a debugger, and none is attached. */
const silentConsole = Object.fromEntries(['debug', 'error', 'info', 'log', 'warn', 'dir', 'table', 'trace', 'assert'].map((name) => [name, () => {}]));
const NativeProxy = Proxy;
const main = globalThis;

/**
 * What a script's text runs in: a sloppy function (`new Function`), as `with` demands; the text decides about its own strictness. The names
 * that begin with `$tabloom` are never looked up in the context.
 */
const runner = new Function('$tabloom_scope', '$tabloom_code', '$tabloom_reveal', ...CONTEXT_PARAMS, 'with($tabloom_scope){return eval($tabloom_code)}\n//# sourceURL=blob:tabloom/context') as
  (this: unknown, scope: object, code: string, reveal: (functions: { [name: string]: unknown }) => void, ...parts: unknown[]) => unknown;
const OURS = new Set<string>(CONTEXT_PARAMS);
const STRICT = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(['"])use strict\1/;

/** A script's name in stacks, and what its offsets are. */
export interface ScriptPlace { file: string; lineOffset: number; columnOffset: number }

interface Lexical { value: unknown; kind: 'let' | 'const'; ready: boolean }

export class Context {
  readonly object: Internal;
  /** Its global object, as its code sees it. */
  readonly proxy: object;
  private readonly scope: object;
  /** The same for scripts that are strict: what cannot be assigned is an error there, with the engine's words for a realm's global object. */
  private readonly strictScope: object;
  private readonly real: RealGlobal;
  private readonly strings: boolean;
  /** Names that scripts of this context assign: they live on the contextified object even before they exist there. */
  private readonly assigned = new Set<string>();
  /** Names declared with `var` or as functions, which cannot be deleted. */
  private readonly declared = new Set<string>();
  /** Top-level `let`, `const` and classes: seen by all scripts, and no properties. */
  private readonly lexicals = new Map<string, Lexical>();
  /** Names that may have been asked for by a `typeof`: they read as undefined where they should throw. */
  private readonly doubtful = new Set<string>();
  private revealing: Set<string> | undefined;
  /** While the runner has not found its own `eval`: where text may not become code, the script alone must not have it. */
  private entering = false;
  private readonly peek: object;
  private tick: (() => void) | undefined;
  private callee: ((callee: unknown) => unknown) | undefined;
  /** Called by a script's first statement with its hoisted functions. */
  private readonly reveal = (functions: { [name: string]: unknown }): void => {
    this.revealing = undefined;
    for (const name in functions) this.real.set(name, functions[name]);
  };

  /** @param strings whether text may become code. `isProxy`: what is contextified is a proxy, whose traps the engine must not call to check ours */
  constructor(object: object, { strings = true, isProxy = false } = {}) {
    this.object = object;
    this.real = new RealGlobal(object, LANGUAGE);
    this.strings = strings;
    this.proxy = new NativeProxy(object, this.globalHandler());
    const target = isProxy ? {} : object;
    this.scope = new NativeProxy(target, this.scopeHandler(false));
    this.strictScope = new NativeProxy(target, this.scopeHandler(true));
    this.peek = new NativeProxy(object, { get: (_, name) => this.variable(name, false) });
  }

  /** Whether the worker has a global of that name that a fresh realm would not have, and neither has this context. */
  readonly hides = (name: string): boolean => name in main && !this.real.isBuiltin(name) && !(name in this.object) && !this.real.has(name) && !this.lexicals.has(name);

  /** A property of the global object. */
  private property(name: string | symbol): unknown {
    const { object } = this;
    if (name in object) {
      const value = object[name];
      // Its own name for the contextified object is its global object (`window === this`); a constant's value no proxy may change.
      if (value !== object) return value;
      const own = Reflect.getOwnPropertyDescriptor(object, name);
      return own?.configurable === false && own.writable === false ? value : this.proxy;
    }
    if (this.real.has(name)) return this.real.get(name);
    if (!this.real.isBuiltin(name)) return undefined;
    if (name === 'globalThis') return this.proxy;
    if (name === 'console') return silentConsole;
    if (name === 'eval' && !this.strings) return forbidden;
    return (main as Internal)[name as string];
  }

  /** What a name means in the context's code. @param must whether a missing one is an error */
  private variable(name: string | symbol, must: boolean): unknown {
    const lexical = typeof name === 'string' ? this.lexicals.get(name) : undefined;
    if (lexical === undefined) {
      if (must && typeof name === 'string' && !LANGUAGE.has(name) && this.hides(name) && !this.assigned.has(name) && !this.doubtful.has(name)) throw new ReferenceError(`${name} is not defined`);
      return this.property(name);
    }
    if (!lexical.ready) throw new ReferenceError(`Cannot access '${name as string}' before initialization`);
    return lexical.value;
  }

  /** The context's `globalThis`. */
  private globalHandler(): ProxyHandler<Internal> {
    return {
      has: (target, name) => name in target || this.real.has(name) || this.real.isBuiltin(name),
      get: (_, name) => this.property(name),
      set: (_, name, value) => this.real.set(name, value),
      defineProperty: (_, name, descriptor) => this.real.define(name, descriptor),
      deleteProperty: (_, name) => (typeof name === 'string' && this.declared.has(name) ? false : this.real.delete(name)),
      ownKeys: () => this.real.keys(),
      getOwnPropertyDescriptor: (_, name) => this.real.descriptor(name, () => this.property(name)),
    };
  }

  /** The scope that the context's code runs in. */
  private scopeHandler(strict: boolean): ProxyHandler<Internal> {
    const { object } = this;
    return {
      has: (_, name) => {
        if (typeof name !== 'string') return name in object;
        if (name.startsWith('$tabloom') || OURS.has(name) || (name === 'eval' && (this.strings || this.entering))) {
          this.entering = false;
          return false;
        }
        if (this.revealing?.has(name)) return false;
        return name in object || this.real.has(name) || this.lexicals.has(name) || this.assigned.has(name) || name in main;
      },
      get: (_, name) => (name === Symbol.unscopables ? undefined : this.variable(name, true)),
      set: (_, name, value) => {
        const lexical = typeof name === 'string' ? this.lexicals.get(name) : undefined;
        if (lexical === undefined) {
          if (this.real.set(name, value)) return true;
          const own = Reflect.getOwnPropertyDescriptor(object, name);
          if (strict && (own === undefined ? isConstant(name) : own.writable === false)) throw new TypeError(`Cannot assign to read only property '${String(name)}' of object '[object Object]'`);
          // What has no setter stays as it is, in strict code as well; a proxy may not say so of what can never change.
          return own === undefined || own.configurable === true || own.writable === true;
        }
        if (lexical.ready && lexical.kind === 'const') throw new TypeError('Assignment to constant variable.');
        lexical.value = value;
        lexical.ready = true;
        return true;
      },
      deleteProperty: (_, name) => (typeof name === 'string' && (this.declared.has(name) || this.lexicals.has(name)) ? false : this.real.delete(name)),
    };
  }

  /** Runs a script's text; `name` is its `sourceURL`, if it has one. Returns the completion value. */
  run(rt: NodeRuntime, code: string, name: string | undefined, mport: ImportFunction, place?: ScriptPlace, timed = isTimed(rt)): unknown {
    const script = readContextScript(rt, code, this.hides, timed);
    const ending = name === undefined ? '' : `\n//# sourceURL=${name}`;
    // What evaluated text declares with `let` is gone with it, and may be declared again.
    if (script === undefined || (name === undefined && script.lexicals.size > 0)) return this.evaluate(rt, code + ending, mport);
    const { functions, vars, lexicals, assigned, doubtful } = script;
    const counted = place === undefined || timed ? undefined : countedText(code, place.file, () => parseScript(rt, code), true);
    const edits = counted?.weave(script.edits) ?? script.edits;
    counted?.compiled();
    const declared = [...functions, ...vars].sort((a, b) => a.start - b.start).map(({ name: word }) => word);
    for (const word of [...lexicals.keys(), ...declared]) if (this.lexicals.has(word)) throw redeclared(word, lexicals.has(word));
    for (const [word, kind] of lexicals) {
      if (this.declared.has(word)) throw redeclared(word, lexicals.has(word));
      this.lexicals.set(word, { value: undefined, kind, ready: false });
    }
    for (const word of declared) this.declared.add(word);
    for (const word of [...declared, ...assigned]) this.assigned.add(word);
    for (const word of doubtful) this.doubtful.add(word);
    for (const word of declared) this.real.declare(word);
    let prologue = '';
    if (functions.length > 0) {
      const names = functions.map(({ name: word }) => word);
      this.revealing = new Set(names);
      // `let` has no completion value: the script's own stays the last one.
      prologue = `${STRICT.test(code) ? '"use strict";' : ''}let $tabloom_done=$tabloom_reveal({${names.join(',')}});`;
    }
    if (place !== undefined) registerScript(place.file, editMap(code, edits, prologue.length, place.lineOffset, place.columnOffset), true);
    try {
      return this.evaluate(rt, `${prologue}${applyEdits(code, edits)}${ending}`, mport);
    } finally {
      this.revealing = undefined;
    }
  }

  /** Evaluates text as it is, with this context as its global scope. */
  evaluate(rt: NodeRuntime, text: string, mport: ImportFunction | undefined): unknown {
    // A function called by its name alone gets the scope as its receiver.
    const here = (value: unknown): unknown => (value === main || value === this.scope || value === this.strictScope ? this.proxy : value);
    this.callee ??= contextCallee(rt, { strings: this.strings, run: (code) => this.run(rt, code, undefined, importFunction(rt, rt.internalBinding('symbols').vm_dynamic_import_default_internal, `${rt.sys.getcwd()}/`)) });
    this.entering = true;
    return runner.call(this.proxy, STRICT.test(text) ? this.strictScope : this.scope, text, this.reveal, mport, awaitValue(rt), here, this.peek, this.callee, this.tick ??= ticker(rt), ...Object.values(COUNTING));
  }
}
