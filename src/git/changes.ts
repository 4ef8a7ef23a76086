/** What differs between two snapshots. */
import { findRenames } from './renames.ts';
import type { Snapshot, SnapshotEntry } from './snapshot.ts';
import { byPath } from './snapshot.ts';

export interface Change {
  /** A: added, D: deleted, M: modified, T: another kind of file, R: renamed, U: in conflict, whose sides are in the index. */
  kind: 'A' | 'D' | 'M' | 'T' | 'R' | 'U';
  path: string;
  /** Where a renamed file was. */
  from?: string;
  /** Percent of a renamed file that stayed. */
  score?: number;
  before?: SnapshotEntry;
  after?: SnapshotEntry;
  /** Both sides are of different places (`diff --no-index`): each has a name of its own, a changed file too, in `from` and `path`. */
  apart?: true;
  /** Of a conflict that both sides have: ours and theirs. */
  sides?: readonly SnapshotEntry[];
}

/** In the order of the paths; `detectRenames` pairs what was renamed. */
export function changesBetween(before: Snapshot, after: Snapshot): Change[] {
  const changes: Change[] = [];
  for (const [path, entry] of before) {
    const now = after.get(path);
    if (!now) changes.push({ kind: 'D', path, before: entry });
    else if (now.oid !== entry.oid || now.mode !== entry.mode) changes.push({ kind: typeOf(now) === typeOf(entry) ? 'M' : 'T', path, before: entry, after: now });
  }
  for (const [path, entry] of after) if (!before.has(path)) changes.push({ kind: 'A', path, after: entry });
  return changes.sort((a, b) => byPath(a.path, b.path));
}

const typeOf = (entry: SnapshotEntry): string => entry.mode.slice(0, 3);

/** Deleted and added files that are one under two names become one change, in the place of the new name. */
export async function detectRenames(changes: readonly Change[]): Promise<Change[]> {
  const deleted = new Map(changes.filter(({ kind }) => kind === 'D').map((change) => [change.path, change]));
  const added = changes.filter(({ kind }) => kind === 'A');
  if (deleted.size === 0 || added.length === 0) return [...changes];
  const renames = await findRenames([...deleted.values()].map(({ path, before }) => ({ path, entry: before! })), added.map(({ path, after }) => ({ path, entry: after! })), { empty: true });
  const sources = new Set(renames.map(({ from }) => from));
  const byTarget = new Map(renames.map((rename) => [rename.to, rename]));
  return changes.filter(({ kind, path }) => kind !== 'D' || !sources.has(path)).map((change): Change => {
    const rename = change.kind === 'A' ? byTarget.get(change.path) : undefined;
    return rename ? { ...(change.apart ? { apart: true } : {}), kind: 'R', path: change.path, from: rename.from, score: rename.similarity, before: deleted.get(rename.from)!.before!, after: change.after! } : change;
  });
}
