/** Words of jq's language. */

export type Token =
  | { t: 'op'; v: string; at: number }
  | { t: 'word'; v: string; at: number }
  | { t: 'field'; v: string; at: number }
  | { t: 'variable'; v: string; at: number }
  | { t: 'format'; v: string; at: number }
  | { t: 'number'; v: number; at: number }
  /** A string's pieces; token lists are interpolations. */
  | { t: 'string'; parts: (string | Token[])[]; at: number }
  | { t: 'end'; at: number };

/** A program that is no jq. */
export class JqSyntaxError extends Error {
  readonly code = 'EJQSYNTAX';
}

const OPERATORS = ['?//=', '?//', '|=', '+=', '-=', '*=', '/=', '%=', '//=', '==', '!=', '<=', '>=', '//', '..', 'and', 'or', '|', ',', '+', '-', '*', '/', '%', '=', '<', '>', '(', ')', '[', ']', '{', '}', ':', ';', '.', '?'].filter((op) => !/[a-z]/.test(op)).sort((a, b) => b.length - a.length);
const ESCAPES: { [c: string]: string } = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '/': '/', '\\': '\\', '"': '"' };

export function tokenize(source: string): Token[] {
  return read(source, 0, null).tokens;
}

function read(source: string, from: number, close: ')' | null): { tokens: Token[]; at: number } {
  const tokens: Token[] = [];
  let at = from;
  let depth = 0;
  for (;;) {
    const rest = source.slice(at);
    const blank = /^(?:\s+|#[^\n]*)/.exec(rest);
    if (blank) {
      at += blank[0].length;
      continue;
    }
    if (rest === '') {
      if (close) throw new JqSyntaxError('syntax error, unexpected end of file (Unix shell quoting issues?)');
      tokens.push({ t: 'end', at });
      return { tokens, at };
    }
    let m: RegExpExecArray | null;
    if (rest[0] === '"') {
      const string = readString(source, at);
      tokens.push(string.token);
      at = string.at;
    } else if ((m = /^\.([A-Za-z_]\w*)/.exec(rest))) {
      tokens.push({ t: 'field', v: m[1]!, at });
      at += m[0].length;
    } else if ((m = /^(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/.exec(rest))) {
      tokens.push({ t: 'number', v: Number(m[0]), at });
      at += m[0].length;
    } else if ((m = /^\$(__loc__|[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)/.exec(rest))) {
      tokens.push({ t: 'variable', v: m[1]!, at });
      at += m[0].length;
    } else if ((m = /^@[A-Za-z0-9_]+/.exec(rest))) {
      tokens.push({ t: 'format', v: m[0], at });
      at += m[0].length;
    } else if ((m = /^[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*/.exec(rest))) {
      tokens.push({ t: 'word', v: m[0], at });
      at += m[0].length;
    } else {
      const op = OPERATORS.find((o) => rest.startsWith(o));
      if (op === undefined) throw new JqSyntaxError(`syntax error, unexpected INVALID_CHARACTER (Unix shell quoting issues?) at <top-level>, line ${source.slice(0, at).split('\n').length}:`);
      if (op === '(') depth++;
      if (op === ')') {
        if (close && depth === 0) {
          tokens.push({ t: 'end', at });
          return { tokens, at: at + 1 };
        }
        depth--;
      }
      tokens.push({ t: 'op', v: op, at });
      at += op.length;
    }
  }
}

function readString(source: string, from: number): { token: Token; at: number } {
  const parts: (string | Token[])[] = [];
  let text = '';
  let at = from + 1;
  for (;;) {
    const c = source[at];
    if (c === undefined) throw new JqSyntaxError('syntax error, unexpected end of file (Unix shell quoting issues?)');
    at++;
    if (c === '"') break;
    if (c !== '\\') {
      text += c;
      continue;
    }
    const e = source[at++]!;
    if (e === '(') {
      if (text !== '') parts.push(text);
      text = '';
      const inner = read(source, at, ')');
      parts.push(inner.tokens);
      at = inner.at;
    } else if (e === 'u') {
      text += String.fromCharCode(parseInt(source.slice(at, at + 4), 16));
      at += 4;
    } else if (ESCAPES[e] !== undefined) text += ESCAPES[e];
    else throw new JqSyntaxError('syntax error, invalid escape');
  }
  if (text !== '' || parts.length === 0) parts.push(text);
  return { token: { t: 'string', parts, at: from }, at };
}

