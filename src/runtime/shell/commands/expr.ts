import type { Command } from '../run/context.ts';
import { longest } from '../longest.ts';
import { toJsRegex } from '../regex.ts';

class BadExpression extends Error {
  readonly code = 'EEXPR';
}

export const expr: Command = {
  name: 'expr',
  batch: 'source',
  run(ctx) {
    if (ctx.args.length === 0) return ctx.fail(`missing operand\nTry 'expr --help' for more information.`, 2);
    try {
      const parser = new Parser(ctx.args[0] === '--' ? ctx.args.slice(1) : ctx.args);
      const value = parser.all();
      ctx.out(`${value}\n`);
      return value === '' || /^-?0+$/.test(value) ? 1 : 0;
    } catch (e) {
      if (!(e instanceof BadExpression)) throw e;
      return ctx.fail(e.message, 2);
    }
  },
};

const LEVELS = [['|'], ['&'], ['<', '<=', '=', '==', '!=', '>=', '>'], ['+', '-'], ['*', '/', '%'], [':']];

class Parser {
  private at = 0;
  private readonly words: string[];
  constructor(words: string[]) {
    this.words = words;
  }

  all(): string {
    const value = this.level(0);
    if (this.at < this.words.length) throw new BadExpression(`syntax error: unexpected argument '${this.words[this.at]}'`);
    return value;
  }

  private level(n: number): string {
    if (n === LEVELS.length) return this.primary();
    let left = this.level(n + 1);
    while (LEVELS[n]!.includes(this.words[this.at] ?? '')) {
      const op = this.words[this.at++]!;
      left = apply(op, left, this.level(n + 1));
    }
    return left;
  }

  private next(): string {
    const word = this.words[this.at++];
    if (word === undefined) throw new BadExpression(`syntax error: missing argument after '${this.words[this.at - 2] ?? ''}'`);
    return word;
  }

  private primary(): string {
    const word = this.next();
    switch (word) {
      case '(': {
        const value = this.level(0);
        if (this.words[this.at++] !== ')') throw new BadExpression("syntax error: expecting ')' after '" + (this.words[this.at - 2] ?? '') + "'");
        return value;
      }
      case '+': return this.next();
      case 'length': return this.words[this.at] === undefined ? word : String([...this.primary()].length);
      case 'match': return match(this.primary(), this.primary());
      case 'substr': {
        const chars = [...this.primary()];
        const from = Number(this.primary());
        const count = Number(this.primary());
        return from >= 1 && count > 0 ? chars.slice(from - 1, from - 1 + count).join('') : '';
      }
      case 'index': {
        const text = [...this.primary()];
        const set = this.primary();
        return String(text.findIndex((c) => set.includes(c)) + 1);
      }
      default: return word;
    }
  }
}

const isNull = (s: string): boolean => s === '' || /^-?0+$/.test(s);

function integer(s: string): bigint {
  if (!/^-?\d+$/.test(s)) throw new BadExpression('non-integer argument');
  return BigInt(s);
}

function apply(op: string, a: string, b: string): string {
  switch (op) {
    case '|': return !isNull(a) ? a : !isNull(b) ? b : '0';
    case '&': return !isNull(a) && !isNull(b) ? a : '0';
    case ':': return match(a, b);
    case '+': return String(integer(a) + integer(b));
    case '-': return String(integer(a) - integer(b));
    case '*': return String(integer(a) * integer(b));
    case '/':
    case '%': {
      const divisor = integer(b);
      if (divisor === 0n) throw new BadExpression('division by zero');
      return String(op === '/' ? integer(a) / divisor : integer(a) % divisor);
    }
    default: {
      const numbers = /^-?\d+$/.test(a) && /^-?\d+$/.test(b);
      const order = numbers ? (BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0) : a < b ? -1 : a > b ? 1 : 0;
      const yes = op === '<' ? order < 0 : op === '<=' ? order <= 0 : op === '>' ? order > 0 : op === '>=' ? order >= 0 : op === '!=' ? order !== 0 : order === 0;
      return yes ? '1' : '0';
    }
  }
}

function match(text: string, pattern: string): string {
  const regex = toJsRegex(pattern.replace(/^\^/, ''), { extended: false });
  const found = longest(new RegExp(`^(?:${regex.source})`, regex.flags)).exec(text);
  if (/\\\(/.test(pattern)) return found?.[1] ?? '';
  return String(found ? [...found[0]].length : 0);
}
