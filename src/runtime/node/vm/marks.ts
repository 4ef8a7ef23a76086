/** Where V8 puts its mark for mistakes that the parser here finds at another place than the engine. */

interface Mark { pos: number; length: number }

/** Where the bracket is opened that is closed at `end`. */
function opening(code: string, end: number): number {
  let depth = 0;
  for (let i = end; i >= 0; i--) {
    if (/[}\])]/.test(code[i]!)) depth++;
    else if (/[{[(]/.test(code[i]!) && --depth === 0) return i;
  }
  return end;
}

/** What is declared before `pos`: a name or a pattern. */
function declared(code: string, pos: number): Mark | undefined {
  const before = code.slice(0, pos).trimEnd();
  const end = before.length - 1;
  const start = /[}\]]/.test(before[end] ?? '') ? opening(code, end) : before.search(/[\p{ID_Continue}$]+$/u);
  return start === -1 ? undefined : { pos: start, length: end + 1 - start };
}

/** The text at `pos` that `pattern` fits, of which white space at the end is no part. */
function text(code: string, pos: number, pattern: RegExp): Mark | undefined {
  const length = pattern.exec(code.slice(pos))?.[0].trimEnd().length ?? 0;
  return length === 0 ? undefined : { pos, length };
}

/** The word before `pos`, up to which there is nothing but white space. */
function wordBefore(code: string, pos: number, word: string): Mark | undefined {
  const start = code.lastIndexOf(word, pos);
  return start !== -1 && code.slice(start + word.length, pos).trim() === '' ? { pos: start, length: word.length } : undefined;
}

const RULES: [message: RegExp, mark: (code: string, pos: number) => Mark | undefined][] = [
  [/^Missing initializer in/, declared],
  [/^Invalid or unexpected token/, (code, pos) => text(code, pos, /^['"][^\n]*/)],
  [/^Invalid left-hand side in assignment/, (code, pos) => text(code, pos, /^[^=\n;]+?(?=\s*(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])?=)/)],
  [/^Function statements require a function name/, (code, pos) => wordBefore(code, pos, 'function')],
  [/^Invalid regular expression: missing \//, (code, pos) => (code[pos - 1] === '/' ? { pos: pos - 1, length: 1 } : undefined)],
  [/^Invalid regular expression: /, (code, pos) => (code[pos - 1] === '/' ? text(code, pos - 1, /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/) : undefined)],
  [/^Invalid shorthand property initializer/, (code, pos) => {
    const name = declared(code, pos);
    return name && text(code, name.pos, /^[^,}\n]*/);
  }],
  [/^Private field '/, (code, pos) => (code[pos - 1] === '.' ? { pos: pos - 1, length: 1 } : undefined)],
];

/** @param pos where the parser stopped @param message the engine's */
export function engineMark(code: string, pos: number, message: string): Mark | undefined {
  return RULES.find(([pattern]) => pattern.test(message))?.[1](code, pos);
}
