/** Hooks: programs of the repository that run before or after what git does, and may refuse it. */
import { joinPath } from '../shared/path.ts';
import { Config } from './config.ts';
import type { GitContext } from './context.ts';
import type { Repository } from './repository.ts';

export type HookName = 'pre-commit' | 'prepare-commit-msg' | 'commit-msg' | 'post-commit' | 'post-merge' | 'pre-push' | 'pre-rebase';

/** Whether the repository has this hook, and it can be run. One that lacks its permission is named, as git does. */
export async function findHook(repo: Repository, context: GitContext, name: HookName): Promise<string | undefined> {
  if (!context.spawn) return undefined;
  const configured = await new Config(context, repo.gitdir).get('core.hooksPath');
  const home = context.env.HOME ?? '';
  const folder = configured === undefined ? `${repo.gitdir}/hooks` : configured.startsWith('/') ? configured : configured.startsWith('~/') ? joinPath(home, configured.slice(2)) : joinPath(repo.dir, configured);
  const path = `${folder}/${name}`;
  const mode = await repo.fs.promises.stat(path).then((stat) => (stat.isFile() ? stat.mode : undefined), () => undefined);
  if (mode === undefined) return undefined;
  if ((mode & 0o111) !== 0) return path;
  context.err(`hint: The '${configured === undefined ? `.git/hooks/${name}` : path}' hook was ignored because it's not set as executable.\nhint: You can disable this warning with \`git config advice.ignoredHook false\`.\n`);
  return undefined;
}

/**
 * Runs a hook in the root of the working tree. What it prints goes to stderr, but for `pre-push`, as with git.
 * @returns its exit code; 0 where there is none
 */
export async function runHook(repo: Repository, context: GitContext, name: HookName, args: readonly string[] = [], input?: string): Promise<number> {
  const path = await findHook(repo, context, name);
  if (path === undefined) return 0;
  // An editor that was not asked for would wait for a person: `git commit -m` tells its hooks that there is none.
  const env = { ...context.env, GIT_INDEX_FILE: `${repo.gitdir}/index`, GIT_PREFIX: repo.prefix === '' ? '' : `${repo.prefix}/`, ...(name === 'pre-push' ? {} : { GIT_EDITOR: context.env.GIT_EDITOR ?? ':' }) };
  return context.spawn!(path, args, { cwd: repo.dir, env, input, output: name === 'pre-push' ? 'stdout' : 'stderr' });
}
