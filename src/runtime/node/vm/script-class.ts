/** `ContextifyScript`, the native class under `vm.Script`. */
import type { CoreRuntime } from '../core.ts';
import { awaitValue } from '../await-context.ts';
import { countedText } from '../coverage/collector.ts';
import { MAIN_TEXT, sourceArrow, sourceLine } from '../fatal.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { AWAIT_NAME } from '../source/awaits.ts';
import { editMap } from '../source/edit-map.ts';
import { rewriteScript } from '../source/script.ts';
import { applyEdits, parseScript } from './acorn.ts';
import { cachedDataFor, isCachedDataFor } from './cached-data.ts';
import { sourceMapUrl, withoutHashbang } from './compile.ts';
import { contextOf } from './contexts.ts';
import { isTimed, TICK_NAME, tickEdits, ticker, withDeadline } from './deadline.ts';
import { importText, planGlobalScript } from './global-script.ts';
import { type ImportFunction, importFunction } from './dynamic-import.ts';
import { markRedeclared, redeclarationArrow } from './redeclared.ts';
import { headMap, registerScript } from './scripts.ts';
import { decorateSyntaxError, earlyError, type SourceText } from './syntax-error.ts';

const indirectEval = globalThis.eval;
let importNames = 0;

/** Scripts run in the global scope, where no function can hold their `import`: each that needs one gets a hidden global of its own, six characters as the word. */
function defineImport(mport: ImportFunction): string {
  const name = `$m${(importNames++).toString(36).padStart(4, '0')}`;
  Object.defineProperty(globalThis, name, { value: mport, enumerable: false, writable: false, configurable: false });
  return name;
}

/** The same for what awaits and loops call: one for all scripts of the global scope. */
function defineShared(name: string, make: () => unknown): void {
  if (!Object.hasOwn(globalThis, name)) Object.defineProperty(globalThis, name, { value: make(), enumerable: false, writable: false, configurable: false });
}

export function scriptClass(rt: NodeRuntime): Internal {
  const { privateSymbols } = rt.internalBinding('util');

  const put = (error: Internal, arrow: string): void => {
    if (typeof error.stack !== 'string') return;
    error[privateSymbols.arrow_message_private_symbol] = arrow;
    error.stack = `${arrow}\n${error.stack}`;
    error[privateSymbols.decorated_private_symbol] = true;
  };

  /** The arrow above an error that leaves the script, as `displayErrors` asks for. */
  const decorate = (error: Internal, source: SourceText): void => {
    if (typeof error !== 'object' || error === null || error[privateSymbols.decorated_private_symbol]) return;
    const place = redeclarationArrow(error, source);
    if (place !== undefined) {
      put(error, place);
      return;
    }
    const { file: script, lineOffset = 0, columnOffset = 0 } = source;
    const { stacks } = rt as CoreRuntime;
    const frame = stacks?.framesOf(error)?.[0];
    const file = frame?.getFileName();
    const line = frame?.getLineNumber();
    let column = frame?.getColumnNumber();
    if (file === undefined || typeof line !== 'number' || typeof column !== 'number') return;
    // The mark stands below the statement that threw.
    const statement = /\bthrow\b[^;{}]*$/.exec(sourceLine(rt as CoreRuntime, file, line)?.slice(0, column - 1) ?? '');
    if (statement !== null) column = statement.index + 1;
    // Offsets move what stacks say, not the text.
    else if (file === script && line === 1 + lineOffset) column -= columnOffset;
    const arrow = sourceArrow(rt as CoreRuntime, { file, line, column });
    if (arrow !== undefined) put(error, arrow);
  };

  class ContextifyScript {
    declare cachedData: unknown;
    declare cachedDataProduced: boolean;
    declare cachedDataRejected: boolean;
    declare sourceURL: string | undefined;
    declare sourceMapURL: string | undefined;
    readonly #code: string;
    readonly #name: string;
    readonly #mport: ImportFunction;
    readonly #file: string;
    readonly #offsets: readonly [line: number, column: number];
    #global: (() => unknown) | undefined;
    #timed: (() => unknown) | undefined;
    #lexicals: readonly string[] = [];

    constructor(code: string, file: string, lineOffset: number, columnOffset: number, cachedData: Uint8Array | undefined, produce: boolean, _context: unknown, referrer: symbol) {
      const text = withoutHashbang(code);
      const error = earlyError(rt, text);
      if (error !== undefined) {
        decorateSyntaxError(rt, error, { code: text, file, lineOffset, columnOffset });
        throw error;
      }
      (this as Internal)[privateSymbols.host_defined_option_symbol] = referrer;
      if (cachedData !== undefined) this.cachedDataRejected = !isCachedDataFor(text, cachedData);
      if (produce) {
        this.cachedData = cachedDataFor(rt, text);
        this.cachedDataProduced = true;
      }
      this.sourceURL = undefined;
      this.sourceMapURL = sourceMapUrl(code);
      this.#code = text;
      this.#file = file;
      this.#offsets = [lineOffset, columnOffset];
      this.#name = registerScript(file, headMap(0, lineOffset, columnOffset));
      this.#mport = importFunction(rt, referrer, file);
      // Lines are looked up by the numbers that frames show.
      rt.sources.set(file, '\n'.repeat(Math.max(0, lineOffset)) + text);
    }

    createCachedData(): unknown {
      return cachedDataFor(rt, this.#code);
    }

    /** How it runs in the global scope: made at the first run. */
    #prepareGlobal(timed: boolean): () => unknown {
      const plan = planGlobalScript(rt, this.#code);
      this.#lexicals = plan?.names ?? [];
      const found = rewriteScript(rt, this.#code, '$m0000', { exact: true });
      if (found.awaits) defineShared(AWAIT_NAME, () => awaitValue(rt));
      const plain = [...(found.imports ? rewriteScript(rt, this.#code, defineImport(this.#mport), { exact: true }) : found).edits, ...plan?.edits ?? []];
      if (timed) defineShared(TICK_NAME, () => ticker(rt));
      // A text has insertions of one kind: one that must end in time is not counted.
      const counted = timed ? undefined : countedText(this.#code, this.#file, () => parseScript(rt, this.#code), true);
      const edits = timed ? tickEdits(parseScript(rt, this.#code), plain) : counted?.weave(plain) ?? plain;
      counted?.compiled();
      if (edits.length > 0) registerScript(this.#file, editMap(this.#code, edits, 0, this.#offsets[0], this.#offsets[1]));
      const text = `${applyEdits(this.#code, edits)}\n//# sourceURL=${this.#name}`;
      if (plan?.whole) return () => importText(rt, text);
      if (plan !== undefined) {
        return () => {
          importText(rt, `let ${plan.names.join(',')};`);
          return indirectEval(text);
        };
      }
      // No function of ours: the engine counts its frame into every trace.
      return indirectEval.bind(undefined, text);
    }

    /** Bound and not called: a frame of ours less in every trace. */
    #prepare(context: object | null, timed: boolean): () => unknown {
      if (context === null || context === undefined) return timed ? this.#timed ??= this.#prepareGlobal(true) : this.#global ??= this.#prepareGlobal(false);
      const within = contextOf(rt, context);
      return within.run.bind(within, rt, this.#code, this.#name, this.#mport, { file: this.#file, lineOffset: this.#offsets[0], columnOffset: this.#offsets[1] }, timed);
    }

    /** `context` null is the main context. */
    runInContext(context: object | null, timeout: number, displayErrors: boolean): unknown {
      // Nobody stands between the main script of `--eval` and the end of the process, which shows the place; caught and thrown again it would have lost it.
      if (MAIN_TEXT.test(this.#file) && (context === null || context === undefined) && timeout < 0) return (this.#global ??= this.#prepareGlobal(false))();
      try {
        const script = this.#prepare(context, timeout >= 0 || isTimed(rt));
        return timeout >= 0 ? withDeadline(rt, timeout, script) : script();
      } catch (e) {
        if (context === null || context === undefined) markRedeclared(e, this.#lexicals);
        if (displayErrors) decorate(e as Internal, { code: this.#code, file: this.#file, lineOffset: this.#offsets[0], columnOffset: this.#offsets[1] });
        throw e;
      }
    }
  }
  return ContextifyScript;
}
