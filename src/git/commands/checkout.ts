import { writeEntry } from '../apply-tree.ts';
import { Config } from '../config.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { readIndexFile, unmergedOf } from '../index-stages.ts';
import { mergeFiles } from '../merge/merge-files.ts';
import { unknownOption } from '../options.ts';
import { isExclusion, pathspecs } from '../pathspec.ts';
import { findRepository, resolveCommit, shortOid, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { sideEntry } from '../snapshot.ts';
import { restorePaths } from './restore.ts';
import { checkoutBranch } from './switch.ts';

export const checkout: GitCommand = {
  name: 'checkout',
  async run(args, context) {
    const repo = await findRepository(context);
    const side = args.find((arg) => ['--ours', '--theirs', '-m', '--merge', '--conflict=diff3', '--conflict=merge'].includes(arg));
    const dashes = args.indexOf('--');
    if (side === undefined && dashes < 0) {
      const switched = await checkoutBranch(repo, context, args);
      if (switched !== undefined) return switched;
    }
    const options = args.slice(0, dashes < 0 ? undefined : dashes);
    const words = options.filter((arg) => !arg.startsWith('-'));
    const quiet = options.includes('-q') || options.includes('--quiet');
    for (const arg of options) if (arg.startsWith('-') && arg !== side && !['-q', '--quiet', '-f', '--force'].includes(arg)) throw unknownOption(arg);
    const source = words[0] !== undefined && (await tryResolve(repo, words[0])) !== undefined ? words[0] : undefined;
    const paths = [...words.slice(source === undefined ? 0 : 1), ...(dashes < 0 ? [] : args.slice(dashes + 1))];
    if (dashes === 0 && paths.length === 0) return (await checkoutBranch(repo, context, args)) ?? 0;
    // Without a path there is nothing to take a side of: with success nobody would see that nothing was switched.
    if (side !== undefined && paths.length === 0) {
      if (side === '--ours' || side === '--theirs') throw fatal("'--ours/--theirs' cannot be used with switching branches");
      throw new GitError(`error: ${side} is not supported by this git where it switches branches; git stash before, and git stash pop afterwards, do the same`, 129);
    }
    if (side !== undefined) return checkoutSide(repo, context, { option: side, paths, quiet: quiet || dashes >= 0 });
    if (dashes > 0 && paths.length === 0) return (await checkoutBranch(repo, context, options)) ?? notKnown(words[0]!);
    if (source === undefined) await refuseUnmerged(repo, paths);
    const count = await restorePaths(repo, { staged: source !== undefined, worktree: true, source, paths, overlay: true });
    if (dashes < 0 && !quiet) context.err(`Updated ${count} path${count === 1 ? '' : 's'} from ${source === undefined ? 'the index' : await shortOid(repo, await resolveCommit(repo, source))}\n`);
    return 0;
  },
};

function notKnown(name: string): never {
  throw fatal(`invalid reference: ${name}`);
}

/** The index has no one content for such a path. */
async function refuseUnmerged(repo: Repository, paths: readonly string[]): Promise<void> {
  const specs = pathspecs(repo, paths);
  const unmerged = [...unmergedOf(await readIndexFile(repo)).keys()].filter((path) => specs.some((spec) => spec.matches(path)));
  if (unmerged.length > 0) throw new GitError(unmerged.map((path) => `error: path '${path}' is unmerged`).join('\n'), 1);
}

/** One side of a conflict, or the conflict as it was. The index stays in conflict. */
async function checkoutSide(repo: Repository, context: GitContext, { option, paths, quiet }: { option: string; paths: readonly string[]; quiet: boolean }): Promise<number> {
  const unmerged = unmergedOf(await readIndexFile(repo));
  let count = 0;
  const again = option !== '--ours' && option !== '--theirs';
  const configured = await new Config(context, repo.gitdir).get('merge.conflictStyle');
  const style = option === '--conflict=diff3' || (option !== '--conflict=merge' && configured === 'diff3') ? 'diff3' : 'merge';
  for (const spec of pathspecs(repo, paths)) {
    const found = [...unmerged].filter(([path]) => spec.matches(path));
    if (found.length === 0) {
      await restorePaths(repo, { staged: false, worktree: true, source: undefined, paths: [spec.given, ...paths.filter(isExclusion)] });
      continue;
    }
    for (const [path, { base, ours, theirs }] of found) {
      if (again && ours && theirs) {
        const merged = await mergeFiles({ base: base && sideEntry(repo, base), ours: sideEntry(repo, ours), theirs: sideEntry(repo, theirs) }, { labels: { ours: 'ours', base: 'base', theirs: 'theirs' }, style });
        await writeEntry(repo, path, merged.entry);
      } else {
        const chosen = option === '--theirs' ? theirs : ours;
        if (!chosen || again) throw new GitError(`error: path '${path}' does not have ${again ? 'necessary versions' : option === '--theirs' ? 'their version' : 'our version'}`, 1);
        await writeEntry(repo, path, sideEntry(repo, chosen));
      }
      count++;
    }
  }
  if (!quiet) context.err(again ? `Recreated ${count} merge conflict${count === 1 ? '' : 's'}\n` : `Updated ${count} path${count === 1 ? '' : 's'} from the index\n`);
  return 0;
}
