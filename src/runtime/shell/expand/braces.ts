/** Brace expansion, on the parts of a word: only unquoted braces count. */
import type { Part, Word } from '../language/ast.ts';

type Item = { c: string } | { part: Part };

export function expandBraces(word: Word): Word[] {
  if (!word.some((p) => p.t === 'text' && p.s.includes('{'))) return [word];
  return expand(toItems(word)).map(toWord);
}

function toItems(word: Word): Item[] {
  return word.flatMap((part): Item[] => (part.t === 'text' ? [...part.s].map((c) => ({ c })) : [{ part }]));
}

function toWord(items: Item[]): Word {
  const out: Word = [];
  for (const item of items) {
    const last = out[out.length - 1];
    if ('part' in item) out.push(item.part);
    else if (last?.t === 'text') last.s += item.c;
    else out.push({ t: 'text', s: item.c });
  }
  return out;
}

const is = (item: Item | undefined, c: string): boolean => item !== undefined && 'c' in item && item.c === c;

function expand(items: Item[]): Item[][] {
  for (let open = 0; open < items.length; open++) {
    if (!is(items[open], '{')) continue;
    const found = closing(items, open);
    if (!found) continue;
    const before = items.slice(0, open);
    const inner = items.slice(open + 1, found.end);
    const after = items.slice(found.end + 1);
    let choices: Item[][];
    if (found.commas.length === 0) {
      const sequence = range(inner);
      if (!sequence) continue;
      choices = sequence.map((s) => [...s].map((c) => ({ c })));
    } else {
      choices = [];
      let start = open + 1;
      for (const comma of [...found.commas, found.end]) {
        choices.push(...expand(items.slice(start, comma)));
        start = comma + 1;
      }
    }
    const tails = expand(after);
    return choices.flatMap((choice) => tails.map((tail) => [...before, ...choice, ...tail]));
  }
  return [items];
}

function closing(items: Item[], open: number): { end: number; commas: number[] } | null {
  let depth = 0;
  const commas: number[] = [];
  for (let i = open + 1; i < items.length; i++) {
    if (is(items[i], '{')) depth++;
    else if (is(items[i], '}') && depth-- === 0) return { end: i, commas };
    else if (is(items[i], ',') && depth === 0) commas.push(i);
  }
  return null;
}

/** `1..5`, `01..10..2`, `a..e`. */
function range(items: Item[]): string[] | null {
  if (items.some((i) => 'part' in i)) return null;
  const text = items.map((i) => ('c' in i ? i.c : '')).join('');
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(text);
  if (!match) return null;
  const [, from, to, stepText] = match as unknown as [string, string, string, string?];
  const letters = /^[A-Za-z]$/.test(from);
  if (letters !== /^[A-Za-z]$/.test(to)) return null;
  const a = letters ? from.charCodeAt(0) : Number(from);
  const b = letters ? to.charCodeAt(0) : Number(to);
  const step = Math.max(1, Math.abs(Number(stepText ?? 1)));
  const padded = !letters && (/^-?0\d/.test(from) || /^-?0\d/.test(to));
  const width = padded ? Math.max(from.length, to.length) : 0;
  const out: string[] = [];
  for (let n = a; a <= b ? n <= b : n >= b; n += a <= b ? step : -step) {
    if (letters) out.push(String.fromCharCode(n));
    else if (n < 0) out.push(`-${String(-n).padStart(width - 1, '0')}`);
    else out.push(String(n).padStart(width, '0'));
  }
  return out;
}
