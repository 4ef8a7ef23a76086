import * as git from 'isomorphic-git';
import { changesBetween } from '../changes.ts';
import { commitText } from '../commit-text.ts';
import { Config } from '../config.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { readIndexFile, unmergedOf } from '../index-stages.ts';
import { reachable } from '../merge/merge-base.ts';
import { moveFiles } from '../move-files.ts';
import { clearOperation, readOperation } from '../operation-state.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { quotePath } from '../quote.ts';
import { readReflog } from '../reflog.ts';
import { pointHead, updateRef } from '../refs.ts';
import { currentBranch, findRepository, resolveOrUndefined, shortOid, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { sequenceVerb } from '../sequencer.ts';
import { indexSnapshot, treeSnapshot, worktreeSnapshot } from '../snapshot.ts';
import { trackBranch, upstreamText } from '../tracking.ts';

interface Request {
  create: string | undefined;
  /** `-C` and `-B`: the branch may exist. */
  reset: boolean;
  orphan: boolean;
  /** `git switch --orphan`. */
  empty: boolean;
  detach: boolean;
  force: boolean;
  quiet: boolean;
  track: boolean | undefined;
  guess: boolean;
  names: string[];
}

export const switchCommand: GitCommand = {
  name: 'switch',
  async run(args, context) {
    const repo = await findRepository(context);
    await refuseMidMerge(repo);
    const request = parse(args, { create: ['-c', '--create'], reset: ['-C', '--force-create'], force: ['-f', '--force', '--discard-changes'] });
    const [name, ...more] = request.names;
    if (more.length > 0) throw fatal(`only one reference expected, ${request.names.length} given.`);
    if (request.create !== undefined) return createAndSwitch(repo, context, request, name);
    if (name === undefined && request.detach) return detach(repo, context, 'HEAD', request);
    if (name === undefined) throw fatal('missing branch or commit argument');
    if (name === '-' || (await isBranch(repo, name))) return request.detach ? detach(repo, context, name, request) : switchTo(repo, context, name, request);
    if (request.detach) return detach(repo, context, name, request);
    const remote = request.guess ? await remoteOf(repo, name) : undefined;
    if (remote !== undefined) return createAndSwitch(repo, context, { ...request, create: name, track: true }, `${remote}/${name}`);
    if ((await tryResolve(repo, name)) === undefined) throw fatal(`invalid reference: ${name}`);
    const kind = (await resolveOrUndefined(repo, `refs/remotes/${name}`)) ? 'remote branch' : (await resolveOrUndefined(repo, `refs/tags/${name}`)) ? 'tag' : 'commit';
    throw fatal(`a branch is expected, got ${kind} '${name}'`);
  },
};

/** The branch form of `git checkout`. @returns undefined when the arguments name files. */
export async function checkoutBranch(repo: Repository, context: GitContext, args: readonly string[]): Promise<number | undefined> {
  const request = parse(args, { create: ['-b'], reset: ['-B'], force: ['-f', '--force'] });
  const [name, ...more] = request.names;
  if (request.create !== undefined) return createAndSwitch(repo, context, request, name);
  if (more.length > 0) return undefined;
  if (name === undefined) {
    if (request.detach) return detach(repo, context, 'HEAD', request);
    const left = await leaveOperation(repo);
    await showKept(repo, context, request);
    if (!request.quiet) context.err(left);
    return 0;
  }
  if (request.detach) return detach(repo, context, name, request);
  if (name === '-' || (await isBranch(repo, name))) return switchTo(repo, context, name, request);
  if ((await tryResolve(repo, name)) !== undefined) return detach(repo, context, name, request);
  if (await repo.fs.promises.lstat(`${repo.dir}/${repo.prefix === '' ? '' : `${repo.prefix}/`}${name}`).then(() => true, () => false)) return undefined;
  const remote = request.guess ? await remoteOf(repo, name) : undefined;
  return remote === undefined ? undefined : createAndSwitch(repo, context, { ...request, create: name, track: true }, `${remote}/${name}`);
}

function parse(args: readonly string[], options: { create: string[]; reset: string[]; force: string[] }): Request {
  const request: Request = { create: undefined, reset: false, orphan: false, empty: options.create.includes('-c'), detach: false, force: false, quiet: false, track: undefined, guess: true, names: [] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (options.create.includes(arg) || options.reset.includes(arg) || arg === '--orphan') {
      request.create = valueAfter(args, at++);
      request.reset = options.reset.includes(arg);
      request.orphan = arg === '--orphan';
    } else if (options.force.includes(arg)) request.force = true;
    else if (arg === '--detach' || arg === '-d') request.detach = true;
    else if (arg === '-q' || arg === '--quiet') request.quiet = true;
    else if (arg === '-t' || arg === '--track') request.track = true;
    else if (arg === '--no-track') request.track = false;
    else if (arg === '--no-guess') request.guess = false;
    else if (arg === '--') continue;
    else if (arg.startsWith('-') && arg !== '-' && arg !== '--guess' && arg !== '--progress' && arg !== '--no-progress') throw unknownOption(arg);
    else if (!arg.startsWith('--')) request.names.push(arg);
  }
  return request;
}

const isBranch = async (repo: Repository, name: string): Promise<boolean> => (await resolveOrUndefined(repo, `refs/heads/${name}`)) !== undefined;

/** The one remote that has a branch of this name. */
async function remoteOf(repo: Repository, name: string): Promise<string | undefined> {
  const remotes = (await git.listRemotes(repo)).map(({ remote }) => remote);
  const having: string[] = [];
  for (const remote of remotes) if ((await resolveOrUndefined(repo, `refs/remotes/${remote}/${name}`)) !== undefined) having.push(remote);
  return having.length === 1 ? having[0] : undefined;
}

async function createAndSwitch(repo: Repository, context: GitContext, request: Request, start: string | undefined): Promise<number> {
  const name = request.create!;
  const from = await resolveOrUndefined(repo, 'HEAD');
  if (!isValidName(name)) throw fatal(`'${name}' is not a valid branch name`);
  const exists = await isBranch(repo, name);
  if (exists && !request.reset) throw fatal(`a branch named '${name}' already exists`);
  const leaving = await placeName(repo);
  if (request.orphan || (from === undefined && start === undefined)) {
    await refuseUnmerged(repo);
    // `git switch` begins with nothing, `git checkout` with the files as they are.
    const begin = start !== undefined ? await treeSnapshot(repo, await commitNamed(repo, start)) : request.orphan && request.empty ? new Map() : undefined;
    if (request.orphan && begin) await moveFiles(repo, { from: await treeSnapshot(repo, from), to: begin, operation: 'checkout', before: 'switch branches' });
    await git.writeRef({ ...repo, ref: 'HEAD', value: `refs/heads/${name}`, symbolic: true, force: true });
    const left = await leaveOperation(repo);
    if (!request.quiet) context.err(`Switched to a new branch '${name}'\n${left}`);
    return 0;
  }
  const target = await commitNamed(repo, start ?? 'HEAD');
  await refuseUnmerged(repo);
  await moveFiles(repo, { from: await treeSnapshot(repo, from), to: await treeSnapshot(repo, target), operation: 'checkout', before: 'switch branches', force: request.force });
  await updateRef(repo, context, `refs/heads/${name}`, target, `branch: Created from ${start ?? 'HEAD'}`);
  const tracked = await trackBranch(repo, context, { branch: name, start, track: request.track });
  await pointHead(repo, context, { branch: name }, `checkout: moving from ${leaving} to ${name}`);
  const left = await leaveOperation(repo);
  if (start !== undefined) await showKept(repo, context, request);
  if (request.quiet) return 0;
  context.err(exists ? `Switched to and reset branch '${name}'\n${left}` : `Switched to a new branch '${name}'\n${left}`);
  if (tracked) context.out(tracked);
  return 0;
}

async function commitNamed(repo: Repository, name: string): Promise<string> {
  const oid = await tryResolve(repo, name);
  if (oid === undefined) throw fatal(name === 'HEAD' ? "not a valid object name: 'HEAD'" : `invalid reference: ${name}`);
  return oid;
}

/** The rules of `git check-ref-format`. */
export function isValidName(name: string): boolean {
  return !/(^|\/)\.|\.\.|[\u0000-\u0020\u007f~^:?*[\\]|\/\/|\.lock(\/|$)|@\{|^\/|[/.]$|^-|^@$|^$/.test(name) && name !== 'HEAD';
}

async function switchTo(repo: Repository, context: GitContext, given: string, request: Request): Promise<number> {
  const before = await resolveOrUndefined(repo, 'HEAD');
  const leaving = await placeName(repo);
  let name = given;
  if (given === '-') {
    const last = (await readReflog(repo, 'HEAD')).reverse().map((entry) => /^checkout: moving from (.+) to /.exec(entry.message)?.[1]).find((found) => found !== undefined);
    if (last === undefined) throw fatal("invalid reference: @{-1}");
    if (!(await isBranch(repo, last))) return detach(repo, context, last, request);
    name = last;
  }
  await refuseUnmerged(repo, request.force);
  const already = (await currentBranch(repo)) === name;
  if (!already || request.force) {
    const target = (await tryResolve(repo, `refs/heads/${name}`))!;
    await moveFiles(repo, { from: await movedFrom(repo, before, request), to: await treeSnapshot(repo, target), operation: 'checkout', before: 'switch branches', force: request.force });
    const detached = (await currentBranch(repo)) === undefined ? before : undefined;
    if (!already) {
      await pointHead(repo, context, { branch: name }, `checkout: moving from ${leaving} to ${name}`);
      if (detached !== undefined && !request.quiet) await sayWhereHeadWas(repo, context, detached, (await resolveOrUndefined(repo, 'HEAD'))!);
    }
  }
  const left = await leaveOperation(repo);
  await showKept(repo, context, request);
  if (!request.quiet) {
    context.err(already ? `Already on '${name}'\n${left}` : `Switched to branch '${name}'\n${left}`);
    context.out(await upstreamText(repo, name));
  }
  return 0;
}

async function detach(repo: Repository, context: GitContext, given: string, request: Request): Promise<number> {
  const name = given === '-' ? '@{-1}' : given;
  const before = await resolveOrUndefined(repo, 'HEAD');
  const target = await tryResolve(repo, name);
  if (target === undefined) throw fatal(`invalid reference: ${name}`);
  const leaving = await placeName(repo);
  const detached = (await currentBranch(repo)) === undefined ? before : undefined;
  await refuseUnmerged(repo, request.force);
  await moveFiles(repo, { from: await movedFrom(repo, before, request), to: await treeSnapshot(repo, target), operation: 'checkout', before: 'switch branches', force: request.force });
  await pointHead(repo, context, { commit: target }, `checkout: moving from ${leaving} to ${name}`);
  const left = await leaveOperation(repo);
  await showKept(repo, context, request);
  if (request.quiet) return 0;
  if (detached !== undefined && detached !== target) await sayWhereHeadWas(repo, context, detached, target);
  if (detached === undefined && !request.detach && (await new Config(context, repo.gitdir).get('advice.detachedHead')) !== 'false') {
    context.err(`Note: switching to '${name}'.\n\nYou are in 'detached HEAD' state. You can look around, make experimental\nchanges and commit them, and you can discard any commits you make in this\nstate without impacting any branches by switching back to a branch.\n\nIf you want to create a new branch to retain commits you create, you may\ndo so (now or later) by using -c with the switch command. Example:\n\n  git switch -c <new-branch-name>\n\nOr undo this operation with:\n\n  git switch -\n\nTurn off this advice by setting config variable advice.detachedHead to false\n\n`);
  }
  context.err(`HEAD is now at ${await oneLine(repo, context, target)}\n${left}`);
  return 0;
}

/** With `--force` everything that is tracked counts as changed. */
async function movedFrom(repo: Repository, before: string | undefined, { force }: Request): ReturnType<typeof treeSnapshot> {
  if (!force) return treeSnapshot(repo, before);
  return new Map([...(await indexSnapshot(repo))].map(([path, entry]) => [path, { ...entry, oid: '' }]));
}

async function placeName(repo: Repository): Promise<string> {
  return (await currentBranch(repo)) ?? (await resolveOrUndefined(repo, 'HEAD')) ?? 'HEAD';
}

/** Whoever goes to a branch leaves what waited for its commit: else the next commit there would become that merge. @returns git's word about it */
async function leaveOperation(repo: Repository): Promise<string> {
  const kind = (await readOperation(repo))?.kind;
  await clearOperation(repo);
  return kind === undefined || kind === 'merge' ? '' : `warning: cancelling a ${kind === 'revert' ? 'revert' : 'cherry picking'} in progress\n`;
}

async function refuseUnmerged(repo: Repository, force = false): Promise<void> {
  const unmerged = force ? [] : [...unmergedOf(await readIndexFile(repo)).keys()];
  if (unmerged.length > 0) throw new GitError(`${unmerged.map((path) => `${quotePath(path)}: needs merge\n`).join('')}error: you need to resolve your current index first`, 1);
}

/** A merge that waits for its commit belongs to this branch; `git checkout` does not ask. */
async function refuseMidMerge(repo: Repository): Promise<void> {
  const kind = (await readOperation(repo))?.kind ?? (await sequenceVerb(repo));
  const doing = { merge: 'merging', revert: 'reverting', 'cherry-pick': 'cherry-picking' };
  if (kind) throw fatal(`cannot switch branch while ${doing[kind]}\nConsider "git ${kind} --quit" or "git worktree add".`);
}

async function oneLine(repo: Repository, context: GitContext, oid: string): Promise<string> {
  return commitText(repo, await git.readCommit({ ...repo, oid }), { format: { name: 'oneline', abbreviate: true }, now: context.now() });
}

/** Commits that no branch has would be hard to find again. */
async function sayWhereHeadWas(repo: Repository, context: GitContext, oid: string, next: string): Promise<void> {
  const branches = await Promise.all((await git.listRefs({ ...repo, filepath: 'refs' })).map((ref) => tryResolve(repo, `refs/${ref}`)));
  const lost = await reachable(repo, [oid], [next, ...branches.filter((ref) => ref !== undefined)]);
  if (lost.size === 0) return context.err(`Previous HEAD position was ${await oneLine(repo, context, oid)}\n`);
  const lines = await Promise.all([...lost].slice(0, 4).map(async (one) => `  ${await oneLine(repo, context, one)}\n`));
  const more = lost.size > 4 ? ` ... and ${lost.size - 4} more.\n` : '';
  const plural = lost.size > 1;
  context.err(`Warning: you are leaving ${lost.size} commit${plural ? 's' : ''} behind, not connected to\nany of your branches:\n\n${lines.join('')}${more}\nIf you want to keep ${plural ? 'them' : 'it'} by creating a new branch, this may be a good time\nto do so with:\n\n git branch <new-branch-name> ${await shortOid(repo, oid)}\n\n`);
}

/** The local changes that came along. */
async function showKept(repo: Repository, context: GitContext, request: Request): Promise<void> {
  if (request.quiet) return;
  const index = await indexSnapshot(repo);
  const head = await treeSnapshot(repo, await resolveOrUndefined(repo, 'HEAD'));
  const kept = new Map([...changesBetween(head, index), ...changesBetween(index, await worktreeSnapshot(repo, index))].map((change) => [change.path, change.kind]));
  for (const path of [...kept.keys()].sort()) context.out(`${kept.get(path)}\t${quotePath(path)}\n`);
}
