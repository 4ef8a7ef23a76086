/** What programs ask of stashes: one that nothing names yet, its way into the row, and the row in a form of their own. lint-staged keeps its backup so. */
import { commitText, parseFormat } from '../commit-text.ts';
import type { CommitFormat } from '../commit-text.ts';
import * as git from 'isomorphic-git';
import type { GitContext } from '../context.ts';
import { GitError } from '../errors.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { appendReflog } from '../refs.ts';
import { resolveOrUndefined, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { STASH, stashEntries } from './entries.ts';
import { makeStash } from './save.ts';

/** `stash create [<message>]`: prints the commit and leaves index, files and row as they are; silent when nothing has changed. */
export async function create(repo: Repository, context: GitContext, args: readonly string[]): Promise<number> {
  const made = await makeStash(repo, context, { message: args.length === 0 ? undefined : args.join(' '), untracked: false, keepIndex: false, staged: false, paths: [] });
  if (made) context.out(`${made.oid}\n`);
  return 0;
}

/** `stash store [-m <message>] [-q] <commit>` */
export async function store(repo: Repository, context: GitContext, args: readonly string[]): Promise<number> {
  let message = 'Created via "git stash store".';
  const names: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '-m' || arg === '--message') message = valueAfter(args, at++);
    else if (arg.startsWith('--message=')) message = arg.slice('--message='.length);
    else if (arg.startsWith('-') && arg !== '-q' && arg !== '--quiet') throw unknownOption(arg);
    else if (!arg.startsWith('-')) names.push(arg);
  }
  const [name] = names;
  if (name === undefined || names.length > 1) throw new GitError('"git stash store" requires one <commit> argument', 1);
  const oid = await tryResolve(repo, name);
  if (oid === undefined) throw new GitError(`Cannot update ${STASH} with ${name}`, 1);
  const before = await resolveOrUndefined(repo, STASH);
  // The newest is not put on itself.
  if (before === oid) return 0;
  await appendReflog(repo, context, STASH, { before, after: oid, message });
  await git.writeRef({ ...repo, ref: STASH, value: oid, force: true });
  return 0;
}

/** `stash list [--format=<format>] [-z] [-<n>]`, newest first. */
export async function list(repo: Repository, context: GitContext, args: readonly string[]): Promise<number> {
  let format: CommitFormat | undefined;
  let count = Infinity;
  let end = '\n';
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const [, form] = /^--(?:format|pretty)=(.*)$/.exec(arg) ?? [];
    if (form !== undefined) format = parseFormat(form);
    else if (arg === '-z') end = '\0';
    else if (/^-(?:n|-max-count=)?\d+$/.test(arg)) count = Number(/\d+$/.exec(arg)![0]);
    else if (arg === '-n' || arg === '--max-count') count = Number(valueAfter(args, at++));
    else throw unknownOption(arg);
  }
  const shown = (await stashEntries(repo)).slice(0, count);
  for (const [at, { oid, message }] of shown.entries()) {
    const name = `stash@{${at}}`;
    if (!format) {
      context.out(`${name}: ${message}${end}`);
      continue;
    }
    const template = format.template?.replaceAll(/%g([dDs])/g, (_all, what: string) => ({ d: name, D: `refs/${name}`, s: message })[what]!.replaceAll('%', '%%'));
    const text = await commitText(repo, await git.readCommit({ ...repo, oid }), { format: { ...format, ...(template === undefined ? {} : { template }) }, now: context.now() });
    // `format:` puts its mark between them, everything else behind each.
    context.out(`${text}${format.separator && at === shown.length - 1 ? '' : end}`);
  }
  return 0;
}
