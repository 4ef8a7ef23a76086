/** Tokens of awk programs. */
import { ansiEscapes } from '../language/escapes.ts';
import { AwkError } from './awk-ast.ts';

export type Token = { t: 'number' | 'string' | 'regex' | 'name' | 'call' | 'op' | 'newline' | 'end'; v: string; line: number };

export const KEYWORDS = new Set(['BEGIN', 'END', 'function', 'func', 'if', 'else', 'while', 'for', 'do', 'break', 'continue', 'next', 'nextfile', 'exit', 'return', 'delete', 'in', 'getline', 'print', 'printf']);
const OPERATORS = ['**=', '&&', '||', '++', '--', '+=', '-=', '*=', '/=', '%=', '^=', '**', '==', '<=', '>=', '!=', '!~', '>>', '{', '}', '(', ')', '[', ']', ';', ',', '+', '-', '*', '/', '%', '^', '!', '<', '>', '|', '?', ':', '~', '$', '='];

export class Lexer {
  private at = 0;
  private line = 1;
  private last: Token | null = null;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  next(): Token {
    return (this.last = this.scan());
  }

  private token(t: Token['t'], v: string): Token {
    return { t, v, line: this.line };
  }

  private scan(): Token {
    const { text } = this;
    for (;;) {
      const c = text[this.at];
      if (c === ' ' || c === '\t' || c === '\r') this.at++;
      else if (c === '\\' && text[this.at + 1] === '\n') {
        this.at += 2;
        this.line++;
      } else if (c === '#') while (this.at < text.length && text[this.at] !== '\n') this.at++;
      else break;
    }
    const c = text[this.at];
    if (c === undefined) return this.token('end', '');
    if (c === '\n') {
      this.at++;
      const token = this.token('newline', '\n');
      this.line++;
      return token;
    }
    if (c === '"') return this.string();
    if (c === '/' && this.regexAllowed()) return this.regex();
    const rest = text.slice(this.at);
    const number = /^(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/.exec(rest);
    if (number) {
      this.at += number[0].length;
      return this.token('number', number[0]);
    }
    const name = /^[A-Za-z_]\w*/.exec(rest);
    if (name) {
      this.at += name[0].length;
      // A user's function is called without a blank before the parenthesis.
      return this.token(!KEYWORDS.has(name[0]) && text[this.at] === '(' ? 'call' : 'name', name[0]);
    }
    const op = OPERATORS.find((o) => rest.startsWith(o));
    if (op === undefined) throw new AwkError(`syntax error at source line ${this.line}\n context is\n\t${rest.split('\n')[0]}`);
    this.at += op.length;
    return this.token('op', op === '**' ? '^' : op === '**=' ? '^=' : op);
  }

  private regexAllowed(): boolean {
    const { last } = this;
    if (!last) return true;
    if (last.t === 'number' || last.t === 'string' || last.t === 'regex') return false;
    if (last.t === 'name') return KEYWORDS.has(last.v) && last.v !== 'getline';
    return !(last.t === 'op' && [')', ']', '$', '++', '--'].includes(last.v));
  }

  private string(): Token {
    let end = this.at + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    if (end >= this.text.length) throw new AwkError(`non-terminated string ${this.text.slice(this.at, this.at + 10)}... at source line ${this.line}`);
    const raw = this.text.slice(this.at + 1, end).replaceAll('\\\n', '');
    this.at = end + 1;
    return this.token('string', ansiEscapes(raw.replace(/\\\//g, '/'), 'printf').text);
  }

  private regex(): Token {
    let end = this.at + 1;
    let bracket = false;
    for (; end < this.text.length && (bracket || this.text[end] !== '/'); end++) {
      const c = this.text[end];
      if (c === '\n') break;
      if (c === '\\') end++;
      else if (c === '[') bracket = true;
      else if (c === ']') bracket = false;
    }
    if (this.text[end] !== '/') throw new AwkError(`non-terminated regular expression ${this.text.slice(this.at, this.at + 10)}... at source line ${this.line}`);
    const raw = this.text.slice(this.at + 1, end).replace(/\\\//g, '/');
    this.at = end + 1;
    return this.token('regex', raw);
  }
}
