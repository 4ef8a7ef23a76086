import { Config } from '../config.ts';
import type { ConfigScope } from '../config.ts';
import type { GitCommand } from '../context.ts';
import { GitError } from '../errors.ts';
import { findRepository } from '../repository.ts';

export const config: GitCommand = {
  name: 'config',
  async run(args, context) {
    let scope: ConfigScope | undefined;
    let action: 'get' | 'unset' | 'list' | undefined;
    const rest: string[] = [];
    for (const arg of args) {
      if (arg === '--global' || arg === '--local') scope = arg.slice(2) as ConfigScope;
      else if (arg === '--get' || arg === '--unset' || arg === '--list') action = arg.slice(2) as 'get' | 'unset' | 'list';
      else if (arg === '-l') action = 'list';
      else if (arg.startsWith('--')) throw new GitError(`error: unknown option \`${arg.slice(2)}'`, 129);
      else rest.push(arg);
    }
    if (rest.length > 1 && (rest[0] === 'get' || rest[0] === 'set' || rest[0] === 'unset')) {
      const verb = rest.shift();
      if (verb !== 'set') action = verb as 'get' | 'unset';
    } else if (rest.length === 1 && rest[0] === 'list') {
      rest.shift();
      action = 'list';
    }
    const repo = scope === 'global' ? undefined : await findRepository(context).catch((error: unknown) => {
      if (scope === 'local' || (rest.length === 2 && !action)) throw scope === 'local' ? error : new GitError('fatal: not in a git directory');
      return undefined;
    });
    const store = new Config(context, repo?.gitdir);
    if (action === 'list') {
      for (const { key, value } of await store.list(scope)) context.out(`${key}=${value}\n`);
      return 0;
    }
    const [key, value] = rest;
    if (key === undefined) throw new GitError('error: no action specified', 129);
    if (action === 'unset') return (await store.unset(key, scope)) ? 0 : 5;
    if (value === undefined) {
      const found = await store.get(key, scope);
      if (found === undefined) return 1;
      context.out(`${found}\n`);
      return 0;
    }
    await store.set(key, value, scope);
    return 0;
  },
};
