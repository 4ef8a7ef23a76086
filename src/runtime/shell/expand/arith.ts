/** Shell arithmetic: 64-bit signed integers with C's operators. */

/** Where names get their values. A value is itself an expression, as in bash. */
export interface ArithVariables {
  get(name: string, index: string | null): string;
  set(name: string, index: string | null, value: string): void;
}

export class ArithError extends Error {
  readonly code = 'EARITH';
}

const wrap = (n: bigint): bigint => BigInt.asIntN(64, n);
const truth = (b: boolean): bigint => (b ? 1n : 0n);

const BINARY: { [op: string]: { level: number; run: (a: bigint, b: bigint) => bigint } } = {
  '||': { level: 1, run: (a, b) => truth(a !== 0n || b !== 0n) },
  '&&': { level: 2, run: (a, b) => truth(a !== 0n && b !== 0n) },
  '|': { level: 3, run: (a, b) => a | b },
  '^': { level: 4, run: (a, b) => a ^ b },
  '&': { level: 5, run: (a, b) => a & b },
  '==': { level: 6, run: (a, b) => truth(a === b) },
  '!=': { level: 6, run: (a, b) => truth(a !== b) },
  '<=': { level: 7, run: (a, b) => truth(a <= b) },
  '>=': { level: 7, run: (a, b) => truth(a >= b) },
  '<': { level: 7, run: (a, b) => truth(a < b) },
  '>': { level: 7, run: (a, b) => truth(a > b) },
  '<<': { level: 8, run: (a, b) => wrap(a << (b & 63n)) },
  '>>': { level: 8, run: (a, b) => a >> (b & 63n) },
  '+': { level: 9, run: (a, b) => wrap(a + b) },
  '-': { level: 9, run: (a, b) => wrap(a - b) },
  '*': { level: 10, run: (a, b) => wrap(a * b) },
  '/': { level: 10, run: (a, b) => wrap(a / b) },
  '%': { level: 10, run: (a, b) => a % b },
  '**': { level: 11, run: (a, b) => wrap(a ** b) },
};

const TOKEN = /\s*(?:(0[xX][0-9a-fA-F]+|\d+#[0-9a-zA-Z@_]+|\d+)|([A-Za-z_]\w*)|(\*\*|<<=|>>=|[-+*/%&|^]=|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|[-+*/%<>=!~&|^?:,()[\]]))/y;

type Token = { t: 'number'; v: bigint } | { t: 'name'; v: string } | { t: 'op'; v: string } | { t: 'end' };

class Evaluator {
  private at = 0;
  private token: Token = { t: 'end' };
  private start = 0;
  /** Sides that do not count (`0 && x++`) are parsed without effects. */
  private skipping = 0;
  private readonly text: string;
  private readonly vars: ArithVariables;
  private readonly depth: number;

  constructor(text: string, vars: ArithVariables, depth: number) {
    this.text = text;
    this.vars = vars;
    this.depth = depth;
    this.advance();
  }

  private fail(message: string): ArithError {
    const rest = this.text.slice(this.start).trimStart();
    return new ArithError(`${this.text.trim()}: ${message} (error token is "${rest}")`);
  }

  private advance(): void {
    this.start = this.at;
    if (this.text.slice(this.at).trim() === '') {
      this.token = { t: 'end' };
      return;
    }
    TOKEN.lastIndex = this.at;
    const match = TOKEN.exec(this.text);
    if (!match) throw this.fail('syntax error: operand expected');
    this.at = TOKEN.lastIndex;
    if (match[1] !== undefined) this.token = { t: 'number', v: this.number(match[1]) };
    else if (match[2] !== undefined) this.token = { t: 'name', v: match[2] };
    else this.token = { t: 'op', v: match[3]! };
  }

  private number(text: string): bigint {
    const based = /^(\d+)#(.+)$/.exec(text);
    if (based) {
      const base = Number(based[1]);
      let n = 0n;
      for (const c of based[2]!) {
        const digit = /\d/.test(c) ? Number(c) : /[a-z]/.test(c) ? c.charCodeAt(0) - 87 : /[A-Z]/.test(c) ? c.charCodeAt(0) - (base <= 36 ? 55 : 29) : c === '@' ? 62 : 63;
        if (digit >= base) throw this.fail('value too great for base');
        n = n * BigInt(base) + BigInt(digit);
      }
      return wrap(n);
    }
    if (/^0[0-7]*$/.test(text)) return wrap(BigInt(`0o${text.slice(1) || '0'}`));
    if (/^0\d/.test(text)) throw new ArithError(`${this.text.trim()}: value too great for base (error token is "${text}")`);
    return wrap(BigInt(text));
  }

  private op(v: string): boolean {
    return this.token.t === 'op' && this.token.v === v;
  }

  private take(v: string): boolean {
    if (!this.op(v)) return false;
    this.advance();
    return true;
  }

  all(): bigint {
    if (this.token.t === 'end') return 0n;
    const value = this.comma();
    if ((this.token as Token).t !== 'end') throw this.fail('syntax error in expression');
    return value;
  }

  private comma(): bigint {
    let value = this.ternary();
    while (this.take(',')) value = this.ternary();
    return value;
  }

  private ternary(): bigint {
    const test = this.binary(1);
    if (!this.take('?')) return test;
    const first = this.guarded(test === 0n, () => this.comma());
    if (!this.take(':')) throw this.fail("`:' expected for conditional expression");
    const second = this.guarded(test !== 0n, () => this.ternary());
    return test !== 0n ? first : second;
  }

  private guarded(skip: boolean, run: () => bigint): bigint {
    if (skip) this.skipping++;
    try {
      return run();
    } finally {
      if (skip) this.skipping--;
    }
  }

  private binary(level: number): bigint {
    let left = this.unary();
    for (;;) {
      if (this.token.t !== 'op') return left;
      // Behind a number `--` is a minus and the sign of what follows: `$(($a-$b))` of 5 and -3.
      if (this.token.v === '--' || this.token.v === '++') {
        this.token = { t: 'op', v: this.token.v[0]! };
        this.at--;
      }
      const name = this.token.v;
      const operator = BINARY[name];
      if (!operator || operator.level < level) return left;
      this.advance();
      const operandStart = this.start;
      const skip = (name === '&&' && left === 0n) || (name === '||' && left !== 0n);
      const right = this.guarded(skip, () => this.binary(name === '**' ? operator.level : operator.level + 1));
      if ((name === '/' || name === '%') && right === 0n) {
        if (this.skipping > 0) continue;
        this.start = operandStart;
        throw this.fail('division by 0');
      }
      if (name === '**' && right < 0n) throw this.fail('exponent less than 0');
      left = operator.run(left, right);
    }
  }

  private unary(): bigint {
    if (this.take('!')) return truth(this.unary() === 0n);
    if (this.take('~')) return wrap(~this.unary());
    if (this.op('++') || this.op('--')) {
      const delta = (this.token as { v: string }).v === '++' ? 1n : -1n;
      this.advance();
      if ((this.token as Token).t !== 'name') return this.unary();
      const { name, index } = this.reference();
      return this.store(name, index, this.load(name, index) + delta);
    }
    if (this.take('+')) return this.unary();
    if (this.take('-')) return wrap(-this.unary());
    return this.primary();
  }

  private reference(): { name: string; index: string | null } {
    const name = (this.token as { v: string }).v;
    if (this.text[this.at] !== '[') {
      this.advance();
      return { name, index: null };
    }
    let depth = 0;
    let end = this.at;
    for (; end < this.text.length; end++) {
      if (this.text[end] === '[') depth++;
      else if (this.text[end] === ']' && --depth === 0) break;
    }
    const index = this.text.slice(this.at + 1, end);
    this.at = end + 1;
    this.advance();
    return { name, index };
  }

  private primary(): bigint {
    const { token } = this;
    if (token.t === 'number') {
      this.advance();
      return token.v;
    }
    if (this.take('(')) {
      const value = this.comma();
      if (!this.take(')')) throw this.fail("missing `)'");
      return value;
    }
    if (token.t !== 'name') throw this.fail('syntax error: operand expected');
    const { name, index } = this.reference();
    const next = this.token as Token;
    if (next.t === 'op') {
      if (next.v === '=') {
        this.advance();
        return this.store(name, index, this.ternary());
      }
      const compound = /^(\*\*|<<|>>|[-+*/%&|^])=$/.exec(next.v);
      if (compound) {
        this.advance();
        const right = this.ternary();
        if ('/%'.includes(compound[1]!) && right === 0n) throw this.fail('division by 0');
        return this.store(name, index, BINARY[compound[1]!]!.run(this.load(name, index), right));
      }
      if (next.v === '++' || next.v === '--') {
        this.advance();
        const old = this.load(name, index);
        this.store(name, index, old + (next.v === '++' ? 1n : -1n));
        return old;
      }
    }
    return this.load(name, index);
  }

  private load(name: string, index: string | null): bigint {
    if (this.skipping > 0) return 0n;
    const text = this.vars.get(name, index);
    if (/^-?(?:0|[1-9]\d*)$/.test(text)) return wrap(BigInt(text));
    if (text.trim() === '') return 0n;
    if (this.depth > 100) throw new ArithError(`${text}: expression recursion level exceeded (error token is "${text}")`);
    return new Evaluator(text, this.vars, this.depth + 1).all();
  }

  private store(name: string, index: string | null, value: bigint): bigint {
    const wrapped = wrap(value);
    if (this.skipping === 0) this.vars.set(name, index, String(wrapped));
    return wrapped;
  }
}

/** The value of an expression; an empty one is 0. Throws `ArithError` with bash's words. */
export function evaluate(text: string, vars: ArithVariables): bigint {
  return new Evaluator(text, vars, 0).all();
}
