/** One call of `git`, from its arguments to the exit code; failures are printed in git's words. */
import { joinPath, normalizePath } from '../shared/path.ts';
import { commands, refused } from './commands/index.ts';
import type { GitContext } from './context.ts';
import { GitError } from './errors.ts';
import { spreadClusters } from './options.ts';

export async function runGit(args: readonly string[], context: GitContext): Promise<number> {
  const rest = [...args];
  let cwd = context.cwd;
  const settings: [string, string][] = [];
  try {
    while (rest[0]?.startsWith('-')) {
      const option = rest.shift()!;
      if (option === '-C') cwd = rest[0]?.startsWith('/') ? normalizePath(rest.shift()!) : joinPath(cwd, rest.shift() ?? '.');
      else if (option === '-c') {
        const [key = '', ...value] = (rest.shift() ?? '').split('=');
        settings.push([key.toLowerCase(), value.join('=')]);
      } else if (option === '--version' || option === '-v') {
        context.out(VERSION);
        return 0;
      } else if (option === '--help' || option === '-h') rest.unshift('help');
      else if (!OPTIONS_WITHOUT_EFFECT.has(option)) throw new GitError(`unknown option: ${option}\n${usage()}`, 129);
    }
    const [name, ...given] = rest;
    if (name === undefined || name === 'help') {
      context.out(`${usage()}\n`);
      return name === undefined ? 1 : 0;
    }
    if (name === 'version') {
      context.out(VERSION);
      return 0;
    }
    const command = [...commands, ...refused].find((candidate) => candidate.name === name);
    if (!command) throw new GitError(`git: '${name}' is not a git command. See 'git --help'.`, 1);
    return await command.run(spreadClusters(name, given), { ...context, cwd, env: withSettings(context.env, settings) });
  } catch (error) {
    if (error instanceof GitError) {
      // What refused has said why itself.
      if (error.message !== '') context.err(`${error.message}\n`);
      return error.exitCode;
    }
    context.err(`fatal: ${error instanceof Error ? error.message : String(error)}\n`);
    return 128;
  }
}

const VERSION = 'git version 2.47.0 (Tabloom, isomorphic-git)\n';

/** What there is nothing of here: a pager, replaced objects, locks that could be left out, objects that are fetched when they are needed. npm asks every git it starts for the second. */
const OPTIONS_WITHOUT_EFFECT = new Set(['--no-pager', '-P', '-p', '--paginate', '--no-replace-objects', '--no-optional-locks', '--no-lazy-fetch', '--no-advice']);

/** Settings of one call that programs add to every one, and that change nothing here: there are no submodules, no advice and no upkeep, and reports name commits as briefly as ever. */
const WITHOUT_EFFECT = /^(?:submodule\.recurse|core\.abbrev|gc\.auto|maintenance\.auto|advice\.\w+)$/;

/** `-c user.name=X` counts more than any file, as the environment does. */
function withSettings(env: GitContext['env'], settings: readonly [string, string][]): GitContext['env'] {
  const out = { ...env };
  for (const [key, value] of settings) {
    if (WITHOUT_EFFECT.test(key)) continue;
    const name = { 'user.name': 'NAME', 'user.email': 'EMAIL' }[key];
    if (name === undefined) throw new GitError(`error: -c ${key} is not supported by this git; only user.name and user.email are`, 129);
    out[`GIT_AUTHOR_${name}`] ??= value;
    out[`GIT_COMMITTER_${name}`] ??= value;
  }
  return out;
}

function usage(): string {
  return `usage: git [-C <path>] [-c <name>=<value>] <command> [<args>]\n\nCommands in this sandbox: ${commands.map((command) => command.name).join(', ')}`;
}
