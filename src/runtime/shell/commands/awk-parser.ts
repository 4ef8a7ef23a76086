/** Reads awk programs. */
import { ansiEscapes } from '../language/escapes.ts';
import { AwkError, type Expr, type Program, type Redirection, type Rule, type Stmt } from './awk-ast.ts';

type Token = { t: 'number' | 'string' | 'regex' | 'name' | 'call' | 'op' | 'newline' | 'end'; v: string; line: number };

const KEYWORDS = new Set(['BEGIN', 'END', 'function', 'func', 'if', 'else', 'while', 'for', 'do', 'break', 'continue', 'next', 'nextfile', 'exit', 'return', 'delete', 'in', 'getline', 'print', 'printf']);
const OPERATORS = ['**=', '&&', '||', '++', '--', '+=', '-=', '*=', '/=', '%=', '^=', '**', '==', '<=', '>=', '!=', '!~', '>>', '{', '}', '(', ')', '[', ']', ';', ',', '+', '-', '*', '/', '%', '^', '!', '<', '>', '|', '?', ':', '~', '$', '='];

class Lexer {
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

export function parseAwk(text: string): Program {
  return new Parser(text).program();
}

class Parser {
  private token: Token;
  private readonly lexer: Lexer;
  /** Inside `print a > b` a `>` is a redirection; inside `for (x in y)` `in` belongs to the loop. */
  private noGreater = false;
  private noIn = false;

  constructor(text: string) {
    this.lexer = new Lexer(text);
    this.token = this.lexer.next();
  }

  private advance(): Token {
    const token = this.token;
    this.token = this.lexer.next();
    return token;
  }

  private is(v: string): boolean {
    return (this.token.t === 'op' || this.token.t === 'name') && this.token.v === v;
  }

  private take(v: string): boolean {
    if (!this.is(v)) return false;
    this.advance();
    return true;
  }

  private expect(v: string): void {
    if (!this.take(v)) throw this.error();
  }

  private error(): AwkError {
    return new AwkError(`syntax error at source line ${this.token.line}\n context is near >>> ${this.token.t === 'end' ? 'end of program' : this.token.v === '\n' ? 'end of line' : this.token.v} <<<`);
  }

  private newlines(): void {
    while (this.token.t === 'newline') this.advance();
  }

  private terminators(): void {
    while (this.token.t === 'newline' || this.is(';')) this.advance();
  }

  program(): Program {
    const out: Program = { rules: [], functions: new Map() };
    for (this.terminators(); this.token.t !== 'end'; this.terminators()) {
      if (this.take('function') || this.take('func')) this.function(out);
      else out.rules.push(this.rule());
    }
    return out;
  }

  private function(out: Program): void {
    const name = this.advance().v;
    this.expect('(');
    const params: string[] = [];
    while (!this.is(')')) {
      params.push(this.advance().v);
      this.newlines();
      if (!this.take(',')) break;
      this.newlines();
    }
    this.expect(')');
    this.newlines();
    out.functions.set(name, { params, body: this.block() });
  }

  private rule(): Rule {
    if (this.take('BEGIN')) return { kind: 'begin', from: null, to: null, body: this.block() };
    if (this.take('END')) return { kind: 'end', from: null, to: null, body: this.block() };
    let from: Expr | null = null;
    let to: Expr | null = null;
    if (!this.is('{')) {
      from = this.expression();
      if (this.take(',')) {
        this.newlines();
        to = this.expression();
      }
    }
    return { kind: 'pattern', from, to, body: this.is('{') ? this.block() : null };
  }

  private block(): Stmt {
    this.expect('{');
    const body: Stmt[] = [];
    for (this.terminators(); !this.is('}'); this.terminators()) {
      if (this.token.t === 'end') throw this.error();
      body.push(this.statement());
    }
    this.advance();
    return { t: 'block', body };
  }

  private body(): Stmt {
    this.newlines();
    if (this.is(';')) {
      this.advance();
      return { t: 'block', body: [] };
    }
    return this.statement();
  }

  private endSimple(): void {
    if (this.token.t === 'newline' || this.is(';')) this.advance();
    else if (!this.is('}') && this.token.t !== 'end') throw this.error();
  }

  private statement(): Stmt {
    if (this.is('{')) return this.block();
    if (this.take('if')) {
      const test = this.parenthesized();
      const yes = this.body();
      // The `else` may follow after newlines or a semicolon.
      this.terminators();
      if (!this.take('else')) return { t: 'if', test, yes, no: null };
      return { t: 'if', test, yes, no: this.body() };
    }
    if (this.take('while')) {
      const test = this.parenthesized();
      return { t: 'while', test, body: this.body() };
    }
    if (this.take('do')) {
      const body = this.body();
      this.terminators();
      this.expect('while');
      const test = this.parenthesized();
      this.endSimple();
      return { t: 'do', test, body };
    }
    if (this.take('for')) return this.for();
    const simple = this.simple();
    this.endSimple();
    return simple;
  }

  private parenthesized(): Expr {
    this.expect('(');
    const e = this.expression();
    this.expect(')');
    return e;
  }

  private for(): Stmt {
    this.expect('(');
    let init: Stmt | null = null;
    if (!this.is(';')) {
      this.noIn = true;
      init = this.simple();
      this.noIn = false;
      if (this.take('in')) {
        const array = this.advance().v;
        this.expect(')');
        if (init.t !== 'expr' || init.e.t !== 'var') throw this.error();
        return { t: 'for-in', name: init.e.name, array, body: this.body() };
      }
    }
    this.expect(';');
    this.newlines();
    const test = this.is(';') ? null : this.expression();
    this.expect(';');
    this.newlines();
    const step = this.is(')') ? null : this.simple();
    this.expect(')');
    return { t: 'for', init, test, step, body: this.body() };
  }

  private simple(): Stmt {
    const { token } = this;
    if (token.t === 'name') {
      switch (token.v) {
        case 'print':
        case 'printf': {
          this.advance();
          return this.print(token.v);
        }
        case 'next':
        case 'nextfile':
        case 'break':
        case 'continue':
          this.advance();
          return { t: token.v };
        case 'exit':
        case 'return': {
          this.advance();
          const none = this.token.t === 'newline' || this.token.t === 'end' || this.is(';') || this.is('}');
          return { t: token.v, value: none ? null : this.expression() };
        }
        case 'delete': {
          this.advance();
          const name = this.advance().v;
          if (!this.take('[')) return { t: 'delete', name, keys: null };
          const keys = this.list(']');
          this.expect(']');
          return { t: 'delete', name, keys };
        }
      }
    }
    return { t: 'expr', e: this.expression() };
  }

  private print(kind: 'print' | 'printf'): Stmt {
    let args: Expr[] = [];
    this.noGreater = true;
    const none = this.token.t === 'newline' || this.token.t === 'end' || ['; ', ';', '}', '>', '>>', '|'].some((v) => this.is(v));
    if (!none) {
      args = this.list('');
      // `print (a, b) > "x"`: the parentheses hold the list.
      if (args.length === 1 && args[0]!.t === 'group') args = args[0]!.items;
    }
    this.noGreater = false;
    let to: Redirection | null = null;
    for (const op of ['>', '>>', '|'] as const) {
      if (!this.take(op)) continue;
      to = { kind: op, to: this.concatenation(true) };
      break;
    }
    return { t: kind, args, to };
  }

  private list(end: string): Expr[] {
    const out: Expr[] = [];
    if (end !== '' && this.is(end)) return out;
    do {
      this.newlines();
      out.push(this.expression());
      if (end !== '') this.newlines();
    } while (this.take(','));
    return out;
  }

  private expression(): Expr {
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
    for (;;) {
      const op = this.token.t === 'op' ? this.token.v : '';
      if (!['<', '<=', '==', '!=', '>=', '>'].includes(op) || (op === '>' && this.noGreater)) break;
      this.advance();
      left = { t: 'binary', op, left, right: this.concatenation(this.noGreater) };
    }
    // `"cmd" | getline` binds looser than concatenation.
    while (this.is('|') && !this.noGreater) {
      this.advance();
      if (!this.take('getline')) throw this.error();
      left = { t: 'getline', target: this.lvalue(), kind: 'command', from: left };
    }
    return left;
  }

  private startsOperand(): boolean {
    const { t, v } = this.token;
    if (t === 'number' || t === 'string' || t === 'regex' || t === 'call') return true;
    if (t === 'name') return !KEYWORDS.has(v) || v === 'getline';
    return t === 'op' && ['$', '!', '(', '-', '+', '++', '--'].includes(v);
  }

  private concatenation(_noGreater: boolean): Expr {
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
