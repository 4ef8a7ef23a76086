/** Runs jq programs. Every expression is a generator of its results; in path mode each carries the path it lies at. */
import type { Definition, Node, Pattern } from './ast.ts';
import { bind, namesOf } from './bind.ts';
import { arithmetic, getIndex, getPath, getSlice, updatePath, deletePaths } from './paths.ts';
import { brief, compare, described, JqError, type Json, truthy, write } from './values.ts';
import { formatValue } from './formats.ts';
import { Break, fresh, type Host, type Item, type Results, type Runner, type Scope } from './scope.ts';

const IDENTITY: Node = { t: 'identity' };

export class Machine implements Runner {
  readonly host: Host;
  private depth = 0;

  constructor(host: Host) {
    this.host = host;
  }

  /** Results as plain values. */
  *values(node: Node, scope: Scope, input: Json): Generator<Json, void, undefined> {
    for (const { value } of this.run(node, scope, { value: input, path: null })) yield value;
  }

  /** Paths of the results within `input`. */
  *paths(node: Node, scope: Scope, input: Json): Generator<Json[], void, undefined> {
    for (const { value, path } of this.run(node, scope, { value: input, path: [] })) {
      if (!Array.isArray(path)) throw new JqError(`Invalid path expression with result ${brief(value)}`);
      yield path;
    }
  }

  *run(node: Node, scope: Scope, input: Item): Results {
    if (++this.depth > 4000) {
      this.depth = 0;
      throw new JqError('the program nests too deeply');
    }
    try {
      yield* this.step(node, scope, input);
    } finally {
      this.depth--;
    }
  }

  private *step(node: Node, scope: Scope, input: Item): Results {
    const { value } = input;
    switch (node.t) {
      case 'identity':
        yield input;
        return;
      case 'recurse':
        yield* this.recurse(input);
        return;
      case 'literal':
        yield fresh(input, node.value);
        return;
      case 'format':
        yield fresh(input, formatValue(node.name, value));
        return;
      case 'string':
        for (const text of this.string(node, scope, value, 0)) yield fresh(input, text);
        return;
      case 'index':
        for (const of of this.run(node.of, scope, input)) for (const key of this.values(node.key, scope, value)) yield this.child(of, key, () => getIndex(of.value, key));
        return;
      case 'slice':
        for (const of of this.run(node.of, scope, input)) {
          for (const to of node.to ? this.values(node.to, scope, value) : [null]) {
            for (const from of node.from ? this.values(node.from, scope, value) : [null]) yield this.child(of, new Map<string, Json>([['start', from], ['end', to]]), () => getSlice(of.value, { from, to }));
          }
        }
        return;
      case 'iterate':
        for (const of of this.run(node.of, scope, input)) yield* this.iterate(of);
        return;
      case 'try':
        yield* this.attempt(node, scope, input);
        return;
      case 'array': {
        const out: Json[] = [];
        if (node.body) for (const v of this.values(node.body, scope, value)) out.push(v);
        yield fresh(input, out);
        return;
      }
      case 'object':
        for (const entries of this.object(node.entries, scope, value, 0)) yield fresh(input, new Map(entries));
        return;
      case 'negate':
        for (const v of this.values(node.of, scope, value)) {
          if (typeof v !== 'number') throw new JqError(`${described(v)} cannot be negated`);
          yield fresh(input, -v);
        }
        return;
      case 'pipe':
        for (const left of this.run(node.left, scope, input)) yield* this.run(node.right, scope, left);
        return;
      case 'comma':
        yield* this.run(node.left, scope, input);
        yield* this.run(node.right, scope, input);
        return;
      case 'binary':
        for (const right of this.values(node.right, scope, value)) for (const left of this.values(node.left, scope, value)) yield fresh(input, binary(node.op, left, right));
        return;
      case 'logic':
        for (const left of this.values(node.left, scope, value)) {
          if (truthy(left) === (node.op === 'or')) yield fresh(input, node.op === 'or');
          else for (const right of this.values(node.right, scope, value)) yield fresh(input, truthy(right));
        }
        return;
      case 'alternative':
        yield* this.alternative(node, scope, input);
        return;
      case 'assign':
        yield* this.assign(node, scope, input);
        return;
      case 'if':
        for (const test of this.values(node.test, scope, value)) yield* this.run(truthy(test) ? node.then : node.otherwise ?? IDENTITY, scope, input);
        return;
      case 'reduce':
        for (const first of this.run(node.init, scope, input)) {
          let state: Item | null = first;
          for (const item of this.values(node.source, scope, value)) {
            for (const inner of bind(this, node.pattern, item, scope)) {
              let last: Item | null = null;
              for (const next of this.run(node.update, inner, state ?? fresh(input, null))) last = next;
              state = last;
            }
          }
          yield state ?? fresh(input, null);
        }
        return;
      case 'foreach':
        for (const first of this.run(node.init, scope, input)) {
          let state = first;
          for (const item of this.values(node.source, scope, value)) {
            for (const inner of bind(this, node.pattern, item, scope)) {
              for (const next of this.run(node.update, inner, state)) {
                state = next;
                if (node.extract) yield* this.run(node.extract, inner, next);
                else yield next;
              }
            }
          }
        }
        return;
      case 'bind':
        for (const source of this.values(node.source, scope, value)) yield* this.destructure(node.patterns, source, node.body, scope, input);
        return;
      case 'define':
        yield* this.run(node.body, { t: 'function', definition: node.definition, next: scope }, input);
        return;
      case 'label': {
        const label = {};
        try {
          yield* this.run(node.body, { t: 'variable', name: `*${node.name}`, value: label as unknown as Json, next: scope }, input);
        } catch (e) {
          if (!(e instanceof Break) || e.label !== label) throw e;
        }
        return;
      }
      case 'break': throw new Break(this.variable(`*${node.name}`, scope) as unknown as object);
      case 'variable':
        yield fresh(input, this.variable(node.name, scope));
        return;
      case 'location':
        yield fresh(input, new Map<string, Json>([['file', '<top-level>'], ['line', node.line]]));
        return;
      case 'call': yield* this.call(node, scope, input);
    }
  }

  private child(of: Item, key: Json, get: () => Json): Item {
    if (of.path === 'none') throw new JqError(`Invalid path expression with result ${brief(of.value)}`);
    return { value: get(), path: of.path === null ? null : [...of.path, key] };
  }

  *iterate(of: Item): Results {
    const { value } = of;
    if (Array.isArray(value)) for (let i = 0; i < value.length; i++) yield this.child(of, i, () => value[i]!);
    else if (value instanceof Map) for (const [key, v] of value) yield this.child(of, key, () => v);
    else throw new JqError(`Cannot iterate over ${value === null ? 'null' : described(value)}`);
  }

  private *recurse(item: Item): Results {
    yield item;
    if (Array.isArray(item.value) || item.value instanceof Map) for (const inner of this.iterate(item)) yield* this.recurse(inner);
  }

  private *string(node: Node & { t: 'string' }, scope: Scope, input: Json, at: number): Generator<string, void, undefined> {
    if (at === node.parts.length) {
      yield '';
      return;
    }
    const part = node.parts[at]!;
    // The last interpolation varies fastest.
    for (const rest of this.string(node, scope, input, at + 1)) {
      if (typeof part === 'string') yield part + rest;
      else for (const v of this.values(part, scope, input)) yield (node.format === null ? (typeof v === 'string' ? v : write(v)) : formatValue(node.format, v)) + rest;
    }
  }

  private *object(entries: { key: Node; value: Node }[], scope: Scope, input: Json, at: number): Generator<[string, Json][], void, undefined> {
    if (at === entries.length) {
      yield [];
      return;
    }
    const { key, value } = entries[at]!;
    for (const k of this.values(key, scope, input)) {
      if (typeof k !== 'string') throw new JqError(`Object keys must be strings`);
      for (const v of this.values(value.t === 'index' && value.key === key ? { t: 'index', of: IDENTITY, key: { t: 'literal', value: k } } : value, scope, input)) {
        for (const rest of this.object(entries, scope, input, at + 1)) yield [[k, v], ...rest];
      }
    }
  }

  private *attempt(node: Node & { t: 'try' }, scope: Scope, input: Item): Results {
    const body = this.run(node.body, scope, input);
    for (;;) {
      let next: IteratorResult<Item, void>;
      try {
        // Only what the body itself raises is caught, not what follows behind a result of it.
        next = body.next();
      } catch (e) {
        if (e instanceof RangeError) throw new JqError('the program nests too deeply');
        if (!(e instanceof JqError)) throw e;
        if (e.value instanceof Map && e.value.has('__jq')) return;
        if (node.handler) yield* this.run(node.handler, scope, fresh(input, e.value));
        return;
      }
      if (next.done) return;
      yield next.value;
    }
  }

  private *alternative(node: Node & { t: 'alternative' }, scope: Scope, input: Item): Results {
    let any = false;
    const left = this.run(node.left, scope, input);
    for (;;) {
      let next: IteratorResult<Item, void>;
      try {
        next = left.next();
      } catch (e) {
        if (!(e instanceof JqError)) throw e;
        break;
      }
      if (next.done) break;
      if (!truthy(next.value.value)) continue;
      any = true;
      yield next.value;
    }
    if (!any) yield* this.run(node.right, scope, input);
  }

  private *assign(node: Node & { t: 'assign' }, scope: Scope, input: Item): Results {
    const { value } = input;
    if (node.op === '|=') {
      let out = value;
      const gone: Json[][] = [];
      for (const path of this.paths(node.left, scope, value)) {
        const first = this.values(node.right, scope, getPath(out, path)).next();
        if (first.done) gone.push(path);
        else out = updatePath(out, path, () => first.value);
      }
      yield fresh(input, deletePaths(out, gone));
      return;
    }
    for (const right of this.values(node.right, scope, value)) {
      let out = value;
      for (const path of this.paths(node.left, scope, value)) {
        out = updatePath(out, path, (old) => (node.op === '=' ? right : node.op === '//=' ? (truthy(old) ? old : right) : arithmetic(node.op.slice(0, -1), old, right)));
      }
      yield fresh(input, out);
    }
  }

  private *destructure(patterns: Pattern[], source: Json, body: Node, scope: Scope, input: Item): Results {
    // Variables of the other patterns are null.
    let base = scope;
    if (patterns.length > 1) for (const name of patterns.flatMap(namesOf)) base = { t: 'variable', name, value: null, next: base };
    for (let i = 0; i < patterns.length; i++) {
      const results: Item[] = [];
      try {
        if (i === patterns.length - 1) {
          for (const inner of bind(this, patterns[i]!, source, base)) yield* this.run(body, inner, input);
          return;
        }
        for (const inner of bind(this, patterns[i]!, source, base)) for (const item of this.run(body, inner, input)) results.push(item);
        yield* results;
        return;
      } catch (e) {
        if (!(e instanceof JqError) || i === patterns.length - 1) throw e;
      }
    }
  }

  private variable(name: string, scope: Scope): Json {
    for (let s = scope; s; s = s.next) if (s.t === 'variable' && s.name === name) return s.value;
    if (name === 'ENV') return this.host.environment;
    if (name === '__prog_args') return this.host.named;
    throw new JqError(`$${name.replace('*', '*label-')} is not defined`);
  }

  private *call(node: Node & { t: 'call' }, scope: Scope, input: Item): Results {
    const { name, args } = node;
    for (let s = scope; s; s = s.next) {
      if (s.t === 'closure' && s.name === name && args.length === 0) {
        yield* this.run(s.body, s.scope, input);
        return;
      }
      if (s.t === 'function' && s.definition.name === name && s.definition.params.length === args.length) {
        yield* this.apply(s.definition, s, args, scope, input);
        return;
      }
    }
    const key = `${name}/${args.length}`;
    const native = this.host.natives.get(key);
    if (native) {
      yield* native(this, args, scope, input);
      return;
    }
    const definition = this.host.library.get(key);
    if (!definition) throw new JqError(`${key} is not defined`);
    yield* this.apply(definition, { t: 'function', definition, next: null }, args, scope, input);
  }

  /** Parameters `$x` take each result of their argument in turn; others are closures. */
  private *apply(definition: Definition, at: Scope, args: Node[], scope: Scope, input: Item): Results {
    const bindArgs = function* (machine: Machine, i: number, inner: Scope): Generator<Scope, void, undefined> {
      const param = definition.params[i];
      if (param === undefined) {
        yield inner;
        return;
      }
      if (!param.startsWith('$')) {
        yield* bindArgs(machine, i + 1, { t: 'closure', name: param, body: args[i]!, scope, next: inner });
        return;
      }
      for (const v of machine.values(args[i]!, scope, input.value)) {
        const body: Node = { t: 'variable', name: param.slice(1) };
        const bound: Scope = { t: 'variable', name: param.slice(1), value: v, next: inner };
        yield* bindArgs(machine, i + 1, { t: 'closure', name: param.slice(1), body, scope: bound, next: bound });
      }
    };
    for (const inner of bindArgs(this, 0, at)) yield* this.run(definition.body, inner, input);
  }
}

function binary(op: string, a: Json, b: Json): Json {
  switch (op) {
    case '==': return compare(a, b) === 0;
    case '!=': return compare(a, b) !== 0;
    case '<': return compare(a, b) < 0;
    case '<=': return compare(a, b) <= 0;
    case '>': return compare(a, b) > 0;
    case '>=': return compare(a, b) >= 0;
    default: return arithmetic(op, a, b);
  }
}
