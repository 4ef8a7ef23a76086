/**
 * Which added files are deleted ones under another name, found as Git finds them (`gitdiffcore`): equal content first, then similar files whose name
 * stayed, then the most similar pairs.
 */
import type { SnapshotEntry } from './snapshot.ts';
import { byPath } from './snapshot.ts';

export interface RenameCandidate {
  path: string;
  entry: SnapshotEntry;
}

export interface Rename {
  from: string;
  to: string;
  /** 0 to 100, as `similarity index` prints it. */
  similarity: number;
}

export interface RenameOptions {
  /** Least similarity of a pair, as a part of one. Default 0.5. */
  minimum?: number;
  /** Above this many files (the geometric mean of both sides) only equal content counts. Default 1,000, as in `git diff`. */
  limit?: number;
  /** Sources for which a similar file matters; the others are only compared for equal content. Default all. */
  relevant?: (path: string) => boolean;
  /** Whether an empty file can be another one renamed: so in diffs, not in merges, which are the default. */
  empty?: boolean;
}

const MAX_SCORE = 60_000;
const EMPTY_BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
/** For one added file only so many sources are weighed in the end. */
const CANDIDATES = 4;

interface Scored { source: RenameCandidate; target: RenameCandidate; score: number; sameName: boolean }

/** In order of the new paths; each file is part of one pair at most. Links and folders of other repositories match only as they are. */
export async function findRenames(deleted: readonly RenameCandidate[], added: readonly RenameCandidate[], options: RenameOptions = {}): Promise<Rename[]> {
  const minimum = Math.floor((options.minimum ?? 0.5) * MAX_SCORE);
  const limit = options.limit ?? 1000;
  const sources = new Set([...deleted].sort((a, b) => byPath(a.path, b.path)).filter(({ entry }) => options.empty || entry.oid !== EMPTY_BLOB));
  const targets = new Set([...added].sort((a, b) => byPath(a.path, b.path)).filter(({ entry }) => options.empty || entry.oid !== EMPTY_BLOB));
  const found: Rename[] = [];
  const pair = (source: RenameCandidate, target: RenameCandidate, score: number): void => {
    sources.delete(source);
    targets.delete(target);
    found.push({ from: source.path, to: target.path, similarity: Math.floor((score * 100) / MAX_SCORE) });
  };
  pairEqual(sources, targets, pair);
  if (options.relevant) for (const source of [...sources]) if (!options.relevant(source.path)) sources.delete(source);
  if (minimum < MAX_SCORE && sources.size > 0 && targets.size > 0) {
    const compare = new Comparison();
    await pairSameNames(sources, targets, { minimum: minimum + Math.floor((MAX_SCORE - minimum) / 2), compare, pair });
    if (sources.size * targets.size <= limit * limit) await pairSimilar(sources, targets, { minimum, compare, pair });
  }
  return found.sort((a, b) => byPath(a.to, b.to));
}

type Pair = (source: RenameCandidate, target: RenameCandidate, score: number) => void;

function pairEqual(sources: Set<RenameCandidate>, targets: Set<RenameCandidate>, pair: Pair): void {
  const byContent = new Map<string, RenameCandidate[]>();
  for (const source of sources) byContent.set(source.entry.oid, [...(byContent.get(source.entry.oid) ?? []), source]);
  for (const target of [...targets]) {
    const equal = (byContent.get(target.entry.oid) ?? []).filter((source) => sources.has(source) && kindOf(source) === kindOf(target));
    const source = equal.find((one) => baseName(one.path) === baseName(target.path)) ?? equal[0];
    if (source) pair(source, target, MAX_SCORE);
  }
}

interface Search { minimum: number; compare: Comparison; pair: Pair }

/** A file that only moved to another folder: its name occurs once on each side. */
async function pairSameNames(sources: Set<RenameCandidate>, targets: Set<RenameCandidate>, { minimum, compare, pair }: Search): Promise<void> {
  const from = uniqueNames(sources);
  const to = uniqueNames(targets);
  for (const [name, source] of from) {
    const target = to.get(name);
    if (!source || !target) continue;
    const score = await compare.score(source, target, minimum);
    if (score >= minimum) pair(source, target, score);
  }
}

function uniqueNames(files: Iterable<RenameCandidate>): Map<string, RenameCandidate | undefined> {
  const names = new Map<string, RenameCandidate | undefined>();
  for (const file of files) names.set(baseName(file.path), names.has(baseName(file.path)) ? undefined : file);
  return names;
}

async function pairSimilar(sources: Set<RenameCandidate>, targets: Set<RenameCandidate>, { minimum, compare, pair }: Search): Promise<void> {
  const all: Scored[] = [];
  for (const target of targets) {
    let best: Scored[] = [];
    for (const source of sources) {
      const score = await compare.score(source, target, minimum);
      if (score === 0) continue;
      best.push({ source, target, score, sameName: baseName(source.path) === baseName(target.path) });
      best = best.sort(bestFirst).slice(0, CANDIDATES);
    }
    all.push(...best);
  }
  for (const { source, target, score } of all.sort(bestFirst)) {
    if (score >= minimum && sources.has(source) && targets.has(target)) pair(source, target, score);
  }
}

const bestFirst = (a: Scored, b: Scored): number => b.score - a.score || Number(b.sameName) - Number(a.sameName);

/** How much of one file is in the other; each file is read and cut up once. */
class Comparison {
  readonly #pieces = new Map<RenameCandidate, Promise<{ size: number; pieces: Map<string, number> }>>();

  async score(source: RenameCandidate, target: RenameCandidate, minimum: number): Promise<number> {
    if (kindOf(source) !== '100' || kindOf(target) !== '100') return 0;
    const from = await this.#cut(source);
    const to = await this.#cut(target);
    const larger = Math.max(from.size, to.size);
    if (larger === 0 || larger * (MAX_SCORE - minimum) < Math.abs(from.size - to.size) * MAX_SCORE) return 0;
    let copied = 0;
    for (const [piece, bytes] of from.pieces) copied += Math.min(bytes, to.pieces.get(piece) ?? 0);
    return Math.floor((copied * MAX_SCORE) / larger);
  }

  #cut(file: RenameCandidate): Promise<{ size: number; pieces: Map<string, number> }> {
    const known = this.#pieces.get(file);
    if (known) return known;
    const cut = file.entry.read().then((bytes) => ({ size: bytes.length, pieces: pieces(bytes) }));
    this.#pieces.set(file, cut);
    return cut;
  }
}

/** Lines, cut after 64 bytes, with the bytes that each takes up in all; the carriage return of a text's line does not count. */
function pieces(bytes: Uint8Array): Map<string, number> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const lines = bytes.subarray(0, 8000).includes(0) ? text : text.replaceAll('\r\n', '\n');
  const found = new Map<string, number>();
  for (const piece of lines.match(/[^\n]{0,63}\n|[^\n]{64}|[^\n]+$/g) ?? []) found.set(piece, (found.get(piece) ?? 0) + piece.length);
  return found;
}

/** The first digits of the mode: files are `100`, links `120`. */
const kindOf = ({ entry }: RenameCandidate): string => entry.mode.slice(0, 3);

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
