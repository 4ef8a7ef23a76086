/** Syntax errors of ES modules: found by the parser, worded as the engine words them. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { tokenLength } from '../vm/acorn.ts';
import { arrowAt, mistakeAt, type SourceText } from '../vm/syntax-error.ts';
import { withRoom } from '../vm/stack-room.ts';

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** The module's text as a function's body: static declarations gone, `import.meta` a plain value. Rough, as it only serves to ask for a message. */
function asBody(code: string): string {
  return code
    .replace(/^#![^\n]*/, '')
    .replace(/^([ \t]*)export\s+default\b/gm, '$1void ')
    .replace(/^([ \t]*)export\s*(?:\{[^}]*\}|\*(?:\s*as\s+[^\s'"]+)?)\s*(?:from\s*(['"])[^'"\n]*\2(?:\s*with\s*\{[^}]*\})?)?/gm, '$1')
    .replace(/^([ \t]*)export\b/gm, '$1')
    .replace(/^([ \t]*)import\s*(?:[\w$*{][^'"()]*?from\s*)?(['"])[^'"\n]*\2(?:\s*with\s*\{[^}]*\})?/gm, '$1')
    .replace(/\bimport\s*\.\s*meta\b/g, '({})');
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
  return plain;
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
  if (message !== 'Unexpected end of input' && !/^(?:Export '|Duplicate export)/.test(message)) message = engineMessage(code) ?? message;
  const place = mistakeAt(rt, code, pos, message);
  return arrowError(rt, message, { code, file: url }, place.pos, place.length);
}

/** The error of an import that nothing provides: its arrow stands under the name. */
export function linkError(rt: NodeRuntime, message: string, code: string, url: string, pos: number): SyntaxError {
  return arrowError(rt, message, { code, file: url }, pos, tokenLength(rt, code, pos));
}
