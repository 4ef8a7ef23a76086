import { painter } from '../color.ts';
import type { GitCommand } from '../context.ts';
import { fatal } from '../errors.ts';
import { readIndexFile } from '../index-stages.ts';
import { foldersOf } from '../index-update.ts';
import { unknownOption } from '../options.ts';
import { anyMatch, pathspecs } from '../pathspec.ts';
import { findRepository } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { readStatus } from '../status.ts';
import type { StatusOptions } from '../status.ts';
import { longText, porcelainV2, shortText } from '../status-text.ts';

export const status: GitCommand = {
  name: 'status',
  async run(args, context) {
    let form: 'long' | 'short' | 'porcelain' | 'v2' = 'long';
    let branch = false;
    let nul = false;
    const options: StatusOptions = {};
    let ignored = 'no';
    const paths: string[] = [];
    for (const [at, arg] of args.entries()) {
      const untracked = /^(?:-u|--untracked-files=?)(all|normal|no)?$/.exec(arg);
      if (arg === '--') {
        paths.push(...args.slice(at + 1));
        break;
      } else if (untracked) options.untracked = (untracked[1] ?? 'all') as NonNullable<StatusOptions['untracked']>;
      else if (/^-[sbz]+$/.test(arg)) {
        if (arg.includes('s')) form = 'short';
        if (arg.includes('b')) branch = true;
        if (arg.includes('z')) nul = true;
      } else if (arg === '--null') nul = true;
      else if (arg === '--short') form = 'short';
      else if (arg === '--branch') branch = true;
      else if (arg === '--no-branch') branch = false;
      else if (arg === '--porcelain' || arg === '--porcelain=v1' || arg === '--porcelain=1') form = 'porcelain';
      else if (arg === '--porcelain=v2' || arg === '--porcelain=2') form = 'v2';
      else if (arg === '--ignored' || arg.startsWith('--ignored=')) ignored = arg.slice('--ignored='.length) || 'traditional';
      else if (arg === '--no-renames') options.renames = false;
      else if (arg === '--long') form = 'long';
      else if (arg.startsWith('-') && !['--ahead-behind', '--renames', '--find-renames'].includes(arg)) throw unknownOption(arg);
      else if (!arg.startsWith('-')) paths.push(arg);
    }
    if (!['no', 'traditional', 'matching'].includes(ignored)) throw fatal(`Invalid ignored mode '${ignored}'`);
    if (ignored === 'matching' && options.untracked === 'no') throw fatal('Unsupported combination of ignored and untracked-files arguments');
    if (ignored !== 'no' && options.untracked !== 'no') options.ignored = ignored === 'matching' ? 'matching' : options.untracked === 'all' ? 'all' : 'folded';
    const repo = await findRepository(context);
    const fold = paths.length > 0 && (options.untracked ?? 'normal') === 'normal';
    const state = await readStatus(repo, fold ? { ...options, untracked: 'all' } : options);
    const specs = pathspecs(repo, paths, { everywhere: true });
    if (specs.length > 0) {
      state.staged = state.staged.filter(({ path }) => anyMatch(specs, path));
      state.unstaged = state.unstaged.filter(({ path }) => anyMatch(specs, path));
      state.untracked = state.untracked.filter((path) => anyMatch(specs, path.replace(/\/$/, '')));
      if (fold) state.untracked = await folded(repo, state.untracked, (folder) => anyMatch(specs, folder));
      state.ignored = state.ignored.filter((path) => anyMatch(specs, path.replace(/\/$/, '')));
      state.conflicts = new Map([...state.conflicts].filter(([path]) => anyMatch(specs, path)));
    }
    if (nul && form === 'long') form = 'porcelain';
    if (form === 'long') context.out(await longText(repo, state, 'status', painter(context)));
    else if (form === 'v2') context.out(porcelainV2(state, { branch, nul }));
    else context.out(shortText(repo, state, form === 'short' ? { branch, nul, relative: true, paint: painter(context) } : { branch, nul, relative: false }));
    return 0;
  },
};

/** Files without a tracked one beside them, as the widest folder around them that was asked for. */
async function folded(repo: Repository, paths: readonly string[], asked: (folder: string) => boolean): Promise<string[]> {
  const tracked = new Set((await readIndexFile(repo)).flatMap(({ path }) => foldersOf(path)));
  const shown = paths.map((path) => {
    const folder = foldersOf(path).find((one) => !tracked.has(one) && asked(one));
    return folder === undefined ? path : `${folder}/`;
  });
  return [...new Set(shown)];
}
