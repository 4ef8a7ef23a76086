/** Which runs of lines differ between two texts, placed where git would place them. */
import { diffArrays } from 'diff';

/** Half-open ranges of line indexes: old lines [oldStart, oldEnd) became new lines [newStart, newEnd). */
export interface LineChange {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

/** Lines with their line feed kept, so that a missing final newline is a difference; the empty text has no lines. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop();
  const out = lines.map((line) => `${line}\n`);
  if (last) out.push(last);
  return out;
}

export function lineChanges(oldLines: readonly string[], newLines: readonly string[]): LineChange[] {
  const changes = trimmedDiff(oldLines, newLines);
  return changes.map((change, index) => {
    const before = changes[index - 1];
    const after = changes[index + 1];
    if (change.oldStart === change.oldEnd) {
      const [start, end] = slide(newLines, change.newStart, change.newEnd, before?.newEnd ?? 0, after?.newStart ?? newLines.length);
      const moved = start - change.newStart;
      return { oldStart: change.oldStart + moved, oldEnd: change.oldEnd + moved, newStart: start, newEnd: end };
    }
    if (change.newStart === change.newEnd) {
      const [start, end] = slide(oldLines, change.oldStart, change.oldEnd, before?.oldEnd ?? 0, after?.oldStart ?? oldLines.length);
      const moved = start - change.oldStart;
      return { oldStart: start, oldEnd: end, newStart: change.newStart + moved, newEnd: change.newEnd + moved };
    }
    return change;
  });
}

/** Equal heads and tails are cut off first: edits are small and files are long. */
function trimmedDiff(oldLines: readonly string[], newLines: readonly string[]): LineChange[] {
  let head = 0;
  const shortest = Math.min(oldLines.length, newLines.length);
  while (head < shortest && oldLines[head] === newLines[head]) head++;
  let tail = 0;
  while (tail < shortest - head && oldLines[oldLines.length - 1 - tail] === newLines[newLines.length - 1 - tail]) tail++;
  const parts = diffArrays(oldLines.slice(head, oldLines.length - tail), newLines.slice(head, newLines.length - tail));
  const changes: LineChange[] = [];
  let oldAt = head;
  let newAt = head;
  let open: LineChange | undefined;
  for (const part of parts) {
    const size = part.value.length;
    if (!part.added && !part.removed) {
      oldAt += size;
      newAt += size;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { oldStart: oldAt, oldEnd: oldAt, newStart: newAt, newEnd: newAt };
      changes.push(open);
    }
    if (part.removed) oldAt += size;
    else newAt += size;
    open.oldEnd = oldAt;
    open.newEnd = newAt;
  }
  return changes;
}

/**
 * An added block between equal lines can be shown in several places with the same meaning. People read it best when it starts and ends at
 * the outermost indentation; among equals the lowest place wins, as in git.
 */
function slide(lines: readonly string[], start: number, end: number, floor: number, ceiling: number): [number, number] {
  let top = start;
  let topEnd = end;
  // One unchanged line stays between neighbouring changes, or they would be one change.
  const lowest = floor === 0 ? 0 : floor + 1;
  while (top > lowest && lines[top - 1] === lines[topEnd - 1]) {
    top--;
    topEnd--;
  }
  const highest = ceiling === lines.length ? ceiling : ceiling - 1;
  let best: [number, number] = [top, topEnd];
  let bestCost = splitCost(lines, top) + splitCost(lines, topEnd);
  while (topEnd < highest && lines[top] === lines[topEnd]) {
    top++;
    topEnd++;
    const cost = splitCost(lines, top) + splitCost(lines, topEnd);
    if (cost <= bestCost) {
      best = [top, topEnd];
      bestCost = cost;
    }
  }
  return best;
}

/** How bad it is to cut between line `at - 1` and line `at`: indentation of what follows, less when a blank line precedes the cut. */
function splitCost(lines: readonly string[], at: number): number {
  if (at >= lines.length) return 0;
  let blanks = 0;
  let next = at;
  while (next < lines.length && lines[next]!.trim() === '') {
    blanks++;
    next++;
  }
  const indent = next >= lines.length ? 0 : indentOf(lines[next]!);
  const afterBlank = at > 0 && lines[at - 1]!.trim() === '';
  const closing = next < lines.length && /^\s*[)}\]]/.test(lines[next]!);
  return indent * 10 + blanks * 6 + (closing ? 8 : 0) - (afterBlank ? 5 : 0);
}

function indentOf(line: string): number {
  let width = 0;
  for (const char of line) {
    if (char === ' ') width++;
    else if (char === '\t') width += 8 - (width % 8);
    else break;
  }
  return width;
}
