import * as git from 'isomorphic-git';
import type { GitCommand } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { currentBranch, findRepository, resolveCommit, resolveOrUndefined, shortOid } from '../repository.ts';

export const branch: GitCommand = {
  name: 'branch',
  async run(args, context) {
    const repo = await findRepository(context);
    const current = await currentBranch(repo);
    if (args[0] === '--show-current') {
      if (current !== undefined) context.out(`${current}\n`);
      return 0;
    }
    const branches = (await git.listBranches(repo)).sort();
    if (args.length === 0 || args[0] === '--list' || args[0] === '-a') {
      const head = await resolveOrUndefined(repo, 'HEAD');
      if (current === undefined && head !== undefined) context.out(`* (HEAD detached at ${await shortOid(repo, head)})\n`);
      for (const name of branches) context.out(`${name === current ? '* ' : '  '}${name}\n`);
      return 0;
    }
    if (args[0] === '-d' || args[0] === '-D') {
      for (const name of args.slice(1)) {
        const oid = await resolveOrUndefined(repo, `refs/heads/${name}`);
        if (oid === undefined) throw new GitError(`error: branch '${name}' not found.`, 1);
        if (name === current) throw new GitError(`error: cannot delete branch '${name}' used by worktree at '${repo.dir}'`, 1);
        const merged = args[0] === '-D' || (await git.log({ ...repo, ref: 'HEAD' })).some((commit) => commit.oid === oid);
        if (!merged) throw new GitError(`error: the branch '${name}' is not fully merged\nhint: If you are sure you want to delete it, run 'git branch -D ${name}'`, 1);
        await git.deleteBranch({ ...repo, ref: name });
        context.out(`Deleted branch ${name} (was ${await shortOid(repo, oid)}).\n`);
      }
      return 0;
    }
    if (args[0] === '-m' || args[0] === '-M') {
      const [to, from] = args.length === 2 ? [args[1]!, current] : [args[2]!, args[1]];
      if (from === undefined) throw fatal('cannot rename the current branch while not on any');
      if (args[0] === '-m' && branches.includes(to)) throw fatal(`a branch named '${to}' already exists`);
      if ((await resolveOrUndefined(repo, `refs/heads/${from}`)) === undefined) await repo.fs.promises.writeFile(`${repo.gitdir}/HEAD`, `ref: refs/heads/${to}\n`);
      else await git.renameBranch({ ...repo, oldref: from, ref: to, checkout: from === current });
      return 0;
    }
    if (args[0]!.startsWith('-')) throw new GitError(`error: unknown option \`${args[0]!.replace(/^-+/, '')}'`, 129);
    const [name, start = 'HEAD'] = args;
    if (branches.includes(name!)) throw fatal(`a branch named '${name}' already exists`);
    const object = await resolveCommit(repo, start).catch(() => { throw fatal(`not a valid object name: '${start === 'HEAD' ? current ?? start : start}'`); });
    await git.branch({ ...repo, ref: name!, object });
    return 0;
  },
};
