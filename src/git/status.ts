/** The state of the working tree. */
import { changesBetween, detectRenames } from './changes.ts';
import type { Change } from './changes.ts';
import { ignoredFiles } from './ignored-files.ts';
import type { IgnoredForm } from './ignored-files.ts';
import { readWholeIndex, unmergedOf } from './index-stages.ts';
import type { IndexFileEntry, UnmergedPath } from './index-stages.ts';
import { readOperation } from './operation-state.ts';
import { readRebase } from './rebase/state.ts';
import type { RebaseState } from './rebase/state.ts';
import type { OperationState } from './operation-state.ts';
import { currentBranch, resolveOrUndefined } from './repository.ts';
import type { Repository } from './repository.ts';
import { sequenceVerb } from './sequencer.ts';
import type { PickVerb } from './sequencer.ts';
import { stagedChanges } from './staged-changes.ts';
import { snapshotOfIndex, untrackedFiles, worktreeSnapshot } from './snapshot.ts';
import { upstreamOf } from './upstream.ts';
import type { Upstream } from './upstream.ts';

export interface Status {
  branch: string | undefined;
  head: string | undefined;
  upstream: Upstream | undefined;
  operation: OperationState | undefined;
  rebase: RebaseState | undefined;
  /** Several commits are being picked or reverted; with no `operation` it waits between two. */
  sequence: PickVerb | undefined;
  staged: Change[];
  unstaged: Change[];
  /** In order of the paths; they are in neither of the lists above. */
  conflicts: Map<string, UnmergedPath>;
  untracked: string[];
  /** Only where they were asked for. */
  ignored: string[];
}

export interface StatusOptions {
  /** `normal` folds a folder without any tracked file into `folder/`. */
  untracked?: 'normal' | 'all' | 'no';
  renames?: boolean;
  ignored?: IgnoredForm | undefined;
  /** Another index than the repository's own. */
  entries?: IndexFileEntry[];
}

export async function readStatus(repo: Repository, { untracked = 'normal', renames = true, ignored, entries: given }: StatusOptions = {}): Promise<Status> {
  const head = await resolveOrUndefined(repo, 'HEAD');
  const branch = await currentBranch(repo);
  const { entries, trees, checksum } = given ? { entries: given, trees: new Map<string, string>(), checksum: undefined } : await readWholeIndex(repo);
  const index = snapshotOfIndex(repo, entries);
  const conflicts = unmergedOf(entries);
  const merged = (changes: Change[]): Change[] => (conflicts.size === 0 ? changes : changes.filter((change) => !conflicts.has(change.path)));
  const { changes, known } = await stagedChanges(repo, { head, index, trees, conflicts: conflicts.keys() });
  const staged = merged(changes);
  const folders = checksum === undefined ? undefined : { trees: known, checksum };
  return {
    branch, head, conflicts,
    upstream: branch === undefined ? undefined : await upstreamOf(repo, branch),
    operation: await readOperation(repo),
    rebase: await readRebase(repo),
    sequence: await sequenceVerb(repo),
    staged: renames ? await detectRenames(staged) : staged,
    unstaged: merged(changesBetween(index, await worktreeSnapshot(repo, index, folders))),
    untracked: untracked === 'no' ? [] : await untrackedFiles(repo, [...index.keys(), ...conflicts.keys()], { fold: untracked === 'normal' }),
    ignored: ignored === undefined ? [] : await ignoredFiles(repo, [...index.keys(), ...conflicts.keys()], ignored),
  };
}
