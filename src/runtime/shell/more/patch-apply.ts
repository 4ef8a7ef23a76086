/** Finds the place of each hunk, as patch does: where it says, then around it, then with less context. */
import type { Hunk, PatchLine } from './patch-parse.ts';

/** The lines of a file, and whether the last one ends with a newline. */
export interface Content { lines: string[]; ends: boolean }

export interface Applied { hunk: Hunk; number: number; /** Line where it went in, counted in the new file; null when it did not fit. */ at: number | null; offset: number; fuzz: number }

export function contentOf(text: string): Content {
  if (text === '') return { lines: [], ends: true };
  const ends = text.endsWith('\n');
  const lines = (ends ? text.slice(0, -1) : text).split('\n');
  return { lines, ends };
}

export function textOf({ lines, ends }: Content): string {
  return lines.length === 0 ? '' : lines.join('\n') + (ends ? '\n' : '');
}

/** Applies hunks in order. `same` compares lines (`-l` ignores blanks). */
export function applyHunks(content: Content, hunks: readonly Hunk[], options: { fuzz: number; same: (a: string, b: string) => boolean }): { content: Content; applied: Applied[] } {
  const { lines } = content;
  const out: string[] = [];
  let taken = 0;
  let ends = content.ends;
  let lastOffset = 0;
  const applied: Applied[] = [];
  hunks.forEach((hunk, i) => {
    const found = locate(lines, hunk, taken, lastOffset, options);
    if (!found) {
      applied.push({ hunk, number: i + 1, at: null, offset: 0, fuzz: 0 });
      return;
    }
    const { at, fuzz, body } = found;
    for (const line of lines.slice(taken, at)) out.push(line);
    const start = out.length + 1;
    let position = at;
    for (const line of body) {
      if (line.op === '+') out.push(line.text);
      else {
        // What the file has stays, where only blanks differ.
        if (line.op === ' ') out.push(lines[position]!);
        position++;
      }
    }
    taken = position;
    const last = [...body].reverse().find((l) => l.op !== '-');
    if (taken >= lines.length && last) ends = !last.bare;
    const offset = at - expected(hunk, found.prefix);
    lastOffset = offset;
    applied.push({ hunk, number: i + 1, at: start - found.prefix, offset, fuzz });
  });
  for (const line of lines.slice(taken)) out.push(line);
  return { content: { lines: out, ends: taken < lines.length ? content.ends : ends }, applied };
}

function expected(hunk: Hunk, prefix: number): number {
  return (hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1) + prefix;
}

interface Place { at: number; fuzz: number; prefix: number; body: PatchLine[] }

function locate(lines: string[], hunk: Hunk, from: number, lastOffset: number, options: { fuzz: number; same: (a: string, b: string) => boolean }): Place | null {
  const leading = context(hunk.lines);
  const trailing = context([...hunk.lines].reverse());
  const most = Math.min(options.fuzz, Math.max(leading, trailing));
  for (let fuzz = 0; fuzz <= most; fuzz++) {
    const prefix = Math.max(0, fuzz + leading - Math.max(leading, trailing));
    const suffix = Math.max(0, fuzz + trailing - Math.max(leading, trailing));
    const body = hunk.lines.slice(prefix, hunk.lines.length - suffix);
    const old = body.filter((l) => l.op !== '+');
    const wanted = expected(hunk, prefix) + lastOffset;
    // Less context before than after marks the beginning of the file, and the other way round its end.
    const atStart = fuzz === 0 && leading < trailing && hunk.oldStart <= 1;
    const atEnd = fuzz === 0 && trailing < leading && leading > 0;
    const fits = (at: number): boolean => at >= from && at + old.length <= lines.length && (!atEnd || at + old.length === lines.length) && old.every((l, k) => options.same(lines[at + k]!, l.text));
    if (atStart) {
      if (fits(0)) return { at: 0, fuzz, prefix, body };
      continue;
    }
    for (let distance = 0; distance <= lines.length + Math.abs(wanted); distance++) {
      if (fits(wanted + distance)) return { at: wanted + distance, fuzz, prefix, body };
      if (distance > 0 && fits(wanted - distance)) return { at: wanted - distance, fuzz, prefix, body };
    }
  }
  return null;
}

function context(lines: readonly PatchLine[]): number {
  const first = lines.findIndex((l) => l.op !== ' ');
  return first < 0 ? lines.length : first;
}
