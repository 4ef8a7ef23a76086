/** What the configuration says of merges. */
import { Config } from '../config.ts';
import type { GitContext } from '../context.ts';
import type { Repository } from '../repository.ts';
import type { MergeOptions } from './merge-trees.ts';

/** `merge.conflictStyle` and `merge.directoryRenames`. */
export async function mergeSettings(context: GitContext, repo: Repository): Promise<Pick<MergeOptions, 'style' | 'folderRenames'>> {
  const config = new Config(context, repo.gitdir);
  const folders = (await config.get('merge.directoryRenames'))?.toLowerCase();
  return {
    style: (await config.get('merge.conflictStyle')) === 'diff3' ? 'diff3' : 'merge',
    folderRenames: folders === undefined || folders === 'conflict' ? 'conflict' : /^(?:true|yes|on|1)$/.test(folders),
  };
}
