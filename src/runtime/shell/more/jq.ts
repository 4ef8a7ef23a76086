/** jq. */
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command, Context } from '../run/context.ts';
import { decode, splitLines } from '../text.ts';
import type { Node } from './jq/ast.ts';
import { JqSyntaxError } from './jq/lexer.ts';
import { library } from './jq/library.ts';
import { Machine } from './jq/machine.ts';
import { Break, Halt, type Host, type Scope } from './jq/scope.ts';
import { natives } from './jq/natives.ts';
import { parseProgram } from './jq/parser.ts';
import { JsonReader, readJson } from './jq/read-json.ts';
import { JqError, type Json, truthy, write, type WriteOptions } from './jq/values.ts';

interface Settings {
  program: string | null;
  files: string[];
  nullInput: boolean;
  slurp: boolean;
  rawInput: boolean;
  raw: boolean;
  join: boolean;
  nul: boolean;
  exitStatus: boolean;
  seq: boolean;
  stream: boolean;
  output: WriteOptions;
  named: Map<string, Json>;
  positional: Json[];
}

export const jq: Command = {
  name: 'jq',
  run(ctx) {
    const settings = readSettings(ctx);
    if (settings.program === null) {
      ctx.err('Usage:\tjq [OPTIONS] FILTER [FILES...]\n\tjq [OPTIONS] --args FILTER [ARGUMENTS...]\n\tjq [OPTIONS] --jsonargs FILTER [JSON_VALUES...]\n');
      return 2;
    }
    let program: Node;
    try {
      program = parseProgram(settings.program);
      checkNames(program, settings);
    } catch (e) {
      if (!(e instanceof JqSyntaxError)) throw e;
      ctx.err(`jq: error: ${e.message}\n${settings.program}\njq: 1 compile error\n`);
      return 3;
    }
    return new Run(ctx, settings, program).all();
  },
};

function readSettings(ctx: Context): Settings {
  const s: Settings = {
    program: null, files: [], nullInput: false, slurp: false, rawInput: false, raw: false, join: false, nul: false, exitStatus: false, seq: false, stream: false,
    output: { indent: '  ', color: ctx.stdout.isTty && !ctx.env['NO_COLOR'] }, named: new Map(), positional: [],
  };
  const args = [...ctx.args];
  let rest: 'files' | 'args' | 'json' = 'files';
  let fromFile = false;
  let plain = false;
  const need = (option: string, count: number): string[] => {
    if (args.length < count) ctx.die(`Unknown arguments: ${option} takes ${count} parameter${count === 1 ? '' : 's'}`, 2);
    return args.splice(0, count);
  };
  const json = (text: string, option: string): Json => {
    try {
      return readJson(text);
    } catch (e) {
      if (!(e instanceof JqError)) throw e;
      ctx.err(`jq: Invalid JSON text passed to --${option}\nUse jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://jqlang.github.io/jq\n`);
      return ctx.die('', 2);
    }
  };
  while (args.length > 0) {
    const arg = args.shift()!;
    if (plain || !/^-./.test(arg)) {
      if (s.program === null && !fromFile) s.program = arg;
      else if (rest === 'files') s.files.push(arg);
      else s.positional.push(rest === 'args' ? arg : json(arg, 'jsonargs'));
      continue;
    }
    if (arg === '--') {
      plain = true;
      continue;
    }
    if (arg.startsWith('--')) {
      switch (arg.slice(2)) {
        case 'null-input': s.nullInput = true; break;
        case 'slurp': s.slurp = true; break;
        case 'raw-input': s.rawInput = true; break;
        case 'raw-output': s.raw = true; break;
        case 'join-output': s.raw = s.join = true; break;
        case 'raw-output0': s.raw = s.nul = true; break;
        case 'compact-output': delete s.output.indent; break;
        case 'tab': s.output.indent = '\t'; break;
        case 'indent': {
          const n = Number(need(arg, 1)[0]);
          if (n === 0) delete s.output.indent;
          else s.output.indent = ' '.repeat(n);
          break;
        }
        case 'sort-keys': s.output.sortKeys = true; break;
        case 'ascii-output': s.output.ascii = true; break;
        case 'color-output': s.output.color = true; break;
        case 'monochrome-output': s.output.color = false; break;
        case 'exit-status': s.exitStatus = true; break;
        case 'seq': s.seq = true; break;
        case 'stream': s.stream = true; break;
        case 'unbuffered': break;
        case 'args': rest = 'args'; break;
        case 'jsonargs': rest = 'json'; break;
        case 'arg': {
          const [name, value] = need(arg, 2);
          s.named.set(name!, value!);
          break;
        }
        case 'argjson': {
          const [name, value] = need(arg, 2);
          s.named.set(name!, json(value!, 'argjson'));
          break;
        }
        case 'slurpfile':
        case 'rawfile': {
          const [name, file] = need(arg, 2);
          try {
            const text = decode(ctx.sys.readFile(file!));
            s.named.set(name!, arg === '--rawfile' ? text : allOf(text));
          } catch (e) {
            if (!(e instanceof SysError)) throw e;
            ctx.err(`jq: Bad JSON in --${arg.slice(2)} ${name} ${file}: Could not open ${file}: ${errorText(e)}\n`);
            ctx.die('', 2);
          }
          break;
        }
        case 'from-file': fromFile = true; s.program = readProgram(ctx, args, s); break;
        case 'help':
          ctx.out('Usage:\tjq [OPTIONS] FILTER [FILES...]\n');
          ctx.stdout.flush();
          throw new Halt(0);
        case 'version':
          ctx.out('jq-1.7.1-tabloom\n');
          s.program = 'empty';
          s.nullInput = true;
          break;
        default: ctx.die(`Unknown arguments\nUse jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://jqlang.github.io/jq`, 2);
      }
      continue;
    }
    for (const letter of arg.slice(1)) {
      const long: { [l: string]: string } = { n: 'null-input', s: 'slurp', R: 'raw-input', r: 'raw-output', j: 'join-output', c: 'compact-output', S: 'sort-keys', a: 'ascii-output', C: 'color-output', M: 'monochrome-output', e: 'exit-status', f: 'from-file', h: 'help', V: 'version' };
      if (long[letter] === undefined) ctx.die(`Unknown arguments\nUse jq --help for help with command-line options,\nor see the jq manpage, or online docs  at https://jqlang.github.io/jq`, 2);
      args.unshift(`--${long[letter]}`);
      // Handled in the order given: the long form is the next argument.
      if (letter !== arg.at(-1)) {
        args.splice(1, 0, `-${arg.slice(arg.indexOf(letter) + 1)}`);
        break;
      }
    }
  }
  return s;
}

function readProgram(ctx: Context, args: string[], s: Settings): string {
  // The first operand is then the program's file, and what was taken for a program one of the inputs.
  const file = s.program ?? args.splice(args.findIndex((a) => !a.startsWith('-')), 1)[0] ?? '';
  try {
    return decode(ctx.sys.readFile(file)).replace(/^#!.*/, '');
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    ctx.err(`jq: error: Could not open ${file}: ${errorText(e)}\n`);
    return ctx.die('', 2);
  }
}

function allOf(text: string): Json[] {
  const reader = new JsonReader(text);
  const out: Json[] = [];
  for (let v = reader.next(); v !== undefined; v = reader.next()) out.push(v);
  return out;
}

/** Functions and variables are looked for before anything runs, as a compiler does. */
function checkNames(program: Node, s: Settings): void {
  const walk = (node: unknown, scope: ReadonlySet<string>): void => {
    if (Array.isArray(node)) {
      for (const item of node) walk(item, scope);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const n = node as Node;
    let inner = scope;
    if (n.t === 'define') {
      const key = `${n.definition.name}/${n.definition.params.length}`;
      const own = new Set([...scope, key]);
      walk(n.definition.body, new Set([...own, ...n.definition.params.flatMap((p) => (p.startsWith('$') ? [`${p.slice(1)}/0`, p] : [`${p}/0`]))]));
      walk(n.body, own);
      return;
    }
    if (n.t === 'call') {
      const key = `${n.name}/${n.args.length}`;
      if (!scope.has(key) && !natives.has(key) && !library.has(key)) throw new JqSyntaxError(`${key} is not defined at <top-level>, line 1:`);
    }
    if (n.t === 'variable' && !scope.has(`$${n.name}`)) throw new JqSyntaxError(`$${n.name} is not defined at <top-level>, line 1:`);
    if (n.t === 'label') inner = new Set([...scope, `*${n.name}`]);
    if (n.t === 'break' && !scope.has(`*${n.name}`)) throw new JqSyntaxError(`$*label-${n.name} is not defined at <top-level>, line 1:`);
    if (n.t === 'bind' || n.t === 'reduce' || n.t === 'foreach') {
      walk(n.source, scope);
      const names = JSON.stringify(n.t === 'bind' ? n.patterns : n.pattern).matchAll(/"(?:name|variable)":"(\w+)"/g);
      inner = new Set([...scope, ...[...names].map((m) => `$${m[1]}`)]);
      if (n.t === 'bind') walk(n.body, inner);
      else {
        walk(n.init, scope);
        walk(n.update, inner);
        if (n.t === 'foreach') walk(n.extract, inner);
      }
      return;
    }
    for (const value of Object.values(n)) if (typeof value === 'object') walk(value, inner);
  };
  walk(program, new Set(['$ENV', '$__prog_args', '$__loc__', '$ARGS', ...[...s.named.keys()].map((name) => `$${name}`)]));
}

class Run {
  private readonly ctx: Context;
  private readonly s: Settings;
  private readonly program: Node;
  private readonly inputs: Generator<Json, void, undefined>;
  private file: Json = null;
  private line = 0;
  private status = 0;
  private last: Json | undefined;

  constructor(ctx: Context, s: Settings, program: Node) {
    this.ctx = ctx;
    this.s = s;
    this.program = program;
    this.inputs = this.read();
  }

  all(): number {
    const { ctx, s } = this;
    const environment: Json = new Map(Object.entries(ctx.env));
    const host: Host = {
      environment, library, natives, named: null, location: () => this.file,
      next: () => {
        const next = this.inputs.next();
        return next.done ? undefined : next.value;
      },
      debug: (v) => ctx.err(`${write(['DEBUG:', v])}\n`),
      stderr: (text) => ctx.err(text),
    };
    let scope: Scope = { t: 'variable', name: 'ARGS', value: new Map<string, Json>([['positional', s.positional], ['named', s.named]]), next: null };
    for (const [name, value] of s.named) scope = { t: 'variable', name, value, next: scope };
    const machine = new Machine(host);
    try {
      if (s.nullInput) this.one(machine, scope, null);
      else for (let input = host.next(); input !== undefined; input = host.next()) this.one(machine, scope, input);
    } catch (e) {
      if (e instanceof Halt) return this.halted(e);
      if (!(e instanceof JqError)) throw e;
      ctx.stdout.flush();
      ctx.err(`jq: error (at ${this.file === null ? '<stdin>' : String(this.file)}:${this.line}): ${e.message}\n`);
      return 2;
    }
    if (this.status !== 0) return this.status;
    if (s.exitStatus) return this.last === undefined ? 4 : truthy(this.last) ? 0 : 1;
    return 0;
  }

  private halted(e: Halt): number {
    if (e.value !== undefined) {
      this.ctx.stdout.flush();
      this.ctx.err(typeof e.value === 'string' ? e.value : `${write(e.value)}\n`);
    }
    return e.status;
  }

  private one(machine: Machine, scope: Scope, input: Json): void {
    const { ctx } = this;
    try {
      for (const value of machine.values(this.program, scope, input)) {
        this.last = value;
        this.print(value);
      }
    } catch (e) {
      if (e instanceof Break) {
        this.status = 5;
        ctx.err('jq: error (at <unknown>): break\n');
        return;
      }
      if (!(e instanceof JqError)) throw e;
      this.status = 5;
      ctx.stdout.flush();
      const place = this.s.nullInput && this.file === null ? '<unknown>' : `${this.file === null ? '<stdin>' : String(this.file)}:${this.line}`;
      const value = e.value;
      ctx.err(typeof value === 'string' ? `jq: error (at ${place}): ${value}\n` : `jq: error (at ${place}) (not a string): ${write(value)}\n`);
    }
  }

  private print(value: Json): void {
    const { s, ctx } = this;
    const text = s.raw && typeof value === 'string' ? value : write(value, s.output);
    ctx.out(`${s.seq ? '\x1e' : ''}${text}${s.nul ? '\0' : s.join ? '' : '\n'}`);
  }

  /** The inputs, one text after another. */
  private *read(): Generator<Json, void, undefined> {
    const { s } = this;
    const texts: string[] = [];
    const slurped: Json[] = [];
    for (const { text, name } of this.sources()) {
      this.file = name;
      if (s.rawInput && s.slurp) texts.push(text);
      else if (s.rawInput) yield* splitLines(text);
      else {
        const reader = new JsonReader(text);
        for (;;) {
          let v: Json | undefined;
          try {
            v = reader.next();
          } catch (e) {
            if (!(e instanceof JqError)) throw e;
            this.ctx.stdout.flush();
            this.ctx.err(`jq: error (at ${name ?? '<stdin>'}:0): ${e.message}\n`.replace('jq: error (at <stdin>:0): ', 'jq: parse error: '));
            throw new Halt(2);
          }
          this.line = reader.lines;
          if (v === undefined) break;
          if (s.slurp) slurped.push(v);
          else if (s.stream) yield* new Machine({ next: () => undefined, environment: null, debug: () => {}, stderr: () => {}, location: () => null, library, natives, named: null }).values({ t: 'call', name: 'tostream', args: [] }, null, v);
          else yield v;
        }
      }
    }
    if (s.slurp) yield s.rawInput ? texts.join('') : slurped;
  }

  private *sources(): Generator<{ text: string; name: string | null }, void, undefined> {
    const { ctx, s } = this;
    if (s.files.length === 0) {
      yield { text: decode(ctx.stdin.all()), name: null };
      return;
    }
    for (const file of s.files) {
      try {
        yield { text: decode(ctx.sys.readFile(file)), name: file };
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        ctx.err(`jq: error: Could not open ${file}: ${errorText(e)}\n`);
        this.status = 2;
      }
    }
  }
}

