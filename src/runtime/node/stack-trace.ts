/**
 * Stack traces as Node shows them. The library and user code are evaluated with `//# sourceURL`, so positions are right by themselves;
 * what has to be mended is the engine's word for anonymous functions of evaluated code, and this runtime's own frames, which must not show.
 */
import type { Internal } from './runtime.ts';
import { originalPlace, type Place } from './vm/scripts.ts';

export interface StackTraces {
  /** Replaces `Error.prepareStackTrace`. Called once, after the library has put its own there. */
  install(callback: () => Internal): void;
  /** The frames of an error whose `stack` was made here, innermost first. Reads `error.stack`. */
  framesOf(error: unknown): Frame[] | undefined;
  /** The current frames, from the caller of `skip` outwards. */
  capture(limit: number, skip: Function): Frame[];
  /** Runs `make` with room for the runtime's own frames, which are taken out of the trace afterwards. */
  withRoom<T>(make: () => T): T;
}

const OWN_FRAMES = 8;

/** One call site. A class of its own because V8's answers for evaluated code (`eval`, no file name) are not the ones Node's users see. */
export class Frame {
  // Private to the engine: programs print call sites, which have no fields.
  readonly #site: Internal;
  readonly #evaluated: boolean;
  /** Where the frame is in the user's text, when that differs from the evaluated one. */
  readonly #place: Place | undefined;
  constructor(site: Internal, place?: Place) {
    // In the engine's words: a program that finds the class by `constructor` cannot make one.
    if (site === undefined) throw new TypeError('Not supported');
    this.#site = site;
    this.#place = place;
    this.#evaluated = site.isEval() && typeof site.getScriptNameOrSourceURL() === 'string';
  }

  getThis(): undefined {
    return undefined;
  }

  getFunction(): undefined {
    return undefined;
  }

  getTypeName(): string | null {
    return this.#site.getTypeName();
  }

  getFunctionName(): string | null {
    const name = this.#site.getFunctionName();
    return name === 'eval' && (this.#evaluated || this.getFileName() !== undefined) ? null : name;
  }

  getMethodName(): string | null {
    return this.#site.getMethodName();
  }

  getFileName(): string | undefined {
    return this.#place?.file ?? this.#site.getScriptNameOrSourceURL() ?? undefined;
  }

  getLineNumber(): number | null {
    return this.#place?.line ?? this.#site.getLineNumber();
  }

  getColumnNumber(): number | null {
    return this.#place?.column ?? this.#site.getColumnNumber();
  }

  getEvalOrigin(): string | undefined {
    return this.#evaluated ? undefined : this.#site.getEvalOrigin();
  }

  getScriptNameOrSourceURL(): string | undefined {
    return this.getFileName();
  }

  getScriptHash(): string {
    return this.#site.getScriptHash?.() ?? '';
  }

  getEnclosingLineNumber(): number | null {
    return this.#site.getEnclosingLineNumber?.() ?? null;
  }

  getEnclosingColumnNumber(): number | null {
    return this.#site.getEnclosingColumnNumber?.() ?? null;
  }

  getPosition(): number {
    return this.#site.getPosition?.() ?? 0;
  }

  getPromiseIndex(): number | null {
    return this.#site.getPromiseIndex?.() ?? null;
  }

  isToplevel(): boolean {
    return this.#site.isToplevel();
  }

  isEval(): boolean {
    return this.#site.isEval() && !this.#evaluated;
  }

  isNative(): boolean {
    return this.#site.isNative();
  }

  isConstructor(): boolean {
    return this.#site.isConstructor();
  }

  isAsync(): boolean {
    return this.#site.isAsync?.() ?? false;
  }

  isPromiseAll(): boolean {
    return this.#site.isPromiseAll?.() ?? false;
  }

  toString(): string {
    let text = String(this.#site);
    if (this.#place !== undefined) text = moved(text, this.#site, this.#place);
    if (this.#place?.scoped) text = text.replace(/^((?:async )?)Proxy\./, '$1');
    // Where code was evaluated by a wrapper of this runtime, the engine would name its script.
    if (text.includes('(blob:')) text = text.replace(/ at [\w$.]+ \(blob:[^)]*\)/, ' at <anonymous> (<anonymous>)');
    const file = this.getFileName();
    if (file === undefined || !text.includes('eval') || text.includes('(eval at ')) return mendName(text);
    return mendName(text
      .replace(/^((?:async )?)eval \((.*)\)$/, '$1$2')
      .replace(/^new eval \(/, 'new <anonymous> (')
      .replace(/^(\S+)\.eval \[as ([^\]]+)\] \(/, '$1.$2 (')
      .replace(/^((?:async )?\S+)\.eval \(/, '$1.<anonymous> ('));
  }
}
// Programs know them by this name (tap), and nothing of how they are made.
Object.defineProperties(Frame, { name: { value: 'CallSite' }, length: { value: 0 } });

/** The frame's text with its place replaced: it ends with `name:line:column`, in brackets when a function is named. */
function moved(text: string, site: Internal, place: Place): string {
  const from = `${site.getScriptNameOrSourceURL()}:${site.getLineNumber()}:${site.getColumnNumber()}`;
  const at = text.lastIndexOf(from);
  return at === -1 ? text : `${text.slice(0, at)}${place.file}:${place.line}:${place.column}${text.slice(at + from.length)}`;
}

/** Newer engines than Node 24's infer `Module._extensions` as the receiver's name where it had `Object`. */
function mendName(text: string): string {
  // They also name functions after the object literal they stand in; Node 24 leaves those without a name.
  const literal = /^((?:async )?)\S+\.__proto__ \((.*)\)$/.exec(text);
  if (literal !== null) return `${literal[1]}${literal[2]}`;
  if (text.startsWith('exports.emitMessage (node:internal/per_context/messageport')) return text.replace('exports.emitMessage', 'MessagePort.<anonymous>');
  return text.startsWith('Module._extensions..') ? `Object${text.slice('Module._extensions'.length)}` : text;
}

/** Frames of this runtime: its scripts are blobs, everything else has a name of its own. */
function isOwn(site: Internal): boolean {
  const name = site.getScriptNameOrSourceURL();
  return typeof name === 'string' && name.startsWith('blob:');
}

const isWasm = (site: Internal): boolean => !(site instanceof Frame) && String(site?.getScriptNameOrSourceURL() ?? '').startsWith('wasm:');

/** WebAssembly of this runtime (the HTTP parser): called by its frames and calling them. A program's own has the program on one side. */
function isOwnWasm(trace: Internal[], at: number): boolean {
  const next = (step: number): Internal => {
    let i = at + step;
    while (trace[i] !== undefined && isWasm(trace[i])) i += step;
    return trace[i];
  };
  const inner = next(-1), outer = next(1);
  const own = (site: Internal): boolean => !(site instanceof Frame) && isOwn(site);
  return inner !== undefined && own(inner) && (outer === undefined || own(outer));
}

/** `eval (<anonymous>)` and `x.next (<anonymous>)`: the engine's own function, without a script. */
function isNativeCall(site: Internal): boolean {
  const name = site.getScriptNameOrSourceURL();
  return (name === undefined || name === null) && !site.isEval();
}

/** Where the loop over due timers calls the next list of them: behind `yield* ` here (build/node-patches.ts). */
const TIMERS: Place = { file: 'node:internal/timers', line: 618, column: 7 };

/** The frames a user of Node would see: without this runtime's, without what it called the engine for, and at the user's places. */
function mend(trace: Internal[]): Frame[] {
  const out: Frame[] = [];
  for (let i = 0; i < trace.length; i++) {
    const site = trace[i];
    if (site instanceof Frame) {
      out.push(site);
      continue;
    }
    if (isOwn(site) || (isWasm(site) && isOwnWasm(trace, i))) continue;
    if (isNativeCall(site)) {
      const caller = trace[i + 1];
      if (caller !== undefined && !(caller instanceof Frame) && isOwn(caller)) continue;
      // The loop over due timers is made of generators (build/node-patches.ts).
      if (site.getFunctionName() === 'next' && trace[i - 1]?.getScriptNameOrSourceURL?.() === 'node:internal/timers') continue;
    }
    const name = site.getScriptNameOrSourceURL();
    const place = name === TIMERS.file && site.getColumnNumber() === TIMERS.column + 'yield* '.length && site.getLineNumber() === TIMERS.line ? TIMERS : typeof name === 'string' ? originalPlace(name, site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0) : undefined;
    if (place !== null) out.push(new Frame(site, place));
  }
  return out;
}

export function createStackTraces(): StackTraces {
  const E = Error as Internal;
  const frames = new WeakMap<object, Frame[]>();
  /** Frames that errors made with more room may show. The limit of all others was the engine's when they were made, whatever it is when their trace is read. */
  const limits = new WeakMap<object, number>();
  let capturing: Frame[] | undefined;
  let capture = false;

  return {
    install(callback) {
      const libraryDefault = E.prepareStackTrace;
      let custom: unknown = libraryDefault;
      const wrappers = new WeakMap<Function, Function>();
      const originals = new WeakMap<Function, Function>();
      // The function is the one that stood there when it was read: a program's own may call the one it replaced, which must not lead back to it.
      const run = (chosen: Function, error: unknown, trace: Internal[]): unknown => {
        const list = mend(trace);
        if (capture) {
          capturing = list;
          return '';
        }
        if (typeof error === 'object' && error !== null) {
          const limit = limits.get(error);
          if (limit !== undefined && list.length > limit) list.length = Math.max(0, Math.floor(limit));
          frames.set(error, list);
        }
        return callback()({ Error: { prepareStackTrace: chosen } }, error, list);
      };
      const wrap = (fn: Function): Function => {
        let wrapper = wrappers.get(fn);
        if (wrapper === undefined) {
          // The engine calls what it reads here: every function a program installs goes through the same mending.
          wrapper = function prepareStackTrace(error: unknown, trace: Internal[]) {
            return run(fn, error, trace);
          };
          wrappers.set(fn, wrapper);
          originals.set(wrapper, fn);
        }
        return wrapper;
      };
      const accessor = {
        get: () => wrap(typeof custom === 'function' ? custom : libraryDefault),
        set: (value: unknown) => {
          custom = typeof value === 'function' ? originals.get(value) ?? value : value;
        },
        configurable: true,
        enumerable: false,
      };
      Object.defineProperty(Error, 'prepareStackTrace', accessor);
      // The engine looks here when a program has deleted it: Node has a hook of C++ then.
      Object.defineProperty(Function.prototype, 'prepareStackTrace', {
        get(this: unknown) {
          return this === Error ? wrap(libraryDefault) : undefined;
        },
        set(this: object, value: unknown) {
          Object.defineProperty(this, 'prepareStackTrace', this === Error ? accessor : { value, writable: true, configurable: true, enumerable: true });
          if (this === Error) accessor.set(value);
        },
        configurable: true,
        enumerable: false,
      });
    },
    framesOf(error) {
      if (typeof error !== 'object' || error === null) return undefined;
      try {
        void (error as Error).stack;
      } catch {
        // A getter or a function of the program's, which the frames were made before.
      }
      return frames.get(error);
    },
    capture(limit, skip) {
      const before = E.stackTraceLimit;
      capture = true;
      capturing = undefined;
      try {
        E.stackTraceLimit = limit + OWN_FRAMES;
        const holder: { stack?: unknown } = {};
        Error.captureStackTrace(holder, skip);
        void holder.stack;
      } finally {
        capture = false;
        E.stackTraceLimit = before;
      }
      return (capturing ?? []).slice(0, limit);
    },
    withRoom(make) {
      const before = E.stackTraceLimit;
      if (typeof before !== 'number' || before === 0) return make();
      const limited = (made: unknown): void => {
        if (made instanceof Error) limits.set(made, before);
      };
      try {
        E.stackTraceLimit = before + OWN_FRAMES;
        const made = make();
        limited(made);
        return made;
      } catch (e) {
        limited(e);
        throw e;
      } finally {
        E.stackTraceLimit = before;
      }
    },
  };
}
