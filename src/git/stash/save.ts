/** Puts local changes aside (`git stash push`). */
import * as git from 'isomorphic-git';
import { deleteEntry, writeEntry } from '../apply-tree.ts';
import { changesBetween } from '../changes.ts';
import { Config } from '../config.ts';
import type { GitContext } from '../context.ts';
import { GitError } from '../errors.ts';
import { readIndexFile, unmergedOf } from '../index-stages.ts';
import { updateIndex } from '../index-update.ts';
import { sameEntry } from '../merge/merge-files.ts';
import { mergeTrees } from '../merge/merge-trees.ts';
import { clearOperation } from '../operation-state.ts';
import { pathspecs } from '../pathspec.ts';
import { appendReflog } from '../refs.ts';
import { currentBranch, resolveOrUndefined, shortOid } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot, untrackedFiles, worktreeEntry, worktreeSnapshot } from '../snapshot.ts';
import type { Snapshot } from '../snapshot.ts';
import { storeBlobs, writeCommit } from '../write-objects.ts';
import { STASH } from './entries.ts';

export interface SaveRequest {
  message: string | undefined;
  untracked: boolean;
  /** What is staged stays in index and working tree. */
  keepIndex: boolean;
  /** Only what is staged is put aside. */
  staged: boolean;
  paths: readonly string[];
}

/** @returns the stash's message, or undefined when there was nothing to put aside. */
export async function saveStash(repo: Repository, context: GitContext, request: SaveRequest): Promise<string | undefined> {
  const made = await makeStash(repo, context, request);
  if (!made) return undefined;
  const { oid, message } = made;
  await appendReflog(repo, context, STASH, { before: await resolveOrUndefined(repo, STASH), after: oid, message });
  await git.writeRef({ ...repo, ref: STASH, value: oid, force: true });
  await made.putAside();
  if (request.paths.length === 0 && !request.staged) await clearOperation(repo);
  return message;
}

interface Made {
  oid: string;
  message: string;
  /** Takes what is in it from index and working tree. */
  putAside: () => Promise<void>;
}

/** A stash that no list names yet; undefined when there is nothing to put aside. Index and working tree stay as they are. */
export async function makeStash(repo: Repository, context: GitContext, request: SaveRequest): Promise<Made | undefined> {
  const head = await resolveOrUndefined(repo, 'HEAD');
  if (head === undefined) throw new GitError('You do not have the initial commit yet', 1);
  await refuseUnmerged(repo);
  const specs = pathspecs(repo, request.paths);
  const chosen = (path: string): boolean => specs.length === 0 || specs.some((spec) => spec.matches(path));
  const committed = await treeSnapshot(repo, head);
  const index = await indexSnapshot(repo);
  const work = await worktreeSnapshot(repo, index);
  const extra = await untrackedFiles(repo, index.keys());
  for (const spec of specs) {
    if (![...index.keys(), ...(request.untracked ? extra : [])].some(spec.matches)) throw new GitError(`error: pathspec ':(,prefix:0)${spec.given}' did not match any file(s) known to git\nDid you forget to 'git add'?`, 1);
  }
  const others = request.untracked ? extra.filter((path) => !path.endsWith('/') && chosen(path)) : [];
  const changed = request.staged ? changesBetween(committed, index) : [...changesBetween(committed, index), ...changesBetween(index, work)];
  const paths = [...new Set(changed.map(({ path }) => path))].filter(chosen);
  if (paths.length === 0 && others.length === 0) return undefined;

  const saved: Snapshot = new Map(request.staged ? index : [...index].map(([path, entry]) => [path, chosen(path) ? work.get(path) : entry] as const).flatMap(([path, entry]) => (entry ? [[path, entry] as const] : [])));
  await storeBlobs(repo, saved.values());
  const named = await nameless(repo, context);
  const label = `${(await currentBranch(repo)) ?? '(no branch)'}: ${await shortOid(repo, head)} ${subject((await git.readCommit({ ...repo, oid: head })).commit.message)}`;
  // Who puts aside is the author of nothing: a stash's commits have the committer twice.
  const parents = [head, await writeCommit(repo, named, { tree: index, parents: [head], message: `index on ${label}\n` })];
  if (request.untracked) {
    const files: Snapshot = new Map();
    for (const path of others) files.set(path, (await worktreeEntry(repo, path))!);
    await storeBlobs(repo, files.values());
    if (files.size > 0) parents.push(await writeCommit(repo, named, { tree: files, parents: [], message: `untracked files on ${label}\n` }));
  }
  const message = request.message === undefined ? `WIP on ${label}` : `On ${(await currentBranch(repo)) ?? '(no branch)'}: ${request.message}`;
  const oid = await writeCommit(repo, named, { tree: saved, parents, message });
  const putAside = async (): Promise<void> => {
    for (const path of others) await deleteEntry(repo, path);
    if (request.staged) await takeBack(repo, { committed, index, work, paths });
    else await restore(repo, { target: request.keepIndex ? index : committed, paths, work });
  };
  return { oid, message, putAside };
}

/** Who has no name can put changes aside all the same: git has one for that. */
async function nameless(repo: Repository, context: GitContext): Promise<GitContext> {
  const config = new Config(context, repo.gitdir);
  const env = { ...context.env };
  for (const [part, fallback] of [['NAME', 'git stash'], ['EMAIL', 'git@stash']] as const) {
    const value = (await config.get(`user.${part}`)) ?? fallback;
    env[`GIT_AUTHOR_${part}`] ??= value;
    env[`GIT_COMMITTER_${part}`] ??= value;
  }
  return { ...context, env };
}

/** A stash needs an index that could be committed. @throws GitError naming the paths, without a word before. */
export async function refuseUnmerged(repo: Repository): Promise<void> {
  const unmerged = [...unmergedOf(await readIndexFile(repo)).keys()];
  if (unmerged.length > 0) throw new NeedsMerge(unmerged);
}

/** Git prints these lines as output, not as an error. */
export class NeedsMerge extends GitError {
  constructor(paths: readonly string[]) {
    super(paths.map((path) => `${path}: needs merge`).join('\n'), 1);
  }
}

/** What was staged leaves the working tree, and what was not stays. */
async function takeBack(repo: Repository, { committed, index, work, paths }: { committed: Snapshot; index: Snapshot; work: Snapshot; paths: readonly string[] }): Promise<void> {
  const target = new Map(committed);
  const only = (snapshot: Snapshot): Snapshot => new Map([...snapshot].filter(([path]) => paths.includes(path)));
  const kept = await mergeTrees(only(index), only(work), only(committed), { labels: { ours: 'Working tree', base: 'Index', theirs: 'HEAD' }, renames: false });
  if (kept.unmerged.size > 0) throw new GitError('error: patch failed\nCannot remove worktree changes', 1);
  // Read before the files are written over: what stays may be nowhere but in them.
  const stays: Snapshot = new Map();
  for (const path of paths) {
    const entry = kept.tree.get(path);
    if (!entry || sameEntry(entry, target.get(path))) continue;
    const bytes = await entry.read();
    stays.set(path, { ...entry, read: async () => bytes });
  }
  await restore(repo, { target, paths, work });
  for (const path of paths) if (!kept.tree.has(path)) await deleteEntry(repo, path);
  for (const [path, entry] of stays) await writeEntry(repo, path, entry);
}

/** Makes paths those of a tree again, in index and working tree. */
async function restore(repo: Repository, { target, paths, work }: { target: Snapshot; paths: readonly string[]; work: Snapshot }): Promise<void> {
  for (const path of paths) if (!target.has(path)) await deleteEntry(repo, path);
  for (const path of paths) {
    const entry = target.get(path);
    if (entry && !sameEntry(entry, work.get(path))) await writeEntry(repo, path, entry);
  }
  await updateIndex(repo, async (draft) => {
    for (const path of paths) {
      const entry = target.get(path);
      if (entry) draft.set(path, entry.oid, entry.mode, await repo.fs.promises.lstat(`${repo.dir}/${path}`));
      else draft.remove(path);
    }
  });
}

const subject = (message: string): string => message.replace(/^\n+/, '').split(/\n\n/)[0]!.replace(/\n/g, ' ').trim();
