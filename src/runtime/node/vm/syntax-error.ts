/**
 * Syntax errors of evaluated code. The engine tells a program what is wrong, but for `eval` not where: the place is found by parsing
 * again, and put in front of the stack as Node does.
 */
import type { Internal, NodeRuntime } from '../runtime.ts';
import { MARK_BYTES } from '../fatal.ts';
import { engineMark } from './marks.ts';
import { withRoom } from './stack-room.ts';
import { parseModule, parseScript, tokenLength, tokensFrom } from './acorn.ts';

export interface SourceText { code: string; file: string; lineOffset?: number; columnOffset?: number; module?: boolean }

// Direct eval inside a function: early errors of the whole text are reported, nothing of it runs, and its declarations stay in this function.
// Named as this runtime's own scripts, so that stacks do not show it.
const check = new Function('$tabloom_code', 'return eval($tabloom_code)\n//# sourceURL=blob:tabloom/check') as (code: string) => unknown;
const STOP = 'throw 0;';
const DIRECTIVES = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(['"])use strict\1/;

/** The engine's early error for the text taken as a script, or undefined when it would compile. */
export function earlyError(rt: NodeRuntime, code: string): SyntaxError | undefined {
  try {
    withRoom(rt, () => check(`${DIRECTIVES.test(code) ? '"use strict";' : ''}${STOP}${code}`));
  } catch (e) {
    if (e instanceof SyntaxError) return e;
  }
  return undefined;
}

const KINDS: [RegExp, (match: RegExpExecArray, token: string) => boolean][] = [
  [/^Unexpected (?:token|identifier|strict mode reserved word|reserved word) '(.+)'$/, ([, word], token) => token === word],
  [/^Identifier '(.+)' has already been declared$/, ([, word], token) => token === word],
  [/^Unexpected number$/, (_, token) => /^[\d.]/.test(token)],
  [/^Unexpected string$/, (_, token) => /^['"]/.test(token)],
];

/** The engine's mark: the first token from where the parser stopped that is what the message talks about. The two may stumble a few tokens apart. */
export function mistakeAt(rt: NodeRuntime, code: string, pos: number, message: string): { pos: number; length: number } {
  if (message.startsWith('await is only valid')) {
    // The parser stumbles over what follows the word, the engine marks the word.
    const before = code.lastIndexOf('await', pos);
    if (before >= 0) return { pos: before, length: 5 };
  }
  if (message.startsWith('new.target expression')) {
    const word = code.indexOf('target', pos);
    if (word >= 0) return { pos: word, length: 6 };
  }
  for (const [pattern, fits] of KINDS) {
    const match = pattern.exec(message);
    if (match === null) continue;
    for (const token of tokensFrom(rt, code, pos, 12)) {
      if (fits(match, code.slice(token.start, token.end))) return { pos: token.start, length: token.end - token.start };
    }
  }
  return engineMark(code, pos, message) ?? { pos, length: tokenLength(rt, code, pos) };
}

/** Where the parser stopped. */
function place(rt: NodeRuntime, { code, module }: SourceText, message: string): { pos: number; length: number } | undefined {
  try {
    if (module) parseModule(rt, code);
    else parseScript(rt, code, message !== 'Illegal return statement');
  } catch (e) {
    const pos: unknown = (e as Internal).pos;
    if (typeof pos !== 'number') return undefined;
    return mistakeAt(rt, code, pos as number, message);
  }
  return undefined;
}

/** `file:line`, the line and the mark; undefined when the place is unknown. */
export function arrowAt(source: SourceText, pos: number, length: number): string {
  const { code, file, lineOffset = 0 } = source;
  let start = 0;
  let line = 1;
  for (const match of code.slice(0, pos).matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    line++;
    start = match.index + match[0].length;
  }
  const rest = /^[^\n\r\u2028\u2029]*/.exec(code.slice(start))![0];
  const indent = rest.slice(0, pos - start).replace(/[^\t]/g, ' ');
  const mark = '^'.repeat(Math.max(0, Math.min(length, rest.length - (pos - start))));
  return `${file}:${line + lineOffset}\n${rest}\n${`${indent}${mark}`.slice(0, MARK_BYTES)}\n`;
}

/** Puts the place of a syntax error in front of its stack (errors::DecorateErrorStack). */
export function decorateSyntaxError(rt: NodeRuntime, error: Internal, source: SourceText): void {
  const { decorated_private_symbol: decorated, arrow_message_private_symbol: arrowSymbol } = rt.internalBinding('util').privateSymbols;
  if (error[decorated]) return;
  const found = place(rt, source, error.message);
  if (found === undefined) return;
  const arrow = arrowAt(source, found.pos, found.length);
  error[arrowSymbol] = arrow;
  error.stack = `${arrow}\n${error.stack}`;
  error[decorated] = true;
}

/** Whether the parser wanted more than there is. */
function endsEarly(rt: NodeRuntime, code: string): boolean {
  try {
    parseScript(rt, code);
    return false;
  } catch (e) {
    return (e as Internal).pos >= code.trimEnd().length;
  }
}

/** The error to throw for text that failed to compile inside a wrapper: a wrapper's closing brackets change what the engine complains about. */
export function bodyError(rt: NodeRuntime, wrapped: SyntaxError, code: string): SyntaxError {
  const own = earlyError(rt, code);
  // The wrapper's bracket came where the text had an end.
  if (wrapped.message === "Unexpected token '}'" && (own === undefined || own.message === 'Illegal return statement') && endsEarly(rt, code)) return withRoom(rt, () => new SyntaxError('Unexpected end of input'));
  return own === undefined || own.message === 'Illegal return statement' ? wrapped : own;
}
