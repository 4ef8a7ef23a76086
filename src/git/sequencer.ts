/**
 * What several picks or reverts in a row keep in `.git/sequencer`: git's own files (`todo`, `opts`, `head`, `abort-safety`; Git's `sequencer.c`), so that
 * either git can go on with what the other one began.
 */
import * as git from 'isomorphic-git';
import { configEntries } from './config.ts';
import { GitError } from './errors.ts';
import { resolveOrUndefined, shortOid } from './repository.ts';
import type { Repository } from './repository.ts';

export type PickVerb = 'cherry-pick' | 'revert';

export interface PickOptions {
  /** `-n`: only index and files. */
  noCommit: boolean;
  /** `--no-edit` was said; this git opens no editor either way. */
  noEdit: boolean;
  /** Also a commit that changes nothing by itself. */
  allowEmpty: boolean;
  /** Also a commit whose change is there already. */
  keepRedundant: boolean;
  /** `-x`: the message says where it was picked from. */
  recordOrigin: boolean;
  /** Of a merge, the parent that its change is seen from; counted from 1. */
  mainline: number | undefined;
}

export interface TodoItem {
  oid: string;
  subject: string;
}

const WORDS = { 'cherry-pick': 'pick', revert: 'revert' } as const;

const folder = (repo: Repository): string => `${repo.gitdir}/sequencer`;

async function read(repo: Repository, name: string): Promise<string | undefined> {
  return repo.fs.promises.readFile(`${folder(repo)}/${name}`, 'utf8').catch(() => undefined);
}

/** What is under way, told by the first thing to do; undefined when nothing is. */
export async function sequenceVerb(repo: Repository): Promise<PickVerb | undefined> {
  const word = /^\s*(pick|p|revert)[ \t]/.exec((await read(repo, 'todo')) ?? '')?.[1];
  return word === undefined ? undefined : word === 'revert' ? 'revert' : 'cherry-pick';
}

/** The first is the one that was stopped at. Undefined without a sequence. @throws GitError for a list that this git cannot go on with. */
export async function readTodo(repo: Repository, verb: PickVerb): Promise<TodoItem[] | undefined> {
  const text = await read(repo, 'todo');
  if (text === undefined) return undefined;
  const failed = (why: string): GitError => new GitError(`error: ${why}\nfatal: ${verb} failed`, 128);
  const items: TodoItem[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const match = /^\s*(pick|p|revert)[ \t]+([0-9a-f]{4,40})(?:[ \t]+(.*))?$/.exec(line);
    const oid = match && (await git.expandOid({ ...repo, oid: match[2]! }).catch(() => undefined));
    if (!oid) throw failed("unusable instruction sheet: '.git/sequencer/todo'");
    if ((match[1] === 'revert') !== (verb === 'revert')) throw failed(verb === 'revert' ? 'cannot revert during a cherry-pick.' : 'cannot cherry-pick during a revert.');
    items.push({ oid, subject: match[3] ?? '' });
  }
  if (items.length === 0) throw failed('no commits parsed.');
  return items;
}

/** @throws GitError while another sequence is under way. */
export async function beginSequence(repo: Repository, verb: PickVerb, options: PickOptions): Promise<void> {
  const going = await sequenceVerb(repo);
  if (going !== undefined) {
    const stopped = (await Promise.all(['CHERRY_PICK_HEAD', 'REVERT_HEAD'].map((name) => repo.fs.promises.stat(`${repo.gitdir}/${name}`).then(() => true, () => false)))).includes(true);
    throw new GitError(`error: ${going} is already in progress\nhint: try "git ${going} (--continue | ${stopped ? '--skip | ' : ''}--abort | --quit)"\nfatal: ${verb} failed`, 128);
  }
  await repo.fs.promises.mkdir(folder(repo), { recursive: true });
  await repo.fs.promises.writeFile(`${folder(repo)}/head`, `${await resolveOrUndefined(repo, 'HEAD')}\n`);
  const lines = Object.entries(optionLines(options)).map(([name, value]) => `\t${name} = ${value}\n`);
  if (lines.length > 0) await repo.fs.promises.writeFile(`${folder(repo)}/opts`, `[options]\n${lines.join('')}`);
  await markSafe(repo);
}

export async function writeTodo(repo: Repository, verb: PickVerb, items: readonly TodoItem[]): Promise<void> {
  let text = '';
  for (const { oid, subject } of items) text += `${WORDS[verb]} ${await shortOid(repo, oid)} ${subject}\n`;
  await repo.fs.promises.writeFile(`${folder(repo)}/todo`, text);
}

function optionLines({ noCommit, noEdit, allowEmpty, keepRedundant, recordOrigin, mainline }: PickOptions): Record<string, string> {
  return {
    ...(noCommit ? { 'no-commit': 'true' } : {}), ...(noEdit ? { edit: 'false' } : {}), ...(allowEmpty ? { 'allow-empty': 'true' } : {}), ...(keepRedundant ? { 'keep-redundant-commits': 'true' } : {}),
    ...(recordOrigin ? { 'record-origin': 'true' } : {}), ...(mainline === undefined ? {} : { mainline: String(mainline) }),
  };
}

/** @throws GitError for options that only another git has. */
export async function readPickOptions(repo: Repository, verb: PickVerb): Promise<PickOptions> {
  const values = new Map(configEntries((await read(repo, 'opts')) ?? '').map(({ key, value }) => [key.replace(/^options\./, ''), value]));
  const known = ['no-commit', 'edit', 'allow-empty', 'keep-redundant-commits', 'record-origin', 'mainline', 'allow-empty-message'];
  const foreign = [...values.keys()].filter((name) => !known.includes(name) || (name === 'edit' && values.get(name) === 'true'));
  if (foreign.length > 0) throw new GitError(`error: this ${verb} was begun by another git, with --${foreign[0]}, which this one does not have; only --abort and --quit work here`, 1);
  const on = (name: string): boolean => values.get(name) === 'true';
  return {
    noCommit: on('no-commit'), noEdit: values.get('edit') === 'false', allowEmpty: on('allow-empty'), keepRedundant: on('keep-redundant-commits'), recordOrigin: on('record-origin'),
    mainline: values.has('mainline') ? Number(values.get('mainline')) : undefined,
  };
}

/** Where HEAD was before; undefined without a sequence. */
export async function sequenceHead(repo: Repository): Promise<string | undefined> {
  return (await read(repo, 'head'))?.trim();
}

/** HEAD is where the sequence has brought it: from here it can be taken back. Without a sequence nothing happens. */
export async function markSafe(repo: Repository): Promise<void> {
  if (await inSequence(repo)) await repo.fs.promises.writeFile(`${folder(repo)}/abort-safety`, `${(await resolveOrUndefined(repo, 'HEAD')) ?? ''}\n`);
}

/** Whether HEAD has not moved since. */
export async function isSafe(repo: Repository): Promise<boolean> {
  return ((await read(repo, 'abort-safety')) ?? '').trim() === ((await resolveOrUndefined(repo, 'HEAD')) ?? '');
}

/** After what it stopped at was committed or dropped: when that was the last, there is no sequence any more. */
export async function endSequenceAtLast(repo: Repository): Promise<void> {
  const todo = await read(repo, 'todo');
  if (todo !== undefined && todo.trimEnd().split('\n').length < 2) await endSequence(repo);
}

export async function endSequence(repo: Repository): Promise<void> {
  await repo.fs.promises.rm(folder(repo), { recursive: true, force: true });
}

/** Whether more than one commit is being picked. */
export async function inSequence(repo: Repository): Promise<boolean> {
  return repo.fs.promises.stat(folder(repo)).then(() => true, () => false);
}
