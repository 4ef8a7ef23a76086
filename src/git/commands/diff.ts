import { changesBetween, detectRenames } from '../changes.ts';
import type { Change } from '../changes.ts';
import { painter, paintPatch } from '../color.ts';
import { joinPath, normalizePath, relativeInside } from '../../shared/path.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { diffOutput, renderChanges, takeDiffOption, wantedChanges } from '../diff-output.ts';
import type { DiffOutput } from '../diff-output.ts';
import { fatal, GitError } from '../errors.ts';
import { readIndexFile, unmergedOf } from '../index-stages.ts';
import { mergeBases } from '../merge/merge-base.ts';
import { changesOfPaths, noRepository } from '../no-index.ts';
import { valueAfter } from '../options.ts';
import { anyMatch, looksLikePathspec, pathspecs } from '../pathspec.ts';
import { findRepository, resolveCommit, resolveOrUndefined, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { byPath, sideEntry, snapshotOfIndex, treeSnapshot, worktreeEntry, worktreeSnapshot } from '../snapshot.ts';

export interface DiffOptions {
  staged: boolean;
  output: DiffOutput;
  exitCode: boolean;
  quiet: boolean;
  /** The file that it goes to instead of the terminal. */
  file?: string;
  revisions: string[];
  paths: string[];
}

export const diff: GitCommand = {
  name: 'diff',
  async run(args, context) {
    const apart = await pathsApart(args, context);
    const repo = apart ? noRepository(context) : await findRepository(context);
    const options = apart ? optionsOf(args) : await parse(args, repo, context);
    const changes = wantedChanges(apart ? await changesOfPaths(context, apart, options.output) : await collect(repo, options), options.output);
    const text = options.quiet ? '' : await renderChanges(repo, changes, options.output);
    if (options.file === undefined) context.out(paintPatch(text, painter(context)));
    else await context.fs.promises.writeFile(options.file.startsWith('/') ? options.file : `${context.cwd}/${options.file}`, text);
    return (options.exitCode || options.quiet || apart) && changes.length > 0 ? 1 : 0;
  },
};

/** The paths of `--no-index`, also where it is not said: two paths without a repository around, or of which one lies outside of it. */
async function pathsApart(args: readonly string[], context: GitContext): Promise<string[] | undefined> {
  const dashes = args.indexOf('--');
  const paths = [...(dashes < 0 ? args : args.slice(0, dashes)).filter((arg) => arg === '-' || !arg.startsWith('-')), ...(dashes < 0 ? [] : args.slice(dashes + 1))];
  if ((dashes < 0 ? args : args.slice(0, dashes)).includes('--no-index')) return paths;
  if (paths.length !== 2) return undefined;
  const full = paths.map((path) => (path.startsWith('/') ? normalizePath(path) : joinPath(context.cwd, path)));
  const there = await Promise.all(full.map((path) => context.fs.promises.lstat(path).then(() => true, () => false)));
  if (there.includes(false)) return undefined;
  const repo = await findRepository(context).catch(() => undefined);
  return !repo || full.some((path) => relativeInside(repo.dir, path) === undefined) ? paths : undefined;
}

/** What is said of the output, where paths can be nothing else. */
function optionsOf(args: readonly string[]): DiffOptions {
  const options: DiffOptions = { staged: false, output: diffOutput(), exitCode: false, quiet: false, revisions: [], paths: [] };
  const dashes = args.indexOf('--');
  for (const arg of dashes < 0 ? args : args.slice(0, dashes)) {
    if (arg === '--quiet') options.quiet = true;
    else if (arg !== '-' && arg !== '--no-index' && arg !== '--exit-code' && arg.startsWith('-') && !takeDiffOption(arg, options.output)) throw new GitError(`error: invalid option: ${arg}`, 129);
  }
  return options;
}

async function parse(args: readonly string[], repo: Repository, context: GitContext): Promise<DiffOptions> {
  const options: DiffOptions = { staged: false, output: diffOutput(), exitCode: false, quiet: false, revisions: [], paths: [] };
  const dashes = args.indexOf('--');
  const before = dashes < 0 ? args : args.slice(0, dashes);
  for (let at = 0; at < before.length; at++) {
    const arg = before[at]!;
    if (arg === '--staged' || arg === '--cached') options.staged = true;
    else if (arg === '--exit-code') options.exitCode = true;
    else if (arg === '--quiet') options.quiet = true;
    else if (arg === '--output') options.file = valueAfter(before, at++);
    else if (arg.startsWith('--output=')) options.file = arg.slice('--output='.length);
    else if (arg === '--merge-base') throw new GitError('error: invalid option: --merge-base', 129);
    else if (takeDiffOption(arg, options.output)) continue;
    else if (arg.startsWith('-')) throw new GitError(`error: invalid option: ${arg}`, 129);
    else if (options.paths.length === 0 && (await addRevision(repo, arg, options.revisions))) continue;
    else if (dashes >= 0) throw fatal(`bad revision '${arg}'`);
    else {
      const full = arg.startsWith('/') ? arg : `${context.cwd}/${arg}`;
      const there = looksLikePathspec(arg) || (await context.fs.promises.lstat(full).then(() => true, () => false));
      if (!there) await resolveCommit(repo, arg);
      options.paths.push(arg);
    }
  }
  if (dashes >= 0) options.paths.push(...args.slice(dashes + 1));
  return options;
}

/** `A`, `A..B`, or `A...B`, which is what B did since both parted. */
async function addRevision(repo: Repository, arg: string, revisions: string[]): Promise<boolean> {
  const range = /^(.*?)(\.{2,3})(.*)$/.exec(arg);
  if (!range || arg.startsWith('../') || arg === '..') {
    if ((await tryResolve(repo, arg)) === undefined) return false;
    revisions.push(arg);
    return true;
  }
  const from = await tryResolve(repo, range[1] || 'HEAD');
  const to = await tryResolve(repo, range[3] || 'HEAD');
  if (from === undefined || to === undefined) return false;
  if (range[2] === '..') revisions.push(from, to);
  else {
    const [base] = await mergeBases(repo, from, to);
    if (base === undefined) throw fatal(`${arg}: no merge base`);
    revisions.push(base, to);
  }
  return true;
}

async function collect(repo: Repository, options: DiffOptions): Promise<Change[]> {
  const [first, second] = options.revisions;
  const specs = pathspecs(repo, options.paths, { everywhere: true });
  const wanted = ({ path }: { path: string }): boolean => anyMatch(specs, path);
  const finish = (changes: Change[]): Promise<Change[]> | Change[] => (options.output.renames ? detectRenames(changes.filter(wanted)) : changes.filter(wanted));
  if (first !== undefined && second !== undefined) {
    return finish(changesBetween(await treeSnapshot(repo, await resolveCommit(repo, first)), await treeSnapshot(repo, await resolveCommit(repo, second))));
  }
  const entries = await readIndexFile(repo);
  const index = snapshotOfIndex(repo, entries);
  const conflicts = unmergedOf(entries);
  const fromCommit = first !== undefined || options.staged;
  const before = fromCommit ? await treeSnapshot(repo, first === undefined ? await resolveOrUndefined(repo, 'HEAD') : await resolveCommit(repo, first)) : index;
  const after = options.staged ? index : await worktreeSnapshot(repo, index);
  if (fromCommit && !options.staged) {
    // Against a commit a file in conflict is a file like any other.
    for (const path of conflicts.keys()) {
      const file = await worktreeEntry(repo, path);
      if (file) after.set(path, file);
    }
    return finish(changesBetween(before, after));
  }
  const merged = await finish(changesBetween(before, after).filter(({ path }) => !conflicts.has(path)));
  if (conflicts.size === 0) return merged;
  const unmerged: Change[] = [];
  for (const [path, { ours, theirs }] of conflicts) {
    if (!wanted({ path })) continue;
    const file = fromCommit ? undefined : await worktreeEntry(repo, path);
    unmerged.push({ kind: 'U', path, ...(file ? { after: file } : {}), ...(ours && !fromCommit ? { before: sideEntry(repo, ours) } : {}), ...(file && ours && theirs ? { sides: [sideEntry(repo, ours), sideEntry(repo, theirs)] } : {}) });
  }
  return [...merged, ...unmerged].sort((a, b) => byPath(a.path, b.path));
}
