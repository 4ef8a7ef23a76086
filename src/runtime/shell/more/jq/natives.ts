/** Functions of jq that are not written in the language itself, by name and number of arguments. */
import type { Node } from './ast.ts';
import { fresh, type Item, type Native, type Results, type Runner, type Scope } from './scope.ts';
import { control } from './control.ts';
import { readJson } from './read-json.ts';
import { deletePaths, getPath, indices, split, updatePath } from './paths.ts';
import { matches } from './regex.ts';
import { dates } from './dates.ts';
import { maths } from './maths.ts';
import { compare, described, JqError, type Json, type JsonObject, sortedKeys, truthy, typeOf, write } from './values.ts';
import { encode } from '../../text.ts';

/** A function of its input and of the values of its arguments: each combination is one call. */
type Plain = (input: Json, ...args: Json[]) => Json;

function plain(fn: Plain): Native {
  return function* (machine, args, scope, input) {
    const call = function* (i: number, values: Json[]): Results {
      if (i < 0) {
        yield fresh(input, fn(input.value, ...values));
        return;
      }
      for (const v of machine.values(args[i]!, scope, input.value)) yield* call(i - 1, [v, ...values]);
    };
    yield* call(args.length - 1, []);
  };
}

function text(v: Json, what: string): string {
  if (typeof v !== 'string') throw new JqError(`${described(v)} ${what}`);
  return v;
}

function list(v: Json, what: string): Json[] {
  if (!Array.isArray(v)) throw new JqError(`${described(v)} ${what}`);
  return v;
}

function length(v: Json): Json {
  if (v === null) return 0;
  if (typeof v === 'boolean') throw new JqError(`${described(v)} has no length`);
  if (typeof v === 'number') return Math.abs(v);
  return typeof v === 'string' ? [...v].length : Array.isArray(v) ? v.length : v.size;
}

function has(of: Json, key: Json): boolean {
  if (of instanceof Map && typeof key === 'string') return of.has(key);
  if (Array.isArray(of) && typeof key === 'number') return key >= 0 && key < of.length;
  throw new JqError(`Cannot check whether ${typeOf(of)} has a ${typeOf(key) === 'string' ? 'string' : typeOf(key)} key`);
}

function contains(a: Json, b: Json): boolean {
  if (a instanceof Map && b instanceof Map) return [...b].every(([k, v]) => a.has(k) && contains(a.get(k)!, v));
  if (Array.isArray(a) && Array.isArray(b)) return b.every((v) => a.some((w) => typeOf(v) === typeOf(w) && contains(w, v)));
  if (typeof a === 'string' && typeof b === 'string') return a.includes(b);
  if (typeOf(a) === typeOf(b)) return compare(a, b) === 0;
  throw new JqError(`${described(a)} and ${described(b)} cannot have their containment checked`);
}

function toNumber(v: Json): Json {
  if (typeof v === 'number') return v;
  if (typeof v !== 'string') throw new JqError(`${described(v)} cannot be parsed as a number`);
  if (!/^\s*-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(v)) throw new JqError(`${described(v)} cannot be parsed as a number`);
  return Number(v);
}

function flatten(v: Json[], depth: number): Json[] {
  if (depth < 0) throw new JqError('flatten depth must not be negative');
  return v.flatMap((item) => (Array.isArray(item) ? (depth > 0 ? flatten(item, depth - 1) : [item]) : [item]));
}

function trim(v: Json, pattern: RegExp): Json {
  return text(v, 'cannot be trimmed').replace(pattern, '');
}

function implode(v: Json): string {
  return list(v, 'cannot be imploded, must be an array of codepoints').map((c) => {
    if (typeof c !== 'number') throw new JqError('Unicode codepoint must be numeric');
    return String.fromCodePoint(c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0xfffd : c);
  }).join('');
}

function indexOf(v: Json, part: Json): Json[] {
  if (v === null) return [];
  if (typeof v === 'string' && typeof part === 'string') {
    const out: Json[] = [];
    if (part === '') return out;
    for (let i = v.indexOf(part); i >= 0; i = v.indexOf(part, i + 1)) out.push([...v.slice(0, i)].length);
    return out;
  }
  if (Array.isArray(v)) return indices(v, Array.isArray(part) ? part : [part]);
  throw new JqError(`Cannot determine indices of ${typeOf(part)} in ${typeOf(v)}`);
}

const sorted = (v: Json[]): Json[] => [...v].sort(compare);

/** Items with their keys, in the order of the keys. */
function keyed(machine: Runner, args: Node[], scope: Scope, input: Json, what: string): { item: Json; key: Json[] }[] {
  return list(input, what).map((item) => ({ item, key: [...machine.values(args[0]!, scope, item)] })).sort((a, b) => compare(a.key, b.key));
}

function groups(entries: { item: Json; key: Json[] }[]): { item: Json; key: Json[] }[][] {
  const out: { item: Json; key: Json[] }[][] = [];
  for (const entry of entries) {
    const last = out[out.length - 1];
    if (last && compare(last[0]!.key, entry.key) === 0) last.push(entry);
    else out.push([entry]);
  }
  return out;
}

function extreme(entries: { item: Json; key: Json[] }[], sign: number): Json {
  let best: { item: Json; key: Json[] } | null = null;
  for (const e of entries) if (best === null || sign * compare(e.key, best.key) > 0 || (sign > 0 && compare(e.key, best.key) === 0)) best = e;
  return best === null ? null : best.item;
}

const unsorted = (machine: Runner, args: Node[], scope: Scope, input: Json): { item: Json; key: Json[] }[] => list(input, 'cannot be iterated over').map((item) => ({ item, key: [...machine.values(args[0]!, scope, item)] }));

function toStream(v: Json, path: Json[], out: Json[]): void {
  const keys: Json[] = Array.isArray(v) ? v.map((_, i) => i) : v instanceof Map ? [...v.keys()] : [];
  if (keys.length === 0) out.push([path, v]);
  else {
    for (const key of keys) toStream(getPath(v, [key]), [...path, key], out);
    out.push([[...path, keys[keys.length - 1]!]]);
  }
}

const table: { [key: string]: Native } = {
  'not/0': plain((v) => !truthy(v)),
  'length/0': plain(length),
  'utf8bytelength/0': plain((v) => encode(text(v, 'only strings have UTF-8 byte length')).length),
  'keys/0': plain((v) => (v instanceof Map ? sortedKeys(v) : Array.isArray(v) ? v.map((_, i) => i) : fail(`${described(v)} has no keys`))),
  'keys_unsorted/0': plain((v) => (v instanceof Map ? [...v.keys()] : Array.isArray(v) ? v.map((_, i) => i) : fail(`${described(v)} has no keys`))),
  'has/1': plain((v, key) => has(v, key!)),
  'contains/1': plain((v, b) => contains(v, b!)),
  'type/0': plain(typeOf),
  'tostring/0': plain((v) => (typeof v === 'string' ? v : write(v))),
  'tojson/0': plain((v) => write(v)),
  'fromjson/0': plain((v) => readJson(text(v, 'only strings can be parsed'))),
  'tonumber/0': plain(toNumber),
  'toarray/0': plain((v) => (Array.isArray(v) ? v : [v])),
  'ascii_downcase/0': plain((v) => text(v, 'cannot be downcased').replace(/[A-Z]/g, (c) => c.toLowerCase())),
  'ascii_upcase/0': plain((v) => text(v, 'cannot be upcased').replace(/[a-z]/g, (c) => c.toUpperCase())),
  'explode/0': plain((v) => [...text(v, 'cannot be exploded')].map((c) => c.codePointAt(0)!)),
  'implode/0': plain(implode),
  'ltrimstr/1': plain((v, s) => (typeof v === 'string' && typeof s === 'string' && v.startsWith(s) ? v.slice(s.length) : v)),
  'rtrimstr/1': plain((v, s) => (typeof v === 'string' && typeof s === 'string' && s !== '' && v.endsWith(s) ? v.slice(0, -s.length) : v)),
  'trimstr/1': plain((v, s) => (typeof v !== 'string' || typeof s !== 'string' || s === '' ? v : v.slice(v.startsWith(s) ? s.length : 0, v.length > s.length && v.endsWith(s) ? -s.length : undefined))),
  'trim/0': plain((v) => trim(v, /^\s+|\s+$/g)),
  'ltrim/0': plain((v) => trim(v, /^\s+/)),
  'rtrim/0': plain((v) => trim(v, /\s+$/)),
  'startswith/1': plain((v, s) => (typeof v === 'string' && typeof s === 'string' ? v.startsWith(s) : fail('startswith() requires string inputs'))),
  'endswith/1': plain((v, s) => (typeof v === 'string' && typeof s === 'string' ? v.endsWith(s) : fail('endswith() requires string inputs'))),
  'split/1': plain((v, s) => (typeof v === 'string' && typeof s === 'string' ? split(v, s) : fail('split input and separator must be strings'))),
  'join/1': plain((v, s) => list(v, 'cannot be iterated over').map((item) => (item === null ? '' : typeof item === 'string' ? item : typeof item === 'object' ? fail(`${described(text(s!, ''))} and ${described(item)} cannot be added`) : write(item))).join(text(s!, 'cannot join'))),
  'add/0': function* (machine, _args, _scope, input) {
    let sum: Json = null;
    for (const { value } of machine.iterate({ value: input.value, path: null })) for (const v of machine.values({ t: 'binary', op: '+', left: { t: 'variable', name: 'a' }, right: { t: 'variable', name: 'b' } }, { t: 'variable', name: 'a', value: sum, next: { t: 'variable', name: 'b', value, next: null } }, null)) sum = v;
    yield fresh(input, sum);
  },
  'floor/0': plain((v) => Math.floor(number(v))),
  'sqrt/0': plain((v) => Math.sqrt(number(v))),
  'pow/2': plain((_v, a, b) => number(a!) ** number(b!)),
  'log/0': plain((v) => Math.log(number(v))),
  'reverse/0': plain((v) => (v === null ? [] : typeof v === 'string' ? [...v].reverse().join('') : [...list(v, 'cannot be reversed, as it is not an array')].reverse())),
  'sort/0': plain((v) => sorted(list(v, 'cannot be sorted, as it is not an array'))),
  'sort_by/1': function* (machine, args, scope, input) {
    yield fresh(input, keyed(machine, args, scope, input.value, 'cannot be sorted, as it is not an array').map((e) => e.item));
  },
  'group_by/1': function* (machine, args, scope, input) {
    yield fresh(input, groups(keyed(machine, args, scope, input.value, 'cannot be grouped, as it is not an array')).map((g) => g.map((e) => e.item)));
  },
  'unique_by/1': function* (machine, args, scope, input) {
    yield fresh(input, groups(keyed(machine, args, scope, input.value, 'cannot be grouped, as it is not an array')).map((g) => g[0]!.item));
  },
  'unique/0': plain((v) => sorted(list(v, 'cannot be sorted, as it is not an array')).filter((item, i, all) => i === 0 || compare(item, all[i - 1]!) !== 0)),
  'min/0': plain((v) => extreme(list(v, 'cannot be iterated over').map((item) => ({ item, key: [item] })), -1)),
  'max/0': plain((v) => extreme(list(v, 'cannot be iterated over').map((item) => ({ item, key: [item] })), 1)),
  'min_by/1': function* (machine, args, scope, input) {
    yield fresh(input, extreme(unsorted(machine, args, scope, input.value), -1));
  },
  'max_by/1': function* (machine, args, scope, input) {
    yield fresh(input, extreme(unsorted(machine, args, scope, input.value), 1));
  },
  'flatten/0': plain((v) => flatten(flat(v), 1e9)),
  'flatten/1': plain((v, depth) => flatten(flat(v), number(depth!))),
  'indices/1': plain((v, part) => (v === null ? null : indexOf(v, part!))),
  '_indices/1': plain((v, part) => indexOf(v, part!)),
  'index/1': plain((v, part) => (v === null ? null : indexOf(v, part!)[0] ?? null)),
  'rindex/1': plain((v, part) => (v === null ? null : indexOf(v, part!).at(-1) ?? null)),
  'transpose/0': plain((v) => {
    const rows = list(v, 'cannot be transposed').map((row) => list(row, 'cannot be transposed'));
    return Array.from({ length: Math.max(0, ...rows.map((r) => r.length)) }, (_, i) => rows.map((r) => r[i] ?? null));
  }),
  'to_entries/0': plain((v) => (v instanceof Map ? [...v].map(([key, value]): Json => new Map<string, Json>([['key', key], ['value', value]])) : fail(`${described(v)} has no keys`))),
  'getpath/1': function* (machine, args, scope, input) {
    for (const path of machine.values(args[0]!, scope, input.value)) {
      const keys = list(path, 'Path must be specified as an array');
      yield { value: getPath(input.value, keys), path: Array.isArray(input.path) ? [...input.path, ...keys] : input.path };
    }
  },
  'setpath/2': plain((v, path, value) => updatePath(v, list(path!, 'Path must be specified as an array'), () => value!)),
  'delpaths/1': plain((v, paths) => deletePaths(v, list(paths!, 'Paths must be specified as an array').map((p) => list(p, 'Path must be specified as an array')))),
  'path/1': function* (machine, args, scope, input) {
    for (const path of machine.paths(args[0]!, scope, input.value)) yield fresh(input, path);
  },
  'del/1': function* (machine, args, scope, input) {
    yield fresh(input, deletePaths(input.value, [...machine.paths(args[0]!, scope, input.value)]));
  },
  'pick/1': function* (machine, args, scope, input) {
    let out: Json = null;
    for (const path of machine.paths(args[0]!, scope, input.value)) out = updatePath(out, path, () => getPath(input.value, path));
    yield fresh(input, out);
  },
  'input_line_number/0': plain(() => 0),
  'builtins/0': plain(() => [...natives.keys()]),
  'tostream/0': function* (_machine, _args, _scope, input) {
    const out: Json[] = [];
    toStream(input.value, [], out);
    for (const event of out) yield fresh(input, event);
  },
  'splits/1': function* (machine, args, scope, input) {
    for (const re of machine.values(args[0]!, scope, input.value)) yield* pieces(input, re, null);
  },
  'splits/2': function* (machine, args, scope, input) {
    for (const re of machine.values(args[0]!, scope, input.value)) for (const flags of machine.values(args[1]!, scope, input.value)) yield* pieces(input, re, flags);
  },
  'split/2': plain((v, re, flags) => cut(v, re!, flags!)),
  '_match/3': plain((v, re, flags, test) => matches(v, re!, flags!, truthy(test!))),
  'infinite/0': plain(() => Infinity),
  'nan/0': plain(() => Number.NaN),
  'isinfinite/0': plain((v) => Math.abs(number(v)) === Infinity),
  'isnan/0': plain((v) => Number.isNaN(number(v))),
  'isnormal/0': plain((v) => Number.isFinite(number(v)) && Math.abs(number(v)) >= 2.2250738585072014e-308),
  'have_literal_numbers/0': plain(() => true),
  'bsearch/1': plain((v, target) => {
    const items = list(v, 'cannot be searched from');
    let [low, high] = [0, items.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const c = compare(items[middle]!, target!);
      if (c === 0) return middle;
      if (c < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1 - low;
  }),
};

function fail(message: string): never {
  throw new JqError(message);
}

function number(v: Json): number {
  if (typeof v !== 'number') throw new JqError(`${described(v)} number required`);
  return v;
}

function flat(v: Json): Json[] {
  return v instanceof Map ? [...v.values()] : list(v, 'cannot be flattened');
}

function cut(v: Json, re: Json, flags: Json): Json[] {
  const source = text(v, 'cannot be matched, as it is not a string');
  const chars = [...source];
  const out: Json[] = [];
  let at = 0;
  for (const match of matches(v, re, `g${flags === null ? '' : text(flags, 'is not a string')}`, false) as JsonObject[]) {
    const offset = match.get('offset') as number;
    out.push(chars.slice(at, offset).join(''));
    at = offset + (match.get('length') as number);
  }
  out.push(chars.slice(at).join(''));
  return out;
}

function* pieces(input: Item, re: Json, flags: Json): Results {
  for (const piece of cut(input.value, re, flags)) yield fresh(input, piece);
}

export const natives: ReadonlyMap<string, Native> = new Map([
  ...Object.entries(table),
  ...Object.entries(control),
  ...Object.entries(maths).map(([name, fn]): [string, Native] => [name, plain((v, ...args) => fn(...(name.endsWith('/0') ? [v] : args).map(number)))]),
  ...Object.entries(dates).map(([name, fn]): [string, Native] => [name, plain(fn)]),
]);
