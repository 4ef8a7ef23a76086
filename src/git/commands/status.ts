import { painter } from '../color.ts';
import { GitError } from '../errors.ts';
import type { GitCommand } from '../context.ts';
import { findRepository } from '../repository.ts';
import { longText, readStatus, shortText } from '../status.ts';

export const status: GitCommand = {
  name: 'status',
  async run(args, context) {
    let form: 'long' | 'short' | 'porcelain' = 'long';
    let branch = false;
    let allUntracked = false;
    for (const arg of args) {
      if (/^-[sb]+$/.test(arg)) {
        if (arg.includes('s')) form = 'short';
        if (arg.includes('b')) branch = true;
      } else if (arg === '--short') form = 'short';
      else if (arg === '--branch') branch = true;
      else if (arg === '--porcelain' || arg === '--porcelain=v1') form = 'porcelain';
      else if (arg === '-uall' || arg === '--untracked-files=all') allUntracked = true;
      else if (arg !== '--long') throw new GitError(`error: unknown option \`${arg.replace(/^-+/, '')}'`, 129);
    }
    const repo = await findRepository(context);
    const state = await readStatus(repo);
    if (allUntracked) state.untracked = state.untrackedFiles;
    context.out(form === 'long' ? await longText(repo, state, 'status', painter(context)) : await shortText(repo, state, form === 'short' ? { branch, relative: true, paint: painter(context) } : { branch, relative: false }));
    return 0;
  },
};
