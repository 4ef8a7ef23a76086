/** Takes jq's tokens one after another. */
import { JqSyntaxError, type Token } from './lexer.ts';

/** Words that are no names. */
export const KEYWORDS = new Set(['if', 'then', 'elif', 'else', 'end', 'as', 'def', 'reduce', 'foreach', 'try', 'catch', 'label', 'import', 'include', 'and', 'or', '__loc__']);

export class TokenReader {
  protected readonly tokens: Token[];
  protected readonly source: string;
  protected i = 0;

  constructor(tokens: Token[], source: string) {
    this.tokens = tokens;
    this.source = source;
  }

  protected peek(): Token {
    return this.tokens[this.i]!;
  }

  protected isOp(v: string): boolean {
    const t = this.peek();
    return t.t === 'op' && t.v === v;
  }

  protected isWord(v: string): boolean {
    const t = this.peek();
    return t.t === 'word' && t.v === v;
  }

  protected takeOp(v: string): boolean {
    if (!this.isOp(v)) return false;
    this.i++;
    return true;
  }

  protected needOp(v: string): void {
    if (!this.takeOp(v)) this.unexpected();
  }

  protected takeWord(v: string): boolean {
    if (!this.isWord(v)) return false;
    this.i++;
    return true;
  }

  protected needWord(v: string): void {
    if (!this.takeWord(v)) this.unexpected();
  }

  protected unexpected(): never {
    const t = this.peek();
    const line = this.source.slice(0, t.at).split('\n').length;
    const what = t.t === 'end' ? 'end of file' : t.t === 'op' ? (t.v.length === 1 ? `'${t.v}'` : `"${t.v}"`) : t.t === 'word' ? (KEYWORDS.has(t.v) ? t.v : 'IDENT') : t.t === 'field' ? 'FIELD' : t.t === 'variable' ? "'$'" : t.t === 'format' ? 'FORMAT' : t.t === 'number' ? 'LITERAL' : 'QQSTRING_START';
    throw new JqSyntaxError(`syntax error, unexpected ${what} (Unix shell quoting issues?) at <top-level>, line ${line}:`);
  }

  protected word(): string {
    const t = this.peek();
    if (t.t !== 'word') return this.unexpected();
    this.i++;
    return t.v;
  }
}
