/** Syntax errors of ES modules: found by the parser, worded as the engine words them. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { tokenLength } from '../vm/acorn.ts';
import { arrowAt, mistakeAt, type SourceText } from '../vm/syntax-error.ts';
import { withRoom } from '../vm/stack-room.ts';

/** Messages about what only the parser sees: the engine is asked about a function's body. */
const FOUND_BY_PARSER = /^(?:Export '|Duplicate export|Illegal return|new\.target|Identifier '.*' has already)/;

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** The module's text as a function's body: static declarations gone, `import.meta` a plain value. Rough, as it only serves to ask for a message. */
function asBody(code: string): string {
  return code
    .replace(/^#![^\n]*/, '')
    .replace(/^([ \t]*)export\s+default\b/gm, '$1void ')
    .replace(/^([ \t]*)export\s*(?:\{[^}]*\}|\*(?:\s*as\s+[^\s'"]+)?)\s*(?:from\s*(['"])[^'"\n]*\2(?:\s*with\s*\{[^}]*\})?)?/gm, '$1')
    .replace(/^([ \t]*)export\b/gm, '$1')
    .replace(/^([ \t]*)import\s*(?:[\w$*{][^'"()]*?from\s*)?(['"])[^'"\n]*\2(?:\s*with\s*\{[^}]*\})?/gm, '$1')
    .replace(/\bimport\s*\.\s*meta\b/g, '(0)');
}

function engineMessage(code: string): string | undefined {
  try {
    new AsyncFunction(`"use strict";${asBody(code)}`);
    return undefined;
  } catch (e) {
    return (e as Error).message;
  }
}

/** The parser's own sentence in the engine's words. */
function reworded(message: string, code: string, pos: number, length: number): string {
  const plain = message.replace(/ \(\d+:\d+\)$/, '');
  if (plain === 'Unexpected token') {
    if (pos >= code.trimEnd().length) return 'Unexpected end of input';
    const token = code.slice(pos, pos + length);
    if (/^['"]/.test(token)) return 'Unexpected string';
    if (/^\d/.test(token)) return 'Unexpected number';
    if (token.startsWith('`')) return 'Unexpected template string';
    return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(token) ? `Unexpected identifier '${token}'` : `Unexpected token '${token}'`;
  }
  const undefinedExport = /^Export '(.*)' is not defined$/.exec(plain);
  if (undefinedExport) return `Export '${undefinedExport[1]}' is not defined in module`;
  const duplicate = /^Duplicate export '(.*)'$/.exec(plain);
  if (duplicate) return `Duplicate export of '${duplicate[1]}'`;
  if (plain === 'Unterminated string constant') return 'Invalid or unexpected token';
  if (plain === "'return' outside of function") return 'Illegal return statement';
  if (plain.startsWith("'new.target' can only be used")) return 'new.target expression is not allowed here';
  return plain;
}

/** What the engine says about the word after an `import` that is no declaration. */
function nestedImport(code: string, pos: number): string | undefined {
  const next = /^import\s+(\S[^\s;({'"`]*)/.exec(code.slice(pos, pos + 200))?.[1];
  return next === undefined ? undefined : /^['"]/.test(next) ? 'Unexpected string' : /^[\p{ID_Start}$_]/u.test(next) ? `Unexpected identifier '${next}'` : `Unexpected token '${next[0]}'`;
}

function arrowError(rt: NodeRuntime, message: string, source: SourceText, pos: number, length: number): SyntaxError {
  const error: Internal = withRoom(rt, () => new SyntaxError(message));
  error[rt.internalBinding('util').privateSymbols.arrow_message_private_symbol] = arrowAt(source, pos, length);
  return error;
}

/** @param failure what the parser threw */
export function moduleSyntaxError(rt: NodeRuntime, code: string, url: string, failure: Internal): unknown {
  if (typeof failure?.pos !== 'number') return failure;
  const pos: number = failure.pos;
  const length = tokenLength(rt, code, pos);
  let message = reworded(failure.message, code, pos, length);
  if (code.startsWith('<!--', pos)) message = 'HTML comments are not allowed in modules';
  else if (message === "Duplicate export of 'default'" && /^default\b/.test(code.slice(pos)) && (code.match(/\bexport\s+default\b/g)?.length ?? 0) > 1) message = "Identifier '.default' has already been declared";
  else if (message.startsWith("'import' and 'export' may only appear") && code.startsWith('import', pos)) message = nestedImport(code, pos) ?? message;
  else if (message !== 'Unexpected end of input' && !FOUND_BY_PARSER.test(message)) {
    const engine = engineMessage(code);
    // In the function that asks the engine, other words are out of place than in a module.
    if (engine?.startsWith('await is only valid')) message = 'Unexpected reserved word';
    else if (engine !== undefined && !engine.startsWith('Cannot use import')) message = engine;
  }
  const place = mistakeAt(rt, code, pos, message);
  return arrowError(rt, message, { code, file: url }, place.pos, place.length);
}

/** The error of an import that nothing provides: its arrow stands under the name. */
export function linkError(rt: NodeRuntime, message: string, code: string, url: string, pos: number): SyntaxError {
  return arrowError(rt, message, { code, file: url }, pos, tokenLength(rt, code, pos));
}
