import * as git from 'isomorphic-git';
import { Config } from '../config.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { GitError } from '../errors.ts';
import { unknownOption } from '../options.ts';
import { removeRef } from '../refs.ts';
import { withoutPassword } from '../remote/http-client.ts';
import { findRepository, resolveOrUndefined } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { fetchFrom } from './fetch.ts';

export const remote: GitCommand = {
  name: 'remote',
  async run(args, context) {
    const repo = await findRepository(context);
    const config = new Config(context, repo.gitdir);
    const verbose = args.includes('-v') || args.includes('--verbose');
    const [verb, ...rest] = args.filter((arg) => arg !== '-v' && arg !== '--verbose');
    if (verb === undefined || verb === 'show' && rest.length === 0) {
      for (const { remote: name, url } of (await git.listRemotes(repo)).sort((a, b) => (a.remote < b.remote ? -1 : 1))) {
        const push = (await config.get(`remote.${name}.pushurl`)) ?? url;
        context.out(verbose ? `${name}\t${url} (fetch)\n${name}\t${push} (push)\n` : `${name}\n`);
      }
      return 0;
    }
    const names = rest.filter((arg) => !arg.startsWith('-'));
    const [name = '', value = ''] = names;
    const exists = async (which: string): Promise<boolean> => (await config.get(`remote.${which}.url`)) !== undefined;
    const missing = (which: string): GitError => new GitError(`error: No such remote: '${which}'`.replace("remote: '", verb === 'get-url' || verb === 'set-url' ? "remote '" : "remote: '"), 2);
    if (verb === 'add') {
      if (names.length !== 2) throw new GitError('usage: git remote add [<options>] <name> <url>', 129);
      if (await exists(name)) throw new GitError(`error: remote ${name} already exists.`, 3);
      if (!/^[\w][\w./-]*$/.test(name)) throw new GitError(`fatal: '${name}' is not a valid remote name`);
      await config.set(`remote.${name}.url`, withoutPassword(value));
      await config.set(`remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name}/*`);
      if (rest.includes('-f')) await fetchFrom(repo, context, name, { refspecs: [], prune: false, tags: 'follow', quiet: false, force: false, action: `fetch ${name}` });
      return 0;
    }
    if (verb === 'remove' || verb === 'rm') {
      if (!(await exists(name))) throw missing(name);
      return removeRemote(repo, config, name);
    }
    if (verb === 'rename') {
      if (!(await exists(name))) throw missing(name);
      if (await exists(value)) throw new GitError(`error: remote ${value} already exists.`, 3);
      return renameRemote(repo, config, name, value);
    }
    if (verb === 'set-url') {
      if (!(await exists(name))) throw missing(name);
      await config.set(`remote.${name}.${rest.includes('--push') ? 'pushurl' : 'url'}`, withoutPassword(value));
      return 0;
    }
    if (verb === 'get-url') {
      const url = await config.get(`remote.${name}.url`);
      if (url === undefined) throw missing(name);
      context.out(`${url}\n`);
      return 0;
    }
    if (verb === 'prune') {
      await fetchFrom(repo, context, name, { refspecs: [], prune: true, tags: 'none', quiet: false, force: false, action: 'remote prune' });
      return 0;
    }
    if (verb === 'update') return update(repo, context);
    throw verb.startsWith('-') ? unknownOption(verb) : new GitError(`error: Unknown subcommand: ${verb}`, 129);
  },
};

async function update(repo: Repository, context: GitContext): Promise<number> {
  for (const { remote: name } of await git.listRemotes(repo)) await fetchFrom(repo, context, name, { refspecs: [], prune: false, tags: 'follow', quiet: false, force: false, action: 'remote update' });
  return 0;
}

async function removeRemote(repo: Repository, config: Config, name: string): Promise<number> {
  const keys = [...new Set((await config.list('local')).map(({ key }) => key))];
  for (const key of keys) {
    const branch = /^branch\.(.+)\.remote$/.exec(key)?.[1];
    if (branch !== undefined && (await config.get(key)) === name) {
      await config.unset(key);
      await config.unset(`branch.${branch}.merge`);
    } else if (key.startsWith(`remote.${name}.`)) await config.unset(key);
  }
  for (const ref of await git.listRefs({ ...repo, filepath: `refs/remotes/${name}` })) await removeRef(repo, `refs/remotes/${name}/${ref}`);
  return 0;
}

async function renameRemote(repo: Repository, config: Config, from: string, to: string): Promise<number> {
  for (const { key, value } of await config.list('local')) {
    if (key.startsWith(`remote.${from}.`)) {
      await config.unset(key);
      await config.set(`remote.${to}.${key.slice(`remote.${from}.`.length)}`, value.replace(`refs/remotes/${from}/`, `refs/remotes/${to}/`));
    } else if (/^branch\..+\.remote$/.test(key) && value === from) await config.set(key, to);
  }
  for (const ref of await git.listRefs({ ...repo, filepath: `refs/remotes/${from}` })) {
    const oid = await resolveOrUndefined(repo, `refs/remotes/${from}/${ref}`);
    if (ref === 'HEAD') {
      const symbolic = await git.resolveRef({ ...repo, ref: `refs/remotes/${from}/HEAD`, depth: 2 });
      await git.writeRef({ ...repo, ref: `refs/remotes/${to}/HEAD`, value: symbolic.replace(`refs/remotes/${from}/`, `refs/remotes/${to}/`), symbolic: true, force: true });
    } else if (oid !== undefined) await git.writeRef({ ...repo, ref: `refs/remotes/${to}/${ref}`, value: oid, force: true });
  }
  for (const ref of await git.listRefs({ ...repo, filepath: `refs/remotes/${from}` })) await removeRef(repo, `refs/remotes/${from}/${ref}`);
  return 0;
}
