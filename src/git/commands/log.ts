import type { ReadCommitResult } from 'isomorphic-git';
import * as git from 'isomorphic-git';
import { changesBetween, detectRenames } from '../changes.ts';
import type { Change } from '../changes.ts';
import { commitText, parseFormat, readDecorations } from '../commit-text.ts';
import type { CommitFormat } from '../commit-text.ts';
import { painter, paintPatch } from '../color.ts';
import type { GitCommand } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { anyMatch, pathspec } from '../pathspec.ts';
import { currentBranch, findRepository, resolveCommit, resolveOrUndefined, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { treeSnapshot } from '../snapshot.ts';
import { renderChanges } from './diff.ts';
import type { DiffForm } from './diff.ts';

interface Options {
  format: CommitFormat;
  count: number;
  reverse: boolean;
  decorate: boolean;
  all: boolean;
  form: DiffForm | undefined;
  revisions: string[];
  paths: string[];
}

export const log: GitCommand = {
  name: 'log',
  async run(args, context) {
    const repo = await findRepository(context);
    const options = await parse(args, repo, context.tty);
    if (options.revisions.length === 0 && (await resolveOrUndefined(repo, 'HEAD')) === undefined) {
      throw fatal(`your current branch '${(await currentBranch(repo)) ?? 'HEAD'}' does not have any commits yet`);
    }
    const decorations = options.decorate || /%[dD]/.test(options.format.template ?? '') ? await readDecorations(repo) : undefined;
    const specs = options.paths.map((path) => pathspec(repo, path));
    const chosen: ReadCommitResult[] = [];
    for await (const commit of history(repo, options)) {
      if (chosen.length >= options.count) break;
      if (specs.length === 0 || (await changesOf(repo, commit)).some((change) => anyMatch(specs, change.path))) chosen.push(commit);
    }
    if (options.reverse) chosen.reverse();
    const compact = options.format.name === 'oneline' || options.format.name === 'placeholders';
    for (const [at, commit] of chosen.entries()) {
      const last = at === chosen.length - 1;
      let text = await commitText(repo, commit, { format: options.format, now: context.now(), decorations, paint: painter(context) });
      text += options.format.separator && last && !options.form ? '' : '\n';
      if (options.form) {
        const rendered = await renderChanges(repo, (await changesOf(repo, commit)).filter((change) => anyMatch(specs, change.path)), options.form);
        if (rendered !== '') text += (options.format.name === 'oneline' ? '' : '\n') + (options.form === 'patch' ? paintPatch(rendered, painter(context)) : rendered);
      }
      context.out(compact || last ? text : `${text}\n`);
    }
    return 0;
  },
};

async function parse(args: readonly string[], repo: Repository, tty: boolean): Promise<Options> {
  const options: Options = { format: { name: 'medium' }, count: Infinity, reverse: false, decorate: tty, all: false, form: undefined, revisions: [], paths: [] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const count = /^(?:-n|--max-count=|-)(\d+)$/.exec(arg);
    if (count) options.count = Number(count[1]);
    else if (arg === '-n' || arg === '--max-count') {
      const value = Number(args[++at]);
      if (!Number.isInteger(value)) throw fatal(`'${args[at] ?? ''}': not an integer`);
      options.count = value;
    } else if (arg === '--oneline') options.format = { name: 'oneline', abbreviate: true };
    else if (arg.startsWith('--format=') || arg.startsWith('--pretty=')) options.format = parseFormat(arg.slice(9));
    else if (arg === '--abbrev-commit') options.format.abbreviate = true;
    else if (arg === '--reverse') options.reverse = true;
    else if (arg === '--all') options.all = true;
    else if (arg === '--decorate' || arg.startsWith('--decorate=')) options.decorate = arg !== '--decorate=no';
    else if (arg === '--no-decorate') options.decorate = false;
    else if (arg === '-p' || arg === '--patch') options.form = 'patch';
    else if (['--stat', '--shortstat', '--name-only', '--name-status', '--numstat'].includes(arg)) options.form = arg.slice(2) as DiffForm;
    else if (arg === '--') {
      options.paths.push(...args.slice(at + 1));
      break;
    } else if (arg.startsWith('-') && arg !== '--no-color' && arg !== '--no-pager') throw fatal(`unrecognized argument: ${arg}`);
    else if (!arg.startsWith('-')) {
      if (options.paths.length === 0 && (arg.includes('..') || (await tryResolve(repo, arg)) !== undefined)) options.revisions.push(arg);
      else if (await repo.fs.promises.lstat(`${repo.dir}/${repo.prefix}/${arg}`).then(() => true, () => false)) options.paths.push(arg);
      else await resolveCommit(repo, arg);
    }
  }
  if (options.count < 0) throw new GitError('fatal: negative count');
  return options;
}

/** Commits from the given tips, the newest first, without what an excluded side reaches. */
async function* history(repo: Repository, { revisions, all }: Options): AsyncGenerator<ReadCommitResult> {
  const tips: string[] = [];
  const hidden = new Set<string>();
  const hide = async (revision: string): Promise<void> => {
    for (const commit of await git.log({ ...repo, ref: await resolveCommit(repo, revision) })) hidden.add(commit.oid);
  };
  for (const revision of revisions) {
    const [from, to] = revision.includes('..') ? revision.split(/\.{2,3}/) : [undefined, revision];
    if (from !== undefined) await hide(from || 'HEAD');
    if (revision.startsWith('^')) await hide(revision.slice(1));
    else tips.push(await resolveCommit(repo, to || 'HEAD'));
  }
  if (all) for (const branch of await git.listBranches(repo)) tips.push(await resolveCommit(repo, branch));
  if (tips.length === 0) tips.push(await resolveCommit(repo, 'HEAD'));
  const seen = new Set(tips);
  const queue = await Promise.all([...seen].map((oid) => git.readCommit({ ...repo, oid })));
  while (queue.length > 0) {
    // Stable: of two commits in the same second the one that was reached first stays first, so children precede parents.
    queue.sort((a, b) => b.commit.committer.timestamp - a.commit.committer.timestamp);
    const commit = queue.shift()!;
    if (!hidden.has(commit.oid)) yield commit;
    for (const oid of commit.commit.parent) {
      if (seen.has(oid)) continue;
      seen.add(oid);
      queue.push(await git.readCommit({ ...repo, oid }));
    }
  }
}

/** What a commit changed against its first parent; nothing is shown for merges. */
export async function changesOf(repo: Repository, { oid, commit }: ReadCommitResult): Promise<Change[]> {
  if (commit.parent.length > 1) return [];
  return detectRenames(changesBetween(await treeSnapshot(repo, commit.parent[0]), await treeSnapshot(repo, oid)));
}
