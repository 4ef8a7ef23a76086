import type { GitCommand } from '../context.ts';
import { fatal } from '../errors.ts';
import { currentBranch, findRepository, resolveCommit, resolveOrUndefined, shortOid, tryResolve } from '../repository.ts';
import { atSuffix } from '../revision-suffix.ts';

export const revParse: GitCommand = {
  name: 'rev-parse',
  async run(args, context) {
    const repo = await findRepository(context);
    let short = false;
    let abbreviate = false;
    let verify = false;
    for (const arg of args) {
      if (arg === '--short') short = true;
      else if (arg === '--abbrev-ref') abbreviate = true;
      else if (arg === '--verify') verify = true;
      else if (arg === '-q' || arg === '--quiet') continue;
      else if (arg === '--show-toplevel') context.out(`${repo.dir}\n`);
      else if (arg === '--git-dir') context.out(`${repo.prefix === '' ? '.git' : repo.gitdir}\n`);
      else if (arg === '--absolute-git-dir') context.out(`${repo.gitdir}\n`);
      else if (arg === '--show-prefix') context.out(`${repo.prefix === '' ? '' : `${repo.prefix}/`}\n`);
      else if (arg === '--show-cdup') context.out(`${repo.prefix === '' ? '' : '../'.repeat(repo.prefix.split('/').length)}\n`);
      else if (arg === '--git-common-dir') context.out(`${repo.prefix === '' ? '.git' : repo.gitdir}\n`);
      else if (arg === '--is-inside-work-tree') context.out('true\n');
      else if (arg === '--is-inside-git-dir' || arg === '--is-bare-repository' || arg === '--is-shallow-repository') context.out('false\n');
      // There are no submodules.
      else if (arg === '--show-superproject-working-tree') continue;
      else if (abbreviate) {
        const at = /^(.*)@\{([^}]*)\}$/.exec(arg);
        const named = at ? await atSuffix(repo, at[1]!, at[2]!, await currentBranch(repo)) : undefined;
        const known = arg === 'HEAD' ? (await currentBranch(repo)) ?? 'HEAD' : /^\d+$/.test(at?.[2] ?? '') ? arg : (named ?? arg).replace(/^refs\/(?:heads|tags|remotes)\//, '');
        if (arg !== 'HEAD' || (await resolveOrUndefined(repo, 'HEAD')) === undefined) await resolveCommit(repo, arg);
        context.out(`${known}\n`);
      } else {
        const oid = await tryResolve(repo, arg);
        if (oid === undefined) {
          // Git passes on what it cannot read before it complains.
          if (!verify) context.out(`${arg}\n`);
          if (verify) throw fatal('Needed a single revision');
          await resolveCommit(repo, arg);
        } else context.out(`${short ? await shortOid(repo, oid) : oid}\n`);
      }
    }
    return 0;
  },
};
