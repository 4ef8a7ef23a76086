/** Files by their names. */
import { promises as fs } from 'node:fs';
import { joinPath } from '../../shared/path.ts';
import { splitGlob } from '../search/glob.ts';
import { runJob } from '../search/pool.ts';
import { folderOf } from '../search/start.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Operation } from '../operation.ts';

/** A pattern may begin with a path of its own, even to a folder that git ignores: what is named is looked at. */
export const globFiles: Operation<'glob'> = async (params, { workspace, signal }) => {
  const { base, rest } = splitGlob(params.pattern);
  const absolute = base.startsWith('/');
  const place = absolute ? await realPlaceOf(workspace, base)
    : await realPlaceOf(workspace, joinPath((await folderOf(workspace, params.path)).path, base));
  const stat = await fs.stat(place.path).catch(() => undefined);
  // No such folder: nothing can match.
  if (!stat?.isDirectory()) return { files: [], truncated: false, total: 0 };
  return runJob({ name: 'glob', root: workspace.root, place, params: { ...params, pattern: rest } }, signal);
};
