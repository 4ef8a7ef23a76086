/** Where a position of rewritten text is in the text that was written. */
import type { Edit } from '../vm/acorn.ts';
import { headMap, type PositionMap } from '../vm/scripts.ts';

/** Positions of an edited text behind a head of `head` characters. No edit changes the number of lines. The offsets are those of `headMap`. */
export function editMap(code: string, edits: Edit[], head: number, lineOffset = 0, columnOffset = 0): PositionMap {
  if (edits.length === 0) return headMap(head, lineOffset, columnOffset);
  const plain = headMap(head);
  const moved = (line: number, column: number): { line: number; column: number } => ({ line: line + lineOffset, column: line === 1 ? column + columnOffset : column });
  let lines: Map<number, { column: number; length: number; delta: number }[]> | undefined;
  const build = (): NonNullable<typeof lines> => {
    const out: NonNullable<typeof lines> = new Map();
    let line = 1;
    let start = 0;
    let at = 0;
    const breaks = /\r\n|[\n\r\u2028\u2029]/g;
    breaks.lastIndex = 0;
    let next = breaks.exec(code);
    for (const edit of edits) {
      const delta = edit.text.length - (edit.end - edit.start);
      if (delta === 0 || edit.start < at) continue;
      at = edit.start;
      while (next !== null && next.index < edit.start) {
        line++;
        start = next.index + next[0].length;
        next = breaks.exec(code);
      }
      const list = out.get(line) ?? [];
      list.push({ column: edit.start - start + 1, length: edit.text.length, delta });
      out.set(line, list);
    }
    return out;
  };
  return (line, column) => {
    const place = plain(line, column);
    if (place === null) return null;
    lines ??= build();
    let shift = 0;
    for (const edit of lines.get(line) ?? []) {
      const from = edit.column + shift;
      if (place.column < from) break;
      if (place.column < from + edit.length) return moved(line, edit.column);
      shift += edit.delta;
    }
    return moved(line, place.column - shift);
  };
}
