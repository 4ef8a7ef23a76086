/** awk's values: numbers, strings, and input that looks like a number. */
import { longest } from '../longest.ts';
import { AwkError } from './awk-ast.ts';

/** Text from input that compares as a number when it looks like one. */
export class Input {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Value = number | string | Input | undefined;
export type AwkArray = Map<string, Value>;

const NUMBER = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/;

export function toNumber(v: Value): number {
  if (typeof v === 'number') return v;
  if (v === undefined) return 0;
  const text = typeof v === 'string' ? v : v.text;
  const match = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/.exec(text);
  return match ? Number(match[0]) : 0;
}

export function toText(v: Value, format: (n: number) => string): string {
  if (typeof v === 'string') return v;
  if (v === undefined) return '';
  if (typeof v === 'object') return v.text;
  return Number.isInteger(v) && Math.abs(v) < 1e16 ? String(v === 0 ? 0 : v) : Number.isFinite(v) ? format(v) : Number.isNaN(v) ? 'nan' : v > 0 ? 'inf' : '-inf';
}

/** Both sides numeric: compare as numbers. */
export function isNumeric(v: Value): boolean {
  return typeof v === 'number' || v === undefined || (typeof v === 'object' && NUMBER.test(v.text));
}

export function truth(v: Value): boolean {
  if (typeof v === 'number') return v !== 0;
  if (v === undefined) return false;
  if (typeof v === 'string') return v !== '';
  return NUMBER.test(v.text) ? Number(v.text) !== 0 : v.text !== '';
}

export function arithmetic(op: string, a: number, b: number): number {
  switch (op) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '^': return a ** b;
    default:
      if (b === 0) throw new AwkError(`division by zero${op === '%' ? ' in %' : ''}`);
      return op === '/' ? a / b : a % b;
  }
}

/** Negative, 0 or positive: as numbers when both sides are, else as text. */
export function compare(left: Value, right: Value, text: (v: Value) => string): number {
  if (isNumeric(left) && isNumeric(right)) return toNumber(left) - toNumber(right);
  const a = text(left);
  const b = text(right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By the expression that they were made of: one for each record would be read anew each time. */
const splitters = new WeakMap<RegExp, RegExp>();

/** `regex` gives the separator compiled, when it is an expression. */
export function splitFields(text: string, separator: string, regex: () => RegExp): string[] {
  if (separator === ' ') return text.split(/[ \t\n]+/).filter((f) => f !== '');
  if (text === '') return [];
  if (separator === '') return [...text];
  if (separator.length === 1 && separator !== '\\') return text.split(separator);
  const found = regex();
  let splitter = splitters.get(found);
  if (!splitter) splitters.set(found, (splitter = longest(new RegExp(found.source.replace(/(?<!\\)\((?!\?)/g, '(?:'), 'u'))));
  return text.split(splitter);
}
