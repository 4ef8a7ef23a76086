import * as git from 'isomorphic-git';
import type { ReadCommitResult } from 'isomorphic-git';
import { commitText, isEmpty, parseFormat, readDecorations } from '../commit-text.ts';
import type { CommitFormat } from '../commit-text.ts';
import { painter, paintPatch } from '../color.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { defaultDate } from '../dates.ts';
import { diffOutput, renderChanges, takeDiffOption, wantedChanges } from '../diff-output.ts';
import type { DiffOutput } from '../diff-output.ts';
import { fatal } from '../errors.ts';
import { changesOf } from '../log/history.ts';
import { listMergeChanges, listsMerge, mergeChanges, mergePatch } from '../merge-changes.ts';
import { anyMatch, pathspecs } from '../pathspec.ts';
import type { Pathspec } from '../pathspec.ts';
import { currentBranch, findRepository, resolveCommit, resolveObject, resolveOrUndefined } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { byPath, treeSnapshot } from '../snapshot.ts';

interface Options { format: CommitFormat; output: DiffOutput; decorate: boolean | undefined; specs: Pathspec[] }

export const show: GitCommand = {
  name: 'show',
  async run(args, context) {
    const repo = await findRepository(context);
    const options: Options = { format: { name: 'medium' }, output: diffOutput(), decorate: undefined, specs: [] };
    const objects: string[] = [];
    for (const [at, arg] of args.entries()) {
      if (arg === '--') {
        options.specs = pathspecs(repo, args.slice(at + 1), { everywhere: true });
        break;
      }
      if (arg === '--oneline') options.format = { name: 'oneline', abbreviate: true };
      else if (arg.startsWith('--format=') || arg.startsWith('--pretty=')) options.format = parseFormat(arg.slice(9));
      else if (arg === '--abbrev-commit') options.format = { ...options.format, abbreviate: true };
      else if (arg === '--decorate') options.decorate = true;
      else if (arg === '--no-decorate') options.decorate = false;
      else if (takeDiffOption(arg, options.output)) continue;
      else if (arg.startsWith('-')) throw fatal(`unrecognized argument: ${arg}`);
      else objects.push(arg);
    }
    if (objects.length === 0 && (await resolveOrUndefined(repo, 'HEAD')) === undefined) throw fatal(`your current branch '${(await currentBranch(repo)) ?? 'HEAD'}' does not have any commits yet`);
    for (const [at, name] of (objects.length === 0 ? ['HEAD'] : objects).entries()) await showObject(repo, context, { name, first: at === 0, options });
    return 0;
  },
};

async function showObject(repo: Repository, context: GitContext, { name, first, options }: { name: string; first: boolean; options: Options }): Promise<void> {
  const object = await resolveObject(repo, name);
  if (object === undefined) {
    const colon = name.indexOf(':');
    if (colon < 0) await resolveCommit(repo, name);
    throw fatal(`path '${name.slice(colon + 1)}' does not exist in '${name.slice(0, colon) || 'HEAD'}'`);
  }
  if (object.type === 'blob') return context.out((await git.readBlob({ ...repo, oid: object.oid })).blob);
  if (object.type === 'tree') {
    const { tree } = await git.readTree({ ...repo, oid: object.oid });
    return context.out(`${first ? '' : '\n'}tree ${name}\n\n${tree.map(({ path, type }) => `${path}${type === 'tree' ? '/' : ''}\n`).sort(byPath).join('')}`);
  }
  if (object.type === 'tag') {
    const { tag } = await git.readTag({ ...repo, oid: object.oid });
    const date = `Date:   ${defaultDate(tag.tagger.timestamp, tag.tagger.timezoneOffset)}`;
    context.out(`${first ? '' : '\n'}tag ${tag.tag}\nTagger: ${tag.tagger.name} <${tag.tagger.email}>\n${date}\n\n${tag.message.replace(/\n*$/, '\n')}`);
    return showObject(repo, context, { name: tag.object, first: false, options });
  }
  const commit = await git.readCommit({ ...repo, oid: object.oid });
  const decorations = options.decorate ?? context.tty ? await readDecorations(repo) : undefined;
  const compact = options.format.name === 'oneline' || options.format.name === 'placeholders';
  const text = await commitText(repo, commit, { format: options.format, now: context.now(), decorations, paint: painter(context) });
  if (!isEmpty(options.format)) context.out(`${first || compact ? '' : '\n'}${text}\n`);
  if (commit.commit.parent.length > 1) {
    if (!options.output.none) context.out(`${isEmpty(options.format) ? '' : '\n'}${paintPatch(await mergeText(repo, commit, options), painter(context))}`);
    return;
  }
  const diff = await renderChanges(repo, wantedChanges((await changesOf(repo, commit, options.output.renames)).filter(({ path }) => anyMatch(options.specs, path)), options.output), options.output);
  if (diff !== '') context.out((options.format.name === 'oneline' || isEmpty(options.format) ? '' : '\n') + paintPatch(diff, painter(context)));
}

/** Of a merge what is not that of any parent; the counting forms are against the first parent. */
async function mergeText(repo: Repository, { oid, commit }: ReadCommitResult, { output, specs }: Options): Promise<string> {
  const wanted = (path: string): boolean => anyMatch(specs, path);
  const counting = [...output.forms].filter((form) => form !== 'patch' && !listsMerge(form));
  let text = '';
  if (counting.length > 0) {
    const fromFirst = await changesOf(repo, { oid, commit: { ...commit, parent: commit.parent.slice(0, 1) } }, output.renames);
    text += await renderChanges(repo, wantedChanges(fromFirst.filter(({ path }) => wanted(path)), output), { ...output, forms: new Set(counting) });
  }
  const parents = await Promise.all(commit.parent.map((parent) => treeSnapshot(repo, parent)));
  const changes = await mergeChanges(parents, await treeSnapshot(repo, oid), { renames: output.renames, wanted });
  for (const form of output.forms) if (listsMerge(form)) text += await listMergeChanges(repo, changes, form, output.nul);
  if (changes.length === 0 || (output.forms.size > 0 && !output.forms.has('patch'))) return text;
  return `${text}${text === '' ? '' : '\n'}${await mergePatch(repo, changes)}`;
}
