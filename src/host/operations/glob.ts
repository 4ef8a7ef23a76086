/** Files by their names. */
import { promises as fs } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { joinPath } from '../../shared/path.ts';
import { splitGlob } from '../search/glob.ts';
import { runJob } from '../search/pool.ts';
import { folderOf } from '../search/start.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Operation } from '../operation.ts';

/** A pattern may begin with a path of its own, even to a folder that git ignores: what is named is looked at. */
export const globFiles: Operation<'glob'> = async (params, { workspace, signal }) => {
  const { base, rest } = splitGlob(params.pattern);
  const asked = base.startsWith('/') ? base : joinPath((await folderOf(workspace, params.path)).path, base);
  const place = await realPlaceOf(workspace, asked).catch((error: unknown) => {
    // In the words of the pattern: nobody has named the folder that it comes to.
    throw error instanceof AppError && error.code === 'path_escape' && asked !== base ? new AppError('path_escape', `pattern escapes project workdir: ${params.pattern}`) : error;
  });
  const stat = await fs.stat(place.path).catch(() => undefined);
  // No such folder: nothing can match.
  if (!stat?.isDirectory()) return { files: [], truncated: false, total: 0 };
  return runJob({ name: 'glob', root: workspace.root, place, params: { ...params, pattern: rest } }, signal);
};
