/** Runs what was parsed. */
import { arctangent, bessel, cosine, exponential, logarithm, sine } from './functions.ts';
import { add, compare, divide, format, integer, multiply, negate, parseNumber, power, remainder, squareRoot, subtract, toScale, ZERO } from './number.ts';
import type { Decimal } from './number.ts';
import { parse } from './parse.ts';
import type { Expression, Place, Statement } from './parse.ts';

type Flow = 'break' | 'continue' | { value: Decimal } | undefined;
type Definition = Extract<Statement, { t: 'define' }>;

/** `quit` and `halt`. */
export class BcEnd extends Error {
  readonly code = 'EBCEND';
}

const DEPTH = 2000;
const LINE = 69;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', a: '\x07', b: '\b', f: '\f', r: '\r', q: '"', '\\': '\\' };

export class Machine {
  readonly #out: (text: string) => void;
  readonly #width: number;
  #vars = new Map<string, Decimal>();
  #arrays = new Map<string, Map<string, Decimal>>();
  readonly #functions = new Map<string, Definition>();
  #scale = 0;
  #ibase = 10;
  #obase = 10;
  #last = ZERO;
  #depth = 0;
  readonly #library: boolean;
  readonly #readLine: () => string | undefined;

  /** @param width of lines, after which numbers go on in the next; 0 for none */
  constructor({ out, library, width, readLine }: { out: (text: string) => void; library: boolean; width: number | undefined; readLine: () => string | undefined }) {
    this.#out = out;
    this.#width = width ?? LINE;
    this.#library = library;
    this.#readLine = readLine;
    if (library) this.#scale = 20;
  }

  /** @throws BcEnd, RangeError with bc's words for what cannot be worked out */
  run(statements: readonly Statement[]): void {
    this.#depth = 0;
    for (const one of statements) if (this.#run(one) !== undefined) throw new RangeError('Break, continue or return outside of its place');
  }

  #run(one: Statement): Flow {
    switch (one.t) {
      case 'expression': {
        const value = this.#value(one.of);
        if (one.shown) this.#show(value, '\n');
        return undefined;
      }
      case 'string':
        this.#out(one.text);
        return undefined;
      case 'print':
        for (const item of one.items) {
          if (typeof item === 'string') this.#out(item.replace(/\\(.)/g, (all, letter: string) => ESCAPES[letter] ?? all));
          else this.#show(this.#value(item), '');
        }
        return undefined;
      case 'block': return this.#all(one.body);
      case 'if': return this.#true(one.test) ? this.#run(one.then) : one.otherwise && this.#run(one.otherwise);
      case 'loop':
        if (one.first) this.#value(one.first);
        while (one.test === undefined || this.#true(one.test)) {
          const flow = this.#run(one.body);
          if (flow === 'break') break;
          if (typeof flow === 'object') return flow;
          if (one.next) this.#value(one.next);
        }
        return undefined;
      case 'break': case 'continue': return one.t;
      case 'return': return { value: one.of ? this.#value(one.of) : ZERO };
      case 'define':
        this.#functions.set(one.name, one);
        return undefined;
      default: throw new BcEnd();
    }
  }

  #all(body: readonly Statement[]): Flow {
    for (const one of body) {
      const flow = this.#run(one);
      if (flow !== undefined) return flow;
    }
    return undefined;
  }

  #true(test: Expression): boolean {
    return this.#value(test).n !== 0n;
  }

  #show(value: Decimal, end: string): void {
    this.#last = value;
    let text = format(value, this.#obase);
    const lines: string[] = [];
    while (this.#width > 0 && text.length > this.#width - 1) {
      lines.push(text.slice(0, this.#width - 1));
      text = text.slice(this.#width - 1);
    }
    this.#out([...lines, text].join('\\\n') + end);
  }

  #value(of: Expression): Decimal {
    switch (of.t) {
      case 'number': return parseNumber(of.text, this.#ibase);
      case 'place': return this.#get(of.place);
      case 'unary': return of.op === '-' ? negate(this.#value(of.of)) : integer(this.#true(of.of) ? 0 : 1);
      case 'binary': return this.#binary(of.op, of.left, of.right);
      case 'assign': {
        const right = this.#value(of.value);
        return this.#set(of.place, of.op === '' ? right : this.#work(of.op, this.#get(of.place), right));
      }
      case 'step': {
        const before = this.#get(of.place);
        const after = this.#set(of.place, add(before, integer(of.by)));
        return of.before ? after : before;
      }
      case 'call': return this.#call(of.name, of.args);
    }
  }

  #binary(op: string, left: Expression, right: Expression): Decimal {
    if (op === '&&' || op === '||') {
      // Both sides are worked out, as bc does.
      const [one, two] = [this.#true(left), this.#true(right)];
      return integer(op === '&&' ? Number(one && two) : Number(one || two));
    }
    return this.#work(op, this.#value(left), this.#value(right));
  }

  #work(op: string, a: Decimal, b: Decimal): Decimal {
    switch (op) {
      case '+': return add(a, b);
      case '-': return subtract(a, b);
      case '*': return multiply(a, b, this.#scale);
      case '/': return divide(a, b, this.#scale);
      case '%': return remainder(a, b, this.#scale);
      case '^': return power(a, Number(toScale(b, 0).n), this.#scale);
      default: {
        const order = compare(a, b);
        return integer(Number({ '<': order < 0, '>': order > 0, '<=': order <= 0, '>=': order >= 0, '==': order === 0, '!=': order !== 0 }[op]));
      }
    }
  }

  #get({ name, index }: Place): Decimal {
    if (index) return this.#arrays.get(name)?.get(this.#index(index)) ?? ZERO;
    if (name === 'scale') return integer(this.#scale);
    if (name === 'ibase') return integer(this.#ibase);
    if (name === 'obase') return integer(this.#obase);
    if (name === 'last') return this.#last;
    return this.#vars.get(name) ?? ZERO;
  }

  #set({ name, index }: Place, value: Decimal): Decimal {
    const whole = Number(toScale(value, 0).n);
    if (index) {
      const array = this.#arrays.get(name) ?? new Map<string, Decimal>();
      this.#arrays.set(name, array);
      array.set(this.#index(index), value);
    } else if (name === 'scale') this.#scale = Math.max(0, whole);
    else if (name === 'ibase') this.#ibase = Math.min(16, Math.max(2, whole));
    else if (name === 'obase') this.#obase = Math.max(2, whole);
    else if (name === 'last') this.#last = value;
    else this.#vars.set(name, value);
    return value;
  }

  #index(of: Expression): string {
    const index = toScale(this.#value(of), 0).n;
    if (index < 0n) throw new RangeError('Array subscript out of bounds');
    return String(index);
  }

  #call(name: string, args: readonly ({ array: string } | Expression)[]): Decimal {
    const defined = this.#functions.get(name);
    if (defined) return this.#apply(defined, args);
    const [first, second] = args.map((arg) => ('array' in arg ? ZERO : this.#value(arg)));
    const x = first ?? ZERO;
    switch (name) {
      case 'length': return integer(Math.max(1, (x.n < 0n ? -x.n : x.n).toString().length, x.scale));
      case 'scale': return integer(x.scale);
      case 'sqrt': return squareRoot(x, this.#scale);
      case 'read': {
        const of = parse(this.#readLine() ?? '0')[0];
        return of?.t === 'expression' ? this.#value(of.of) : ZERO;
      }
    }
    if (this.#library) {
      switch (name) {
        case 's': return sine(x, this.#scale);
        case 'c': return cosine(x, this.#scale);
        case 'a': return arctangent(x, this.#scale);
        case 'l': return logarithm(x, this.#scale);
        case 'e': return exponential(x, this.#scale);
        case 'j': return bessel(Number(toScale(x, 0).n), second ?? ZERO, this.#scale);
      }
    }
    throw new RangeError(`Function ${name} not defined.`);
  }

  #apply({ name, params, autos, body }: Definition, args: readonly ({ array: string } | Expression)[]): Decimal {
    if (args.length !== params.length) throw new RangeError('Parameter number mismatch');
    if (++this.#depth > DEPTH) throw new RangeError(`Function ${name} calls itself too often`);
    // Worked out before anything of the caller is hidden.
    const given = args.map((arg) => ('array' in arg ? new Map(this.#arrays.get(arg.array)) : this.#value(arg)));
    const outer: [string, Decimal | undefined, Map<string, Decimal> | undefined][] = [];
    for (const [at, param] of [...params, ...autos].entries()) {
      const plain = param.replace('[]', '');
      outer.push([plain, this.#vars.get(plain), this.#arrays.get(plain)]);
      const value = given[at];
      if (param.endsWith('[]')) this.#arrays.set(plain, value instanceof Map ? value : new Map());
      else this.#vars.set(plain, value === undefined || value instanceof Map ? ZERO : value);
    }
    const flow = this.#all(body);
    for (const [plain, value, array] of outer.reverse()) {
      if (value === undefined) this.#vars.delete(plain);
      else this.#vars.set(plain, value);
      if (array === undefined) this.#arrays.delete(plain);
      else this.#arrays.set(plain, array);
    }
    this.#depth--;
    return typeof flow === 'object' ? flow.value : ZERO;
  }
}
