import { Config } from '../config.ts';
import type { GitCommand } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { isAncestor } from '../merge/merge-base.ts';
import { unknownOption } from '../options.ts';
import { wantsAutostash } from '../rebase/autostash.ts';
import { shortName } from '../remote/refspec.ts';
import { shownUrl } from '../remote/fetch-refs.ts';
import { connect, findRemote } from '../remote/connect.ts';
import { fetchRefs } from '../remote/fetch-refs.ts';
import { currentBranch, findRepository, resolveOrUndefined } from '../repository.ts';
import { defaultRemote } from './fetch.ts';
import { mergeCommit, refuseUnfinished } from './merge.ts';
import type { MergeRequest } from './merge.ts';
import { rebaseOnto } from './rebase.ts';

/** Fetches, and merges what the branch follows. */
export const pull: GitCommand = {
  name: 'pull',
  async run(args, context) {
    const repo = await findRepository(context);
    await refuseUnfinished(repo, 'pull');
    const config = new Config(context, repo.gitdir);
    const configured = await config.get('pull.ff');
    let fastForward: MergeRequest['fastForward'] | undefined = configured === 'only' ? 'only' : configured === 'false' ? 'never' : configured === undefined ? undefined : 'allow';
    let decided = fastForward !== undefined || (await config.get('pull.rebase')) === 'false';
    const rebasing = (await config.get('pull.rebase')) ?? 'false';
    let rebase = rebasing === 'true' || rebasing === 'merges';
    let quiet = false;
    let prune = false;
    let autostash = await wantsAutostash(repo, context);
    const names: string[] = [];
    for (const arg of args) {
      if (arg === '--ff-only') fastForward = 'only';
      else if (arg === '--no-ff') fastForward = 'never';
      else if (arg === '--ff') fastForward = 'allow';
      else if (arg === '--no-rebase' || arg === '--rebase=false') {
        decided = true;
        rebase = false;
      }
      else if (arg === '--rebase' || arg === '-r' || arg === '--rebase=true') rebase = true;
      else if (arg.startsWith('--rebase=')) throw new GitError(`error: ${arg} is not supported by this git; use git pull --rebase`, 129);
      else if (arg === '-q' || arg === '--quiet') quiet = true;
      else if (arg === '--autostash' || arg === '--no-autostash') autostash = arg === '--autostash';
      else if (arg === '-p' || arg === '--prune') prune = true;
      else if (arg.startsWith('-') && arg !== '--no-edit' && arg !== '-v' && arg !== '--progress') throw unknownOption(arg);
      else if (!arg.startsWith('-')) names.push(arg);
    }
    if (!rebase && args.includes('--autostash')) throw new GitError('error: --autostash is not supported by this git where it merges; git stash before, and git stash pop afterwards, do the same', 129);
    decided ||= fastForward !== undefined || rebase;
    const branch = await currentBranch(repo);
    const followed = branch === undefined ? undefined : await config.get(`branch.${branch}.merge`);
    const [given, ...refspecs] = names;
    const name = given ?? (await defaultRemote(repo, context));
    const remote = await findRemote(repo, context, name);
    if (given === undefined && remote.name === undefined) {
      throw new GitError(`There is no tracking information for the current branch.\nPlease specify which branch you want to merge with.\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n\nIf you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=<remote>/<branch> ${branch}\n`, 1);
    }
    const transport = await connect({ ...context, quiet }, remote.url, { repo, base: repo.dir });
    const fetched = await fetchRefs(repo, context, transport, remote, { refspecs, prune, tags: 'follow', quiet, force: false, action: ['pull', ...args].join(' ') });
    const head = refspecs.length > 0 || remote.name === undefined ? fetched.heads[0] : fetched.heads.find(({ ref }) => ref === followed);
    if (!head) {
      if (branch === undefined) throw new GitError('You are not currently on a branch.\nPlease specify which branch you want to merge with.\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n', 1);
      if (followed !== undefined) throw new GitError(`Your configuration specifies to merge with the ref '${followed}'\nfrom the remote, but no such ref was fetched.`, 1);
      throw new GitError(`There is no tracking information for the current branch.\nPlease specify which branch you want to merge with.\nSee git-pull(1) for details.\n\n    git pull <remote> <branch>\n\nIf you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=${name}/<branch> ${branch}\n`, 1);
    }
    const ours = await resolveOrUndefined(repo, 'HEAD');
    if (ours !== undefined && !decided && !(await isAncestor(repo, ours, head.oid)) && !(await isAncestor(repo, head.oid, ours))) throw fatal('Need to specify how to reconcile divergent branches.');
    if (rebase && ours !== undefined) {
      const action = ['pull', ...args].join(' ');
      // What can be forwarded is: nothing of it is made anew.
      if (!(await isAncestor(repo, ours, head.oid))) return rebaseOnto(repo, context, { upstream: head.oid, onto: undefined, force: false, quiet, noVerify: false, autostash, action });
    }
    const kind = head.ref.startsWith('refs/tags/') ? 'tag ' : head.ref === 'HEAD' ? '' : 'branch ';
    const into = branch === 'main' || branch === 'master' ? '' : ` into ${branch ?? 'HEAD'}`;
    const message = `Merge ${kind}${head.ref === 'HEAD' ? '' : `'${shortName(head.ref)}' of `}${shownUrl(transport.url)}${into}`;
    return mergeCommit(repo, context, { theirs: head.oid, name: head.oid, message }, {
      names: [head.oid], fastForward: fastForward ?? 'allow', commit: true, squash: false, message, favor: undefined, quiet, stat: true, unrelated: false, action: ['pull', ...args].join(' '),
    });
  },
};
