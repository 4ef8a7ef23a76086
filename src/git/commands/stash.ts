import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { removeRef } from '../refs.ts';
import { findRepository, resolveOrUndefined } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { applyStash } from '../stash/apply.ts';
import { dropStash, findStash, STASH } from '../stash/entries.ts';
import type { Stash } from '../stash/entries.ts';
import { NeedsMerge, saveStash } from '../stash/save.ts';
import { create, list, store } from '../stash/scripted.ts';
import type { SaveRequest } from '../stash/save.ts';
import { diff } from './diff.ts';
import { status } from './status.ts';
import { switchCommand } from './switch.ts';

const VERBS = ['push', 'save', 'create', 'store', 'list', 'show', 'pop', 'apply', 'drop', 'clear', 'branch'];

export const stash: GitCommand = {
  name: 'stash',
  async run(args, context) {
    const repo = await findRepository(context);
    const verb = args[0] === undefined || args[0].startsWith('-') ? 'push' : args[0];
    const rest = args[0] === verb ? args.slice(1) : args;
    if (!VERBS.includes(verb)) throw fatal(`subcommand wasn't specified; 'push' can't be assumed due to unexpected token '${verb}'`);
    if (verb === 'push' || verb === 'save') return push(repo, context, rest, verb === 'save');
    if (verb === 'create') return create(repo, context, rest);
    if (verb === 'store') return store(repo, context, rest);
    if (verb === 'list') return list(repo, context, rest);
    if (verb === 'clear') {
      if ((await resolveOrUndefined(repo, STASH)) !== undefined) await removeRef(repo, STASH);
      return 0;
    }
    if (verb === 'show') return show(repo, context, rest);
    if (verb === 'branch') return branch(repo, context, rest);
    const quiet = rest.includes('-q') || rest.includes('--quiet');
    const withIndex = rest.includes('--index');
    const names = rest.filter((arg) => !arg.startsWith('-'));
    for (const arg of rest) if (arg.startsWith('-') && !['-q', '--quiet', '--index'].includes(arg)) throw unknownOption(arg);
    if (names.length > 1) throw new GitError(`Too many revisions specified: ${names.map((name) => `'${name}'`).join(' ')}`, 1);
    const found = await findStash(repo, names[0]);
    if (verb === 'drop') return drop(repo, context, found, quiet);
    if (verb === 'pop' && found.at === undefined) throw new GitError(`error: '${names[0]}' is not a stash reference`, 1);
    return apply(repo, context, found, { pop: verb === 'pop', withIndex, quiet });
  },
};

async function push(repo: Repository, context: GitContext, args: readonly string[], save: boolean): Promise<number> {
  const request: SaveRequest & { paths: string[] } = { message: undefined, untracked: false, keepIndex: false, staged: false, paths: [] };
  let quiet = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '-m' || arg === '--message') request.message = valueAfter(args, at++);
    else if (arg.startsWith('--message=')) request.message = arg.slice('--message='.length);
    else if (arg === '-u' || arg === '--include-untracked') request.untracked = true;
    else if (arg === '-k' || arg === '--keep-index') request.keepIndex = true;
    else if (arg === '-S' || arg === '--staged') request.staged = true;
    else if (arg === '-q' || arg === '--quiet') quiet = true;
    else if (arg === '--') {
      request.paths.push(...args.slice(at + 1));
      break;
    } else if (arg.startsWith('-') && arg !== '--no-keep-index') throw unknownOption(arg);
    else if (!arg.startsWith('-')) request.paths.push(arg);
  }
  if (save) {
    if (request.paths.length > 0) request.message = request.paths.join(' ');
    request.paths = [];
  }
  const message = await saveStash(repo, context, request).catch((error: unknown) => {
    if (!(error instanceof NeedsMerge)) throw error;
    context.out(`${error.message}\n`);
    return null;
  });
  if (message === null) return 1;
  if (!quiet) context.out(message === undefined ? 'No local changes to save\n' : `Saved working directory and index state ${message}\n`);
  return 0;
}

async function apply(repo: Repository, context: GitContext, found: Stash, { pop, withIndex, quiet }: { pop: boolean; withIndex: boolean; quiet: boolean }): Promise<number> {
  let clean: boolean;
  try {
    clean = await applyStash(repo, context, found, withIndex);
  } catch (error) {
    // The stash is still there, and what there is now is shown.
    if (!(error instanceof GitError)) throw error;
    if (error instanceof NeedsMerge) context.out(`${error.message}\n`);
    else {
      context.err(`${error.message}\n`);
      if (!quiet && !error.message.includes('conflicts in index')) await status.run([], context);
    }
    if (pop) context.out('The stash entry is kept in case you need it again.\n');
    return 1;
  }
  repo.cache = {};
  if (!quiet) await status.run([], context);
  if (!clean) {
    if (pop) context.out('The stash entry is kept in case you need it again.\n');
    return 1;
  }
  return pop ? drop(repo, context, found, quiet) : 0;
}

async function drop(repo: Repository, context: GitContext, found: Stash, quiet: boolean): Promise<number> {
  if (found.at === undefined) throw new GitError(`error: '${found.name}' is not a stash reference`, 1);
  await dropStash(repo, found.at);
  if (!quiet) context.out(`Dropped ${found.name} (${found.oid})\n`);
  return 0;
}

async function show(repo: Repository, context: GitContext, args: readonly string[]): Promise<number> {
  const options = args.filter((arg) => arg.startsWith('-'));
  const found = await findStash(repo, args.find((arg) => !arg.startsWith('-')));
  return diff.run([...(options.length === 0 ? ['--stat'] : options), found.base, found.oid], context);
}

/** A branch at the commit that the stash was made on, where it surely applies. */
async function branch(repo: Repository, context: GitContext, args: readonly string[]): Promise<number> {
  const [name, given] = args;
  if (name === undefined) throw new GitError('No branch name specified', 1);
  const found = await findStash(repo, given);
  const code = await switchCommand.run(['-c', name, found.base], context);
  if (code !== 0) return code;
  return apply(repo, context, found, { pop: found.at !== undefined, withIndex: true, quiet: false });
}
