/** Which commit each line of a file comes from. */
import * as git from 'isomorphic-git';
import type { ReadCommitResult } from 'isomorphic-git';
import { changesBetween, detectRenames } from './changes.ts';
import { lineChanges, splitLines } from './diff/line-changes.ts';
import { decode } from './patch-text.ts';
import type { Repository } from './repository.ts';
import { treeSnapshot } from './snapshot.ts';
import type { SnapshotEntry } from './snapshot.ts';

export interface BlamedLine {
  /** Undefined: not committed yet. */
  commit: ReadCommitResult | undefined;
  /** The file's name in that commit, and the line's number there, from 1. */
  path: string;
  number: number;
  text: string;
  /** The commit before that has the file, and its name there. */
  previous?: { oid: string; path: string };
}

/** Where a line is in the file of a commit, and where in the file that was asked for: a merge can have one old line twice. */
type Place = readonly [number: number, at: number];

/** Lines that are still looked for. */
interface Open { commit: ReadCommitResult; path: string; lines: Place[] }

/** Blames `text`, which is what `path` holds now (or in `from` itself), on the commits before. */
export async function blame(repo: Repository, { from, path, text, committed }: { from: string | undefined; path: string; text: string; committed: boolean }): Promise<BlamedLine[]> {
  const lines = splitLines(text);
  const found = new Array<BlamedLine | undefined>(lines.length);
  const blameOn = (commit: ReadCommitResult | undefined, name: string, open: readonly Place[], previous?: { oid: string; path: string }): void => {
    for (const [number, at] of open) found[at] = { commit, path: name, number: number + 1, text: lines[at]!, ...(previous ? { previous } : {}) };
  };
  const all = lines.map((_, at): Place => [at, at]);
  const queue: Open[] = [];
  const put = (commit: ReadCommitResult, name: string, open: readonly Place[]): void => {
    const waiting = queue.find((one) => one.commit.oid === commit.oid && one.path === name);
    if (waiting) waiting.lines.push(...open);
    else queue.push({ commit, path: name, lines: [...open] });
  };
  const read = (oid: string): Promise<ReadCommitResult> => git.readCommit({ ...repo, oid });
  if (from === undefined) blameOn(undefined, path, all);
  else if (committed) put(await read(from), path, all);
  else {
    const head = await read(from);
    const before = (await treeSnapshot(repo, from)).get(path);
    const passed = before ? pass(await textOf(before), text, all) : { there: [], here: all };
    blameOn(undefined, path, passed.here, before ? { oid: from, path } : undefined);
    if (passed.there.length > 0) put(head, path, passed.there);
  }
  while (queue.length > 0) {
    queue.sort((a, b) => b.commit.commit.committer.timestamp - a.commit.commit.committer.timestamp);
    const { commit, path: name, lines: open } = queue.shift()!;
    let left: readonly Place[] = open;
    const before = await origins(repo, commit, name);
    for (const { oid, path: older, same, entry } of before) {
      if (left.length === 0) break;
      const { there, here } = same ? { there: left, here: [] } : pass(await textOf(entry), await fileText(repo, commit.oid, name), left);
      if (there.length > 0) put(await read(oid), older, there);
      left = here;
    }
    blameOn(commit, name, left, before[0] && { oid: before[0].oid, path: before[0].path });
  }
  return found.map((line) => line!);
}

/** Which of the open lines were in the older text already (under their numbers there), and which are new. */
function pass(older: string, newer: string, open: readonly Place[]): { there: readonly Place[]; here: readonly Place[] } {
  const there: Place[] = [];
  const here: Place[] = [];
  const changes = lineChanges(splitLines(older), splitLines(newer));
  let next = 0;
  let shift = 0;
  for (const [number, at] of [...open].sort(([a], [b]) => a - b)) {
    while (next < changes.length && changes[next]!.newEnd <= number) {
      const { oldEnd, newEnd } = changes[next++]!;
      shift = oldEnd - newEnd;
    }
    if (next < changes.length && changes[next]!.newStart <= number) here.push([number, at]);
    else there.push([number + shift, at]);
  }
  return { there, here };
}

interface Origin { oid: string; path: string; entry: SnapshotEntry; same: boolean }

/** The file in the commit's parents, under its name or the one it had there; a parent with the very same file alone. */
async function origins(repo: Repository, { oid, commit }: ReadCommitResult, path: string): Promise<Origin[]> {
  const own = await treeSnapshot(repo, oid);
  const entry = own.get(path);
  const found: Origin[] = [];
  for (const parent of commit.parent) {
    const files = await treeSnapshot(repo, parent);
    const older = files.get(path);
    if (older) found.push({ oid: parent, path, entry: older, same: older.oid === entry?.oid });
    else {
      const renamed = (await detectRenames(changesBetween(files, own))).find((change) => change.kind === 'R' && change.path === path);
      if (renamed) found.push({ oid: parent, path: renamed.from!, entry: renamed.before!, same: renamed.before!.oid === entry?.oid });
    }
  }
  const same = found.find((origin) => origin.same);
  return same ? [same] : found;
}

const textOf = async (entry: SnapshotEntry): Promise<string> => decode(await entry.read());

async function fileText(repo: Repository, commit: string, path: string): Promise<string> {
  const entry = (await treeSnapshot(repo, commit)).get(path);
  return entry ? textOf(entry) : '';
}
