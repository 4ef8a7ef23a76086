/** `as` patterns. */
import type { Node, Pattern } from './ast.ts';
import { getIndex } from './paths.ts';
import type { Scope } from './scope.ts';
import { JqError, type Json, typeOf } from './values.ts';

/** The machine, as far as patterns need it: for keys that are expressions. */
interface Values { values(node: Node, scope: Scope, input: Json): Generator<Json, void, undefined> }

/** Scopes with the variables of a pattern, one for each way in which its keys come out. */
export function* bind(machine: Values, pattern: Pattern, value: Json, scope: Scope): Generator<Scope, void, undefined> {
  if (pattern.t === 'var') yield { t: 'variable', name: pattern.name, value, next: scope };
  else if (pattern.t === 'array') {
    if (value !== null && !Array.isArray(value)) throw new JqError(`Cannot index ${typeOf(value)} with number`);
    yield* bindAll(machine, pattern.items.map((p, i) => ({ pattern: p, get: () => getIndex(value, i) })), scope, 0);
  } else yield* bindEntries(machine, pattern.entries, value, scope, 0);
}

function* bindAll(machine: Values, items: { pattern: Pattern; get: () => Json }[], scope: Scope, at: number): Generator<Scope, void, undefined> {
  if (at === items.length) yield scope;
  else for (const inner of bind(machine, items[at]!.pattern, items[at]!.get(), scope)) yield* bindAll(machine, items, inner, at + 1);
}

function* bindEntries(machine: Values, entries: (Pattern & { t: 'object' })['entries'], value: Json, scope: Scope, at: number): Generator<Scope, void, undefined> {
  if (at === entries.length) {
    yield scope;
    return;
  }
  const { key, variable, value: pattern } = entries[at]!;
  for (const k of machine.values(key, scope, value)) {
    if (typeof k !== 'string') throw new JqError(`Cannot index ${typeOf(value)} with ${typeOf(k)}`);
    const found = getIndex(value, k);
    const inner: Scope = variable === undefined ? scope : { t: 'variable', name: variable, value: found, next: scope };
    if (!pattern) yield* bindEntries(machine, entries, value, inner, at + 1);
    else for (const bound of bind(machine, pattern, found, inner)) yield* bindEntries(machine, entries, value, bound, at + 1);
  }
}

/** Variables of a pattern. */
export function namesOf(pattern: Pattern): string[] {
  if (pattern.t === 'var') return [pattern.name];
  if (pattern.t === 'array') return pattern.items.flatMap(namesOf);
  return pattern.entries.flatMap((e) => [...(e.variable === undefined ? [] : [e.variable]), ...(e.value ? namesOf(e.value) : [])]);
}
