/** `diff -c`: hunks as their lines before and their lines after, as GNU diff prints them (`context.c`). */
import type { Change, Hunk } from './diff.ts';

/** First and last line, or the only one; of none the one before. */
export const lineRange = (from: number, count: number): string => (count > 1 ? `${from + 1},${from + count}` : String(from + count));

/** @param line prints a line of the left or of the right side behind its mark */
export function contextHunk({ changes, aFrom, aTo, bFrom, bTo }: Hunk, print: (text: string) => void, line: (mark: string, side: 'a' | 'b', index: number) => void): void {
  const half = (side: 'a' | 'b', from: number, to: number, mark: string): void => {
    const [start, count, other]: ['a' | 'b', keyof Change, keyof Change] = side === 'a' ? ['a', 'aCount', 'bCount'] : ['b', 'bCount', 'aCount'];
    if (!changes.some((change) => change[count] > 0)) return;
    let at = from;
    for (const change of changes) {
      for (; at < change[start]; at++) line('  ', side, at);
      for (const end = change[start] + change[count]; at < end; at++) line(change[other] > 0 ? '! ' : mark, side, at);
    }
    for (; at < to; at++) line('  ', side, at);
  };
  print(`***************\n*** ${lineRange(aFrom, aTo - aFrom)} ****\n`);
  half('a', aFrom, aTo, '- ');
  print(`--- ${lineRange(bFrom, bTo - bFrom)} ----\n`);
  half('b', bFrom, bTo, '+ ');
}
