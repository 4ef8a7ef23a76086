import { commitText, isCompact, isEmpty, parseFormat, readDecorations } from '../commit-text.ts';
import type { CommitFormat } from '../commit-text.ts';
import { painter, paintPatch } from '../color.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { styledDate } from '../dates.ts';
import { diffOutput, renderChanges, takeDiffOption, wantedChanges } from '../diff-output.ts';
import type { DiffOutput } from '../diff-output.ts';
import { fatal } from '../errors.ts';
import { commitFilter, filterOptions, takeFilterOption } from '../log/filter.ts';
import type { FilterOptions } from '../log/filter.ts';
import { Graph } from '../log/graph.ts';
import { changesOf, history } from '../log/history.ts';
import type { HistoryCommit } from '../log/history.ts';
import { reachable } from '../merge/merge-base.ts';
import { valueAfter } from '../options.ts';
import { anyMatch, looksLikePathspec, pathspecs } from '../pathspec.ts';
import type { Pathspec } from '../pathspec.ts';
import { currentBranch, findRepository, resolveOrUndefined } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { STAT_WIDTH } from '../stat-text.ts';
import { isRevision, readTips } from '../revisions.ts';

interface Options {
  format: CommitFormat;
  count: number;
  skip: number;
  reverse: boolean;
  decorate: boolean | undefined;
  /** `--all`, `--branches` ... */
  every: Set<'all' | 'branches' | 'tags' | 'remotes'>;
  output: DiffOutput;
  filter: FilterOptions;
  graph: boolean;
  order: 'date' | 'date-topo' | 'graph';
  firstParent: boolean;
  follow: boolean;
  date: string | undefined;
  revisions: string[];
  paths: string[];
}

export const log: GitCommand = {
  name: 'log',
  async run(args, context) {
    const repo = await findRepository(context);
    const options = await parse(args, repo);
    const every = options.every.size > 0;
    if (options.revisions.length === 0 && !every && (await resolveOrUndefined(repo, 'HEAD')) === undefined) {
      throw fatal(`your current branch '${(await currentBranch(repo)) ?? 'HEAD'}' does not have any commits yet`);
    }
    const specs = pathspecs(repo, options.paths, { everywhere: true });
    if (options.follow && specs.length !== 1) throw fatal('--follow requires exactly one pathspec');
    const { shown, hidden } = await readTips(repo, options.revisions, options.every);
    const filter = commitFilter(options.filter, { now: context.now(), timezoneOffset: context.timezoneOffset() });
    const walk = history(repo, {
      tips: shown, hidden: hidden.length === 0 ? new Set() : await reachable(repo, hidden), specs: options.follow ? [] : specs, follow: options.follow ? specs[0]!.path : undefined,
      order: options.graph && options.order === 'date' ? 'graph' : options.order, firstParent: options.firstParent, wanted: filter,
    });
    const chosen: HistoryCommit[] = [];
    let skipped = 0;
    for await (const commit of walk) {
      if (chosen.length >= options.count) break;
      if (skipped < options.skip) skipped++;
      else chosen.push(commit);
    }
    if (options.reverse) chosen.reverse();
    await print(repo, context, chosen, { options, specs });
    return 0;
  },
};

interface Shown { options: Options; specs: readonly Pathspec[] }

async function print(repo: Repository, context: GitContext, commits: readonly HistoryCommit[], { options, specs }: Shown): Promise<void> {
  const { format, output } = options;
  const decorations = (options.decorate ?? context.tty) || /%[-+ ]?[dD]/.test(format.template ?? '') ? await readDecorations(repo) : undefined;
  const date = options.date === undefined ? undefined : { name: options.date, now: context.now(), timezoneOffset: context.timezoneOffset() };
  const paint = painter(context);
  const graph = options.graph ? new Graph() : undefined;
  const compact = isCompact(format);
  const withDiff = output.forms.size > 0 && !output.none;
  for (const [at, commit] of commits.entries()) {
    graph?.update(commit.oid, commit.shownParents);
    let text = await commitText(repo, commit, { format, now: context.now(), decorations, paint, date });
    const last = at === commits.length - 1;
    const diff = withDiff ? await diffText(repo, commit, graph ? { ...output, statWidth: STAT_WIDTH - graph.width } : output, specs) : '';
    if (isEmpty(format)) text = paintPatch(diff, paint);
    else if (diff !== '') text += `\n${format.name === 'oneline' ? '' : output.forms.has('stat') && output.forms.has('patch') ? '---\n' : '\n'}${paintPatch(diff, paint)}`;
    else if (!(format.separator && last)) text += '\n';
    if (!graph) {
      context.out(compact || last || (format.name === 'placeholders' && !withDiff) ? text : `${text}\n`);
      continue;
    }
    // The empty line before a commit is drawn as what leads to that commit.
    context.out(`${compact || at === 0 ? '' : `${graph.paddingLine()}\n`}${besideGraph(graph, text)}`);
  }
}

async function diffText(repo: Repository, commit: HistoryCommit, output: DiffOutput, specs: readonly Pathspec[]): Promise<string> {
  const wanted = ({ path, from }: { path: string; from?: string }): boolean => (commit.followed === undefined ? anyMatch(specs, path) : path === commit.followed || from === commit.followed);
  return renderChanges(repo, wantedChanges((await changesOf(repo, commit, output.renames)).filter(wanted), output), output);
}

/** Each line of the text with the drawing to its left, then what is left of the drawing. */
function besideGraph(graph: Graph, text: string): string {
  let out = '';
  for (;;) {
    const { line, commit } = graph.nextLine();
    if (commit) {
      out += line;
      break;
    }
    out += `${line}\n`;
  }
  const lines = text.replace(/\n$/, '').split('\n');
  out += `${lines[0]}\n`;
  for (const line of lines.slice(1)) out += `${graph.nextLine().line}${line}\n`;
  while (!graph.finished) out += `${graph.nextLine().line}\n`;
  return out;
}

async function parse(args: readonly string[], repo: Repository): Promise<Options> {
  const options: Options = {
    format: { name: 'medium' }, count: Infinity, skip: 0, reverse: false, decorate: undefined, every: new Set(), output: diffOutput(), filter: filterOptions(), graph: false, order: 'date',
    firstParent: false, follow: false, date: undefined, revisions: [], paths: [],
  };
  const dashes = args.indexOf('--');
  const before = dashes < 0 ? args : args.slice(0, dashes);
  for (let at = 0; at < before.length; at++) {
    const arg = before[at]!;
    if (takeSwitch(arg, options) || takeFilterOption(before, at, options.filter)) {
      if (/^--(?:author|committer|grep|since|after|until|before)$/.test(arg)) at++;
      continue;
    }
    const count = /^(?:-n|--max-count=|-)(\d+)$/.exec(arg);
    if (count) options.count = Number(count[1]);
    else if (arg === '-n' || arg === '--max-count' || arg === '--skip') {
      const value = Number(valueAfter(before, at++));
      if (!Number.isInteger(value)) throw fatal(`'${before[at] ?? ''}': not an integer`);
      if (arg === '--skip') options.skip = value;
      else options.count = value < 0 ? Infinity : value;
    } else if (/^--skip=\d+$/.test(arg)) options.skip = Number(arg.slice(7));
    else if (arg.startsWith('--date=')) options.date = dateStyle(arg.slice(7));
    else if (arg === '--date') options.date = dateStyle(valueAfter(before, at++));
    else if (arg.startsWith('--format=') || arg.startsWith('--pretty=')) options.format = { ...parseFormat(arg.slice(9)), ...(options.format.abbreviate ? { abbreviate: true } : {}) };
    else if (takeDiffOption(arg, options.output) || arg === '--no-pager') continue;
    else if (arg.startsWith('-')) throw fatal(`unrecognized argument: ${arg}`);
    else if (options.paths.length === 0 && (await isRevision(repo, arg))) options.revisions.push(arg);
    else if (dashes < 0 && await repo.fs.promises.lstat(`${repo.dir}/${repo.prefix}/${arg}`).then(() => true, () => looksLikePathspec(arg))) options.paths.push(arg);
    else if (dashes >= 0) throw fatal(`bad revision '${arg}'`);
    else throw fatal(`ambiguous argument '${arg}': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`);
  }
  if (dashes >= 0) options.paths.push(...args.slice(dashes + 1));
  return options;
}

function takeSwitch(arg: string, options: Options): boolean {
  if (arg === '--oneline') options.format = { name: 'oneline', abbreviate: true };
  else if (arg === '--abbrev-commit') options.format = { ...options.format, abbreviate: true };
  else if (arg === '--no-abbrev-commit') options.format = { ...options.format, abbreviate: false };
  else if (arg === '--reverse') options.reverse = true;
  else if (arg === '--all' || arg === '--branches' || arg === '--tags' || arg === '--remotes') options.every.add(arg.slice(2) as 'all');
  else if (arg === '--decorate' || /^--decorate=(?:short|auto|full)$/.test(arg)) options.decorate = true;
  else if (arg === '--no-decorate' || arg === '--decorate=no') options.decorate = false;
  else if (arg === '--graph') options.graph = true;
  else if (arg === '--topo-order') options.order = 'graph';
  else if (arg === '--date-order') options.order = 'date-topo';
  else if (arg === '--first-parent') options.firstParent = true;
  else if (arg === '--follow') options.follow = true;
  else return false;
  return true;
}

function dateStyle(name: string): string {
  if (styledDate({ name, now: 0, timezoneOffset: 0 }, 0, 0) === undefined) throw fatal(`unknown date format ${name}`);
  return name;
}
