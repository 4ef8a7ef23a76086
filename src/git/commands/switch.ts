import * as git from 'isomorphic-git';
import { deleteEntry, setIndexEntry, writeEntry } from '../apply-tree.ts';
import { changesBetween } from '../changes.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { currentBranch, findRepository, resolveCommit, resolveOrUndefined, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot, worktreeEntry, worktreeSnapshot } from '../snapshot.ts';
import { restorePaths } from './restore.ts';

export const switchCommand: GitCommand = {
  name: 'switch',
  async run(args, context) {
    const repo = await findRepository(context);
    const create = args[0] === '-c' || args[0] === '--create';
    const [name, start] = create ? args.slice(1) : args;
    if (name === undefined) throw fatal('missing branch or commit argument');
    if (name.startsWith('-')) throw new GitError(`error: unknown option \`${name.replace(/^-+/, '')}'`, 129);
    if (create) return createAndSwitch(repo, context, name, start);
    if ((await resolveOrUndefined(repo, `refs/heads/${name}`)) === undefined) throw fatal(`invalid reference: ${name}`);
    return switchTo(repo, context, name);
  },
};

export const checkout: GitCommand = {
  name: 'checkout',
  async run(args, context) {
    const repo = await findRepository(context);
    if (args[0] === '-b') {
      if (args[1] === undefined) throw new GitError("error: switch `b' requires a value", 129);
      return createAndSwitch(repo, context, args[1], args[2]);
    }
    const dashes = args.indexOf('--');
    const [first] = args;
    if (dashes < 0 && args.length === 1 && (await resolveOrUndefined(repo, `refs/heads/${first}`)) !== undefined) return switchTo(repo, context, first!);
    const source = dashes !== 0 && first !== undefined && (await tryResolve(repo, first)) !== undefined ? first : undefined;
    const paths = dashes >= 0 ? args.slice(dashes + 1) : args.slice(source === undefined ? 0 : 1);
    if (paths.length === 0 && source !== undefined) throw new GitError('error: this git leaves branches only for branches; use git switch -c <name> <commit>', 1);
    const count = await restorePaths(repo, { staged: source !== undefined, worktree: true, source, paths });
    if (dashes < 0) context.err(`Updated ${count} path${count === 1 ? '' : 's'} from ${source === undefined ? 'the index' : (await resolveCommit(repo, source)).slice(0, 7)}\n`);
    return 0;
  },
};

async function createAndSwitch(repo: Repository, context: GitContext, name: string, start = 'HEAD'): Promise<number> {
  if ((await git.listBranches(repo)).includes(name)) throw fatal(`a branch named '${name}' already exists`);
  const head = await resolveOrUndefined(repo, 'HEAD');
  if (head !== undefined) {
    const object = await resolveCommit(repo, start);
    await moveFiles(repo, head, object, 'checkout');
    await git.branch({ ...repo, ref: name, object });
  }
  await pointHead(repo, name);
  context.err(`Switched to a new branch '${name}'\n`);
  return 0;
}

async function switchTo(repo: Repository, context: GitContext, name: string): Promise<number> {
  const from = await resolveOrUndefined(repo, 'HEAD');
  const already = (await currentBranch(repo)) === name;
  if (!already) {
    await moveFiles(repo, from, await resolveCommit(repo, `refs/heads/${name}`), 'checkout');
    await pointHead(repo, name);
  }
  const index = await indexSnapshot(repo);
  const head = await treeSnapshot(repo, await resolveOrUndefined(repo, 'HEAD'));
  const kept = new Map([...changesBetween(head, index), ...changesBetween(index, await worktreeSnapshot(repo, index))].map((change) => [change.path, change.kind]));
  for (const path of [...kept.keys()].sort()) context.out(`${kept.get(path)}\t${path}\n`);
  context.err(already ? `Already on '${name}'\n` : `Switched to branch '${name}'\n`);
  return 0;
}

const pointHead = (repo: Repository, name: string): Promise<void> => git.writeRef({ ...repo, ref: 'HEAD', value: `refs/heads/${name}`, symbolic: true, force: true });

/** Only what differs between the two commits is touched. @throws GitError, before anything is changed, when that would overwrite somebody's work. */
async function moveFiles(repo: Repository, from: string | undefined, to: string, operation: string): Promise<void> {
  if (from === to) return;
  const changes = changesBetween(await treeSnapshot(repo, from), await treeSnapshot(repo, to));
  const index = await indexSnapshot(repo);
  const work = await worktreeSnapshot(repo, index);
  const dirty: string[] = [];
  const untracked: string[] = [];
  for (const { path, before, after } of changes) {
    const staged = index.get(path);
    if (!before && !staged) {
      const there = await worktreeEntry(repo, path);
      if (there && there.oid !== after!.oid) untracked.push(path);
    } else if (staged?.oid !== before?.oid || (staged && work.get(path)?.oid !== staged.oid)) dirty.push(path);
  }
  if (dirty.length > 0) throw new GitError(`error: Your local changes to the following files would be overwritten by ${operation}:\n${listed(dirty)}Please commit your changes or stash them before you switch branches.\nAborting`, 1);
  if (untracked.length > 0) throw new GitError(`error: The following untracked working tree files would be overwritten by ${operation}:\n${listed(untracked)}Please move or remove them before you switch branches.\nAborting`, 1);
  for (const { path, after } of changes) {
    await setIndexEntry(repo, path, after);
    if (after) await writeEntry(repo, path, after);
    else await deleteEntry(repo, path);
  }
}

const listed = (paths: readonly string[]): string => paths.map((path) => `\t${path}\n`).join('');
