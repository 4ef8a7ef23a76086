import { deleteEntry, setIndexEntry } from '../apply-tree.ts';
import type { GitCommand } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { pathspec } from '../pathspec.ts';
import { quotePath } from '../quote.ts';
import { findRepository, resolveOrUndefined } from '../repository.ts';
import { indexSnapshot, treeSnapshot, worktreeSnapshot } from '../snapshot.ts';

export const rm: GitCommand = {
  name: 'rm',
  async run(args, context) {
    const repo = await findRepository(context);
    const flags = new Set(args.filter((arg) => arg.startsWith('-')));
    const given = args.filter((arg) => !arg.startsWith('-'));
    if (given.length === 0) throw fatal('No pathspec was given. Which files should I remove?');
    const recursive = flags.has('-r') || flags.has('-rf');
    const force = flags.has('-f') || flags.has('-rf') || flags.has('--force');
    const cached = flags.has('--cached');
    const index = await indexSnapshot(repo);
    const chosen = new Set<string>();
    for (const path of given) {
      const spec = pathspec(repo, path);
      const matching = [...index.keys()].filter(spec.matches);
      if (matching.length === 0) throw fatal(`pathspec '${path}' did not match any files`);
      const exact = path.replace(/^\.\//, '');
      if (!recursive && !/[*?[]/.test(path) && !matching.some((name) => name === exact || name.endsWith(`/${exact}`))) throw fatal(`not removing '${path}' recursively without -r`);
      for (const name of matching) chosen.add(name);
    }
    if (!force) {
      const head = await treeSnapshot(repo, await resolveOrUndefined(repo, 'HEAD'));
      const work = await worktreeSnapshot(repo, index);
      const staged = [...chosen].filter((path) => head.get(path)?.oid !== index.get(path)!.oid);
      const local = [...chosen].filter((path) => work.has(path) && work.get(path)!.oid !== index.get(path)!.oid);
      const both = staged.filter((path) => local.includes(path));
      if (both.length > 0) throw refusal(both, 'staged content different from both the\nfile and the HEAD', 'use -f to force removal');
      if (!cached && staged.length > 0) throw refusal(staged, 'changes staged in the index', 'use --cached to keep the file, or -f to force removal');
      if (!cached && local.length > 0) throw refusal(local, 'local modifications', 'use --cached to keep the file, or -f to force removal');
    }
    for (const path of chosen) {
      await setIndexEntry(repo, path, undefined);
      if (!cached) await deleteEntry(repo, path);
      if (!flags.has('-q')) context.out(`rm '${quotePath(path)}'\n`);
    }
    return 0;
  },
};

function refusal(paths: readonly string[], what: string, hint: string): GitError {
  const start = paths.length === 1 ? 'the following file has' : 'the following files have';
  return new GitError(`error: ${start} ${what}:\n${paths.map((path) => `    ${path}`).join('\n')}\n(${hint})`, 1);
}
