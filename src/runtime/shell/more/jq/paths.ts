/** Reading and changing values by path. */
import { compare, described, JqError, type Json, type JsonObject, typeOf } from './values.ts';

/** `.[key]`. @throws JqError */
export function getIndex(of: Json, key: Json): Json {
  const [t, k] = [typeOf(of), typeOf(key)];
  if (t === 'object' && k === 'string') return (of as JsonObject).get(key as string) ?? null;
  if (t === 'array' && k === 'number') {
    if (Number.isNaN(key as number)) return null;
    const i = Math.floor(key as number);
    return (of as Json[])[i < 0 ? i + (of as Json[]).length : i] ?? null;
  }
  if (t === 'null' && (k === 'string' || k === 'number' || k === 'null')) return null;
  if ((t === 'array' || t === 'null') && k === 'object') return getSlice(of, sliceOf(key as JsonObject));
  if (t === 'array' && k === 'array') return indices(of as Json[], key as Json[]);
  if (k === 'string') throw new JqError(`Cannot index ${t} with "${key as string}"`);
  throw new JqError(`Cannot index ${t} with ${k}`);
}

interface Slice { from: Json; to: Json }

function sliceOf(key: JsonObject): Slice {
  return { from: key.get('start') ?? null, to: key.get('end') ?? null };
}

function bounds({ from, to }: Slice, length: number): [number, number] {
  for (const n of [from, to]) if (n !== null && typeof n !== 'number') throw new JqError('Start and end indices of an array slice must be numbers');
  const clamp = (n: number): number => Math.max(0, Math.min(length, n < 0 ? n + length : n));
  const a = clamp(Math.floor((from as number | null) ?? 0));
  return [a, Math.max(a, clamp(Math.ceil((to as number | null) ?? length)))];
}

/** `.[from:to]`. @throws JqError */
export function getSlice(of: Json, slice: Slice): Json {
  if (of === null) return null;
  if (typeof of === 'string') {
    const chars = [...of];
    const [a, b] = bounds(slice, chars.length);
    return chars.slice(a, b).join('');
  }
  if (!Array.isArray(of)) throw new JqError(`Cannot index ${typeOf(of)} with object`);
  const [a, b] = bounds(slice, of.length);
  return of.slice(a, b);
}

/** Where `part` begins in an array. */
export function indices(of: Json[], part: Json[]): Json[] {
  const out: Json[] = [];
  if (part.length === 0) return out;
  for (let i = 0; i + part.length <= of.length; i++) if (part.every((p, k) => compare(of[i + k]!, p) === 0)) out.push(i);
  return out;
}

export function getPath(of: Json, path: readonly Json[]): Json {
  let value = of;
  for (const key of path) {
    if (value === null) return null;
    value = getIndex(value, key);
  }
  return value;
}

function setIndex(of: Json, key: Json, value: Json): Json {
  if (typeof key === 'string' && (of === null || of instanceof Map)) return new Map(of ?? []).set(key, value);
  if (typeof key === 'number' && (of === null || Array.isArray(of))) {
    const out = of === null ? [] : [...of];
    let i = Math.floor(key);
    if (i < 0) {
      i += out.length;
      if (i < 0) throw new JqError('Out of bounds negative array index');
    }
    if (i > 536_870_911) throw new JqError('Array index too large');
    while (out.length < i) out.push(null);
    out[i] = value;
    return out;
  }
  if (key instanceof Map && (of === null || Array.isArray(of))) {
    if (!Array.isArray(value)) throw new JqError('A slice of an array can only be assigned another array');
    const list = of ?? [];
    const [a, b] = bounds(sliceOf(key), list.length);
    return [...list.slice(0, a), ...value, ...list.slice(b)];
  }
  if (typeof key === 'string') throw new JqError(`Cannot index ${typeOf(of)} with "${key}"`);
  if (Array.isArray(key) && Array.isArray(of)) throw new JqError('Cannot update field at array index of array');
  throw new JqError(Array.isArray(of) ? `Cannot update field at ${typeOf(key)} index of array` : `Cannot index ${typeOf(of)} with ${typeOf(key)}`);
}

/** A copy with the value at `path` replaced by what `change` makes of it. */
export function updatePath(of: Json, path: readonly Json[], change: (old: Json) => Json, depth = 0): Json {
  if (depth === path.length) return change(of);
  const key = path[depth]!;
  const old = of === null ? null : getIndex(of, key);
  return setIndex(of, key, updatePath(old, path, change, depth + 1));
}

/** A copy without what lies at `path`. */
function deletePath(of: Json, path: readonly Json[], depth = 0): Json {
  if (of === null) return null;
  const key = path[depth]!;
  if (depth < path.length - 1) {
    const old = getIndex(of, key);
    return old === null ? of : setIndex(of, key, deletePath(old, path, depth + 1));
  }
  if (of instanceof Map) {
    if (typeof key !== 'string') throw new JqError(`Cannot delete field at object index of ${typeOf(key) === 'number' ? 'array' : typeOf(key)}`);
    const out = new Map(of);
    out.delete(key);
    return out;
  }
  if (Array.isArray(of)) {
    if (typeof key === 'number') {
      const i = key < 0 ? Math.floor(key) + of.length : Math.floor(key);
      return of.filter((_, k) => k !== i);
    }
    if (key instanceof Map) {
      const [a, b] = bounds(sliceOf(key), of.length);
      return [...of.slice(0, a), ...of.slice(b)];
    }
    throw new JqError(`Cannot delete field at array index of ${typeOf(key)}`);
  }
  throw new JqError(`Cannot delete field of ${typeOf(of)}`);
}

/** Deletes from the back, so that the earlier paths stay right. */
export function deletePaths(of: Json, paths: readonly Json[][]): Json {
  let out = of;
  for (const path of [...paths].sort((a, b) => compare(b, a))) {
    if (path.length === 0) return null;
    out = deletePath(out, path);
  }
  return out;
}

/** `a + b` and its like. @throws JqError */
export function arithmetic(op: string, a: Json, b: Json): Json {
  const [x, y] = [typeOf(a), typeOf(b)];
  const numbers = x === 'number' && y === 'number';
  switch (op) {
    case '+':
      if (a === null) return b;
      if (b === null) return a;
      if (numbers) return (a as number) + (b as number);
      if (x === 'string' && y === 'string') return (a as string) + (b as string);
      if (x === 'array' && y === 'array') return [...(a as Json[]), ...(b as Json[])];
      if (x === 'object' && y === 'object') return new Map([...(a as JsonObject), ...(b as JsonObject)]);
      throw new JqError(`${described(a)} and ${described(b)} cannot be added`);
    case '-':
      if (numbers) return (a as number) - (b as number);
      if (x === 'array' && y === 'array') return (a as Json[]).filter((v) => !(b as Json[]).some((w) => compare(v, w) === 0));
      throw new JqError(`${described(a)} and ${described(b)} cannot be subtracted`);
    case '*':
      if (numbers) return (a as number) * (b as number);
      if ((x === 'string' && y === 'number') || (x === 'number' && y === 'string')) {
        const [s, n] = x === 'string' ? [a as string, b as number] : [b as string, a as number];
        return n <= 0 ? null : s.repeat(n < 1 ? 1 : Math.floor(n));
      }
      if (x === 'object' && y === 'object') return merge(a as JsonObject, b as JsonObject);
      throw new JqError(`${described(a)} and ${described(b)} cannot be multiplied`);
    case '/':
      if (numbers) {
        if (b === 0) throw new JqError(`${described(a)} and ${described(b)} cannot be divided because the divisor is zero`);
        return (a as number) / (b as number);
      }
      if (x === 'string' && y === 'string') return split(a as string, b as string);
      throw new JqError(`${described(a)} and ${described(b)} cannot be divided`);
    default:
      if (numbers) {
        const [m, n] = [Math.trunc(a as number), Math.trunc(b as number)];
        if (n === 0) throw new JqError(`${described(a)} and ${described(b)} cannot be divided because the divisor is zero`);
        return Number.isNaN(m) || Number.isNaN(n) ? Number.NaN : (m % Math.abs(n)) + 0;
      }
      throw new JqError(`${described(a)} and ${described(b)} cannot be divided`);
  }
}

export function split(text: string, by: string): Json[] {
  if (text === '') return [];
  return by === '' ? [...text] : text.split(by);
}

function merge(a: JsonObject, b: JsonObject): JsonObject {
  const out = new Map(a);
  for (const [key, value] of b) {
    const old = out.get(key);
    out.set(key, old instanceof Map && value instanceof Map ? merge(old, value) : value);
  }
  return out;
}
