/** Tokens: operators, words, newlines, and the here-documents that follow a line. */
import type { Redirect, Word } from './ast.ts';
import { plainText } from './ast.ts';
import { ShellSyntaxError, Source } from './source.ts';
import { readDouble, readWord } from './words.ts';

export type Token =
  | { t: 'op'; v: string; start: number; end: number }
  | { t: 'word'; word: Word; text: string | null; start: number; end: number }
  | { t: 'redirect'; op: Redirect['op'] | '<<-'; fd: number | null; variable?: string; start: number; end: number }
  | { t: 'eof'; start: number; end: number };

const CONTROL = ['&&', '||', ';;&', ';;', ';&', '|&', '|', '&', ';', '(', ')', '\n'];
const REDIRECTS = ['<<<', '<<-', '<<', '<>', '<&', '<', '>>', '>|', '>&', '>', '&>>', '&>'] as const;

export class Lexer {
  readonly src: Source;
  private ahead: Token | null = null;
  private readonly pending: { redirect: Redirect; stripTabs: boolean }[] = [];

  constructor(src: Source) {
    this.src = src;
  }

  peek(): Token {
    return (this.ahead ??= this.scan());
  }

  next(): Token {
    const token = this.peek();
    this.ahead = null;
    if (token.t === 'op' && token.v === '\n') this.readHereDocuments();
    return token;
  }

  /** Goes back to a position, to read it in another way. */
  rewind(pos: number): void {
    this.ahead = null;
    this.src.pos = pos;
  }

  isOp(v: string): boolean {
    const token = this.peek();
    return token.t === 'op' && token.v === v;
  }

  isWord(text: string): boolean {
    const token = this.peek();
    return token.t === 'word' && token.text === text;
  }

  /** Blanks, comments and continued lines. */
  skipBlanks(): void {
    const { src } = this;
    for (;;) {
      const c = src.peek();
      if (c === ' ' || c === '\t' || c === '\r' && src.peek(1) === '\n') src.pos++;
      else if (c === '\\' && src.peek(1) === '\n') src.pos += 2;
      else if (c === '#') {
        const end = src.text.indexOf('\n', src.pos);
        src.pos = end < 0 ? src.text.length : end;
      } else return;
    }
  }

  private scan(): Token {
    this.skipBlanks();
    const { src } = this;
    const start = src.pos;
    const c = src.peek();
    if (c === '') return { t: 'eof', start, end: start };
    if ((c === '<' || c === '>') && src.peek(1) === '(') {
      src.pos += 2;
      const word: Word = [{ t: 'process', direction: c, body: src.nested() }, ...readWord(src)];
      return { t: 'word', word, text: null, start, end: src.pos };
    }
    const redirect = this.redirect(start);
    if (redirect) return redirect;
    const op = CONTROL.find((o) => src.startsWith(o));
    if (op !== undefined) {
      src.pos += op.length;
      return { t: 'op', v: op, start, end: src.pos };
    }
    const word = readWord(src);
    return { t: 'word', word, text: plainText(word), start, end: src.pos };
  }

  private redirect(start: number): Token | null {
    const { src } = this;
    const variable = /^\{([A-Za-z_]\w*)\}(?=[<>])/.exec(src.text.slice(start, start + 80));
    if (variable && !/^[<>]\(/.test(src.text.slice(start + variable[0].length, start + variable[0].length + 2))) {
      const from = start + variable[0].length;
      const op = REDIRECTS.find((o) => src.text.startsWith(o, from))!;
      src.pos = from + op.length;
      return { t: 'redirect', op, fd: null, variable: variable[1]!, start, end: src.pos };
    }
    const digits = /^[0-9]{1,4}(?=[<>])/.exec(src.text.slice(start, start + 6))?.[0] ?? '';
    const op = REDIRECTS.find((o) => src.text.startsWith(o, start + digits.length));
    if (op === undefined || (digits !== '' && op.startsWith('&'))) return null;
    src.pos = start + digits.length + op.length;
    return { t: 'redirect', op, fd: digits === '' ? null : Number(digits), start, end: src.pos };
  }

  /** After the operator `<<`: the body is read when the line ends. */
  hereDocument(redirect: Redirect, stripTabs: boolean): void {
    this.pending.push({ redirect, stripTabs });
  }

  /** A script may end without the newline that would start the bodies. */
  finish(): void {
    if (this.pending.length > 0) this.readHereDocuments();
  }

  private readHereDocuments(): void {
    for (const { redirect, stripTabs } of this.pending.splice(0)) {
      const quoted = redirect.target.some((p) => p.t !== 'text');
      const delimiter = redirect.target.map((p) => (p.t === 'text' || p.t === 'quoted' ? p.s : p.t === 'double' ? p.parts.map((q) => (q.t === 'quoted' ? q.s : '')).join('') : '')).join('');
      const { body, line } = this.hereBody(delimiter, stripTabs);
      if (quoted) redirect.target = [{ t: 'quoted', s: body }];
      else {
        const inner = new Source(body, line);
        inner.parseText = this.src.parseText;
        inner.nested = () => {
          const rest = new Source(inner.text.slice(inner.pos), inner.line());
          const parsed = nestedIn(rest, this.src);
          inner.pos += rest.pos;
          return parsed;
        };
        redirect.target = [{ t: 'double', parts: readDouble(inner, '') }];
      }
    }
  }

  private hereBody(delimiter: string, stripTabs: boolean): { body: string; line: number } {
    const { src } = this;
    const line = src.line();
    const from = src.pos;
    let body = '';
    for (;;) {
      if (src.pos >= src.text.length) {
        // bash takes the end of input as the delimiter and warns; an interactive reader wants more lines.
        if (this.unterminated) this.unterminated(delimiter, src.line(from));
        else throw new ShellSyntaxError(`here-document delimited by end-of-file (wanted \`${delimiter}')`, src.line(from), true);
        return { body, line };
      }
      const end = src.text.indexOf('\n', src.pos);
      let text = src.text.slice(src.pos, end < 0 ? undefined : end);
      src.pos = end < 0 ? src.text.length : end + 1;
      if (stripTabs) text = text.replace(/^\t+/, '');
      if (text === delimiter) return { body, line };
      body += `${text}\n`;
    }
  }

  /** Set by readers of whole texts: called for a here-document that the text does not end. */
  unterminated: ((delimiter: string, line: number) => void) | null = null;
}

/** Set by the parser (which imports this file): reads a list up to `)` in a source of its own. */
let nestedIn: (rest: Source, outer: Source) => ReturnType<Source['nested']> = () => ({ items: [] });
export function setNestedReader(read: typeof nestedIn): void {
  nestedIn = read;
}
