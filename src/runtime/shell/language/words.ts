/** Reads words: quoting, `$...` in all forms, backticks. */
import type { Part, Script, Word } from './ast.ts';
import { Source } from './source.ts';
import { readBraced } from './braced.ts';
import { PartList } from './part-list.ts';
import { ansiEscapes } from './escapes.ts';

const META = ' \t\n;&|()<>';
const NAME_START = /[A-Za-z_]/;
const NAME = /[A-Za-z0-9_]/;
const SPECIAL = '@*#?-$!';

/** Reads one word; empty when there is none here. `stop` ends it at further characters (`}` inside `${...}`). */
export function readWord(src: Source, stop = META, mode: 'normal' | 'regex' = 'normal'): Word {
  const out = new PartList();
  let depth = 0;
  for (;;) {
    const c = src.peek();
    if (c === '') break;
    if (mode === 'regex') {
      // Parentheses and bars belong to a regular expression.
      if (c === '(') depth++;
      else if (c === ')' && depth-- === 0) break;
      if ((c === '(' || c === ')' || c === '|') || (depth > 0 && c === ' ')) {
        out.text(c);
        src.pos++;
        continue;
      }
      if (c === '<' || c === '>' || c === '&' && src.peek(1) !== '&') {
        out.text(c);
        src.pos++;
        continue;
      }
    }
    if (src.extglob && '?*+@!'.includes(c) && src.peek(1) === '(' && stop === META) {
      readExtglob(src, out);
      continue;
    }
    if (stop.includes(c)) break;
    if (c === '[' && stop === META && out.parts.length === 1 && readSubscript(src, out)) continue;
    readPiece(src, out, c);
  }
  return out.parts;
}

/** `name[a b]=`: blanks belong to the subscript of an assignment. */
function readSubscript(src: Source, out: PartList): boolean {
  const head = out.parts[0]!;
  if (head.t !== 'text' || !/^[A-Za-z_]\w*$/.test(head.s)) return false;
  const match = /^\[[^\]\n]*\]\+?=/.exec(src.text.slice(src.pos));
  if (!match || !/\s/.test(match[0])) return false;
  const end = src.pos + match[0].length;
  while (src.pos < end) {
    const c = src.peek();
    if ('$`"\'\\'.includes(c)) readPiece(src, out, c);
    else {
      out.text(c);
      src.pos++;
    }
  }
  return true;
}

function readExtglob(src: Source, out: PartList): void {
  const from = src.pos;
  out.text(src.peek() + '(');
  src.pos += 2;
  for (let depth = 1; depth > 0;) {
    const c = src.peek();
    if (c === '') throw src.unmatched(')', from);
    if (c === '(' || c === ')' || c === '|' || c === ' ' || c === '&' || c === ';' || c === '<' || c === '>') {
      if (c === '(') depth++;
      if (c === ')') depth--;
      out.text(c);
      src.pos++;
    } else readPiece(src, out, c);
  }
}

/** One quoted run, substitution or literal character outside double quotes. */
export function readPiece(src: Source, out: PartList, c: string): void {
  switch (c) {
    case '\\':
      if (src.peek(1) === '\n') src.pos += 2;
      else if (src.peek(1) === '') {
        out.quoted('\\');
        src.pos++;
      } else {
        out.quoted(src.peek(1));
        src.pos += 2;
      }
      return;
    case "'": {
      const end = src.text.indexOf("'", src.pos + 1);
      if (end < 0) throw src.unmatched("'", src.pos);
      out.quoted(src.text.slice(src.pos + 1, end));
      src.pos = end + 1;
      return;
    }
    case '"':
      src.pos++;
      out.push({ t: 'double', parts: readDouble(src, '"') });
      return;
    case '$':
      if (src.peek(1) === "'") {
        readAnsi(src, out);
        return;
      }
      if (src.peek(1) === '"') {
        src.pos++;
        return;
      }
      readDollar(src, out, false);
      return;
    case '`':
      out.push({ t: 'command', body: readBackticks(src, false) });
      return;
    default: {
      out.text(c);
      src.pos++;
    }
  }
}

function readAnsi(src: Source, out: PartList): void {
  let end = src.pos + 2;
  while (end < src.text.length && src.text[end] !== "'") end += src.text[end] === '\\' ? 2 : 1;
  if (end >= src.text.length) throw src.unmatched("'", src.pos);
  out.quoted(ansiEscapes(src.text.slice(src.pos + 2, end), 'ansi').text);
  src.pos = end + 1;
}

/** The inside of double quotes up to `end` (taken); '' reads to the end of the text, as a here-document's body. */
export function readDouble(src: Source, end: '"' | ''): Part[] {
  const out = new PartList();
  const from = src.pos;
  for (;;) {
    const c = src.peek();
    if (c === '') {
      if (end === '') return out.parts;
      throw src.unmatched('"', from - 1);
    }
    if (c === end) {
      src.pos++;
      return out.parts;
    }
    readDoublePiece(src, out, c, end === '"');
  }
}

/** One piece where only `\`, `$` and backticks are special. */
export function readDoublePiece(src: Source, out: PartList, c: string, quoteEscapes: boolean): void {
  if (c === '\\') {
    const next = src.peek(1);
    if (next === '\n') src.pos += 2;
    else if (next === '$' || next === '`' || next === '\\' || (next === '"' && quoteEscapes)) {
      out.quoted(next);
      src.pos += 2;
    } else {
      out.quoted('\\');
      src.pos++;
    }
  } else if (c === '$') readDollar(src, out, true);
  else if (c === '`') out.push({ t: 'command', body: readBackticks(src, quoteEscapes) });
  else {
    out.quoted(c);
    src.pos++;
  }
}

function readBackticks(src: Source, inDouble: boolean): Script {
  const from = src.pos;
  let text = '';
  let i = src.pos + 1;
  for (; ; i++) {
    const c = src.text[i];
    if (c === undefined) throw src.unmatched('`', from);
    if (c === '`') break;
    if (c === '\\') {
      const next = src.text[i + 1] ?? '';
      if (next === '`' || next === '\\' || next === '$' || (next === '"' && inDouble)) {
        text += next;
        i++;
        continue;
      }
    }
    text += c;
  }
  src.pos = i + 1;
  return src.parseText(text, src.line(from));
}

/** At a `$`. */
export function readDollar(src: Source, out: PartList, inDouble: boolean): void {
  const next = src.peek(1);
  if (next === '(') {
    if (src.peek(2) === '(') {
      const expr = tryArith(src, src.pos + 3);
      if (expr) {
        out.push({ t: 'arith', expr });
        return;
      }
    }
    src.pos += 2;
    out.push({ t: 'command', body: src.nested() });
  } else if (next === '{') {
    src.pos += 2;
    out.push(readBraced(src, inDouble, { piece: readPiece, doublePiece: readDoublePiece }));
  } else if (next === '[') {
    const end = src.text.indexOf(']', src.pos);
    if (end < 0) throw src.unmatched(']', src.pos);
    const expr = arithWord(src, src.text.slice(src.pos + 2, end), src.pos);
    src.pos = end + 1;
    out.push({ t: 'arith', expr });
  } else if (NAME_START.test(next)) {
    let end = src.pos + 2;
    while (end < src.text.length && NAME.test(src.text[end]!)) end++;
    out.push({ t: 'param', name: src.text.slice(src.pos + 1, end) });
    src.pos = end;
  } else if (next !== '' && (SPECIAL.includes(next) || (next >= '0' && next <= '9'))) {
    out.push({ t: 'param', name: next });
    src.pos += 2;
  } else {
    if (inDouble) out.quoted('$');
    else out.text('$');
    src.pos++;
  }
}

/** The word between `((` and `))`, or null when the parentheses close otherwise (then it was a command in a subshell). Moves past `))`. */
export function tryArith(src: Source, start: number): Word | null {
  let depth = 0;
  for (let i = start; i < src.text.length; i++) {
    const c = src.text[i];
    if (c === '\\') i++;
    else if (c === '(') depth++;
    else if (c === ')') {
      if (depth === 0) {
        if (src.text[i + 1] !== ')') return null;
        const word = arithWord(src, src.text.slice(start, i), start);
        src.pos = i + 2;
        return word;
      }
      depth--;
    }
  }
  return null;
}

/** An arithmetic text as a word: expanded like double quotes. */
export function arithWord(src: Source, text: string, at: number): Word {
  const inner = new Source(text, src.line(at));
  inner.parseText = src.parseText;
  inner.nested = () => {
    // The substitution's end is found by parsing a copy of the rest.
    const { body, used } = parsePrefix(src, inner);
    inner.pos += used;
    return body;
  };
  const parts = readDouble(inner, '');
  // Quotes around a subscript's key are not part of it.
  return parts.map((p) => (p.t === 'quoted' ? { ...p, s: p.s.replace(/["']/g, '') } : p));
}

function parsePrefix(outer: Source, inner: Source): { body: Script; used: number } {
  let depth = 1;
  let i = inner.pos;
  for (; i < inner.text.length && depth > 0; i++) {
    const c = inner.text[i];
    if (c === '\\') i++;
    else if (c === '(') depth++;
    else if (c === ')') depth--;
  }
  if (depth > 0) throw outer.unmatched(')', outer.pos);
  return { body: outer.parseText(inner.text.slice(inner.pos, i - 1), inner.line()), used: i - inner.pos };
}
