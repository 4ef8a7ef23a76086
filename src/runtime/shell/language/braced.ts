/** Reads the inside of `${...}`. */
import type { Param, Word } from './ast.ts';
import { ShellSyntaxError, type Source } from './source.ts';
import { PartList } from './part-list.ts';

/** The word reader's parts, handed in because it is the one that calls this file. */
export interface Readers {
  piece(src: Source, out: PartList, c: string): void;
  doublePiece(src: Source, out: PartList, c: string, quoteEscapes: boolean): void;
}

const NAME = /^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])/;
const OPERATORS = [':-', ':=', ':+', ':?', '##', '%%', '//', '/#', '/%', '^^', ',,', '~~', '-', '=', '+', '?', '#', '%', '/', '^', ',', '~', '@', ':'];

/** After `${`; takes the closing `}`. */
export function readBraced(src: Source, inDouble: boolean, readers: Readers): Param {
  const from = src.pos - 2;
  const param: Param = { t: 'param', name: '' };
  if (src.peek() === '#' && src.peek(1) !== '}' && NAME.test(src.text.slice(src.pos + 1, src.pos + 2)) && !/^#[-?#!$@*]?[:%#/+=-]/.test(src.text.slice(src.pos, src.pos + 3))) {
    param.form = 'length';
    src.pos++;
  } else if (src.peek() === '!' && /[A-Za-z_0-9@*#]/.test(src.peek(1))) {
    param.form = 'indirect';
    src.pos++;
  }
  const name = NAME.exec(src.text.slice(src.pos, src.pos + 200))?.[0];
  if (name === undefined) throw bad(src, from);
  param.name = name;
  src.pos += name.length;
  if (src.peek() === '[') {
    src.pos++;
    param.index = readUntil(src, readers, ']', false, true);
    src.pos++;
    const whole = param.index.length === 1 && param.index[0]!.t === 'text' && (param.index[0]!.s === '@' || param.index[0]!.s === '*');
    if (param.form === 'indirect' && whole) param.form = 'keys';
  }
  if (param.form === 'indirect' && (src.peek() === '*' || (src.peek() === '@' && src.peek(1) === '}'))) {
    param.form = 'prefix';
    param.op = src.peek();
    src.pos++;
  }
  if (src.peek() === '}') {
    src.pos++;
    return param;
  }
  const op = param.form === 'length' ? undefined : OPERATORS.find((o) => src.startsWith(o));
  if (op === undefined) throw src.peek() === '' ? src.unmatched('}', from) : bad(src, from);
  src.pos += op.length;
  param.op = op;
  readArguments(src, param, op, inDouble, readers);
  if (src.peek() !== '}') throw src.unmatched('}', from);
  src.pos++;
  return param;
}

function readArguments(src: Source, param: Param, op: string, inDouble: boolean, readers: Readers): void {
  if (op === ':') {
    param.arg = readUntil(src, readers, ':}', true, true);
    if (src.peek() === ':') {
      src.pos++;
      param.arg2 = readUntil(src, readers, '}', true, true);
    }
  } else if (op.startsWith('/')) {
    // `${x/\//y}` and `${x//a}`: a pattern may be empty only before `}`.
    param.arg = readUntil(src, readers, '/}', false, false);
    if (src.peek() === '/') {
      src.pos++;
      // Also inside double quotes it is read as outside of them, as bash does.
      param.arg2 = readUntil(src, readers, '}', false, false);
    }
  } else param.arg = readUntil(src, readers, '}', inDouble && /^:?[-=+?]$/.test(op), false);
}

/** Parts up to an unquoted character of `stops` (not taken). `literalQuotes`: single quotes are ordinary, as inside double quotes. */
function readUntil(src: Source, readers: Readers, stops: string, literalQuotes: boolean, nestable: boolean): Word {
  const out = new PartList();
  const from = src.pos;
  let depth = 0;
  for (;;) {
    const c = src.peek();
    if (c === '') throw src.unmatched('}', from);
    if (nestable && (c === '(' || c === '[' || c === '?')) depth++;
    if (nestable && depth > 0 && (c === ')' || c === ']' || c === ':') && !(c === ']' && depth === 0)) {
      depth--;
      out.text(c);
      src.pos++;
      continue;
    }
    if (stops.includes(c)) return out.parts;
    if (literalQuotes && (c === '"')) readers.piece(src, out, c);
    else if (literalQuotes && nestable && c !== '$' && c !== '`' && c !== '\\') {
      out.text(c);
      src.pos++;
    } else if (literalQuotes && c === '\\' && src.peek(1) === '}') {
      out.quoted('}');
      src.pos += 2;
    } else if (literalQuotes) readers.doublePiece(src, out, c, true);
    else readers.piece(src, out, c);
  }
}

function bad(src: Source, from: number): ShellSyntaxError {
  const end = src.text.indexOf('}', from);
  return new ShellSyntaxError(`${src.text.slice(from, end < 0 ? undefined : end + 1)}: bad substitution`, src.line(from));
}
