/** Reads awk programs. */
import type { Expr, Program, Redirection, Rule, Stmt } from './awk-ast.ts';
import { ExpressionParser } from './awk-expressions.ts';

export function parseAwk(text: string): Program {
  return new Parser(text).program();
}

class Parser extends ExpressionParser {
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
}
