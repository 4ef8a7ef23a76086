import * as git from 'isomorphic-git';
import { changesBetween } from '../changes.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { identity } from '../identity.ts';
import { history } from '../log/history.ts';
import { reachable } from '../merge/merge-base.ts';
import { conflictMessage, placeOutcome } from '../merge/merge-into.ts';
import { mergeTrees } from '../merge/merge-trees.ts';
import { resetMerge } from '../merge/reset-merge.ts';
import { mergeSettings } from '../merge/settings.ts';
import { clearOperation, readOperation, writeOperation } from '../operation-state.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { moveHead } from '../refs.ts';
import { findRepository, resolveOrUndefined, shortOid, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { beginSequence, endSequence, inSequence, isSafe, markSafe, readPickOptions, readTodo, sequenceHead, sequenceVerb, writeTodo } from '../sequencer.ts';
import type { PickOptions, PickVerb, TodoItem } from '../sequencer.ts';
import { indexSnapshot, treeSnapshot } from '../snapshot.ts';
import { withOrigin } from '../trailers.ts';
import { writeCommit } from '../write-objects.ts';
import { commitReport } from './commit-report.ts';
import { commit as commitCommand } from './commit.ts';
import { refuseUnfinished } from './merge.ts';

/** The changes of commits once more, here. */
export const cherryPick: GitCommand = { name: 'cherry-pick', run: (args, context) => run('cherry-pick', args, context) };

/** The changes of commits backwards. */
export const revert: GitCommand = { name: 'revert', run: (args, context) => run('revert', args, context) };

const failed = (verb: PickVerb, why: string): GitError => new GitError(`error: ${why}\nfatal: ${verb} failed`, 128);

const NONE = 'no cherry-pick or revert in progress';

async function run(verb: PickVerb, args: readonly string[], context: GitContext): Promise<number> {
  const repo = await findRepository(context);
  if (args.includes('--abort')) return abort(repo, context, verb);
  if (args.includes('--skip')) return skip(repo, context, verb);
  if (args.includes('--continue')) return goOn(repo, context, verb);
  if (args.includes('--quit')) {
    await endSequence(repo);
    await clearOperation(repo);
    return 0;
  }
  const options: PickOptions = { noCommit: false, noEdit: false, allowEmpty: false, keepRedundant: false, recordOrigin: false, mainline: undefined };
  const names: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '-n' || arg === '--no-commit') options.noCommit = true;
    else if (arg === '-x' && verb === 'cherry-pick') options.recordOrigin = true;
    else if (arg === '-m' || arg === '--mainline') options.mainline = Number(valueAfter(args, at++));
    else if (arg === '--no-edit') options.noEdit = true;
    else if (arg === '--allow-empty' && verb === 'cherry-pick') options.allowEmpty = true;
    else if (arg === '--keep-redundant-commits' && verb === 'cherry-pick') options.allowEmpty = options.keepRedundant = true;
    else if (arg.startsWith('-') && arg !== '-') throw unknownOption(arg);
    else names.push(arg === '-' ? '@{-1}' : arg);
  }
  if (names.length === 0) throw new GitError(`usage: git ${verb} [<options>] <commit>...`, 129);
  const items = await wanted(repo, verb, names);
  if ((await resolveOrUndefined(repo, 'HEAD')) === undefined) throw fatal('your current branch does not have any commits yet');
  await refuseUnfinished(repo, verb);
  if (!options.noCommit) await identity(context, repo, 'COMMITTER');
  if (names.length === 1 && !isRange(names[0]!)) return pickOne(repo, context, { verb, item: items[0]!, options });
  await beginSequence(repo, verb, options);
  return runSequence(repo, context, { verb, items, options });
}

const isRange = (name: string): boolean => name.startsWith('^') || /^[^.].*?\.\.|^\.\./.test(name);

/** Commits as they were named; of a range all, for a pick the oldest first. */
async function wanted(repo: Repository, verb: PickVerb, names: readonly string[]): Promise<TodoItem[]> {
  const tips: string[] = [];
  const hidden: string[] = [];
  const add = async (list: string[], revision: string, shown: string): Promise<void> => {
    const oid = await tryResolve(repo, revision);
    if (oid === undefined) throw fatal(`bad revision '${shown}'`);
    if (!list.includes(oid)) list.push(oid);
  };
  for (const name of names) {
    const range = /^(.*?)\.\.(?!\.)(.*)$/.exec(name);
    if (name.startsWith('^')) await add(hidden, name.slice(1), name);
    else if (range) {
      await add(hidden, range[1] || 'HEAD', name);
      await add(tips, range[2] || 'HEAD', name);
    } else await add(tips, name, name);
  }
  const subject = async (oid: string): Promise<TodoItem> => ({ oid, subject: firstLine((await git.readCommit({ ...repo, oid })).commit.message) });
  if (!names.some(isRange)) return Promise.all(tips.map(subject));
  const found: TodoItem[] = [];
  for await (const { oid, commit } of history(repo, { tips, hidden: await reachable(repo, hidden), specs: [], follow: undefined, order: 'date', firstParent: false, wanted: () => true })) {
    found.push({ oid, subject: firstLine(commit.message) });
  }
  if (found.length === 0) throw failed(verb, 'empty commit set passed');
  return verb === 'cherry-pick' ? found.reverse() : found;
}

interface Picks { verb: PickVerb; items: readonly TodoItem[]; options: PickOptions }

async function runSequence(repo: Repository, context: GitContext, { verb, items, options }: Picks): Promise<number> {
  for (const [at, item] of items.entries()) {
    await writeTodo(repo, verb, items.slice(at));
    const code = await pickOne(repo, context, { verb, item, options });
    if (code !== 0) return code;
  }
  await endSequence(repo);
  return 0;
}

async function abort(repo: Repository, context: GitContext, verb: PickVerb): Promise<number> {
  const before = await sequenceHead(repo);
  if (before === undefined) {
    if (!isPick(await readOperation(repo))) throw failed(verb, NONE);
    await resetTo(repo, context, verb, (await resolveOrUndefined(repo, 'HEAD'))!);
    return 0;
  }
  if (!(await isSafe(repo))) context.err('warning: You seem to have moved HEAD. Not rewinding, check your HEAD!\n');
  else await resetTo(repo, context, verb, before);
  await endSequence(repo);
  return 0;
}

async function skip(repo: Repository, context: GitContext, verb: PickVerb): Promise<number> {
  if ((await readOperation(repo))?.kind !== verb) {
    if ((await sequenceVerb(repo)) !== verb) throw failed(verb, `no ${verb} in progress`);
    if (!(await isSafe(repo))) throw new GitError(`error: there is nothing to skip\nhint: have you committed already?\nhint: try "git ${verb} --continue"\nfatal: ${verb} failed`, 128);
  }
  await resetTo(repo, context, verb, (await resolveOrUndefined(repo, 'HEAD'))!);
  return (await inSequence(repo)) ? goOn(repo, context, verb) : 0;
}

async function goOn(repo: Repository, context: GitContext, verb: PickVerb): Promise<number> {
  const options = await readPickOptions(repo, verb);
  const todo = await readTodo(repo, verb);
  const waiting = isPick(await readOperation(repo));
  if (!waiting && !todo) throw failed(verb, NONE);
  if (waiting) {
    const code = await commitCommand.run(['--no-edit', '--cleanup=strip'], context);
    if (code !== 0 || !todo) return code;
  }
  await refuseUnfinished(repo, verb);
  await refuseStaged(repo, verb);
  return runSequence(repo, context, { verb, items: todo!.slice(1), options });
}

const isPick = (state: Awaited<ReturnType<typeof readOperation>>): boolean => state?.kind === 'cherry-pick' || state?.kind === 'revert';

/** As `git reset --merge` with the commit's id. */
async function resetTo(repo: Repository, context: GitContext, verb: PickVerb, commit: string): Promise<void> {
  const head = (await resolveOrUndefined(repo, 'HEAD'))!;
  await resetMerge(repo, commit, commit).catch((error: unknown) => {
    throw error instanceof GitError ? new GitError(`${error.message}\nfatal: ${verb} failed`, 128) : error;
  });
  await repo.fs.promises.writeFile(`${repo.gitdir}/ORIG_HEAD`, `${head}\n`);
  await moveHead(repo, context, commit, `reset: moving to ${commit}`);
}

async function refuseStaged(repo: Repository, verb: PickVerb): Promise<void> {
  const head = await treeSnapshot(repo, await resolveOrUndefined(repo, 'HEAD'));
  if (changesBetween(head, await indexSnapshot(repo)).length === 0) return;
  throw new GitError(`error: your local changes would be overwritten by ${verb}.\nhint: commit your changes or stash them to proceed.\nfatal: ${verb} failed`, 128);
}

interface Pick { verb: PickVerb; item: TodoItem; options: PickOptions }

async function pickOne(repo: Repository, context: GitContext, pick: Pick): Promise<number> {
  const { verb, item: { oid }, options } = pick;
  if (!options.noCommit) {
    await refuseUnfinished(repo, verb);
    await refuseStaged(repo, verb);
  }
  const { commit } = await git.readCommit({ ...repo, oid });
  if (commit.parent.length > 1 && options.mainline === undefined) throw failed(verb, `commit ${oid} is a merge but no -m option was given.`);
  const parent = commit.parent[(options.mainline ?? 1) - 1];
  if (options.mainline !== undefined && parent === undefined && options.mainline !== 1) throw failed(verb, `commit ${oid} does not have parent ${options.mainline}`);
  try {
    return await apply(repo, context, { ...pick, commit, parent });
  } finally {
    await markSafe(repo);
  }
}

async function apply(repo: Repository, context: GitContext, { verb, item: { oid, subject }, options, commit, parent }: Pick & { commit: git.CommitObject; parent: string | undefined }): Promise<number> {
  const head = (await resolveOrUndefined(repo, 'HEAD'))!;
  const picking = verb === 'cherry-pick';
  const label = `${await shortOid(repo, oid)} (${subject})`;
  const here = options.noCommit ? await indexSnapshot(repo) : await treeSnapshot(repo, head);
  const [before, after] = [await treeSnapshot(repo, parent), await treeSnapshot(repo, oid)];
  const outcome = await mergeTrees(picking ? before : after, here, picking ? after : before, {
    labels: picking ? { ours: 'HEAD', theirs: label, base: `parent of ${label}` } : { ours: 'HEAD', theirs: `parent of ${label}`, base: label }, ...(await mergeSettings(context, repo)),
  });
  await placeOutcome(repo, here, outcome, { operation: 'merge', before: 'merge' }).catch((error: unknown) => {
    throw error instanceof GitError ? new GitError(`${error.message}\nfatal: ${verb} failed`, 128) : error;
  });
  context.out(outcome.messages.map((line) => `${line}\n`).join(''));
  const message = picking ? `${commit.message.replace(/\n*$/, '\n')}` : `Revert "${subject}"\n\nThis reverts commit ${oid}${commit.parent.length > 1 ? `, reversing\nchanges made to ${parent}` : ''}.\n`;
  const text = options.recordOrigin ? withOrigin(message, oid) : message;
  const state = { kind: verb, heads: [oid] };
  const prepared = (body: string): Promise<void> => repo.fs.promises.writeFile(`${repo.gitdir}/MERGE_MSG`, body);
  if (!outcome.clean) {
    const body = conflictMessage(text, outcome);
    await (options.noCommit && picking ? prepared(body) : writeOperation(repo, { ...state, message: body }));
    throw new GitError(`error: could not ${picking ? 'apply' : 'revert'} ${await shortOid(repo, oid)}... ${subject}\n${advice(verb, options)}`, 1);
  }
  if (options.noCommit) {
    await (picking ? prepared(text) : writeOperation(repo, { ...state, message: text }));
    return 0;
  }
  if (changesBetween(here, outcome.tree).length === 0 && !(options.keepRedundant || (options.allowEmpty && changesBetween(before, after).length === 0))) {
    // Git asks its own commit command, which says that nothing is left to commit.
    await (picking ? writeOperation(repo, { ...state, message: text }) : prepared(text));
    return commitCommand.run(['--no-edit'], context);
  }
  const made = await writeCommit(repo, context, { tree: outcome.tree, parents: [head], message: text, ...(picking ? { author: commit.author } : {}) });
  await moveHead(repo, context, made, `${verb}: ${firstLine(text)}`);
  const { author, committer } = (await git.readCommit({ ...repo, oid: made })).commit;
  context.out(await commitReport(repo, { oid: made, message: text, author, committer, parents: [head], first: false, dated: true }));
  return 0;
}

function advice(verb: PickVerb, { noCommit }: PickOptions): string {
  if (noCommit) return "hint: after resolving the conflicts, mark the corrected paths\nhint: with 'git add <paths>' or 'git rm <paths>'";
  return `hint: After resolving the conflicts, mark them with\nhint: "git add/rm <pathspec>", then run\nhint: "git ${verb} --continue".\nhint: You can instead skip this commit with "git ${verb} --skip".\nhint: To abort and get back to the state before "git ${verb}",\nhint: run "git ${verb} --abort".`;
}

const firstLine = (message: string): string => message.replace(/^\n+/, '').split('\n')[0]!;
