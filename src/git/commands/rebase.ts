import * as git from 'isomorphic-git';
import { changesBetween } from '../changes.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { runHook } from '../hooks.ts';
import { identity } from '../identity.ts';
import { readIndexFile, unmergedOf } from '../index-stages.ts';
import { mergeBases } from '../merge/merge-base.ts';
import { moveFiles } from '../move-files.ts';
import { clearOperation, uncommented } from '../operation-state.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { applyAutostash, createAutostash, wantsAutostash } from '../rebase/autostash.ts';
import { planRebase } from '../rebase/plan.ts';
import { abortRebase, runPicks } from '../rebase/run-picks.ts';
import { clearRebase, isForeign, readRebase, writeRebase } from '../rebase/state.ts';
import type { RebaseState } from '../rebase/state.ts';
import { moveHead, pointHead } from '../refs.ts';
import { currentBranch, findRepository, resolveOrUndefined, shortOid, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot, worktreeSnapshot } from '../snapshot.ts';
import { upstreamOf } from '../upstream.ts';
import { writeCommit } from '../write-objects.ts';
import { commitReport } from './commit-report.ts';
import { resetFiles } from './reset.ts';

export interface RebaseRequest {
  /** As given; undefined for all commits down to the first, which `--root` asks for. */
  upstream: string | undefined;
  onto: string | undefined;
  /** Also when nothing would change. */
  force: boolean;
  quiet: boolean;
  noVerify: boolean;
  /** What is not committed steps aside meanwhile, instead of stopping it. */
  autostash: boolean;
  /** Of the reflog. */
  action: string;
}

const NONE = 'No rebase in progress?';

/** The commits of a branch once more, on top of another. */
export const rebase: GitCommand = {
  name: 'rebase',
  async run(args, context) {
    const repo = await findRepository(context);
    const verb = args.find((arg) => /^--(continue|abort|skip|quit|edit-todo|show-current-patch)$/.test(arg));
    if (verb !== undefined) return goOn(repo, context, verb);
    const request: RebaseRequest = { upstream: undefined, onto: undefined, force: false, quiet: false, noVerify: false, autostash: await wantsAutostash(repo, context), action: 'rebase' };
    let root = false;
    const names: string[] = [];
    for (let at = 0; at < args.length; at++) {
      const arg = args[at]!;
      if (arg === '--onto') request.onto = valueAfter(args, at++);
      else if (arg.startsWith('--onto=')) request.onto = arg.slice('--onto='.length);
      else if (arg === '-q' || arg === '--quiet') request.quiet = true;
      else if (arg === '-f' || arg === '--force-rebase' || arg === '--no-ff') request.force = true;
      else if (arg === '--no-verify') request.noVerify = true;
      else if (arg === '--root') root = true;
      else if (/^(-i|--interactive|--autosquash|-x|--exec.*|-r|--rebase-merges.*|--edit-todo)$/.test(arg)) {
        throw new GitError(`error: ${arg} is not supported by this git, which has no interactive rebase.\nhint: To change the last commit: git commit --amend. To make one of the last N: git reset --soft HEAD~N, then git commit.\nhint: To leave commits out: git rebase --onto <the one before them> <the last of them>.`, 129);
      } else if (arg === '--autostash' || arg === '--no-autostash') request.autostash = arg === '--autostash';
      else if (arg.startsWith('-') && !/^(-|-m|--merge|--no-stat|-n|--verify|--no-autosquash|--no-fork-point|--fork-point|--no-rebase-merges|-v|--verbose)$/.test(arg)) throw unknownOption(arg);
      else if (!arg.startsWith('-') || arg === '-') names.push(arg === '-' ? '@{-1}' : arg);
    }
    const [first, branch] = root ? [undefined, names[0]] : names;
    if (root && request.onto === undefined) throw new GitError('error: --root needs --onto <commit> in this git', 129);
    const upstream = root ? undefined : first ?? (await followed(repo, context));
    if (!root && upstream === undefined) return 1;
    request.upstream = upstream;
    return rebaseOnto(repo, context, request, branch);
  },
};

/** Git says on stdout that there is none. */
async function followed(repo: Repository, context: GitContext): Promise<string | undefined> {
  const branch = await currentBranch(repo);
  const upstream = branch === undefined ? undefined : await upstreamOf(repo, branch);
  if (upstream) return upstream.name;
  const how = branch === undefined ? 'You are not currently on a branch.\nPlease specify which branch you want to rebase against.\nSee git-rebase(1) for details.\n\n    git rebase \'<branch>\'\n'
    : `There is no tracking information for the current branch.\nPlease specify which branch you want to rebase against.\nSee git-rebase(1) for details.\n\n    git rebase '<branch>'\n\nIf you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=<remote>/<branch> ${branch}\n`;
  context.out(`${how}\n`);
  return undefined;
}

/** @param branch what is rebased; by default what is checked out */
export async function rebaseOnto(repo: Repository, context: GitContext, request: RebaseRequest, branch?: string): Promise<number> {
  // Also one that ended before it began: what stepped aside for it is in there.
  if ((await readRebase(repo)) || (await repo.fs.promises.stat(`${repo.gitdir}/rebase-merge`).then(() => true, () => false))) {
    throw fatal('It seems that there is already a rebase-merge directory, and\nI wonder if you are in the middle of another rebase.  If that is the\ncase, please try\n\tgit rebase (--continue | --abort | --skip)\nIf that is not the case, please\n\trm -fr ".git/rebase-merge"\nand run me again.  I am stopping in case you still have something\nvaluable there.\n');
  }
  const upstream = request.upstream === undefined ? undefined : await tryResolve(repo, request.upstream);
  if (request.upstream !== undefined && upstream === undefined) throw fatal(`invalid upstream '${request.upstream}'`);
  const ontoName = request.onto ?? request.upstream!;
  const onto = await resolveOnto(repo, ontoName);
  if (onto === undefined) throw fatal(`Does not point to a valid commit '${ontoName}'`);
  const isBranch = branch !== undefined && (await resolveOrUndefined(repo, `refs/heads/${branch}`)) !== undefined;
  const head = branch === undefined ? await resolveOrUndefined(repo, 'HEAD') : await tryResolve(repo, branch);
  if (head === undefined) throw fatal(branch === undefined ? "invalid upstream 'HEAD'" : `no such branch/commit '${branch}'`);
  const name = branch === undefined ? await currentBranch(repo) : isBranch ? branch : undefined;
  if (request.autostash && unmergedOf(await readIndexFile(repo)).size === 0) await createAutostash(repo, context);
  const begin = async (): ReturnType<typeof planRebase> => {
    await refuseDirty(repo);
    if (!request.noVerify && (await runHook(repo, context, 'pre-rebase', [request.upstream ?? '--root', ...(branch === undefined ? [] : [branch])])) !== 0) throw fatal('The pre-rebase hook refused to rebase.', 1);
    return planRebase(repo, { head, upstream, onto });
  };
  const plan = await begin().catch(async (error: unknown) => {
    await applyAutostash(repo, context);
    await clearRebase(repo);
    throw error;
  });
  const here = (await resolveOrUndefined(repo, 'HEAD'))!;
  if (plan.upToDate) {
    // A branch that was named is checked out all the same.
    if (branch !== undefined && (name ?? head) !== ((await currentBranch(repo)) ?? here)) {
      await moveFiles(repo, { from: await treeSnapshot(repo, here), to: await treeSnapshot(repo, head), operation: 'checkout', before: 'switch branches' });
      await pointHead(repo, context, name === undefined ? { commit: head } : { branch: name }, `${request.action}: checkout ${branch}`);
    }
    if (!request.quiet) context.out(`${name === undefined ? 'HEAD' : `Current branch ${name}`} is up to date${request.force ? ', rebase forced' : ''}.\n`);
    if (!request.force) {
      await applyAutostash(repo, context);
      await clearRebase(repo);
      return 0;
    }
  }
  // Who has no name is told so before anything is moved.
  if (plan.picks.length > 0) await identity(context, repo, 'COMMITTER').catch(async (error: unknown) => {
    await applyAutostash(repo, context);
    await clearRebase(repo);
    throw error;
  });
  if (plan.applied.length > 0 && !request.quiet) {
    for (const oid of plan.applied) context.err(`warning: skipped previously applied commit ${await shortOid(repo, oid)}\n`);
    context.err('hint: use --reapply-cherry-picks to include skipped commits\nhint: Disable this message with "git config advice.skippedCherryPicks false"\n');
  }
  try {
    await moveFiles(repo, { from: await treeSnapshot(repo, here), to: await treeSnapshot(repo, onto), operation: 'checkout', before: 'switch branches' });
  } catch (error) {
    // What stepped aside comes back: nothing else would bring it.
    if (error instanceof GitError) context.err(`${error.message}\n`);
    await applyAutostash(repo, context);
    await clearRebase(repo);
    throw error instanceof GitError ? new GitError('error: could not detach HEAD', 1) : error;
  }
  await repo.fs.promises.writeFile(`${repo.gitdir}/ORIG_HEAD`, `${head}\n`);
  await clearOperation(repo);
  await pointHead(repo, context, { commit: onto }, `${request.action} (start): checkout ${ontoName}`);
  const state: RebaseState = { branch: name, onto, original: head, done: [], todo: plan.picks, stopped: undefined, quiet: request.quiet };
  // Whatever happens on the way can be gone on with, or given up.
  await writeRebase(repo, state);
  return runPicks(repo, context, state, request.action);
}

/** `A...B` is the merge base of the two. */
async function resolveOnto(repo: Repository, name: string): Promise<string | undefined> {
  const between = /^(.*)\.\.\.(.*)$/.exec(name);
  if (!between) return tryResolve(repo, name);
  const [one, two] = [await tryResolve(repo, between[1] || 'HEAD'), await tryResolve(repo, between[2] || 'HEAD')];
  return one === undefined || two === undefined ? undefined : (await mergeBases(repo, one, two))[0];
}

async function refuseDirty(repo: Repository): Promise<void> {
  const index = await indexSnapshot(repo);
  const unstaged = changesBetween(index, await worktreeSnapshot(repo, index)).length > 0 || unmergedOf(await readIndexFile(repo)).size > 0;
  const staged = changesBetween(await treeSnapshot(repo, await resolveOrUndefined(repo, 'HEAD')), index).length > 0;
  if (!unstaged && !staged) return;
  const what = unstaged ? `error: cannot rebase: You have unstaged changes.${staged ? '\nerror: additionally, your index contains uncommitted changes.' : ''}` : 'error: cannot rebase: Your index contains uncommitted changes.';
  throw new GitError(`${what}\nerror: Please commit or stash them.`, 1);
}

async function goOn(repo: Repository, context: GitContext, verb: string): Promise<number> {
  const state = await readRebase(repo);
  if (!state) throw fatal(NONE);
  if (verb === '--edit-todo') throw new GitError('error: this git has no interactive rebase, and cannot change what is to do', 1);
  if (verb === '--show-current-patch') {
    const { show } = await import('./show.ts');
    return show.run(['REBASE_HEAD'], context);
  }
  const reset = async (commit: string): Promise<void> => resetFiles(repo, await treeSnapshot(repo, commit), true);
  if (verb === '--abort') {
    await abortRebase(repo, context, state, reset);
    await applyAutostash(repo, context);
    await clearRebase(repo);
    return 0;
  }
  if (verb === '--quit') {
    await applyAutostash(repo, context, false);
    await clearRebase(repo);
    return 0;
  }
  if (await isForeign(repo)) throw new GitError('error: this rebase was begun by another git, and has steps that this one does not know; only --abort and --quit work here', 1);
  if (verb === '--skip') {
    await reset((await resolveOrUndefined(repo, 'HEAD'))!);
    await clearOperation(repo);
  } else {
    const code = await commitStopped(repo, context, state);
    if (code !== 0) return code;
  }
  const next: RebaseState = { ...state, stopped: undefined };
  await writeRebase(repo, next);
  await repo.fs.promises.rm(`${repo.gitdir}/REBASE_HEAD`, { force: true });
  return runPicks(repo, context, next, 'rebase');
}

/** Commits what was resolved, in the name of whoever wrote it first. */
async function commitStopped(repo: Repository, context: GitContext, state: RebaseState): Promise<number> {
  const entries = await readIndexFile(repo);
  const open = [...unmergedOf(entries).keys()];
  if (open.length > 0) {
    context.out(`${open.map((path) => `${path}: needs merge\n`).join('')}You must edit all merge conflicts and then\nmark them as resolved using git add\n`);
    return 1;
  }
  const index = await indexSnapshot(repo);
  if (changesBetween(index, await worktreeSnapshot(repo, index)).length > 0) throw new GitError('error: cannot rebase: You have unstaged changes.', 1);
  const head = (await resolveOrUndefined(repo, 'HEAD'))!;
  const staged = changesBetween(await treeSnapshot(repo, head), index);
  if (staged.length > 0 && state.stopped === undefined) throw new GitError('error: you have staged changes in your working tree\nIf these changes are meant to be squashed into the previous commit, run:\n\n  git commit --amend \n\nIf they are meant to go into a new commit, run:\n\n  git commit \n\nIn both cases, once you\'re done, continue with:\n\n  git rebase --continue\n', 1);
  if (staged.length > 0) {
    const { commit } = await git.readCommit({ ...repo, oid: state.stopped! });
    const prepared = await repo.fs.promises.readFile(`${repo.gitdir}/MERGE_MSG`, 'utf8').catch(() => commit.message);
    const message = `${uncommented(prepared).replace(/\n*$/, '')}\n`;
    const made = await writeCommit(repo, context, { tree: index, parents: [head], message, author: commit.author });
    await moveHead(repo, context, made, `rebase (continue): ${message.split('\n')[0]}`);
    const { author, committer } = (await git.readCommit({ ...repo, oid: made })).commit;
    context.out(await commitReport(repo, { oid: made, message, author, committer, parents: [head], first: false, dated: false }));
  }
  await clearOperation(repo);
  return 0;
}
