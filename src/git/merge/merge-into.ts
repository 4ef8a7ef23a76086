/** Brings the outcome of a merge into index and working tree. */
import { moveFiles } from '../move-files.ts';
import type { Repository } from '../repository.ts';
import type { Snapshot } from '../snapshot.ts';
import { storeBlobs } from '../write-objects.ts';
import type { MergeOutcome } from './merge-trees.ts';

/** @throws GitError, before anything is changed, when work that is not committed would be lost. */
export async function placeOutcome(repo: Repository, head: Snapshot, outcome: MergeOutcome, words: { operation: string; before: string; exitCode?: number }): Promise<void> {
  await storeBlobs(repo, [...outcome.tree.values(), ...outcome.files.values()].filter(changedFrom(head)));
  for (const { base, ours, theirs } of outcome.unmerged.values()) await storeBlobs(repo, [base, ours, theirs].filter((side) => side !== undefined));
  await moveFiles(repo, { from: head, to: new Map([...outcome.tree, ...outcome.files]), unmerged: outcome.unmerged, ...words });
}

function changedFrom(head: Snapshot): (entry: { oid: string }) => boolean {
  const known = new Set([...head.values()].map(({ oid }) => oid));
  return ({ oid }) => !known.has(oid);
}

/** The text that waits for the commit; git's own comment names what was in conflict. */
export function conflictMessage(message: string, outcome: MergeOutcome): string {
  const paths = [...outcome.unmerged.keys()].sort();
  return `${message.replace(/\n*$/, '\n')}\n# Conflicts:\n${paths.map((path) => `#\t${path}\n`).join('')}`;
}
