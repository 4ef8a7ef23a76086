/** Compiles text into functions, the way Node's C++ compiles CommonJS modules and `vm.compileFunction`. */
import type { NodeRuntime } from '../runtime.ts';
import { IMPORT_NAME, importFunction, renameImports } from './dynamic-import.ts';
import { withRoom } from './stack-room.ts';
import { headMap, registerScript } from './scripts.ts';
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

/** A `#!` line becomes a comment of the same length: only a script's very first characters may be one. */
export function withoutHashbang(code: string): string {
  return code.startsWith('#!') ? `//${code.slice(2)}` : code;
}

/** Throws the engine's SyntaxError, undecorated. The function's positions are those of `code`. */
export function compileBody(rt: NodeRuntime, source: FunctionSource): Function {
  const { file, params, referrer } = source;
  const code = withoutHashbang(source.code);
  const text = renameImports(rt, code, IMPORT_NAME);
  const imports = text !== code;
  const inner = `function (${params.join(',')}) {`;
  // No function sits around the usual module: its frames and its text are then the user's alone.
  const head = imports ? `(function(${IMPORT_NAME}){return ${inner}` : `(${inner}`;
  const tail = imports ? '\n}})' : '\n})';
  const name = registerScript(file, headMap(head.length, source.lineOffset, source.columnOffset));
  let made: Function;
  try {
    made = withRoom(rt, () => indirectEval(`${head}${text}${tail}\n//# sourceURL=${name}`));
  } catch (e) {
    throw e instanceof SyntaxError ? bodyError(rt, e, code) : e;
  }
  return imports ? made(importFunction(rt, referrer, file)) : made;
}

/** As `compileBody`, with the place of a syntax error in front of its stack. */
export function compileDecorated(rt: NodeRuntime, source: FunctionSource): Function {
  try {
    return compileBody(rt, source);
  } catch (e) {
    if (e instanceof SyntaxError) decorateSyntaxError(rt, e, source);
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
  if (before === null) return undefined;
  const value = /^[^\s'"]*/.exec(code.slice(at + 'sourceMappingURL='.length))![0];
  return value === '' ? undefined : value;
}
