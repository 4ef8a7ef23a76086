/** Uncaught exceptions: what Node's C++ does in errors::TriggerUncaughtException, with its texts. */
import { SIG } from '../abi/constants.ts';
import { optionsOf } from './bindings/options.ts';
import type { CoreRuntime } from './core.ts';
import { engineSwitch } from './options/engine-flags.ts';
import { printedFrames } from './process/trace-exit.ts';
import type { Internal } from './runtime.ts';

/** Where something was thrown: `column` counts from 1, as the engine does. */
export interface ThrowPlace { file: string; line: number; column: number }

const EXIT_BAD_HANDLER = 6, EXIT_HANDLER_THREW = 7, EXIT_USER_ERROR = 1;

/**
 * @param place where a value that is no error was thrown
 * @param thrown whether a `throw` in a callback brought it here: then that statement is shown. Rejections and errors of microtasks are shown where they were made.
 */
export function triggerUncaught(rt: CoreRuntime, error: unknown, fromPromise: boolean, place?: ThrowPlace, thrown = false): void {
  const { process } = rt;
  const aborts = engineSwitch(optionsOf(rt).engine.flat(), 'abort-on-uncaught-exception');
  if (aborts && !fromPromise) abortUnlessCaught(rt, error);
  // Asked when it is shown: a handler (the REPL's) may want the frames in its own form, and a trace is made once.
  const at = (): ThrowPlace | undefined => {
    const made = (isError(error) ? placeOfError(rt, error, !fromPromise) : undefined) ?? place;
    return thrown && made !== undefined ? quietly(() => throwPlace(rt, error, made)) ?? made : made;
  };
  const handler = process._fatalException;
  if (typeof handler !== 'function') {
    report(rt, error, at());
    rt.exit(EXIT_BAD_HANDLER);
  }
  let handled: unknown;
  try {
    handled = handler.call(process, error, fromPromise);
  } catch (second) {
    if (aborts) abortUnlessCaught(rt, second);
    const made = placeOfError(rt, second, true);
    report(rt, second, made && throwPlace(rt, second, made));
    rt.exit(EXIT_HANDLER_THREW);
  }
  if (handled !== false) return;
  report(rt, error, at());
  if (aborts) endBySignal(rt, SIG.ABRT);
  const code = process.exitCode;
  rt.exit(typeof code === 'number' ? code : EXIT_USER_ERROR);
}

/** The engine asks before any handler does; a domain that catches says so by the toggle. */
function abortUnlessCaught(rt: CoreRuntime, error: unknown): void {
  if (rt.internalBinding('util').shouldAbortOnUncaughtToggle[0] === 0) return;
  const frames = (rt.stacks.framesOf(error) ?? []).map(String);
  const made = placeOfError(rt, error);
  const { line, column } = (made && throwPlace(rt, error, made)) ?? {};
  if (line !== undefined) frames[0] = frames[0]!.replace(/:\d+:\d+(\)?)$/, `:${line}:${column}$1`);
  rt.writeError(`Uncaught ${describe(error)}\n\nFROM\n${frames.join('\n')}`);
  endBySignal(rt, SIG.TRAP);
}

/** As what the engine or C++ ends a process by: no handler of the program's is asked. */
export function endBySignal(rt: CoreRuntime, signal: number): never {
  rt.loop.stop();
  rt.sys.sigaction(signal, 0);
  rt.sys.kill(rt.start!.pid, signal);
  return rt.exit(128 + signal);
}

/** What a program's getters, proxies and enhancers throw must not hide the exception itself. */
function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

const isError = (error: unknown): boolean => (Error as unknown as { isError?: (value: unknown) => boolean }).isError?.(error) ?? error instanceof Error;

/** How far below its making an error's `throw` is looked for. */
const THROW_LINES = 40;

/**
 * Where an error was thrown, from where it was made. Node shows the `throw`; browsers report the making only, so it is found in the source:
 * `throw new X`, or `const e = new X` with a `throw e` or `throw decorated(e, ...)` below it. Errors that the library throws on behalf of its caller come out of one place.
 */
function throwPlace(rt: CoreRuntime, error: unknown, made: ThrowPlace): ThrowPlace {
  if (!isError(error)) return made;
  const library = libraryThrow(rt, error as Error, made);
  if (library !== undefined) return library;
  const text = sourceLine(rt, made.file, made.line);
  if (text === undefined) return made;
  const before = text.slice(0, made.column - 1);
  if (!/^(new|Reflect\.construct)\b/.test(text.slice(made.column - 1))) {
    const { code, stack } = error as Internal;
    if (!made.file.startsWith('node:') || typeof code !== 'string' || !String(stack).split('\n', 1)[0]!.includes(`[${code}]`)) return made;
    return hiddenThrow(rt) ?? made;
  }
  const thrown = /\bthrow\b[^;{}]*$/.exec(before);
  if (thrown !== null) return { ...made, column: thrown.index + 1 };
  const name = /([\w$]+)\s*=\s*$/.exec(before)?.[1];
  if (name === undefined) return made;
  for (let line = made.line; line < made.line + THROW_LINES; line++) {
    const rest = sourceLine(rt, made.file, line);
    if (rest === undefined) break;
    const at = rest.search(new RegExp(`\\bthrow (?:[\\w$]+\\()?${name.replaceAll('$', '\\$')}\\b`));
    if (at !== -1) return { ...made, line, column: at + 1 };
  }
  return made;
}

/** Assertions that compare two values. */
const COMPARISON = /^(?:(?:not)?(?:deep)?(?:strict)?equal|(?:partial)?deepstrictequal)\(/i;

/** Errors made by, or handed to, the library's own `throw`: 'error' events without a listener, and failed assertions. */
function libraryThrow(rt: CoreRuntime, error: Error, made: ThrowPlace): ThrowPlace | undefined {
  const { code } = error as Internal;
  if (code === 'ERR_UNHANDLED_ERROR' || Object.hasOwn(error, rt.requireBuiltin('internal/errors').kEnhanceStackBeforeInspector)) return libraryLine(rt, 'events', 'throw er;');
  if (rt.process.throwDeprecation && error.name === 'DeprecationWarning') return libraryLine(rt, 'internal/process/warning', 'throw warning;');
  if (code !== 'ERR_ASSERTION' || (error as Internal).generatedMessage === undefined) return undefined;
  const call = sourceLine(rt, made.file, made.line)?.slice(made.column - 1) ?? '';
  if (COMPARISON.test(call)) return libraryLine(rt, 'assert', 'throw new AssertionError(obj);');
  return /^(assert|ok)\(/.test(call) ? libraryLine(rt, 'internal/assert/utils', 'throw err;') : undefined;
}

/** First line of a library module that begins with `text`. */
function libraryLine(rt: CoreRuntime, id: string, text: string): ThrowPlace | undefined {
  const lines = rt.natives.source(id).split('\n');
  const at = lines.findIndex((line) => line.trimStart().startsWith(text));
  return at === -1 ? undefined : { file: `node:${id}`, line: at + 1, column: lines[at]!.indexOf(text) + 1 };
}

/** `hideStackFrames` of the library: it catches what a validator throws, shortens its stack and throws it on. */
function hiddenThrow(rt: CoreRuntime): ThrowPlace | undefined {
  const lines = rt.natives.source('internal/errors').split('\n');
  const from = lines.findIndex((line) => line.startsWith('function hideStackFrames('));
  const line = lines.findIndex((text, i) => i > from && text.trim() === 'throw error;');
  return from === -1 || line === -1 ? undefined : { file: 'node:internal/errors', line: line + 1, column: lines[line]!.indexOf('throw') + 1 };
}

/** Top frame of the error's trace; on demand the one that called the error's own constructor. */
function placeOfError(rt: CoreRuntime, error: unknown, outsideConstructors = false): ThrowPlace | undefined {
  // A native function at the top (JSON.stringify) has no place: its caller is shown.
  const frames = rt.stacks.framesOf(error)?.filter((f) => f.getFileName() !== undefined);
  const frame = outsideConstructors ? frames?.find((f) => !f.isConstructor()) ?? frames?.[0] : frames?.[0];
  const file = frame?.getFileName();
  const line = frame?.getLineNumber();
  const column = frame?.getColumnNumber();
  return file !== undefined && typeof line === 'number' && typeof column === 'number' ? { file, line, column } : undefined;
}

/** The text of one line of a script: a library module, a script that is no file, or a file. */
export function sourceLine(rt: CoreRuntime, file: string, line: number): string | undefined {
  let text: string | undefined;
  if (file.startsWith('node:')) {
    try {
      text = rt.natives.source(file.slice(5));
    } catch {
      return undefined;
    }
  } else {
    text = rt.sources.get(file);
    if (text === undefined) {
      try {
        const path = file.startsWith('file://') ? decodeURIComponent(new rt.native.URL(file).pathname) : file;
        text = new rt.native.TextDecoder().decode(rt.sys.readFile(path));
      } catch {
        return undefined;
      }
    }
  }
  return text.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1];
}

/** Node's buffer for the line with the mark: far to the right there is none. */
export const MARK_BYTES = 1020;

/** `file:line`, the source line and a mark below the place (node_errors.cc: GetErrorSource). */
export function sourceArrow(rt: CoreRuntime, place: ThrowPlace, length = 1): string | undefined {
  if (rt.process.sourceMapsEnabled === true && !place.file.startsWith('node:')) {
    const mapped: unknown = rt.callbacks.sourceMapErrorSource?.(place.file, place.line, place.column - 1);
    if (typeof mapped === 'string') return mapped;
  }
  const text = sourceLine(rt, place.file, place.line);
  // The library marks where it throws what has the user's line in its stack already (node_errors.cc looks for these words).
  if (text === undefined || text.includes('node-do-not-add-exception-line')) return undefined;
  // Tabs stay tabs so that the mark stands below its place.
  const indent = text.slice(0, place.column - 1).replace(/[^\t]/g, ' ');
  return `${place.file}:${place.line}\n${text}\n${`${indent}${'^'.repeat(length)}`.slice(0, MARK_BYTES)}\n`;
}

/** What the library calls the text of `--eval` and of standard input. */
export const MAIN_TEXT = /^\[(?:eval|stdin)\]$/;

function report(rt: CoreRuntime, error: unknown, place: ThrowPlace | undefined): void {
  const isObject = (typeof error === 'object' && error !== null) || typeof error === 'function';
  const object = error as Internal;
  const { arrow_message_private_symbol: arrowSymbol, decorated_private_symbol: decoratedSymbol } = rt.privateSymbols;
  let out = '';
  let arrow: string | undefined;
  if (isObject) arrow = quietly(() => object[arrowSymbol!]);
  if (arrow === undefined && place !== undefined) {
    arrow = sourceArrow(rt, place);
    if (arrow !== undefined && isObject && MAIN_TEXT.test(place.file)) {
      // As what runs such a text does (`displayErrors` of a script), had it caught this.
      quietly(() => {
        if (typeof object.stack !== 'string') return;
        object.stack = `${arrow}\n${object.stack}`;
        object[decoratedSymbol!] = true;
      });
    } else if (arrow !== undefined && !(isObject && isError(error))) {
      // Only errors carry the arrow with them; for other values it is printed at once.
      out += `\n${arrow}`;
      arrow = undefined;
    }
  }
  let trace: unknown;
  if (isObject) {
    trace = enhanced(rt, error);
    const decorated = quietly(() => object[decoratedSymbol!]) === true;
    if (arrow !== undefined && !decorated) out += `${arrow}\n`;
    if (typeof trace !== 'string' || trace === '') {
      const name = quietly(() => object.name);
      const message = quietly(() => object.message);
      out += name === undefined || message === undefined ? describe(error) : `${describe(name)}: ${describe(message)}`;
      trace = undefined;
    } else out += trace;
  } else out += `${arrow ?? ''}${describe(error)}`;
  out += '\n';
  const { getOptionValue } = rt.requireBuiltin('internal/options');
  if (getOptionValue('--trace-uncaught')) {
    // Of what is no error the browser tells the place alone.
    const frames = rt.stacks.framesOf(error);
    out += `Thrown at:\n${frames ? printedFrames(frames) : place ? `    at ${place.file}:${place.line}:${place.column}\n` : ''}\n`;
  } else if (trace === undefined) out += '(Use `node --trace-uncaught ...` to show where the exception was thrown)\n';
  if (getOptionValue('--extra-info-on-fatal-exception')) out += `\nNode.js ${rt.process.version}\n`;
  rt.writeError(out);
}

function describe(value: unknown): string {
  try {
    return typeof value === 'symbol' ? '' : String(value);
  } catch {
    return '<toString() threw exception>';
  }
}

/** The library's own two steps over the stack text: the second one adds colours and inspects what is no Error. */
function enhanced(rt: CoreRuntime, error: unknown): unknown {
  let stack: unknown;
  [rt.callbacks.enhanceBeforeInspector, rt.callbacks.enhanceAfterInspector].forEach((step) => {
    if (step !== undefined) stack = quietly(() => step(error)) ?? stack;
  });
  return stack ?? quietly(() => (error as Internal).stack);
}
