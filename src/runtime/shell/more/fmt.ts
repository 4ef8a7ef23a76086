/** fmt. */
import { eachInput } from '../commands/inputs.ts';
import { parseOptions } from '../commands/options.ts';
import type { Command, Context } from '../run/context.ts';
import { decode, splitLines, textWidth } from '../text.ts';

export const fmt: Command = {
  name: 'fmt',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'cp:stuw:g:', long: { 'width:': 'w', 'goal:': 'g', 'split-only': 's', 'uniform-spacing': 'u', 'prefix:': 'p', 'crown-margin': 'c', 'tagged-paragraph': 't' }, digits: 'w' });
    const width = Number(o.value('w') ?? 75);
    if (!(width > 0)) return ctx.fail(`invalid width: '${o.value('w')}'`);
    const goal = Number(o.value('g') ?? Math.floor((width * 187) / 200));
    const fill = (lines: string[]): void => fillParagraph(ctx, lines, { width, goal, uniform: o.has('u') });
    return eachInput(ctx, o.rest, (input) => {
      let paragraph: string[] = [];
      const flush = (): void => {
        if (paragraph.length > 0) fill(paragraph);
        paragraph = [];
      };
      for (const line of splitLines(decode(input.all()))) {
        if (line.trim() === '') {
          flush();
          ctx.out('\n');
          continue;
        }
        // Another indentation begins another paragraph.
        if (paragraph.length > 0 && (o.has('s') || indentOf(paragraph[0]!) !== indentOf(line))) flush();
        paragraph.push(line);
      }
      flush();
    });
  },
};

const indentOf = (line: string): string => /^\s*/.exec(line)![0];

interface Word { text: string; length: number; space: number; period: boolean; final: boolean; punctuation: boolean; opens: boolean }

function wordsOf(lines: string[], uniform: boolean): Word[] {
  const out: Word[] = [];
  for (const line of lines) {
    const parts = [...line.matchAll(/(\S+)(\s*)/g)];
    parts.forEach(([, text, blank], i) => {
      const last = i === parts.length - 1;
      const period = /[.?!]["')\]]*$/.test(text!);
      const final = period && (last || blank!.length > 1);
      const space = last || uniform ? (final ? 2 : 1) : blank!.length;
      out.push({ text: text!, length: textWidth(text!), space, period, final, punctuation: /[!-/:-@[-`{-~]$/.test(text!), opens: /^[(['`"]/.test(text!) });
    });
  }
  return out;
}

const square = (n: number): number => n * n;

/** What beginning a line at this word costs. */
function beginCost(words: Word[], i: number): number {
  let cost = square(70);
  const before = words[i - 1];
  if (before) {
    if (before.period) cost += before.final ? -square(50) : square(600);
    else if (before.punctuation) cost -= square(40);
    else if (words[i - 2]?.final) cost += Math.floor(square(200) / (before.length + 2));
  }
  const word = words[i]!;
  if (word.opens) cost -= square(40);
  else if (word.final) cost += Math.floor(square(150) / (word.length + 2));
  return cost;
}

/** Chooses the breaks of a whole paragraph at once: lines near the goal and of like length, ends of sentences at ends of lines. */
function fillParagraph(ctx: Context, lines: string[], how: { width: number; goal: number; uniform: boolean }): void {
  const indent = indentOf(lines[0]!);
  const words = wordsOf(lines, how.uniform);
  const best: number[] = new Array<number>(words.length + 1).fill(0);
  const next: number[] = new Array<number>(words.length + 1).fill(words.length);
  const lengths: number[] = new Array<number>(words.length + 1).fill(0);
  for (let start = words.length - 1; start >= 0; start--) {
    let length = textWidth(indent) + words[start]!.length;
    best[start] = Infinity;
    for (let end = start + 1; ; end++) {
      let cost = best[end]!;
      if (end < words.length) {
        cost += square((how.goal - length) * 10);
        if (next[end] !== words.length) cost += Math.floor(square(length - lengths[end]!) / 2);
      }
      if (cost < best[start]!) {
        best[start] = cost;
        next[start] = end;
        lengths[start] = length;
      }
      if (end === words.length) break;
      length += words[end - 1]!.space + words[end]!.length;
      if (length >= how.width) break;
    }
    best[start]! += beginCost(words, start);
  }
  for (let i = 0; i < words.length; i = next[i]!) {
    const line = words.slice(i, next[i]);
    ctx.out(`${indent}${line.map((w, k) => w.text + (k < line.length - 1 ? ' '.repeat(w.space) : '')).join('')}\n`);
  }
}
