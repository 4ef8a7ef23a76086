/** Searches the text files of the project. Made for speed on thousands of small files: whole texts, one call per file, and no look at lines that cannot match. */
import * as fs from 'node:fs';
import { comparePaths, markOf, readCursor, writeCursor } from './cursor.ts';
import { fileFilter } from './glob.ts';
import { linePattern } from './pattern.ts';
import { readerFor } from './read-text.ts';
import { walkSync } from '../walk.ts';
import type { Job } from './jobs.ts';
import type { LinePattern } from './pattern.ts';
import type { HostParams, HostResult } from '../protocol.ts';

type Result = HostResult<'search'>;
type Match = Result['matches'][number];

/** A minified line is not worth the model's context. */
const MAX_LINE_CHARS = 500;
/** Of a long line this much is shown before the match. */
const LEAD_CHARS = 100;
const MAX_DEPTH = 256;
/** Around each shown match: path, number, marks. */
const MATCH_OVERHEAD = 12;

export function searchFiles({ root, place, params }: Job<'search'>): Result {
  const { unit, max_results, max_bytes, cursor, glob } = params;
  const mark = markOf([place.rel, params.query, params.literal, glob ?? null, params.ignore_case, unit, params.before, params.after]);
  const after = cursor === undefined ? undefined : readCursor(mark, cursor);
  const pattern = linePattern(params);
  const wanted = glob === undefined ? undefined : fileFilter(glob);
  const isFolder = fs.statSync(place.path).isDirectory();
  const read = readerFor(root, !isFolder);
  const result: Result = { matches: [], files: [], total_files: 0, files_searched: 0, binary: 0, too_large: 0, lines_cut: false, ended_by: 'end', truncated: false, total: 0 };
  const prefix = place.rel === '.' ? 0 : place.rel.length + 1;
  let bytes = 0;
  let open = true;

  for (const file of isFolder ? walkSync(root, place, MAX_DEPTH) : [{ rel: place.rel, full: place.path, type: 'file' as const, link: false }]) {
    // A link may lead out of the project, and what it leads to inside is found there.
    if (file.type !== 'file' || file.link) continue;
    if (wanted && !wanted(isFolder ? [file.rel, file.rel.slice(prefix)] : [file.rel])) continue;
    const text = read(file.full);
    if (typeof text !== 'string') {
      if (text !== undefined) result[text.skipped]++;
      continue;
    }
    result.files_searched++;
    const order = after === undefined ? 1 : comparePaths(file.rel, after.path);
    const seen = order > 0 ? 0 : order < 0 ? Infinity : unit === 'files' ? Infinity : after!.line;
    const lines = new Lines(text);
    const before = result.total;
    for (const [start, end] of matchingLines(text, pattern)) {
      result.total++;
      if (unit === 'files' || !open) continue;
      const line = lines.numberAt(start);
      if (line <= seen) continue;
      const match = lines.match(file.rel, line, start, end, params, pattern, result);
      const size = sizeOf(match);
      if (result.matches.length === max_results) result.ended_by = 'results';
      // One match is shown however long it is, or there would be no progress.
      else if (bytes + size > max_bytes && bytes > 0) result.ended_by = 'size';
      else {
        result.matches.push(match);
        bytes += size;
        continue;
      }
      open = false;
    }
    const hits = result.total - before;
    if (hits === 0) continue;
    result.total_files++;
    if (unit === 'lines') {
      if (result.matches.at(-1)?.path === file.rel) result.files.push({ path: file.rel, count: hits });
    } else if (open && seen === 0) {
      if (result.files.length === max_results) result.ended_by = 'results';
      else if (bytes + Buffer.byteLength(file.rel) > max_bytes && bytes > 0) result.ended_by = 'size';
      else {
        result.files.push({ path: file.rel, count: hits });
        bytes += Buffer.byteLength(file.rel) + MATCH_OVERHEAD;
        continue;
      }
      open = false;
    }
  }
  if (result.ended_by === 'end') return result;
  const last = unit === 'lines' ? result.matches.at(-1)! : { path: result.files.at(-1)!.path, line: 0 };
  return { ...result, truncated: true, next_cursor: writeCursor(mark, last) };
}

/** Start and end of every matching line, without its line ending. */
function* matchingLines(text: string, { line, whole, required }: LinePattern): Generator<[number, number]> {
  if (required !== undefined && !text.includes(required)) return;
  const length = text.length;
  let start = 0;
  while (start < length) {
    let from = start;
    if (whole) {
      whole.lastIndex = start;
      const found = whole.exec(text);
      if (!found) return;
      from = found.index;
      // A match of nothing behind the last line break is on no line.
      if (from === length && text.charCodeAt(length - 1) === 10) return;
      if (from > start) start = Math.max(start, text.lastIndexOf('\n', from - 1) + 1);
    }
    let end = text.indexOf('\n', from);
    if (end < 0) end = length;
    const stop = end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end;
    if (line.test(text.slice(start, stop))) yield [start, stop];
    start = end + 1;
  }
}

/** Numbers and neighbours of lines; asked for in ascending order. */
class Lines {
  readonly #text: string;
  #at = 0;
  #number = 1;

  constructor(text: string) {
    this.#text = text;
  }

  numberAt(position: number): number {
    for (let next = this.#text.indexOf('\n', this.#at); next >= 0 && next < position; next = this.#text.indexOf('\n', this.#at)) {
      this.#at = next + 1;
      this.#number++;
    }
    return this.#number;
  }

  match(path: string, line: number, start: number, end: number, { before, after }: HostParams<'search'>, pattern: LinePattern, result: Result): Match {
    const cut = (from: number, to: number, isHit: boolean): string => {
      if (to - from <= MAX_LINE_CHARS) return this.#text.slice(from, to);
      result.lines_cut = true;
      const whole = this.#text.slice(from, to);
      const at = isHit ? pattern.line.exec(whole)?.index ?? 0 : 0;
      const first = at > MAX_LINE_CHARS - LEAD_CHARS ? at - LEAD_CHARS : 0;
      return `${first > 0 ? '…' : ''}${wholeCharacters(whole, first, first + MAX_LINE_CHARS)}${first + MAX_LINE_CHARS < whole.length ? '…' : ''}`;
    };
    return { path, line, text: cut(start, end, true), before: this.#neighbours(start, -before, cut), after: this.#neighbours(end, after, cut) };
  }

  #neighbours(from: number, count: number, cut: (start: number, end: number, isHit: boolean) => string): string[] {
    const text = this.#text;
    const bare = (end: number, start: number): number => (end > start && text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    const lines: string[] = [];
    if (count < 0) {
      for (let start = from; lines.length < -count && start > 0;) {
        const end = start - 1;
        start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
        lines.unshift(cut(start, bare(end, start), false));
      }
      return lines;
    }
    for (let at = text.indexOf('\n', from); lines.length < count && at >= 0 && at + 1 < text.length;) {
      const next = text.indexOf('\n', at + 1);
      const end = next < 0 ? text.length : next;
      lines.push(cut(at + 1, bare(end, at + 1), false));
      at = next;
    }
    return lines;
  }
}

/** A slice that does not cut a character in two. */
function wholeCharacters(text: string, from: number, to: number): string {
  const low = (at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return text.slice(low(from) ? from + 1 : from, low(to) ? to - 1 : to);
}

/** About what the match takes when it is printed, every line with its path. */
function sizeOf({ path, text, before, after }: Match): number {
  const prefix = Buffer.byteLength(path) + MATCH_OVERHEAD;
  return [text, ...before, ...after].reduce((sum, line) => sum + prefix + Buffer.byteLength(line), 0);
}
