/** make's functions. */
import { glob } from '../../expand/glob.ts';
import { SysError } from '../../../abi/errno.ts';
import { normalize } from '../../paths.ts';
import { Context, drain } from '../../run/context.ts';
import { MemoryOut } from '../../run/io.ts';
import { decode } from '../../text.ts';
import { MakeError, type State } from './state.ts';
import { dirPart, notdirPart, patsubst, split, stem, suffixPart } from './words.ts';

type Expand = (state: State, text: string) => string;
type Plain = (args: string[], state: State) => string;

const byByte = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const each = (of: (word: string) => string): Plain => ([list]) => split(list!).map(of).join(' ');

/** Those whose arguments are all expanded first; the number is how many commas separate, the rest belongs to the last. */
const plain: Record<string, [count: number, run: Plain]> = {
  subst: [3, ([from, to, text]) => (from === '' ? text! + to! : text!.split(from!).join(to))],
  patsubst: [3, ([from, to, text]) => patsubst(split(text!), from!, to!).join(' ')],
  strip: [1, ([text]) => split(text!).join(' ')],
  findstring: [2, ([part, text]) => (text!.includes(part!) ? part! : '')],
  filter: [2, ([patterns, text]) => split(text!).filter((word) => split(patterns!).some((pattern) => stem(pattern, word) !== undefined)).join(' ')],
  'filter-out': [2, ([patterns, text]) => split(text!).filter((word) => !split(patterns!).some((pattern) => stem(pattern, word) !== undefined)).join(' ')],
  sort: [1, ([text]) => [...new Set(split(text!))].sort(byByte).join(' ')],
  word: [2, ([n, text], state) => split(text!)[positive(state, n!, 'word') - 1] ?? ''],
  wordlist: [3, ([from, to, text], state) => split(text!).slice(positive(state, from!, 'wordlist') - 1, Number(to!.trim())).join(' ')],
  words: [1, ([text]) => String(split(text!).length)],
  firstword: [1, ([text]) => split(text!)[0] ?? ''],
  lastword: [1, ([text]) => split(text!).at(-1) ?? ''],
  dir: [1, each(dirPart)],
  notdir: [1, each(notdirPart)],
  suffix: [1, ([text]) => split(text!).map(suffixPart).filter((part) => part !== '').join(' ')],
  basename: [1, each((name) => name.slice(0, name.length - suffixPart(name).length))],
  addsuffix: [2, ([suffix, text]) => split(text!).map((word) => word + suffix!).join(' ')],
  addprefix: [2, ([prefix, text]) => split(text!).map((word) => prefix! + word).join(' ')],
  join: [2, ([a, b]) => {
    const [left, right] = [split(a!), split(b!)];
    return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => (left[at] ?? '') + (right[at] ?? '')).join(' ');
  }],
  wildcard: [1, ([text], { ctx }) => split(text!).flatMap((pattern) => glob(ctx.sys, pattern, { dotglob: false, globstar: false, nocase: false })).join(' ')],
  abspath: [1, ([text], { ctx }) => split(text!).map((path) => normalize(path.startsWith('/') ? path : `${ctx.sys.getcwd()}/${path}`)).join(' ')],
  realpath: [1, ([text], { ctx }) => split(text!).flatMap((path) => realpath(ctx, path)).join(' ')],
  shell: [1, ([text], state) => shell(state, text!)],
  info: [1, ([text], { ctx }) => {
    ctx.out(`${text!}\n`);
    return '';
  }],
  warning: [1, ([text], { ctx, here }) => {
    ctx.err(`${here ? `${here.file}:${here.line}: ` : ''}${text!}\n`);
    return '';
  }],
  error: [1, ([text], state) => state.fail(text!)],
  value: [1, ([name], state) => state.find(name!)?.value ?? ''],
  origin: [1, ([name], state) => state.find(name!)?.origin ?? 'undefined'],
  flavor: [1, ([name], state) => {
    const found = state.find(name!);
    return !found ? 'undefined' : found.recursive ? 'recursive' : 'simple';
  }],
  eval: [1, ([text], state) => {
    state.evaluate(text!);
    return '';
  }],
};

const lazy = new Set(['if', 'or', 'and', 'foreach', 'call']);

export const functionNames: ReadonlySet<string> = new Set([...Object.keys(plain), ...lazy, 'file', 'guile', 'let', 'intcmp', 'load']);

export function callFunction(state: State, name: string, raw: string[], expand: Expand): string {
  if (lazy.has(name)) return callLazy(state, name, raw, expand);
  const known = Object.hasOwn(plain, name) ? plain[name] : undefined;
  if (!known) state.fail(`this make does not know the function '${name}'`);
  const [count, run] = known;
  const args = raw.length > count ? [...raw.slice(0, count - 1), raw.slice(count - 1).join(',')] : raw;
  if (args.length < count) state.fail(`insufficient number of arguments (${args.length}) to function '${name}'`);
  return run(args.map((arg) => expand(state, arg)), state);
}

function callLazy(state: State, name: string, raw: string[], expand: Expand): string {
  const value = (at: number): string => expand(state, raw[at] ?? '');
  switch (name) {
    case 'if': {
      if (raw.length < 2) state.fail(`insufficient number of arguments (${raw.length}) to function 'if'`);
      return expand(state, raw[0]!.trim()) !== '' ? value(1) : raw.slice(2).length > 0 ? expand(state, raw.slice(2).join(',')) : '';
    }
    case 'or':
      for (const arg of raw) {
        const found = expand(state, arg.trim());
        if (found !== '') return found;
      }
      return '';
    case 'and': {
      let last = '';
      for (const arg of raw) {
        last = expand(state, arg.trim());
        if (last === '') return '';
      }
      return last;
    }
    case 'foreach': {
      if (raw.length < 3) state.fail(`insufficient number of arguments (${raw.length}) to function 'foreach'`);
      const variable = value(0).trim();
      return split(value(1)).map((word) => within(state, [[variable, word]], () => expand(state, raw.slice(2).join(',')))).join(' ');
    }
    default: {
      const called = value(0).trim();
      const args = raw.slice(1).map((arg) => expand(state, arg));
      if (functionNames.has(called)) return callFunction(state, called, args, (_state, text) => text);
      const found = state.find(called);
      if (!found) return '';
      return within(state, [['0', called], ...args.map((arg, at): [string, string] => [String(at + 1), arg])], () => expand(state, found.value));
    }
  }
}

function within(state: State, values: [string, string][], body: () => string): string {
  const before = state.scopes;
  state.scopes = [new Map(values.map(([name, value]) => [name, { value, recursive: false, origin: 'automatic' as const }])), ...before];
  try {
    return body();
  } finally {
    state.scopes = before;
  }
}

function positive(state: State, text: string, name: string): number {
  const value = text.trim();
  if (!/^\d+$/.test(value)) throw new MakeError(`non-numeric first argument to '${name}' function: '${text}'`, state.here);
  if (Number(value) === 0) throw new MakeError(`first argument to '${name}' function must be greater than 0`, state.here);
  return Number(value);
}

function realpath(ctx: Context, path: string): string[] {
  try {
    return [ctx.sys.realpath(path)];
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    return [];
  }
}

/** The command's output in one line. */
function shell(state: State, command: string): string {
  const { ctx } = state;
  ctx.stdout.flush();
  const sink = new MemoryOut();
  const inner = new Context(ctx.sys, ctx.name, [], ctx.env, [ctx.handles[0], sink, ctx.handles[2]]);
  const drains: [number, MemoryOut][] = [];
  const pid = inner.start(['/bin/sh', '-c', command], { env: ctx.env }, drains);
  drain(ctx.sys, drains);
  const status = ctx.wait(pid);
  state.set('.SHELLSTATUS', String(status), { origin: 'override' });
  return decode(sink.bytes()).replace(/\n+$/, '').replaceAll('\n', ' ');
}

