/** `diff -y`: two columns beside each other, in the widths and with the tabs of GNU diff (`side.c`). */
import { charWidth } from '../text.ts';
import type { Change, Side } from './diff.ts';

export interface SideOptions {
  /** Columns of both together. */
  width: number;
  suppressCommon: boolean;
  leftColumn: boolean;
}

const GUTTER = 3;
const TAB = 8;
/** Printed where they stand, bytes that are no text among them. */
const NO_WIDTH = /^[\0\f\v\udc80-\udcff]$/;

/** @returns what is printed */
export function sideBySide(a: Side, b: Side, changes: readonly Change[], { width, suppressCommon, leftColumn }: SideOptions): string {
  const middle = (width >> 1) + ((TAB + GUTTER) >> 1) + (width & (TAB + GUTTER) & 1);
  const offset = middle - middle % TAB;
  const half = Math.max(0, Math.min(offset - GUTTER, width - offset));
  const second = half > 0 ? offset : width;
  let out = '';

  const blanks = (from: number, to: number): number => {
    let at = from;
    for (let tab = at + TAB - at % TAB; tab <= to; tab += TAB) {
      out += '\t';
      at = tab;
    }
    out += ' '.repeat(Math.max(0, to - at));
    return to;
  };
  /** Prints as much of a line as has room, from this column on; returns how far it went. */
  const column = (text: string, from: number): number => {
    let read = 0, written = 0;
    for (const char of text) {
      if (char === '\t') {
        const spaces = TAB - read % TAB;
        if (read === written && written + spaces < half) {
          out += '\t';
          written += spaces;
        }
        read += spaces;
        continue;
      }
      if (char === '\r') {
        out += char;
        blanks(0, from);
        read = written = 0;
      } else if (char === '\b') {
        if (read === 0 || --read >= half) continue;
        out += written <= read ? ' '.repeat(read - written) : char;
        written = read;
      } else if (NO_WIDTH.test(char)) {
        if (read < half) out += char;
      } else {
        read += charWidth(char.codePointAt(0)!);
        if (read > half) continue;
        out += char;
        written = read;
      }
    }
    return written;
  };
  const ended = (side: Side, index: number): boolean => side.endsWithNewline || index < side.lines.length - 1;
  const line = (left: number | null, sign: string, right: number | null): void => {
    let at = 0;
    const leftEnds = left !== null && ended(a, left), rightEnds = right !== null && ended(b, right);
    if (left !== null) at = column(a.lines[left]!, 0);
    if (sign !== ' ') {
      at = blanks(at, (half + second - 1) >> 1) + 1;
      out += sign === '|' && leftEnds !== rightEnds ? (leftEnds ? '/' : '\\') : sign;
    }
    if (right !== null && b.lines[right] !== '') column(b.lines[right]!, blanks(at, second));
    if (leftEnds || rightEnds) out += '\n';
  };

  let x = 0, y = 0;
  /** What is the same, or different in what is ignored, up to these lines. */
  const common = (left: number, right: number): void => {
    if (!suppressCommon) {
      if (!leftColumn) {
        for (; x < left && y < right; x++, y++) line(x, ' ', y);
        for (; y < right; y++) line(null, ')', y);
      }
      for (; x < left; x++) line(x, '(', null);
    }
    x = left;
    y = right;
  };
  for (const change of changes) {
    if (change.ignored) continue;
    common(change.a, change.b);
    const both = Math.min(change.aCount, change.bCount);
    for (let i = 0; i < both; i++) line(x + i, '|', y + i);
    for (let i = both; i < change.bCount; i++) line(null, '>', y + i);
    for (let i = both; i < change.aCount; i++) line(x + i, '<', null);
    x += change.aCount;
    y += change.bCount;
  }
  common(a.lines.length, b.lines.length);
  return out;
}
