import { changesBetween, detectRenames } from '../changes.ts';
import type { Change } from '../changes.ts';
import { painter, paintPatch } from '../color.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { filePatch } from '../patch-text.ts';
import { anyMatch, pathspec } from '../pathspec.ts';
import { quotePath } from '../quote.ts';
import { findRepository, resolveCommit, resolveOrUndefined, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { indexSnapshot, treeSnapshot, worktreeSnapshot } from '../snapshot.ts';
import type { Snapshot } from '../snapshot.ts';
import { nameOf, statText, summaryLine } from '../stat-text.ts';

export type DiffForm = 'patch' | 'stat' | 'shortstat' | 'name-only' | 'name-status' | 'numstat';

export interface DiffOptions {
  staged: boolean;
  form: DiffForm;
  exitCode: boolean;
  quiet: boolean;
  context: number;
  revisions: string[];
  paths: string[];
}

const forms: readonly string[] = ['--stat', '--shortstat', '--name-only', '--name-status', '--numstat'];

export const diff: GitCommand = {
  name: 'diff',
  async run(args, context) {
    const repo = await findRepository(context);
    const options = await parse(args, repo, context);
    const changes = await collect(repo, options);
    const text = options.quiet ? '' : await renderChanges(repo, changes, options.form, options.context);
    context.out(options.form === 'patch' ? paintPatch(text, painter(context)) : text);
    return (options.exitCode || options.quiet) && changes.length > 0 ? 1 : 0;
  },
};

async function parse(args: readonly string[], repo: Repository, context: GitContext): Promise<DiffOptions> {
  const options: DiffOptions = { staged: false, form: 'patch', exitCode: false, quiet: false, context: 3, revisions: [], paths: [] };
  const dashes = args.indexOf('--');
  const before = dashes < 0 ? args : args.slice(0, dashes);
  for (const [at, arg] of before.entries()) {
    const lines = /^(?:-U|--unified=)(\d+)$/.exec(arg);
    if (arg === '--staged' || arg === '--cached') options.staged = true;
    else if (forms.includes(arg)) options.form = arg.slice(2) as DiffForm;
    else if (lines) options.context = Number(lines[1]);
    else if (arg === '--exit-code') options.exitCode = true;
    else if (arg === '--quiet') options.quiet = true;
    else if (arg === '-p' || arg === '--no-color' || arg === '--patch' || arg === '--no-ext-diff') continue;
    else if (arg.startsWith('-')) throw new GitError(`error: invalid option: ${arg}`, 129);
    else if (arg.includes('..') && !arg.startsWith('.')) options.revisions.push(...arg.split(/\.{2,3}/).map((side) => side || 'HEAD'));
    else if (options.paths.length === 0 && (await tryResolve(repo, arg)) !== undefined) options.revisions.push(arg);
    else if (dashes >= 0) throw fatal(`bad revision '${arg}'`);
    else {
      const full = arg.startsWith('/') ? arg : `${context.cwd}/${arg}`;
      const there = /[*?[]/.test(arg) || (await context.fs.promises.lstat(full).then(() => true, () => false));
      if (!there && at >= 0) await resolveCommit(repo, arg);
      options.paths.push(arg);
    }
  }
  if (dashes >= 0) options.paths.push(...args.slice(dashes + 1));
  return options;
}

async function collect(repo: Repository, options: DiffOptions): Promise<Change[]> {
  const [first, second] = options.revisions;
  const index = await indexSnapshot(repo);
  let before: Snapshot;
  let after: Snapshot;
  if (first !== undefined && second !== undefined) {
    before = await treeSnapshot(repo, await resolveCommit(repo, first));
    after = await treeSnapshot(repo, await resolveCommit(repo, second));
  } else if (first !== undefined || options.staged) {
    before = await treeSnapshot(repo, first === undefined ? await resolveOrUndefined(repo, 'HEAD') : await resolveCommit(repo, first));
    after = options.staged ? index : await worktreeSnapshot(repo, index);
  } else {
    before = index;
    after = await worktreeSnapshot(repo, index);
  }
  const specs = options.paths.map((path) => pathspec(repo, path));
  return detectRenames(changesBetween(before, after).filter((change) => anyMatch(specs, change.path)));
}

/** The changes in one of git's forms; nothing at all when there are none. */
export async function renderChanges(repo: Repository, changes: readonly Change[], form: DiffForm, context = 3): Promise<string> {
  if (form === 'stat') return statText(repo, changes);
  let text = '';
  if (form === 'shortstat') {
    const patches = await Promise.all(changes.map((change) => filePatch(repo, change)));
    return patches.length === 0 ? '' : `${summaryLine(patches)}\n`;
  }
  for (const change of changes) {
    if (form === 'name-only') text += `${quotePath(change.path)}\n`;
    else if (form === 'name-status') text += change.kind === 'R' ? `R${String(change.score).padStart(3, '0')}\t${quotePath(change.from!)}\t${quotePath(change.path)}\n` : `${change.kind}\t${quotePath(change.path)}\n`;
    else {
      const patch = await filePatch(repo, change, context);
      if (form === 'patch') text += patch.text;
      else text += `${patch.binary ? '-\t-' : `${patch.added}\t${patch.removed}`}\t${nameOf(change)}\n`;
    }
  }
  return text;
}
