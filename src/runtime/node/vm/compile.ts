/** Compiles text into functions, the way Node's C++ compiles CommonJS modules and `vm.compileFunction`. */
import type { NodeRuntime } from '../runtime.ts';
import { awaitValue } from '../await-context.ts';
import { countedText } from '../coverage/collector.ts';
import { AWAIT_NAME } from '../source/awaits.ts';
import { editMap } from '../source/edit-map.ts';
import { EVAL_NAME } from '../source/evals.ts';
import { evalText, rewriteScript } from '../source/script.ts';
import { KIND, Tokens, Unsure } from '../source/tokens.ts';
import { applyEdits, parseScript } from './acorn.ts';
import { rememberFunction } from './function-text.ts';
import { IMPORT_NAME, importFunction } from './dynamic-import.ts';
import { withRoom } from './stack-room.ts';
import { registerScript } from './scripts.ts';
import { bodyError, decorateSyntaxError } from './syntax-error.ts';

const indirectEval = globalThis.eval;

export interface FunctionSource {
  code: string;
  file: string;
  params: readonly string[];
  lineOffset?: number;
  columnOffset?: number;
  /** Host-defined option: how Node's loader finds who called `import()`. */
  referrer: symbol;
}

const STRIPPED = /\.[mc]?ts$/;

/** A `#!` line becomes a comment of the same length: only a script's very first characters may be one. */
export function withoutHashbang(code: string): string {
  return code.startsWith('#!') ? `//${code.slice(2)}` : code;
}

/** Throws the engine's SyntaxError, undecorated. The function's positions are those of `code`. */
export function compileBody(rt: NodeRuntime, source: FunctionSource): Function {
  const { file, params, referrer } = source;
  const shown = sourceUrl(source.code) ?? file;
  const code = withoutHashbang(source.code);
  // What runs is what types were stripped from: that is shown, not the file.
  if (STRIPPED.test(file)) rt.sources.set(shown, source.code);
  const inner = `function (${params.join(',')}) {`;
  const attempt = (exact: boolean): Function => {
    const plain = rewriteScript(rt, code, IMPORT_NAME, { exact, evals: true });
    const edited = plain.edits.length > 0;
    const counted = countedText(code, shown, () => parseScript(rt, code));
    const edits = counted?.weave(plain.edits) ?? plain.edits;
    const text = counted === undefined ? plain.text : applyEdits(code, edits);
    // No function sits around the usual module: its frames and its text are then the user's alone.
    const head = edited ? `(function(${IMPORT_NAME},${AWAIT_NAME},${EVAL_NAME}){return ${inner}` : `(${inner}`;
    const name = registerScript(shown, editMap(code, edits, head.length, source.lineOffset, source.columnOffset));
    try {
      const made: Function = withRoom(rt, () => indirectEval(`${head}${text}\n}${edited ? '}' : ''})\n//# sourceURL=${name}`));
      const fn: Function = edited ? made(importFunction(rt, referrer, file), awaitValue(rt), evalText(rt, IMPORT_NAME)) : made;
      rememberFunction(fn, params, source.code);
      counted?.compiled();
      return fn;
    } catch (e) {
      if (!(e instanceof SyntaxError)) throw e;
      // The quick look may have taken a name for a word of the language: a parser decides.
      if (edited && !exact) return attempt(true);
      throw bodyError(rt, e, code);
    }
  };
  return attempt(false);
}

/** Refuses text that would end the function around it and begin another. The engine's own constructor reads a body apart; `compileBody` does not, as it would read every module twice. */
function checkIsBody(rt: NodeRuntime, { code, params }: FunctionSource): void {
  if (!code.includes('}')) return;
  try {
    withRoom(rt, () => new rt.native.Function(...params, withoutHashbang(code)));
  } catch (e) {
    if (e instanceof SyntaxError) throw bodyError(rt, e, code);
    throw e;
  }
}

/** As `compileBody` for text that may not be a body, with the place of a syntax error in front of its stack. */
export function compileDecorated(rt: NodeRuntime, source: FunctionSource): Function {
  try {
    checkIsBody(rt, source);
    return compileBody(rt, source);
  } catch (e) {
    if (e instanceof SyntaxError) decorateSyntaxError(rt, e, source);
    throw e;
  }
}

/** The name a script gives itself, in a comment on its last line: stacks show it. */
function sourceUrl(code: string): string | undefined {
  if (!code.includes('sourceURL=', Math.max(0, code.length - 1000))) return undefined;
  return /(?:^|\n)\/\/[#@] sourceURL=([^\s'"]+)\s*$/.exec(code)?.[1];
}

/** Whether a place that looks like a comment lies in a template of several lines. Most have no backtick behind their last comment. */
function inTemplate(code: string, at: number): boolean {
  if (!code.includes('`', at)) return false;
  const tokens = new Tokens(code);
  try {
    while (tokens.next() !== KIND.END && tokens.end <= at);
    return tokens.kind !== KIND.END && tokens.start < at;
  } catch (e) {
    if (e instanceof Unsure) return false;
    throw e;
  }
}

/** Value of the last `//# sourceMappingURL=` comment. */
export function sourceMapUrl(code: string): string | undefined {
  const at = code.lastIndexOf('sourceMappingURL=');
  if (at < 0) return undefined;
  const lineStart = code.lastIndexOf('\n', at) + 1;
  // In a string or template of the same line it is no comment.
  const before = /^([^'"`]*)\/\/[#@][ \t]$/.exec(code.slice(lineStart, at));
  if (before === null || inTemplate(code, at)) return undefined;
  const value = /^[^\s'"]*/.exec(code.slice(at + 'sourceMappingURL='.length))![0];
  return value === '' ? undefined : value;
}
