/** JSON values as jq sees them. Objects are maps: an object of JavaScript would put keys that look like numbers first. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = Map<string, Json>;

/** An error of a program, with the value that `error` was given. */
export class JqError extends Error {
  readonly code = 'EJQ';
  readonly value: Json;
  constructor(value: Json) {
    super(typeof value === 'string' ? value : `${write(value)} (not a string)`);
    this.value = value;
  }
}

export type TypeName = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function typeOf(v: Json): TypeName {
  if (v === null) return 'null';
  if (Array.isArray(v)) return 'array';
  if (v instanceof Map) return 'object';
  return typeof v as 'boolean' | 'number' | 'string';
}

export const truthy = (v: Json): boolean => v !== null && v !== false;

const ORDER: readonly TypeName[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** Strings are compared by code points, not by UTF-16 units. */
function compareText(a: string, b: string): number {
  const x = [...a];
  const y = [...b];
  for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i]!.codePointAt(0)! - y[i]!.codePointAt(0)!;
  return x.length - y.length;
}

export const sortedKeys = (o: JsonObject): string[] => [...o.keys()].sort(compareText);

/** jq's order of all values: by type, then by value. */
export function compare(a: Json, b: Json): number {
  const [x, y] = [typeOf(a), typeOf(b)];
  if (x !== y) return ORDER.indexOf(x) - ORDER.indexOf(y);
  switch (x) {
    case 'null': return 0;
    case 'boolean': return Number(a) - Number(b);
    // nan is less than any number, itself included.
    case 'number': return Number.isNaN(a as number) ? -1 : Number.isNaN(b as number) ? 1 : (a as number) - (b as number);
    case 'string': return compareText(a as string, b as string);
    case 'array': {
      const [p, q] = [a as Json[], b as Json[]];
      for (let i = 0; i < Math.min(p.length, q.length); i++) {
        const c = compare(p[i]!, q[i]!);
        if (c !== 0) return c;
      }
      return p.length - q.length;
    }
    default: {
      const [p, q] = [a as JsonObject, b as JsonObject];
      const keys = compare(sortedKeys(p), sortedKeys(q));
      if (keys !== 0) return keys;
      for (const k of sortedKeys(p)) {
        const c = compare(p.get(k)!, q.get(k)!);
        if (c !== 0) return c;
      }
      return 0;
    }
  }
}

export interface WriteOptions { indent?: string; sortKeys?: boolean; ascii?: boolean; color?: boolean }

const COLORS: Record<TypeName | 'false' | 'key', string> = { null: '\x1b[1;30m', false: '\x1b[0;39m', boolean: '\x1b[0;39m', number: '\x1b[0;39m', string: '\x1b[0;32m', array: '\x1b[1;39m', object: '\x1b[1;39m', key: '\x1b[34;1m' };
const RESET = '\x1b[0m';

export function writeNumber(n: number): string {
  if (Number.isNaN(n)) return 'null';
  if (n === Infinity) return '1.7976931348623157e+308';
  if (n === -Infinity) return '-1.7976931348623157e+308';
  if (Object.is(n, -0)) return '-0';
  if (Number.isInteger(n) && Math.abs(n) < 1e16) return String(n);
  const [mantissa, exponent] = n.toExponential().split('e') as [string, string];
  const e = Number(exponent);
  // Up to fifteen zeros behind the digits in plain form, as jq has it: 1234567890123456800.
  const digits = mantissa.replace(/\D/g, '');
  if (e >= -4 && e < digits.length + 15) return Number.isInteger(n) ? `${n < 0 ? '-' : ''}${digits.padEnd(e + 1, '0')}` : plain(n, e);
  return `${mantissa}e${e < 0 ? '-' : '+'}${String(Math.abs(e)).padStart(2, '0')}`;
}

function plain(n: number, e: number): string {
  const text = String(n);
  return text.includes('e') ? n.toFixed(Math.max(0, -e) + 20).replace(/0+$/, '') : text;
}

export function writeString(s: string, ascii = false): string {
  const out = JSON.stringify(s).replaceAll('\x7f', '\\u007f');
  return ascii ? out.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`) : out;
}

/** JSON text. */
export function write(v: Json, o: WriteOptions = {}, pad = ''): string {
  const type = typeOf(v);
  const paint = (text: string, color: string): string => (o.color ? `${color}${text}${RESET}` : text);
  if (type === 'string') return paint(writeString(v as string, o.ascii), COLORS.string);
  if (type === 'number') return paint(writeNumber(v as number), COLORS.number);
  if (type !== 'array' && type !== 'object') return paint(String(v), COLORS[type]);
  const items: string[] = [];
  const inner = o.indent === undefined ? '' : pad + o.indent;
  if (type === 'array') for (const item of v as Json[]) items.push(write(item, o, inner));
  else {
    const object = v as JsonObject;
    for (const key of o.sortKeys ? sortedKeys(object) : object.keys()) items.push(`${paint(writeString(key, o.ascii), COLORS.key)}${paint(':', COLORS.object)}${o.indent === undefined ? '' : ' '}${write(object.get(key)!, o, inner)}`);
  }
  const [open, close] = type === 'array' ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return paint(open + close, COLORS[type]);
  const line = o.indent === undefined ? '' : `\n${inner}`;
  if (!o.color) return `${open}${line}${items.join(`,${line}`)}${o.indent === undefined ? '' : `\n${pad}`}${close}`;
  const c = COLORS[type];
  return `${c}${open}${line}${items.join(`${c},${line}${RESET}`)}${c}${o.indent === undefined ? '' : `\n${pad}`}${c}${close}${RESET}`;
}

/** As part of an error message: shortened. */
export function brief(v: Json): string {
  const text = write(v);
  return text.length > 11 ? `${text.slice(0, 10)}...` : text;
}

/** `type (value)` of error messages. */
export const described = (v: Json): string => `${typeOf(v)} (${brief(v)})`;
