/** Runs awk programs. */
import { ansiEscapes } from '../language/escapes.ts';
import { longest } from '../longest.ts';
import { toJsRegex, withControls } from '../regex.ts';
import type { Context } from '../run/context.ts';
import { AwkError, type Expr, type Program, type Rule, type Stmt } from './awk-ast.ts';
import { Flow } from './awk-flow.ts';
import { callBuiltin, getline } from './awk-functions.ts';
import { AwkFiles, type Reader } from './awk-files.ts';
import { arithmetic, type AwkArray, compare, Input, splitFields, toNumber, toText, truth, type Value } from './awk-values.ts';
import { formatAwk } from './awk-format.ts';

export class Machine {
  readonly ctx: Context;
  readonly files: AwkFiles;
  private readonly program: Program;
  private readonly globals = new Map<string, Value | AwkArray>();
  private frames: Map<string, Value | AwkArray>[] = [];
  private record = '';
  private fields: Value[] | null = null;
  private count = 0;
  private readonly ranges = new Map<Rule, boolean>();
  private readonly regexes = new Map<string, RegExp>();
  private main: Reader | null = null;
  private argument = 1;
  private usedFile = false;
  private status = 0;
  private turns = 0;
  seed = 0;
  givenSeed = 0;

  constructor(ctx: Context, program: Program, operands: string[]) {
    this.ctx = ctx;
    this.program = program;
    this.files = new AwkFiles(ctx);
    const argv: AwkArray = new Map([['0', 'awk'], ...operands.map((o, i): [string, Value] => [String(i + 1), new Input(o)])]);
    const environ: AwkArray = new Map(Object.entries(ctx.env).map(([k, v]) => [k, new Input(v)]));
    for (const [name, v] of Object.entries({ FS: ' ', OFS: ' ', ORS: '\n', RS: '\n', SUBSEP: '\x1c', CONVFMT: '%.6g', OFMT: '%.6g', NR: 0, FNR: 0, RSTART: 0, RLENGTH: -1, FILENAME: '', ARGC: operands.length + 1 })) this.globals.set(name, v);
    this.globals.set('ARGV', argv);
    this.globals.set('ENVIRON', environ);
  }

  run(): number {
    const of = (kind: Rule['kind']): Rule[] => this.program.rules.filter((r) => r.kind === kind);
    const guarded = (body: () => void): boolean => {
      try {
        body();
        return true;
      } catch (e) {
        if (!(e instanceof Flow) || e.kind !== 'exit') throw e;
        if (e.value !== undefined) this.status = toNumber(e.value) & 0xff;
        return false;
      }
    };
    const started = guarded(() => of('begin').forEach((r) => this.statement(r.body!)));
    if (started && (of('pattern').length > 0 || of('end').length > 0)) guarded(() => this.records(of('pattern')));
    guarded(() => of('end').forEach((r) => this.statement(r.body!)));
    this.files.closeAll();
    return this.status;
  }

  private records(rules: Rule[]): void {
    for (let line = this.nextRecord(); line !== null; line = this.nextRecord()) {
      this.setRecord(line);
      try {
        for (const rule of rules) if (this.selected(rule)) rule.body ? this.statement(rule.body) : this.ctx.out(this.record + this.text(this.get('ORS')));
      } catch (e) {
        if (!(e instanceof Flow) || (e.kind !== 'next' && e.kind !== 'nextfile')) throw e;
        if (e.kind === 'nextfile') this.main = null;
      }
    }
  }

  private selected(rule: Rule): boolean {
    if (!rule.from) return true;
    if (!rule.to) return truth(this.value(rule.from));
    if (!this.ranges.get(rule)) {
      if (!truth(this.value(rule.from))) return false;
      this.ranges.set(rule, true);
    }
    if (truth(this.value(rule.to))) this.ranges.set(rule, false);
    return true;
  }

  /** The next record of the files that ARGV names, or of standard input. */
  nextRecord(): string | null {
    for (;;) {
      if (this.main) {
        const line = this.main.record(this.text(this.get('RS')));
        if (line !== null) {
          this.set('NR', toNumber(this.get('NR')) + 1);
          this.set('FNR', toNumber(this.get('FNR')) + 1);
          return line;
        }
        this.main = null;
        if (this.argument >= toNumber(this.get('ARGC'))) return null;
      }
      if (!this.openNext()) return null;
    }
  }

  private openNext(): boolean {
    const argv = this.globals.get('ARGV') as AwkArray;
    while (this.argument < toNumber(this.get('ARGC'))) {
      const operand = this.text(argv.get(String(this.argument++)));
      if (operand === '' || this.assignOperand(operand)) continue;
      this.usedFile = true;
      const reader = this.files.input(operand);
      if (!reader) {
        this.status = 2;
        continue;
      }
      this.main = reader;
      this.set('FILENAME', operand);
      this.set('FNR', 0);
      return true;
    }
    if (this.usedFile) return false;
    this.usedFile = true;
    this.main = this.files.input('-');
    return this.main !== null;
  }

  /** `name=value` among the operands. */
  assignOperand(text: string): boolean {
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(text);
    if (!match) return false;
    this.set(match[1]!, new Input(ansiEscapes(match[2]!, 'printf').text));
    return true;
  }

  text(v: Value): string {
    return toText(v, (n) => formatAwk(this.text(this.get('CONVFMT')), [n], this));
  }

  get(name: string): Value {
    if (name === 'NF') {
      this.split();
      return this.count;
    }
    const v = this.frames[this.frames.length - 1]?.has(name) ? this.frames[this.frames.length - 1]!.get(name) : this.globals.get(name);
    if (v instanceof Map) throw new AwkError(`can't read value of ${name}; it's an array name.`);
    return v;
  }

  set(name: string, value: Value): void {
    if (name === 'NF') {
      this.split();
      this.count = toNumber(value);
      this.fields!.length = Math.min(this.fields!.length, this.count + 1);
      this.rebuild();
      return;
    }
    const frame = this.frames[this.frames.length - 1];
    if (frame?.has(name)) frame.set(name, value);
    else this.globals.set(name, value);
  }

  array(name: string): AwkArray {
    const frame = this.frames[this.frames.length - 1];
    const scope = frame?.has(name) ? frame : this.globals;
    let v = scope.get(name);
    if (v === undefined) {
      v = new Map();
      scope.set(name, v);
    }
    if (!(v instanceof Map)) throw new AwkError(`can't use scalar ${name} as an array`);
    return v;
  }

  regex(source: string): RegExp {
    let regex = this.regexes.get(source);
    if (!regex) {
      regex = longest(toJsRegex(withControls(source, true), { extended: true, flags: 'g' }));
      this.regexes.set(source, regex);
    }
    regex.lastIndex = 0;
    return regex;
  }

  setRecord(text: string): void {
    this.record = text;
    this.fields = null;
  }

  /** Fields of a text by a separator: blanks, one character, or an expression. */
  splitText(text: string, separator: string): string[] {
    return splitFields(text, separator, () => this.regex(separator));
  }

  private split(): void {
    if (this.fields) return;
    let separator = this.text(this.get('FS'));
    const paragraph = this.text(this.get('RS')) === '';
    if (paragraph && separator !== ' ') separator = `${separator.length === 1 ? separator.replace(/[.*+?^${}()|[\]\\]/g, '[$&]') : separator}|\n`;
    this.fields = ['', ...this.splitText(this.record, separator).map((f) => new Input(f))];
    this.count = this.fields.length - 1;
  }

  private rebuild(): void {
    const parts: string[] = [];
    for (let i = 1; i <= this.count; i++) parts.push(this.text(this.fields![i]));
    this.record = parts.join(this.text(this.get('OFS')));
  }

  field(n: number): Value {
    if (n < 0) throw new AwkError(`trying to access out of range field ${n}`);
    if (n === 0) return new Input(this.record);
    this.split();
    return this.fields![n];
  }

  private setField(n: number, value: Value): void {
    if (n === 0) {
      this.setRecord(this.text(value));
      return;
    }
    this.split();
    if (n > this.count) {
      for (let i = this.count + 1; i < n; i++) this.fields![i] = '';
      this.count = n;
    }
    this.fields![n] = typeof value === 'number' ? new Input(this.text(value)) : value;
    this.rebuild();
  }

  store(target: Expr, value: Value): Value {
    if (target.t === 'group' && target.items.length === 1) return this.store(target.items[0]!, value);
    if (target.t === 'var') this.set(target.name, value);
    else if (target.t === 'field') this.setField(toNumber(this.value(target.of)), value);
    else if (target.t === 'index') this.array(target.name).set(this.key(target.keys), value);
    else throw new AwkError('assignment to something that is no variable');
    return value;
  }

  key(keys: Expr[]): string {
    return keys.map((k) => this.text(this.value(k))).join(keys.length > 1 ? this.text(this.get('SUBSEP')) : '');
  }

  /** A pattern's source: a regular expression as written, else the value's text. */
  pattern(e: Expr): string {
    if (e.t === 'group' && e.items.length === 1) return this.pattern(e.items[0]!);
    return e.t === 'regex' ? e.v : this.text(this.value(e));
  }

  value(e: Expr): Value {
    switch (e.t) {
      case 'number':
      case 'string': return e.v;
      case 'regex': return this.regex(e.v).test(this.record) ? 1 : 0;
      case 'var': return this.get(e.name);
      case 'field': return this.field(toNumber(this.value(e.of)));
      case 'index': {
        const array = this.array(e.name);
        const key = this.key(e.keys);
        // Reading an element makes it.
        if (!array.has(key)) array.set(key, undefined);
        return array.get(key);
      }
      case 'group': return e.items.length === 1 ? this.value(e.items[0]!) : this.key(e.items);
      case 'assign': {
        if (e.op === '=') return this.store(e.target, this.value(e.value));
        const right = toNumber(this.value(e.value));
        return this.store(e.target, arithmetic(e.op[0]!, toNumber(this.value(e.target)), right));
      }
      case 'conditional': return truth(this.value(e.test)) ? this.value(e.yes) : this.value(e.no);
      case 'and': return truth(this.value(e.left)) && truth(this.value(e.right)) ? 1 : 0;
      case 'or': return truth(this.value(e.left)) || truth(this.value(e.right)) ? 1 : 0;
      case 'match': return this.regex(this.pattern(e.right)).test(this.text(this.value(e.left))) !== e.negate ? 1 : 0;
      case 'in': return this.array(e.name).has(this.key(e.keys)) ? 1 : 0;
      case 'unary': {
        const v = this.value(e.of);
        return e.op === '!' ? (truth(v) ? 0 : 1) : e.op === '-' ? -toNumber(v) : toNumber(v);
      }
      case 'step': {
        const old = toNumber(this.value(e.target));
        const next = old + (e.op === '++' ? 1 : -1);
        this.store(e.target, next);
        return e.prefix ? next : old;
      }
      case 'binary': return this.binary(e);
      case 'call': return this.call(e);
      case 'getline': return getline(this, e);
    }
  }

  private binary(e: Expr & { t: 'binary' }): Value {
    const left = this.value(e.left);
    const right = this.value(e.right);
    if (e.op === ' ') return this.text(left) + this.text(right);
    if (!/^(?:[<>]=?|[=!]=)$/.test(e.op)) return arithmetic(e.op, toNumber(left), toNumber(right));
    const order = compare(left, right, (v) => this.text(v));
    const yes = e.op === '<' ? order < 0 : e.op === '<=' ? order <= 0 : e.op === '>' ? order > 0 : e.op === '>=' ? order >= 0 : e.op === '==' ? order === 0 : order !== 0;
    return yes ? 1 : 0;
  }

  private call(e: Expr & { t: 'call' }): Value {
    const definition = this.program.functions.get(e.name);
    if (!definition) return callBuiltin(this, e.name, e.args);
    const frame = new Map<string, Value | AwkArray>();
    const untyped: [string, string][] = [];
    definition.params.forEach((param, i) => {
      const arg = e.args[i];
      if (arg?.t !== 'var') {
        frame.set(param, arg ? this.value(arg) : undefined);
        return;
      }
      const caller = this.frames[this.frames.length - 1];
      const v = caller?.has(arg.name) ? caller.get(arg.name) : this.globals.get(arg.name);
      if (v === undefined && arg.name !== 'NF') untyped.push([param, arg.name]);
      frame.set(param, v instanceof Map ? v : arg.name === 'NF' ? this.get('NF') : v);
    });
    if (this.frames.length > 2000) throw new AwkError(`function ${e.name}: call nesting too deep`);
    this.frames.push(frame);
    let result: Value;
    try {
      this.statement(definition.body);
    } catch (error) {
      if (!(error instanceof Flow) || error.kind !== 'return') throw error;
      result = error.value;
    } finally {
      this.frames.pop();
      // A name that had no value yet became an array inside.
      for (const [param, name] of untyped) {
        const v = frame.get(param);
        if (!(v instanceof Map)) continue;
        const caller = this.frames[this.frames.length - 1];
        (caller?.has(name) ? caller : this.globals).set(name, v);
      }
    }
    return result;
  }

  private statement(s: Stmt): void {
    switch (s.t) {
      case 'block':
        for (const inner of s.body) this.statement(inner);
        return;
      case 'if':
        if (truth(this.value(s.test))) this.statement(s.yes);
        else if (s.no) this.statement(s.no);
        return;
      case 'while':
        while (truth(this.value(s.test)) && this.iteration(s.body));
        return;
      case 'do':
        do if (!this.iteration(s.body)) return; while (truth(this.value(s.test)));
        return;
      case 'for':
        for (s.init && this.statement(s.init); !s.test || truth(this.value(s.test)); s.step && this.statement(s.step)) if (!this.iteration(s.body)) return;
        return;
      case 'for-in':
        for (const key of [...this.array(s.array).keys()]) {
          if (!this.array(s.array).has(key)) continue;
          this.set(s.name, new Input(key));
          if (!this.iteration(s.body)) return;
        }
        return;
      case 'print':
      case 'printf': return this.print(s);
      case 'expr':
        this.value(s.e);
        return;
      case 'delete':
        if (s.keys) this.array(s.name).delete(this.key(s.keys));
        else this.array(s.name).clear();
        return;
      case 'exit':
      case 'return': throw new Flow(s.t, s.value ? this.value(s.value) : undefined);
      default: throw new Flow(s.t);
    }
  }

  /** False when the loop was left. */
  private iteration(body: Stmt): boolean {
    // A loop that makes no system calls would not hear of a signal.
    if ((++this.turns & 0xff) === 0) this.ctx.stdin.check();
    try {
      this.statement(body);
    } catch (e) {
      if (!(e instanceof Flow) || (e.kind !== 'break' && e.kind !== 'continue')) throw e;
      return e.kind === 'continue';
    }
    return true;
  }

  private print(s: Stmt & { t: 'print' | 'printf' }): void {
    let text: string;
    if (s.t === 'printf') {
      const [format, ...values] = s.args.map((a) => this.value(a));
      text = formatAwk(this.text(format), values, this);
    } else if (s.args.length === 0) text = this.record + this.text(this.get('ORS'));
    else {
      const shown = (v: Value): string => toText(v, (n) => formatAwk(this.text(this.get('OFMT')), [n], this));
      text = s.args.map((a) => shown(this.value(a))).join(this.text(this.get('OFS'))) + this.text(this.get('ORS'));
    }
    if (!s.to) this.ctx.out(text);
    else this.files.write(this.text(this.value(s.to.to)), s.to.kind, text);
  }
}
