import * as git from 'isomorphic-git';
import { Config } from '../config.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal } from '../errors.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { connect, findRemote } from '../remote/connect.ts';
import { fetchRefs } from '../remote/fetch-refs.ts';
import type { Fetched, FetchOptions } from '../remote/fetch-refs.ts';
import { currentBranch, findRepository } from '../repository.ts';
import type { Repository } from '../repository.ts';

export const fetchCommand: GitCommand = {
  name: 'fetch',
  async run(args, context) {
    const repo = await findRepository(context);
    const options: FetchOptions = { refspecs: [], prune: false, tags: 'follow', quiet: false, force: false, action: ['fetch', ...args].join(' ') };
    const names: string[] = [];
    let all = false;
    for (let at = 0; at < args.length; at++) {
      const arg = args[at]!;
      if (arg === '--all') all = true;
      else if (arg === '-p' || arg === '--prune') options.prune = true;
      else if (arg === '-t' || arg === '--tags') options.tags = 'all';
      else if (arg === '--no-tags') options.tags = 'none';
      else if (arg === '-q' || arg === '--quiet') options.quiet = true;
      else if (arg === '-f' || arg === '--force') options.force = true;
      else if (arg === '--depth') options.depth = depth(valueAfter(args, at++));
      else if (arg.startsWith('--depth=')) options.depth = depth(arg.slice('--depth='.length));
      else if (arg === '--unshallow') options.depth = 0x7fffffff;
      else if (arg.startsWith('-') && arg !== '-v' && arg !== '--verbose' && arg !== '--progress') throw unknownOption(arg);
      else if (!arg.startsWith('-')) names.push(arg);
    }
    const [name, ...refspecs] = names;
    const remotes = all ? (await git.listRemotes(repo)).map(({ remote }) => remote) : [name ?? (await defaultRemote(repo, context))];
    let code = 0;
    for (const remote of remotes) {
      if (all && !options.quiet) context.out(`Fetching ${remote}\n`);
      if ((await fetchFrom(repo, context, remote, { ...options, refspecs })).refused) code = 1;
    }
    return code;
  },
};

export function depth(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw fatal(`depth ${text} is not a positive number`);
  return value;
}

export async function fetchFrom(repo: Repository, context: GitContext, name: string, options: FetchOptions): Promise<Fetched> {
  const remote = await findRemote(repo, context, name);
  return fetchRefs(repo, context, await connect({ ...context, quiet: options.quiet }, remote.url, { repo, base: repo.dir }), remote, options);
}

/** The one that the branch follows, the only one, or `origin`. */
export async function defaultRemote(repo: Repository, context: GitContext): Promise<string> {
  const branch = await currentBranch(repo);
  const followed = branch === undefined ? undefined : await new Config(context, repo.gitdir).get(`branch.${branch}.remote`);
  if (followed !== undefined && followed !== '.') return followed;
  const remotes = (await git.listRemotes(repo)).map(({ remote }) => remote);
  return remotes.length === 1 ? remotes[0]! : 'origin';
}
