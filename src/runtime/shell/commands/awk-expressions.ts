/** Expressions of awk programs, by precedence. */
import { AwkError, type Expr } from './awk-ast.ts';
import { KEYWORDS, Lexer, type Token } from './awk-lexer.ts';

export class ExpressionParser {
  protected token: Token;
  private readonly lexer: Lexer;
  /** Inside `print a > b` a `>` is a redirection; inside `for (x in y)` `in` belongs to the loop. */
  protected noGreater = false;
  protected noIn = false;

  constructor(text: string) {
    this.lexer = new Lexer(text);
    this.token = this.lexer.next();
  }

  protected advance(): Token {
    const token = this.token;
    this.token = this.lexer.next();
    return token;
  }

  protected is(v: string): boolean {
    return (this.token.t === 'op' || this.token.t === 'name') && this.token.v === v;
  }

  protected take(v: string): boolean {
    if (!this.is(v)) return false;
    this.advance();
    return true;
  }

  protected expect(v: string): void {
    if (!this.take(v)) throw this.error();
  }

  protected error(): AwkError {
    return new AwkError(`syntax error at source line ${this.token.line}\n context is near >>> ${this.token.t === 'end' ? 'end of program' : this.token.v === '\n' ? 'end of line' : this.token.v} <<<`);
  }

  protected newlines(): void {
    while (this.token.t === 'newline') this.advance();
  }

  protected terminators(): void {
    while (this.token.t === 'newline' || this.is(';')) this.advance();
  }

  protected list(end: string): Expr[] {
    const out: Expr[] = [];
    if (end !== '' && this.is(end)) return out;
    do {
      this.newlines();
      out.push(this.expression());
      if (end !== '') this.newlines();
    } while (this.take(','));
    return out;
  }

  protected expression(): Expr {
    const left = this.ternary();
    if (this.token.t === 'op' && /^(?:=|[-+*/%^]=)$/.test(this.token.v) && (left.t === 'var' || left.t === 'field' || left.t === 'index')) {
      const op = this.advance().v;
      this.newlines();
      return { t: 'assign', op, target: left, value: this.expression() };
    }
    return left;
  }

  private ternary(): Expr {
    const test = this.or();
    if (!this.take('?')) return test;
    this.newlines();
    const yes = this.expression();
    this.newlines();
    this.expect(':');
    this.newlines();
    return { t: 'conditional', test, yes, no: this.expression() };
  }

  private or(): Expr {
    let left = this.and();
    while (this.take('||')) {
      this.newlines();
      left = { t: 'or', left, right: this.and() };
    }
    return left;
  }

  private and(): Expr {
    let left = this.membership();
    while (this.take('&&')) {
      this.newlines();
      left = { t: 'and', left, right: this.membership() };
    }
    return left;
  }

  private membership(): Expr {
    let left = this.match();
    while (!this.noIn && this.is('in')) {
      this.advance();
      left = { t: 'in', keys: left.t === 'group' ? left.items : [left], name: this.advance().v };
    }
    return left;
  }

  private match(): Expr {
    let left = this.comparison();
    while (this.is('~') || this.is('!~')) {
      const negate = this.advance().v === '!~';
      left = { t: 'match', negate, left, right: this.comparison() };
    }
    return left;
  }

  private comparison(): Expr {
    let left = this.concatenation(this.noGreater);
    // `"cmd" | getline` binds looser than concatenation, and tighter than a comparison of its result.
    while (this.is('|') && !this.noGreater) {
      this.advance();
      if (!this.take('getline')) throw this.error();
      left = { t: 'getline', target: this.lvalue(), kind: 'command', from: left };
    }
    for (;;) {
      const op = this.token.t === 'op' ? this.token.v : '';
      if (!['<', '<=', '==', '!=', '>=', '>'].includes(op) || (op === '>' && this.noGreater)) break;
      this.advance();
      left = { t: 'binary', op, left, right: this.concatenation(this.noGreater) };
    }
    return left;
  }

  private startsOperand(): boolean {
    const { t, v } = this.token;
    if (t === 'number' || t === 'string' || t === 'regex' || t === 'call') return true;
    if (t === 'name') return !KEYWORDS.has(v) || v === 'getline';
    return t === 'op' && ['$', '!', '(', '-', '+', '++', '--'].includes(v);
  }

  protected concatenation(_noGreater: boolean): Expr {
    let left = this.additive();
    while (this.startsOperand() && !this.is('getline')) {
      // A sign here would have been taken as subtraction already.
      if (this.is('-') || this.is('+')) break;
      left = { t: 'binary', op: ' ', left, right: this.additive() };
    }
    return left;
  }

  private additive(): Expr {
    let left = this.multiplicative();
    while (this.is('+') || this.is('-')) {
      const op = this.advance().v;
      left = { t: 'binary', op, left, right: this.multiplicative() };
    }
    return left;
  }

  private multiplicative(): Expr {
    let left = this.unary();
    while (this.is('*') || this.is('/') || this.is('%')) {
      const op = this.advance().v;
      left = { t: 'binary', op, left, right: this.unary() };
    }
    return left;
  }

  private unary(): Expr {
    if (this.is('!') || this.is('-') || this.is('+')) {
      const op = this.advance().v;
      return { t: 'unary', op, of: this.unary() };
    }
    return this.power();
  }

  private power(): Expr {
    const base = this.postfix();
    if (!this.take('^')) return base;
    // Right associative, and a sign may follow: 2^-1.
    const exponent = this.is('-') || this.is('+') || this.is('!') ? this.unary() : this.power();
    return { t: 'binary', op: '^', left: base, right: exponent };
  }

  private postfix(): Expr {
    const e = this.primary();
    if ((this.is('++') || this.is('--')) && (e.t === 'var' || e.t === 'field' || e.t === 'index')) return { t: 'step', op: this.advance().v as '++', prefix: false, target: e };
    return e;
  }

  private lvalue(): Expr | null {
    if (this.is('$')) return this.primary();
    if (this.token.t === 'name' && !KEYWORDS.has(this.token.v)) return this.primary();
    return null;
  }

  private primary(): Expr {
    const { token } = this;
    switch (token.t) {
      case 'number':
        this.advance();
        return { t: 'number', v: Number(token.v) };
      case 'string':
        this.advance();
        return { t: 'string', v: token.v };
      case 'regex':
        this.advance();
        return { t: 'regex', v: token.v };
      case 'call': {
        this.advance();
        this.expect('(');
        const args = this.inside(() => this.list(')'));
        this.expect(')');
        return { t: 'call', name: token.v, args };
      }
      case 'name': {
        if (token.v === 'getline') {
          this.advance();
          const target = this.lvalue();
          if (this.take('<')) return { t: 'getline', target, kind: 'file', from: this.postfix() };
          return { t: 'getline', target, kind: 'main', from: null };
        }
        if (KEYWORDS.has(token.v)) throw this.error();
        this.advance();
        if (token.v === 'length' && !this.is('[')) return { t: 'call', name: 'length', args: [] };
        if (!this.take('[')) return { t: 'var', name: token.v };
        const keys = this.inside(() => this.list(']'));
        this.expect(']');
        return { t: 'index', name: token.v, keys };
      }
      case 'op':
        if (token.v === '$') {
          this.advance();
          if (this.is('++') || this.is('--')) {
            const op = this.advance().v as '++';
            return { t: 'field', of: { t: 'step', op, prefix: true, target: this.primary() } };
          }
          return { t: 'field', of: this.is('-') ? this.unary() : this.primary() };
        }
        if (token.v === '++' || token.v === '--') {
          this.advance();
          return { t: 'step', op: token.v, prefix: true, target: this.primary() };
        }
        if (token.v === '!' || token.v === '-' || token.v === '+') return this.unary();
        if (token.v === '(') {
          this.advance();
          const items = this.inside(() => this.list(')'));
          this.expect(')');
          return { t: 'group', items };
        }
        throw this.error();
      default: throw this.error();
    }
  }

  /** Inside brackets `>` and `in` are ordinary operators again. */
  private inside<T>(read: () => T): T {
    const { noGreater, noIn } = this;
    this.noGreater = false;
    this.noIn = false;
    const out = read();
    this.noGreater = noGreater;
    this.noIn = noIn;
    return out;
  }
}
