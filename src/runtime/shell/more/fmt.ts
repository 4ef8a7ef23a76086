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
    let tabs = false;
    const fill = (lines: string[]): void => fillParagraph(ctx, lines, { width, goal, uniform: o.has('u'), tabs });
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
        tabs ||= line.includes('\t');
        // Another indentation begins another paragraph.
        if (paragraph.length > 0 && (o.has('s') || indentOf(paragraph[0]!) !== indentOf(line))) flush();
        paragraph.push(line);
      }
      flush();
    });
  },
};

const TAB = 8;
/** How wide blanks are that begin at a column. */
const columnsOf = (blanks: string, from: number): number => Array.from(blanks).reduce((column, c) => (c === '\t' ? (Math.floor(column / TAB) + 1) * TAB : column + 1), from) - from;

/** Blanks from one column to another; with tabs where the text had some. */
function blanks(from: number, to: number, tabs: boolean): string {
  const stop = Math.floor(to / TAB) * TAB;
  if (!tabs || from + 1 >= stop) return ' '.repeat(to - from);
  return '\t'.repeat(stop / TAB - Math.floor(from / TAB)) + ' '.repeat(to - stop);
}

const indentOf = (line: string): string => /^\s*/.exec(line)![0];

interface Word { text: string; length: number; space: number; period: boolean; final: boolean; punctuation: boolean; opens: boolean }

function wordsOf(lines: string[], uniform: boolean): Word[] {
  const out: Word[] = [];
  for (const line of lines) {
    const parts = [...line.matchAll(/(\S+)(\s*)/g)];
    let column = columnsOf(indentOf(line), 0);
    parts.forEach(([, text, blank], i) => {
      const last = i === parts.length - 1;
      const period = /[.?!]["')\]]*$/.test(text!);
      const final = period && (last || blank!.length > 1);
      const space = last || uniform ? (final ? 2 : 1) : columnsOf(blank!, column + textWidth(text!));
      column += textWidth(text!) + space;
      out.push({ text: text!, length: textWidth(text!), space, period, final, punctuation: /[!-/:-@[-`{-~]$/.test(text!), opens: /^[(['`"]/.test(text!) });
    });
  }
  // A paragraph ends a sentence, whatever its last word is.
  Object.assign(out.at(-1)!, { period: true, final: true });
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
function fillParagraph(ctx: Context, lines: string[], how: { width: number; goal: number; uniform: boolean; tabs: boolean }): void {
  const indent = columnsOf(indentOf(lines[0]!), 0);
  const words = wordsOf(lines, how.uniform);
  const best: number[] = new Array<number>(words.length + 1).fill(0);
  const next: number[] = new Array<number>(words.length + 1).fill(words.length);
  const lengths: number[] = new Array<number>(words.length + 1).fill(0);
  for (let start = words.length - 1; start >= 0; start--) {
    let length = indent + words[start]!.length;
    best[start] = Infinity;
    for (let end = start + 1; ; end++) {
      let cost = best[end]!;
      if (end < words.length) {
        cost += square((how.goal - length) * 10);
        if (next[end] !== words.length) cost += Math.floor(square((length - lengths[end]!) * 10) / 2);
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
    let line = blanks(0, indent, how.tabs);
    let column = indent;
    for (let k = i; k < next[i]!; k++) {
      const { text, length, space } = words[k]!;
      line += text + (k + 1 < next[i]! ? blanks(column + length, column + length + space, how.tabs) : '');
      column += length + space;
    }
    ctx.out(`${line}\n`);
  }
}
