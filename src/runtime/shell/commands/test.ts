/** test and [. */
import type { Command, Context } from '../run/context.ts';
import { binaryTest, unaryTest } from '../run/tests.ts';

class BadTest extends Error {
  readonly code = 'ETEST';
}

class Evaluator {
  private at = 0;
  private readonly ctx: Context;
  private readonly words: string[];
  constructor(ctx: Context, words: string[]) {
    this.ctx = ctx;
    this.words = words;
  }

  all(): boolean {
    if (this.words.length === 0) return false;
    // POSIX fixes the meaning by the number of arguments, so that operands may look like operators.
    const simple = this.short(this.words);
    if (simple !== null) return simple;
    const value = this.or();
    if (this.at < this.words.length) throw new BadTest(this.words.length === 2 ? `${this.words[0]}: unary operator expected` : this.words.length === 3 ? `${this.words[1]}: binary operator expected` : 'too many arguments');
    return value;
  }

  private short(w: string[]): boolean | null {
    if (w.length === 1) return w[0] !== '';
    if (w.length === 2) {
      if (w[0] === '!') return w[1] === '';
      const value = this.unary(w[0]!, w[1]!);
      if (value === null) throw new BadTest(`${w[0]}: unary operator expected`);
      return value;
    }
    if (w.length === 3) {
      if (w[1] === '-a') return w[0] !== '' && w[2] !== '';
      if (w[1] === '-o') return w[0] !== '' || w[2] !== '';
      const value = this.binary(w[0]!, w[1]!, w[2]!);
      if (value !== null) return value;
      if (w[0] === '!') return !this.short(w.slice(1));
      if (w[0] === '(' && w[2] === ')') return w[1] !== '';
      throw new BadTest(`${w[1]}: binary operator expected`);
    }
    if (w.length === 4 && w[0] === '!') {
      const inner = this.short(w.slice(1));
      return inner === null ? null : !inner;
    }
    return null;
  }

  private unary(op: string, value: string): boolean | null {
    return unaryTest(this.ctx.sys, op, value, (n) => this.ctx.handles[n]);
  }

  private binary(left: string, op: string, right: string): boolean | null {
    return binaryTest(this.ctx.sys, op, left, right, (s) => {
      if (!/^\s*[-+]?\d+\s*$/.test(s)) throw new BadTest(`${s}: integer expression expected`);
      return BigInt(s.trim().replace(/^\+/, ''));
    });
  }

  private or(): boolean {
    let value = this.and();
    while (this.words[this.at] === '-o') {
      this.at++;
      const right = this.and();
      value = value || right;
    }
    return value;
  }

  private and(): boolean {
    let value = this.not();
    while (this.words[this.at] === '-a') {
      this.at++;
      const right = this.not();
      value = value && right;
    }
    return value;
  }

  private not(): boolean {
    if (this.words[this.at] === '!') {
      this.at++;
      return !this.not();
    }
    return this.primary();
  }

  private primary(): boolean {
    const { words, at } = this;
    const word = words[at];
    if (word === undefined) throw new BadTest('argument expected');
    if (word === '(') {
      this.at++;
      const value = this.or();
      if (words[this.at] !== ')') throw new BadTest("`)' expected");
      this.at++;
      return value;
    }
    if (words[at + 1] !== undefined && words[at + 2] !== undefined) {
      const value = this.binary(word, words[at + 1]!, words[at + 2]!);
      if (value !== null) {
        this.at += 3;
        return value;
      }
    }
    if (words[at + 1] !== undefined) {
      const value = this.unary(word, words[at + 1]!);
      if (value !== null) {
        this.at += 2;
        return value;
      }
    }
    this.at++;
    return word !== '';
  }
}

function evaluate(ctx: Context, words: string[]): number {
  try {
    return new Evaluator(ctx, words).all() ? 0 : 1;
  } catch (e) {
    if (!(e instanceof BadTest)) throw e;
    return ctx.fail(e.message, 2);
  }
}

export const test: Command = { name: 'test', batch: 'source', run: (ctx) => evaluate(ctx, ctx.args) };

export const bracket: Command = {
  name: '[',
  batch: 'source',
  run(ctx) {
    if (ctx.args[ctx.args.length - 1] !== ']') return ctx.fail("missing `]'", 2);
    return evaluate(ctx, ctx.args.slice(0, -1));
  },
};
