import * as git from 'isomorphic-git';
import { commitText, parseFormat, readDecorations } from '../commit-text.ts';
import type { CommitFormat } from '../commit-text.ts';
import { painter, paintPatch } from '../color.ts';
import type { GitCommand } from '../context.ts';
import { fatal } from '../errors.ts';
import { findRepository, resolveCommit } from '../repository.ts';
import { treeSnapshot } from '../snapshot.ts';
import { renderChanges } from './diff.ts';
import type { DiffForm } from './diff.ts';
import { changesOf } from './log.ts';

export const show: GitCommand = {
  name: 'show',
  async run(args, context) {
    const repo = await findRepository(context);
    let format: CommitFormat = { name: 'medium' };
    let form: DiffForm | 'none' = 'patch';
    const objects: string[] = [];
    for (const arg of args) {
      if (arg === '--oneline') format = { name: 'oneline', abbreviate: true };
      else if (arg.startsWith('--format=') || arg.startsWith('--pretty=')) format = parseFormat(arg.slice(9));
      else if (arg === '-s' || arg === '--no-patch') form = 'none';
      else if (['--stat', '--shortstat', '--name-only', '--name-status', '--numstat'].includes(arg)) form = arg.slice(2) as DiffForm;
      else if (arg.startsWith('-') && arg !== '-p' && arg !== '--no-color') throw fatal(`unrecognized argument: ${arg}`);
      else if (!arg.startsWith('-')) objects.push(arg);
    }
    for (const object of objects.length === 0 ? ['HEAD'] : objects) {
      const colon = object.indexOf(':');
      if (colon >= 0) {
        const revision = object.slice(0, colon) || 'HEAD';
        const path = object.slice(colon + 1);
        const entry = (await treeSnapshot(repo, await resolveCommit(repo, revision))).get(path);
        if (!entry) throw fatal(`path '${path}' does not exist in '${revision}'`);
        context.out(new TextDecoder().decode(await entry.read()));
        continue;
      }
      const commit = await git.readCommit({ ...repo, oid: await resolveCommit(repo, object) });
      const decorations = context.tty ? await readDecorations(repo) : undefined;
      context.out(`${await commitText(repo, commit, { format, now: context.now(), decorations, paint: painter(context) })}\n`);
      if (form === 'none') continue;
      const text = await renderChanges(repo, await changesOf(repo, commit), form);
      if (text !== '') context.out((format.name === 'oneline' ? '' : '\n') + (form === 'patch' ? paintPatch(text, painter(context)) : text));
    }
    return 0;
  },
};
