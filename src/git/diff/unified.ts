/** Unified hunks in git's own form. */
import { lineChanges, splitLines } from './line-changes.ts';
import type { LineChange, LineOptions } from './line-changes.ts';

export interface UnifiedDiff {
  /** The hunks, each beginning with its `@@` line; empty when the texts are equal. */
  text: string;
  added: number;
  removed: number;
}

export interface UnifiedOptions extends LineOptions {
  /** Unchanged lines around a change; 3 by default. */
  context?: number;
}

export function unifiedHunks(oldText: string, newText: string, options: UnifiedOptions = {}): UnifiedDiff {
  const { context = 3 } = options;
  const oldLines = splitLines(oldText);
  const newLines = splitLines(newText);
  const changes = oldText === newText ? [] : lineChanges(oldLines, newLines, options);
  let text = '';
  let added = 0;
  let removed = 0;
  for (const group of grouped(changes, context)) {
    const first = group[0]!;
    const last = group[group.length - 1]!;
    const before = Math.min(context, first.oldStart);
    const after = Math.min(context, oldLines.length - last.oldEnd);
    const oldStart = first.oldStart - before;
    const newStart = first.newStart - before;
    text += `@@ -${range(oldStart, last.oldEnd + after)} +${range(newStart, last.newEnd + after)} @@${heading(oldLines, oldStart)}\n`;
    let at = oldStart;
    // Context is shown as it is now, which differs when white space does not count.
    let now = newStart;
    for (const change of group) {
      for (; at < change.oldStart; at++) text += marked(' ', newLines[now++]!);
      for (; at < change.oldEnd; at++) text += marked('-', oldLines[at]!);
      for (; now < change.newEnd; now++) text += marked('+', newLines[now]!);
      removed += change.oldEnd - change.oldStart;
      added += change.newEnd - change.newStart;
    }
    for (; at < last.oldEnd + after; at++) text += marked(' ', newLines[now++]!);
  }
  return { text, added, removed };
}

/** Headers and hunks for a file edited outside of git, for cards and tool results; empty when nothing changed. */
export function fileDiff(path: string, oldText: string | null, newText: string | null): UnifiedDiff {
  const diff = unifiedHunks(oldText ?? '', newText ?? '');
  if (oldText === newText) return diff;
  const from = oldText === null ? '/dev/null' : `a/${path}`;
  const to = newText === null ? '/dev/null' : `b/${path}`;
  return { ...diff, text: `--- ${from}\n+++ ${to}\n${diff.text}` };
}

/** Changes whose contexts touch share one hunk. */
function grouped(changes: readonly LineChange[], context: number): LineChange[][] {
  const groups: LineChange[][] = [];
  for (const change of changes) {
    const group = groups[groups.length - 1];
    if (group && change.oldStart - group[group.length - 1]!.oldEnd <= context * 2) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

function range(start: number, end: number): string {
  const size = end - start;
  if (size === 0) return `${start},0`;
  return size === 1 ? `${start + 1}` : `${start + 1},${size}`;
}

function marked(mark: string, line: string): string {
  return line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`;
}

/** The nearest line above the hunk that begins a definition, by git's default rule: a letter, `_` or `$` in the first column. */
function heading(lines: readonly string[], start: number): string {
  for (let at = start - 1; at >= 0; at--) {
    if (/^[A-Za-z_$]/.test(lines[at]!)) return ` ${lines[at]!.slice(0, 80).trimEnd()}`;
  }
  return '';
}
