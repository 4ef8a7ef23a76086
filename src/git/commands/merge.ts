import * as git from 'isomorphic-git';
import { changesBetween, detectRenames } from '../changes.ts';
import { commitText } from '../commit-text.ts';
import { Config } from '../config.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { runHook } from '../hooks.ts';
import { identity } from '../identity.ts';
import { readIndexFile, unmergedOf } from '../index-stages.ts';
import { isAncestor, mergeBases, reachable } from '../merge/merge-base.ts';
import { mergeCommits } from '../merge/merge-commits.ts';
import { conflictMessage, placeOutcome } from '../merge/merge-into.ts';
import { resetMerge } from '../merge/reset-merge.ts';
import { mergeSettings } from '../merge/settings.ts';
import { moveFiles } from '../move-files.ts';
import { clearOperation, readOperation, writeOperation } from '../operation-state.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { moveHead } from '../refs.ts';
import { currentBranch, findRepository, resolveOrUndefined, shortOid, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot } from '../snapshot.ts';
import { modeLine, statText } from '../stat-text.ts';
import { upstreamOf } from '../upstream.ts';
import { writeCommit } from '../write-objects.ts';
import { commit as commitCommand } from './commit.ts';

export interface MergeRequest {
  /** Revisions as given. */
  names: string[];
  fastForward: 'allow' | 'never' | 'only';
  commit: boolean;
  squash: boolean;
  message: string | undefined;
  favor: 'ours' | 'theirs' | undefined;
  quiet: boolean;
  stat: boolean;
  unrelated: boolean;
  /** For the reflog: `merge`, or `pull` with its arguments. */
  action: string;
}

const WORDS = { operation: 'merge', before: 'merge' };

export const merge: GitCommand = {
  name: 'merge',
  async run(args, context) {
    const repo = await findRepository(context);
    if (args.includes('--abort')) {
      const state = await readOperation(repo);
      if (state?.kind !== 'merge') throw fatal('There is no merge to abort (MERGE_HEAD missing).');
      await resetMerge(repo, (await resolveOrUndefined(repo, 'HEAD'))!);
      return 0;
    }
    if (args.includes('--quit')) {
      await clearOperation(repo);
      return 0;
    }
    if (args.includes('--continue')) {
      if ((await readOperation(repo))?.kind !== 'merge') throw fatal('There is no merge in progress (MERGE_HEAD missing).');
      return commitCommand.run([], context);
    }
    return mergeNamed(repo, context, await parse(repo, context, args));
  },
};

async function parse(repo: Repository, context: GitContext, args: readonly string[]): Promise<MergeRequest> {
  const configured = await new Config(context, repo.gitdir).get('merge.ff');
  const request: MergeRequest = {
    names: [], fastForward: configured === 'only' ? 'only' : configured === 'false' ? 'never' : 'allow', commit: true, squash: false, message: undefined, favor: undefined, quiet: false, stat: true, unrelated: false, action: 'merge',
  };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '--no-ff') request.fastForward = 'never';
    else if (arg === '--ff-only') request.fastForward = 'only';
    else if (arg === '--ff') request.fastForward = 'allow';
    else if (arg === '--squash') request.squash = true;
    else if (arg === '--commit') request.commit = true;
    else if (arg === '--no-commit') request.commit = false;
    else if (arg === '-q' || arg === '--quiet') request.quiet = true;
    else if (arg === '-n' || arg === '--no-stat') request.stat = false;
    else if (arg === '--allow-unrelated-histories') request.unrelated = true;
    else if (arg === '-m' || arg === '-X' || arg === '--strategy-option') {
      if (arg === '-m') request.message = valueAfter(args, at);
      else request.favor = side(valueAfter(args, at));
      at++;
    } else if (arg.startsWith('-X')) request.favor = side(arg.slice(2));
    else if (arg.startsWith('--strategy-option=')) request.favor = side(arg.slice('--strategy-option='.length));
    else if (arg.startsWith('-') && arg !== '-' && arg !== '--no-edit' && arg !== '--stat' && arg !== '-v') throw unknownOption(arg);
    else if (!arg.startsWith('-') || arg === '-') request.names.push(arg);
  }
  if (request.squash && request.fastForward === 'never') throw fatal('options \'--squash\' and \'--no-ff.\' cannot be used together');
  if (request.names.length === 0) request.names.push(await upstream(repo));
  return request;
}

export function side(value: string): 'ours' | 'theirs' {
  if (value === 'ours' || value === 'theirs') return value;
  throw fatal(`unknown strategy option: -X${value}`);
}

async function upstream(repo: Repository): Promise<string> {
  const branch = await currentBranch(repo);
  if (branch === undefined) throw fatal('No current branch.');
  const followed = await upstreamOf(repo, branch);
  if (!followed) throw fatal('No remote for the current branch.');
  return followed.name;
}

export async function mergeNamed(repo: Repository, context: GitContext, request: MergeRequest): Promise<number> {
  await refuseUnfinished(repo, 'merge');
  if (request.names.length > 1) throw fatal('this git merges one branch at a time', 128);
  const name = request.names[0]!;
  const theirs = await tryResolve(repo, name);
  if (theirs === undefined) throw new GitError(`merge: ${name} - not something we can merge`, 1);
  return mergeCommit(repo, context, { theirs, name, message: request.message ?? (await defaultMessage(repo, name)) }, request);
}

/** @throws GitError while another merge waits for its commit. */
export async function refuseUnfinished(repo: Repository, verb: 'merge' | 'pull' | 'cherry-pick' | 'revert'): Promise<void> {
  if (unmergedOf(await readIndexFile(repo)).size > 0) {
    const word = { merge: 'Merging', pull: 'Pulling', 'cherry-pick': 'Cherry-picking', revert: 'Reverting' }[verb];
    throw new GitError(`error: ${word} is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: ${verb === 'merge' || verb === 'pull' ? 'Exiting because of an unresolved conflict.' : `${verb} failed`}`);
  }
  const state = await readOperation(repo);
  if ((verb === 'merge' || verb === 'pull') && state?.kind === 'merge') throw fatal(`You have not concluded your merge (MERGE_HEAD exists).\nPlease, commit your changes before you merge.`);
  if ((verb === 'merge' || verb === 'pull') && state?.kind === 'cherry-pick') throw fatal('You have not concluded your cherry-pick (CHERRY_PICK_HEAD exists).\nPlease, commit your changes before you merge.');
}

async function defaultMessage(repo: Repository, name: string): Promise<string> {
  const current = await currentBranch(repo);
  const into = current === 'main' || current === 'master' ? '' : ` into ${current ?? 'HEAD'}`;
  // What was fetched is named in the file itself.
  const fetched = name === 'FETCH_HEAD' ? /^[0-9a-f]{40}\t[^\t]*\t(.*)/.exec(await repo.fs.promises.readFile(`${repo.gitdir}/FETCH_HEAD`, 'utf8'))?.[1] : undefined;
  if (fetched !== undefined) return `Merge ${fetched}${into}`;
  if ((await resolveOrUndefined(repo, `refs/heads/${name}`)) !== undefined) return `Merge branch '${name}'${into}`;
  const early = /^(.+?)(?:(\^+)|~(\d*))$/.exec(name);
  if (early && (await resolveOrUndefined(repo, `refs/heads/${early[1]}`)) !== undefined) return `Merge branch '${early[1]}'${early[3] !== undefined && /^0+$/.test(early[3]) ? '' : ' (early part)'}${into}`;
  if ((await resolveOrUndefined(repo, `refs/tags/${name}`)) !== undefined) return `Merge tag '${name}'${into}`;
  if ((await resolveOrUndefined(repo, `refs/remotes/${name}`)) !== undefined) return `Merge remote-tracking branch '${name}'${into}`;
  return `Merge commit '${name}'${into}`;
}

/** Merges a commit whose name and message are decided. */
export async function mergeCommit(repo: Repository, context: GitContext, { theirs, name, message }: { theirs: string; name: string; message: string }, request: MergeRequest): Promise<number> {
  const head = await resolveOrUndefined(repo, 'HEAD');
  if (head === undefined) {
    await moveFiles(repo, { from: new Map(), to: await treeSnapshot(repo, theirs), ...WORDS });
    await moveHead(repo, context, theirs, 'initial pull');
    return 0;
  }
  const say = (text: string): void => { if (!request.quiet) context.out(text); };
  if (await isAncestor(repo, theirs, head)) {
    say(request.squash ? ' (nothing to squash)Already up to date.\n' : 'Already up to date.\n');
    return 0;
  }
  const bases = await mergeBases(repo, head, theirs);
  const canForward = bases.includes(head);
  if (request.fastForward === 'only' && !canForward) throw fatal('Not possible to fast-forward, aborting.');
  await repo.fs.promises.writeFile(`${repo.gitdir}/ORIG_HEAD`, `${head}\n`);
  if (canForward && request.fastForward !== 'never') {
    say(`Updating ${await shortOid(repo, head)}..${await shortOid(repo, theirs)}\n`);
    await moveFiles(repo, { from: await treeSnapshot(repo, head), to: await treeSnapshot(repo, theirs), ...WORDS });
    say('Fast-forward\n');
    if (request.squash) return squashed(repo, context, { head, theirs }, request);
    await moveHead(repo, context, theirs, `${request.action} ${name}: Fast-forward`.replace(/^pull.*? [^ ]+: /, `${request.action}: `));
    if (request.stat) say(await summary(repo, head, theirs));
    await runHook(repo, context, 'post-merge', ['0']);
    return 0;
  }
  if (bases.length === 0 && !request.unrelated) throw fatal('refusing to merge unrelated histories');
  return threeWay(repo, context, { head, theirs, name, message, bases }, request);
}

interface ThreeWay { head: string; theirs: string; name: string; message: string; bases: readonly string[] }

async function threeWay(repo: Repository, context: GitContext, { head, theirs, name, message }: ThreeWay, request: MergeRequest): Promise<number> {
  const say = (text: string): void => { if (!request.quiet) context.out(text); };
  // Who has no name is told so before anything is merged.
  await identity(context, repo, 'COMMITTER');
  const before = await treeSnapshot(repo, head);
  const dirty = changesBetween(before, await indexSnapshot(repo));
  if (dirty.length > 0) throw new GitError(`error: Your local changes to the following files would be overwritten by merge:\n  ${dirty.map(({ path }) => path).join(' ')}\nMerge with strategy ort failed.`, 2);
  const outcome = await mergeCommits(repo, head, theirs, { labels: { ours: 'HEAD', theirs: name }, favor: request.favor, ...(await mergeSettings(context, repo)) });
  try {
    await placeOutcome(repo, before, outcome, WORDS);
  } catch (error) {
    // Git tries the strategy, and then says that it has failed.
    if (error instanceof GitError) throw new GitError(`${error.message}\nMerge with strategy ort failed.`, 2);
    throw error;
  }
  if (!request.quiet || !outcome.clean) context.out(outcome.messages.map((line) => `${line}\n`).join(''));
  const waiting = `${message.replace(/\n*$/, '')}\n`;
  if (!outcome.clean) {
    if (request.squash) await squashMessage(repo, context, { head, theirs });
    else await writeOperation(repo, { kind: 'merge', heads: [theirs], message: conflictMessage(waiting, outcome) }, { mode: request.fastForward === 'never' ? 'no-ff' : '' });
    context.out('Automatic merge failed; fix conflicts and then commit the result.\n');
    return 1;
  }
  if (request.squash) {
    await squashMessage(repo, context, { head, theirs });
    say('Squash commit -- not updating HEAD\n');
    if (!request.quiet) context.err('Automatic merge went well; stopped before committing as requested\n');
    return 0;
  }
  if (!request.commit) {
    await writeOperation(repo, { kind: 'merge', heads: [theirs], message: waiting }, { mode: request.fastForward === 'never' ? 'no-ff' : '' });
    if (!request.quiet) context.err('Automatic merge went well; stopped before committing as requested\n');
    return 0;
  }
  const oid = await writeCommit(repo, context, { tree: outcome.tree, parents: [head, theirs], message: waiting });
  const made = "Merge made by the 'ort' strategy.";
  await moveHead(repo, context, oid, request.action === 'merge' ? `merge ${name}: ${made}` : `${request.action}: ${made}`);
  say(`${made}\n`);
  if (request.stat) say(await summary(repo, head, oid));
  await runHook(repo, context, 'post-merge', ['0']);
  return 0;
}

async function squashed(repo: Repository, context: GitContext, { head, theirs }: { head: string; theirs: string }, request: MergeRequest): Promise<number> {
  await squashMessage(repo, context, { head, theirs });
  if (!request.quiet) {
    context.out('Squash commit -- not updating HEAD\n');
    if (request.stat) context.out(await summary(repo, head, theirs));
  }
  return 0;
}

async function squashMessage(repo: Repository, context: GitContext, { head, theirs }: { head: string; theirs: string }): Promise<void> {
  const commits = await Promise.all([...(await reachable(repo, [theirs], [head]))].map((oid) => git.readCommit({ ...repo, oid })));
  commits.sort((a, b) => b.commit.committer.timestamp - a.commit.committer.timestamp);
  const texts = await Promise.all(commits.map((one) => commitText(repo, one, { format: { name: 'medium' }, now: context.now() })));
  await repo.fs.promises.writeFile(`${repo.gitdir}/SQUASH_MSG`, `Squashed commit of the following:\n\n${texts.map((text) => `${text}\n`).join('\n')}`);
}

/** What `--stat --summary` says of two commits. */
export async function summary(repo: Repository, from: string | undefined, to: string): Promise<string> {
  const changes = await detectRenames(changesBetween(await treeSnapshot(repo, from), await treeSnapshot(repo, to)));
  return (await statText(repo, changes)) + changes.map(modeLine).join('');
}
