/** What differs between two snapshots. */
import type { Snapshot, SnapshotEntry } from './snapshot.ts';
import { byPath } from './snapshot.ts';

export interface Change {
  /** A: added, D: deleted, M: modified, T: another kind of file, R: renamed with its content unchanged. */
  kind: 'A' | 'D' | 'M' | 'T' | 'R';
  path: string;
  /** Where a renamed file was. */
  from?: string;
  before?: SnapshotEntry;
  after?: SnapshotEntry;
}

export function changesBetween(before: Snapshot, after: Snapshot, options: { renames?: boolean } = {}): Change[] {
  const changes: Change[] = [];
  for (const [path, entry] of before) {
    const now = after.get(path);
    if (!now) changes.push({ kind: 'D', path, before: entry });
    else if (now.oid !== entry.oid || now.mode !== entry.mode) changes.push({ kind: typeOf(now) === typeOf(entry) ? 'M' : 'T', path, before: entry, after: now });
  }
  for (const [path, entry] of after) if (!before.has(path)) changes.push({ kind: 'A', path, after: entry });
  changes.sort((a, b) => byPath(a.path, b.path));
  return options.renames ? pairRenames(changes) : changes;
}

/** A deleted and an added file of the same content are one renamed file; empty files say nothing. */
function pairRenames(changes: Change[]): Change[] {
  const emptyBlob = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391';
  const deleted = changes.filter((change) => change.kind === 'D' && change.before!.oid !== emptyBlob);
  const used = new Set<Change>();
  const paired = changes.map((change): Change => {
    if (change.kind !== 'A') return change;
    const candidates = deleted.filter((gone) => !used.has(gone) && gone.before!.oid === change.after!.oid);
    const source = candidates.find((gone) => baseName(gone.path) === baseName(change.path)) ?? candidates[0];
    if (!source) return change;
    used.add(source);
    return { kind: 'R', path: change.path, from: source.path, before: source.before!, after: change.after! };
  });
  return paired.filter((change) => !used.has(change));
}

const typeOf = (entry: SnapshotEntry): string => entry.mode.slice(0, 3);
const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
