import { deleteEntry } from '../apply-tree.ts';
import type { GitCommand } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { readIndexFile } from '../index-stages.ts';
import { updateIndex } from '../index-update.ts';
import { sameEntry } from '../merge/merge-files.ts';
import { unknownOption } from '../options.ts';
import { pathspecs } from '../pathspec.ts';
import { quotePath } from '../quote.ts';
import { findRepository, resolveOrUndefined } from '../repository.ts';
import { snapshotOfIndex, treeSnapshot, worktreeSnapshot } from '../snapshot.ts';

export const rm: GitCommand = {
  name: 'rm',
  async run(args, context) {
    const repo = await findRepository(context);
    const { flags, given } = parse(args);
    if (given.length === 0) throw fatal('No pathspec was given. Which files should I remove?');
    const { recursive, force, cached, quiet, dryRun, lenient } = flags;
    const entries = await readIndexFile(repo);
    const index = snapshotOfIndex(repo, entries);
    const tracked = [...new Set(entries.map((entry) => entry.path))];
    const chosen = new Set<string>();
    for (const spec of pathspecs(repo, given)) {
      const path = spec.given;
      const matching = tracked.filter(spec.matches);
      if (matching.length === 0 && lenient) continue;
      if (matching.length === 0) throw fatal(`pathspec '${path}' did not match any files`);
      if (!recursive && (spec.path === '.' || matching.every((name) => name.startsWith(`${spec.path}/`)))) throw fatal(`not removing '${path}' recursively without -r`);
      for (const name of matching) chosen.add(name);
    }
    if (!force) {
      const head = await treeSnapshot(repo, await resolveOrUndefined(repo, 'HEAD'));
      const work = await worktreeSnapshot(repo, index);
      // A file in conflict can be removed: that is one way to solve it.
      const merged = [...chosen].filter((path) => index.has(path));
      const staged = merged.filter((path) => !sameEntry(head.get(path), index.get(path)));
      const local = merged.filter((path) => work.has(path) && !sameEntry(work.get(path), index.get(path)));
      const both = staged.filter((path) => local.includes(path));
      if (both.length > 0) throw refusal(both, 'staged content different from both the\nfile and the HEAD', 'use -f to force removal');
      if (!cached && staged.length > 0) throw refusal(staged, 'changes staged in the index', 'use --cached to keep the file, or -f to force removal');
      if (!cached && local.length > 0) throw refusal(local, 'local modifications', 'use --cached to keep the file, or -f to force removal');
    }
    if (!quiet) for (const path of chosen) context.out(`rm '${quotePath(path)}'\n`);
    if (dryRun) return 0;
    await updateIndex(repo, (draft) => {
      for (const path of chosen) draft.remove(path);
    });
    if (!cached) for (const path of chosen) await deleteEntry(repo, path);
    return 0;
  },
};

type Flag = 'recursive' | 'force' | 'cached' | 'quiet' | 'dryRun' | 'lenient';

const names: Record<string, Flag | undefined> = {
  '-r': 'recursive', '-f': 'force', '--force': 'force', '--cached': 'cached', '-q': 'quiet', '--quiet': 'quiet', '-n': 'dryRun', '--dry-run': 'dryRun', '--ignore-unmatch': 'lenient',
};

function parse(args: readonly string[]): { flags: Record<Flag, boolean>; given: string[] } {
  const flags = { recursive: false, force: false, cached: false, quiet: false, dryRun: false, lenient: false };
  const given: string[] = [];
  for (const [at, arg] of args.entries()) {
    if (arg === '--') return { flags, given: [...given, ...args.slice(at + 1)] };
    if (!arg.startsWith('-')) given.push(arg);
    else for (const one of arg.startsWith('--') ? [arg] : [...arg.slice(1)].map((letter) => `-${letter}`)) {
      const flag = names[one];
      if (!flag) throw unknownOption(one);
      flags[flag] = true;
    }
  }
  return { flags, given };
}

function refusal(paths: readonly string[], what: string, hint: string): GitError {
  const start = paths.length === 1 ? 'the following file has' : 'the following files have';
  return new GitError(`error: ${start} ${what}:\n${paths.map((path) => `    ${path}`).join('\n')}\n(${hint})`, 1);
}
