import * as git from 'isomorphic-git';
import { Config } from '../config.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { changesBetween } from '../changes.ts';
import { conflictMessage, placeOutcome } from '../merge/merge-into.ts';
import { mergeTrees } from '../merge/merge-trees.ts';
import { resetMerge } from '../merge/reset-merge.ts';
import { clearOperation, readOperation, writeOperation } from '../operation-state.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { moveHead } from '../refs.ts';
import { findRepository, resolveOrUndefined, shortOid, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot } from '../snapshot.ts';
import { writeCommit } from '../write-objects.ts';
import { commitReport } from './commit-report.ts';
import { commit as commitCommand } from './commit.ts';
import { refuseUnfinished } from './merge.ts';

type Verb = 'cherry-pick' | 'revert';

/** The changes of one commit once more, here. */
export const cherryPick: GitCommand = { name: 'cherry-pick', run: (args, context) => run('cherry-pick', args, context) };

/** The changes of one commit backwards. */
export const revert: GitCommand = { name: 'revert', run: (args, context) => run('revert', args, context) };

async function run(verb: Verb, args: readonly string[], context: GitContext): Promise<number> {
  const repo = await findRepository(context);
  const state = await readOperation(repo);
  const under = state?.kind === verb;
  if (args.includes('--abort')) {
    if (!under) throw new GitError(`error: no cherry-pick or revert in progress\nfatal: ${verb} failed`, 128);
    const head = (await resolveOrUndefined(repo, 'HEAD'))!;
    await resetMerge(repo, head);
    await repo.fs.promises.writeFile(`${repo.gitdir}/ORIG_HEAD`, `${head}\n`);
    await moveHead(repo, context, head, `reset: moving to ${head}`);
    return 0;
  }
  if (args.includes('--quit')) {
    await clearOperation(repo);
    return 0;
  }
  if (args.includes('--continue')) {
    if (!under) throw new GitError(`error: no cherry-pick or revert in progress\nfatal: ${verb} failed`, 128);
    return commitCommand.run(['--no-edit'], context);
  }
  let commit = true;
  let parent: number | undefined;
  let note = false;
  const names: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '-n' || arg === '--no-commit') commit = false;
    else if (arg === '-x' && verb === 'cherry-pick') note = true;
    else if (arg === '-m' || arg === '--mainline') parent = Number(valueAfter(args, at++));
    else if (arg.startsWith('-') && arg !== '--no-edit') throw unknownOption(arg);
    else if (!arg.startsWith('-')) names.push(arg);
  }
  if (names.length === 0) throw new GitError(`usage: git ${verb} [<options>] <commit>...`, 129);
  await refuseUnfinished(repo, verb);
  for (const name of names) {
    const code = await apply(repo, context, { verb, name, commit, parent, note });
    if (code !== 0) return code;
  }
  return 0;
}

async function apply(repo: Repository, context: GitContext, { verb, name, commit, parent, note }: { verb: Verb; name: string; commit: boolean; parent: number | undefined; note: boolean }): Promise<number> {
  const oid = await tryResolve(repo, name);
  if (oid === undefined) throw fatal(`bad revision '${name}'`);
  const head = await resolveOrUndefined(repo, 'HEAD');
  if (head === undefined) throw fatal('your current branch does not have any commits yet');
  const picked = (await git.readCommit({ ...repo, oid })).commit;
  if (picked.parent.length > 1 && parent === undefined) throw new GitError(`error: commit ${oid} is a merge but no -m option was given.\nfatal: ${verb} failed`, 128);
  const before = parent === undefined ? picked.parent[0] : picked.parent[parent - 1];
  const subject = picked.message.replace(/^\n+/, '').split('\n\n')[0]!.replace(/\n/g, ' ').trim();
  const label = `${await shortOid(repo, oid)} (${subject})`;
  const here = await treeSnapshot(repo, head);
  const index = await indexSnapshot(repo);
  if (changesBetween(here, index).length > 0 && commit) {
    throw new GitError(`error: your local changes would be overwritten by ${verb}.\nhint: commit your changes or stash them to proceed.\nfatal: ${verb} failed`, 128);
  }
  const [base, theirs] = verb === 'cherry-pick' ? [before, oid] : [oid, before];
  const style = (await new Config(context, repo.gitdir).get('merge.conflictStyle')) === 'diff3' ? 'diff3' : 'merge';
  const outcome = await mergeTrees(await treeSnapshot(repo, base), commit ? here : index, await treeSnapshot(repo, theirs), {
    labels: verb === 'cherry-pick' ? { ours: 'HEAD', theirs: label, base: `parent of ${label}` } : { ours: 'HEAD', theirs: `parent of ${label}`, base: label }, style,
  });
  await placeOutcome(repo, commit ? here : index, outcome, { operation: 'merge', before: 'merge' });
  context.out(outcome.messages.map((line) => `${line}\n`).join(''));
  const text = verb === 'cherry-pick' ? `${picked.message.replace(/\n*$/, '\n')}${note ? `\n(cherry picked from commit ${oid})\n` : ''}` : `Revert "${subject}"\n\nThis reverts commit ${oid}${picked.parent.length > 1 ? `, reversing\nchanges made to ${before}` : ''}.\n`;
  if (outcome.unmerged.size > 0) {
    await writeOperation(repo, { kind: verb, heads: [oid], message: conflictMessage(text, outcome) });
    throw new GitError(`error: could not ${verb === 'cherry-pick' ? 'apply' : 'revert'} ${await shortOid(repo, oid)}... ${subject}\nhint: after resolving the conflicts, mark them with\nhint: "git add/rm <pathspec>", then run\nhint: "git ${verb} --continue".`, 1);
  }
  if (!commit) {
    await repo.fs.promises.writeFile(`${repo.gitdir}/MERGE_MSG`, text);
    return 0;
  }
  if (changesBetween(here, outcome.tree).length === 0) {
    await writeOperation(repo, { kind: verb, heads: [oid], message: text });
    return commitCommand.run(['--no-edit'], context);
  }
  const made = await writeCommit(repo, context, { tree: outcome.tree, parents: [head], message: text, ...(verb === 'cherry-pick' ? { author: picked.author } : {}) });
  await moveHead(repo, context, made, `${verb}: ${text.split('\n')[0]}`);
  const { author, committer } = (await git.readCommit({ ...repo, oid: made })).commit;
  context.out(await commitReport(repo, { oid: made, message: text, author, committer, parent: head, first: false, dated: true }));
  return 0;
}
