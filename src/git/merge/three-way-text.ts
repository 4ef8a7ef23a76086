/**
 * Two changes of one text become one text, as `git merge` does it (Git's `merge-file` with histogram differences): what only one side changed is taken
 * from there, the same change counts once, and the rest stands between conflict markers. Texts are byte strings (latin1), so that any encoding passes through.
 */
import type { LineIds } from './histogram.ts';
import { lineRuns } from './line-diff.ts';

export interface ThreeWayOptions {
  /** After `<<<<<<<`, `|||||||` and `>>>>>>>`. */
  labels: { ours: string; base: string; theirs: string };
  /** `diff3` shows the base of each conflict and does not narrow conflicts down. Default `merge`. */
  style?: 'merge' | 'diff3';
  /** `-X ours`, `-X theirs`, or both sides one after the other. */
  favor?: 'ours' | 'theirs' | 'union' | undefined;
  /** Characters of a marker; merges of merge bases use longer ones. Default 7. */
  markerSize?: number;
}

export interface MergedText {
  text: string;
  conflicts: number;
}

type Side = 'ours' | 'theirs' | 'conflict' | 'same';

/** Where a change stands in the three texts. */
interface Piece {
  side: Side;
  base: number;
  baseCount: number;
  ours: number;
  oursCount: number;
  theirs: number;
  theirsCount: number;
}

export function mergeTexts(base: string, ours: string, theirs: string, options: ThreeWayOptions): MergedText {
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]): number[] => lines.map((line) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  });
  const texts = { base: splitLines(base), ours: splitLines(ours), theirs: splitLines(theirs) };
  const ids = { base: numbered(texts.base), ours: numbered(texts.ours), theirs: numbered(texts.theirs) };
  let pieces = alignedPieces(ids.base, ids.ours, ids.theirs);
  if (options.style !== 'diff3') pieces = joined(pieces.flatMap((piece) => narrowed(piece, ids.ours, ids.theirs)));
  return written(texts, pieces, options);
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.match(/[^\n]*\n|[^\n]+$/g)!;
}

function alignedPieces(base: LineIds, ours: LineIds, theirs: LineIds): Piece[] {
  const pieces: Piece[] = [];
  const left = lineRuns(base, ours);
  const right = lineRuns(base, theirs);
  let l = 0;
  let r = 0;
  while (l < left.length || r < right.length) {
    const a = left[l];
    const b = right[r];
    if (a && (!b || a.before + a.removed < b.before)) {
      const shift = b ? b.after - b.before : theirs.length - base.length;
      append(pieces, { side: 'ours', base: a.before, baseCount: a.removed, ours: a.after, oursCount: a.added, theirs: a.before + shift, theirsCount: a.removed });
      l++;
      continue;
    }
    if (b && (!a || b.before + b.removed < a.before)) {
      const shift = a ? a.after - a.before : ours.length - base.length;
      append(pieces, { side: 'theirs', base: b.before, baseCount: b.removed, ours: b.before + shift, oursCount: b.removed, theirs: b.after, theirsCount: b.added });
      r++;
      continue;
    }
    const one = a!;
    const two = b!;
    const same = one.before === two.before && one.removed === two.removed && one.added === two.added
      && Array.from({ length: one.added }, (_, at) => ours[one.after + at] === theirs[two.after + at]).every(Boolean);
    if (!same) {
      const start = Math.min(one.before, two.before);
      const end = Math.max(one.before + one.removed, two.before + two.removed);
      const oursStart = one.after - (one.before - start);
      const theirsStart = two.after - (two.before - start);
      append(pieces, {
        side: 'conflict', base: start, baseCount: end - start, ours: oursStart, oursCount: one.after + one.added + (end - one.before - one.removed) - oursStart,
        theirs: theirsStart, theirsCount: two.after + two.added + (end - two.before - two.removed) - theirsStart,
      });
    }
    const oneEnd = one.before + one.removed;
    const twoEnd = two.before + two.removed;
    if (oneEnd >= twoEnd) r++;
    if (twoEnd >= oneEnd) l++;
  }
  return pieces;
}

/** A change that touches the one before becomes part of it; of two sides that is a conflict. */
function append(pieces: Piece[], piece: Piece): void {
  const last = pieces[pieces.length - 1];
  if (!last || (piece.ours > last.ours + last.oursCount && piece.theirs > last.theirs + last.theirsCount)) {
    pieces.push(piece);
    return;
  }
  if (last.side !== piece.side) last.side = 'conflict';
  last.baseCount = piece.base + piece.baseCount - last.base;
  last.oursCount = piece.ours + piece.oursCount - last.ours;
  last.theirsCount = piece.theirs + piece.theirsCount - last.theirs;
}

/** A conflict without the lines that both sides have: possibly several smaller ones, or none. */
function narrowed(piece: Piece, ours: LineIds, theirs: LineIds): Piece[] {
  if (piece.side !== 'conflict' || piece.oursCount === 0 || piece.theirsCount === 0) return [piece];
  const runs = lineRuns(ours.slice(piece.ours, piece.ours + piece.oursCount), theirs.slice(piece.theirs, piece.theirs + piece.theirsCount));
  if (runs.length === 0) return [{ ...piece, side: 'same' }];
  return runs.map((run) => ({ ...piece, ours: piece.ours + run.before, oursCount: run.removed, theirs: piece.theirs + run.after, theirsCount: run.added }));
}

/** Conflicts with three lines or less between them read better as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out[out.length - 1];
    if (last?.side === 'conflict' && piece.side === 'conflict' && piece.ours - (last.ours + last.oursCount) <= 3) {
      last.oursCount = piece.ours + piece.oursCount - last.ours;
      last.theirsCount = piece.theirs + piece.theirsCount - last.theirs;
    } else out.push({ ...piece });
  }
  return out;
}

interface Texts { base: string[]; ours: string[]; theirs: string[] }

function written(texts: Texts, pieces: readonly Piece[], options: ThreeWayOptions): MergedText {
  const { labels, style = 'merge', favor, markerSize = 7 } = options;
  let text = '';
  let at = 0;
  let conflicts = 0;
  for (const piece of pieces) {
    if (piece.side === 'same') continue;
    text += texts.ours.slice(at, piece.ours).join('');
    at = piece.ours + piece.oursCount;
    const oursLines = texts.ours.slice(piece.ours, at);
    const theirsLines = texts.theirs.slice(piece.theirs, piece.theirs + piece.theirsCount);
    if (piece.side === 'ours') text += oursLines.join('');
    else if (piece.side === 'theirs') text += theirsLines.join('');
    else {
      const end = usesCrLf(texts, piece) ? '\r\n' : '\n';
      if (favor === 'ours') text += oursLines.join('');
      else if (favor === 'theirs') text += theirsLines.join('');
      else if (favor === 'union') text += closed(oursLines, end) + theirsLines.join('');
      else {
        conflicts++;
        const marker = (sign: string, label: string): string => `${sign.repeat(markerSize)}${label === '' ? '' : ` ${label}`}${end}`;
        text += marker('<', labels.ours) + closed(oursLines, end);
        if (style === 'diff3') text += marker('|', labels.base) + closed(texts.base.slice(piece.base, piece.base + piece.baseCount), end);
        text += marker('=', '') + closed(theirsLines, end) + marker('>', labels.theirs);
      }
    }
  }
  return { text: text + texts.ours.slice(at).join(''), conflicts };
}

/** A marker begins a line of its own even after a last line without an end. */
function closed(lines: readonly string[], end: string): string {
  const text = lines.join('');
  return text === '' || text.endsWith('\n') ? text : text + end;
}

/** Markers end as the base's first line does, unless a side has another end there. */
function usesCrLf(texts: Texts, piece: Piece): boolean {
  return endsInCrLf(texts.ours, Math.max(0, piece.ours - 1)) !== false && endsInCrLf(texts.theirs, Math.max(0, piece.theirs - 1)) !== false && endsInCrLf(texts.base, 0) === true;
}

/** Undefined when the text does not say. */
function endsInCrLf(lines: readonly string[], at: number): boolean | undefined {
  if (lines.length === 0) return undefined;
  if (lines[at]!.endsWith('\n')) return lines[at]!.endsWith('\r\n');
  return at === 0 ? undefined : lines[at - 1]!.endsWith('\r\n');
}
