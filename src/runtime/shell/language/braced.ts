/** Reads the inside of `${...}`. */
import type { Param, Word } from './ast.ts';
import { ShellSyntaxError, type Source } from './source.ts';
import { PartList, readDoublePiece, readPiece } from './words.ts';

const NAME = /^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])/;
const OPERATORS = [':-', ':=', ':+', ':?', '##', '%%', '//', '/#', '/%', '^^', ',,', '-', '=', '+', '?', '#', '%', '/', '^', ',', '@', ':'];

/** After `${`; takes the closing `}`. */
export function readBraced(src: Source, inDouble: boolean): Param {
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
    param.index = readUntil(src, ']', false, true);
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
  readArguments(src, param, op, inDouble);
  if (src.peek() !== '}') throw src.unmatched('}', from);
  src.pos++;
  return param;
}

function readArguments(src: Source, param: Param, op: string, inDouble: boolean): void {
  if (op === ':') {
    param.arg = readUntil(src, ':}', true, true);
    if (src.peek() === ':') {
      src.pos++;
      param.arg2 = readUntil(src, '}', true, true);
    }
  } else if (op.startsWith('/')) {
    // `${x/\//y}` and `${x//a}`: a pattern may be empty only before `}`.
    param.arg = readUntil(src, '/}', false, false);
    if (src.peek() === '/') {
      src.pos++;
      param.arg2 = readUntil(src, '}', inDouble, false);
    }
  } else param.arg = readUntil(src, '}', inDouble && /^:?[-=+?]$/.test(op), false);
}

/** Parts up to an unquoted character of `stops` (not taken). `literalQuotes`: single quotes are ordinary, as inside double quotes. */
function readUntil(src: Source, stops: string, literalQuotes: boolean, nestable: boolean): Word {
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
    if (literalQuotes && (c === '"')) readPiece(src, out, c);
    else if (literalQuotes && nestable && c !== '$' && c !== '`' && c !== '\\') {
      out.text(c);
      src.pos++;
    } else if (literalQuotes && c === '\\' && src.peek(1) === '}') {
      out.quoted('}');
      src.pos += 2;
    } else if (literalQuotes) readDoublePiece(src, out, c, true);
    else readPiece(src, out, c);
  }
}

function bad(src: Source, from: number): ShellSyntaxError {
  const end = src.text.indexOf('}', from);
  return new ShellSyntaxError(`${src.text.slice(from, end < 0 ? undefined : end + 1)}: bad substitution`, src.line(from));
}
