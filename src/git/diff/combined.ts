/** A merge's diff against all its parents at once, as `diff --cc` shows it: only where the result is none of them. */
import { lineChanges, splitLines } from './line-changes.ts';

interface Lost { line: string; parents: number }

/** One line of the result, or the place after the last. */
interface Place {
  line: string;
  /** Parents, as bits, that lack the line. */
  added: number;
  /** Lines of parents that stood before this one. */
  lost: Lost[];
  /** Where each parent is when a hunk begins here, from 1. */
  numbers: number[];
  shown: boolean;
  /** Shown for context only, so without what was lost before it. */
  bare: boolean;
}

const CONTEXT = 3;
const HEADING_BYTES = 40;

/** The hunks; empty when every change is that of a parent. */
export function combinedHunks(parents: readonly string[], result: string, context = CONTEXT): string {
  const lines = splitLines(result);
  const places: Place[] = [...lines, ''].map((line) => ({ line, added: 0, lost: [], numbers: [], shown: false, bare: false }));
  const count = lines.length;
  const all = 2 ** parents.length - 1;
  parents.forEach((text, parent) => compare(places, count, { lines: splitLines(text), result: lines, parent }));
  const end: number[] = parents.map((_, parent) => places[count]!.numbers[parent]! + places[count]!.lost.filter(({ parents: bits }) => bits & (1 << parent)).length);
  for (const place of places) place.shown = place.added !== 0 || place.lost.length > 0;
  dropSettled(places, count, all, context);
  if (!places.some(({ shown }) => shown)) return '';
  addContext(places, count, context);
  return text(places, count, parents.length, end);
}

function compare(places: Place[], count: number, { lines, result, parent }: { lines: string[]; result: string[]; parent: number }): void {
  const bit = 1 << parent;
  const lost = new Map<number, Lost[]>();
  for (const { oldStart, oldEnd, newStart, newEnd } of lineChanges(lines, result)) {
    for (let at = newStart; at < newEnd; at++) places[at]!.added |= bit;
    if (oldEnd > oldStart) lost.set(newStart, lines.slice(oldStart, oldEnd).map((line) => ({ line, parents: bit })));
  }
  let number = 1;
  for (let at = 0; at <= count; at++) {
    const place = places[at]!;
    place.numbers[parent] = number;
    const own = lost.get(at);
    if (own) place.lost = joined(place.lost, own, bit);
    number += place.lost.filter(({ parents: bits }) => bits & bit).length;
    if (at < count && !(place.added & bit)) number++;
  }
}

/** Lines that several parents lost are shown once. */
function joined(base: Lost[], fresh: Lost[], bit: number): Lost[] {
  if (base.length === 0) return fresh;
  const lengths = Array.from({ length: base.length + 1 }, () => new Array<number>(fresh.length + 1).fill(0));
  for (let i = 1; i <= base.length; i++) {
    for (let j = 1; j <= fresh.length; j++) {
      lengths[i]![j] = base[i - 1]!.line === fresh[j - 1]!.line ? lengths[i - 1]![j - 1]! + 1 : Math.max(lengths[i]![j - 1]!, lengths[i - 1]![j]!);
    }
  }
  const out: Lost[] = [];
  let i = base.length;
  let j = fresh.length;
  while (i > 0 || j > 0) {
    if (i > 0 && j > 0 && base[i - 1]!.line === fresh[j - 1]!.line) {
      out.push({ line: base[--i]!.line, parents: base[i]!.parents | bit });
      j--;
    } else if (i === 0 || (j > 0 && lengths[i]![j - 1]! >= lengths[i - 1]![j]!)) out.push(fresh[--j]!);
    else out.push(base[--i]!);
  }
  return out.reverse();
}

/** A hunk whose last line is there for what was lost before it needs one line of context less. */
const tail = (places: Place[], begin: number, at: number): number => (begin + 1 <= at && places[at - 1]!.added === 0 ? at - 1 : at);

/** Hunks where the result is one of the parents say nothing about the merge. */
function dropSettled(places: Place[], count: number, all: number, context: number): void {
  let at = 0;
  for (;;) {
    while (at <= count && !places[at]!.shown) at++;
    if (at > count) return;
    const begin = at;
    let end = begin + 1;
    for (; end <= count; end++) {
      if (places[end]!.shown) continue;
      const last = Math.min(tail(places, begin, end) + context, count + 1) - 1;
      let next = last;
      while (next >= end && !places[next]!.shown) next--;
      if (next < end) break;
      end = next;
    }
    const versions = new Set<number>();
    for (const place of places.slice(begin, end)) {
      if (place.added !== 0) versions.add(place.added);
      for (const { parents } of place.lost) versions.add(parents);
    }
    if (versions.size === 1 && !versions.has(all)) for (const place of places.slice(begin, end)) place.shown = false;
    at = end;
  }
}

function addContext(places: Place[], count: number, context: number): void {
  const next = (from: number, shown: boolean): number => {
    let at = from;
    while (at <= count && places[at]!.shown !== shown) at++;
    return at;
  };
  let at = next(0, true);
  while (at <= count) {
    for (let before = Math.max(0, at - context); before < at; before++) {
      if (!places[before]!.shown) places[before]!.bare = true;
      places[before]!.shown = true;
    }
    let gap = next(at, false);
    let following = gap;
    for (;;) {
      if (gap > count) return;
      following = next(gap, true);
      gap = tail(places, at, gap);
      if (following >= gap + context) break;
      for (; gap < following; gap++) places[gap]!.shown = true;
      at = following;
      gap = next(at, false);
    }
    at = following;
    for (const stop = Math.min(gap + context, count + 1); gap < stop; gap++) places[gap]!.shown = true;
  }
}

function text(places: Place[], count: number, parents: number, end: number[]): string {
  const bits = Array.from({ length: parents }, (_, parent) => 1 << parent);
  const marks = '@'.repeat(parents + 1);
  const row = (signs: number, sign: string, line: string): string => `${bits.map((bit) => (signs & bit ? sign : ' ')).join('')}${line.endsWith('\n') ? line : `${line}\n`}`;
  let out = '';
  let heading: string | undefined;
  let at = 0;
  while (at <= count) {
    if (!places[at]!.shown) {
      if (/^[A-Za-z_$]/.test(places[at]!.line)) heading = places[at]!.line;
      at++;
      continue;
    }
    let stop = at + 1;
    while (stop <= count && places[stop]!.shown) stop++;
    const size = stop - at - (stop > count ? 1 : 0);
    const ranges = bits.map((_, parent) => {
      const from = places[at]!.numbers[parent]!;
      return ` -${from},${(stop > count ? end[parent]! : places[stop]!.numbers[parent]!) - from}`;
    });
    out += `${marks}${ranges.join('')} +${at + 1},${size} ${marks}${headingText(heading)}\n`;
    for (; at < stop; at++) {
      const place = places[at]!;
      if (!place.bare) for (const { line, parents: who } of place.lost) out += row(who, '-', line);
      if (at < count) out += row(place.added, '+', place.line);
    }
    heading = undefined;
  }
  return out;
}

/** Git leaves the last character of the heading out here; so what it prints is the same. */
function headingText(line: string | undefined): string {
  if (line === undefined) return '';
  const shown = line.slice(0, HEADING_BYTES).split('\n')[0]!.trimEnd();
  return shown.length > 1 ? ` ${shown.slice(0, -1)}` : '';
}
