/** Files and folders of the project, in pages. */
import { promises as fs } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { notFound, realPlaceOf } from '../workspace.ts';
import { walk } from '../walk.ts';
import type { Operation } from '../operation.ts';
import type { HostResult } from '../protocol.ts';

/** The cursor is the last path of the page before: stable as long as that entry exists or has a place in the order. */
export const listTree: Operation<'tree'> = async ({ path, max_depth, limit, cursor }, { workspace, signal }) => {
  const place = await realPlaceOf(workspace, path);
  const stat = await fs.stat(place.path).catch(async () => { throw await notFound(workspace, path); });
  if (!stat.isDirectory()) throw new AppError('invalid_arguments', `path is not a directory: ${path}`);
  const entries: HostResult<'tree'>['entries'] = [];
  let skipping = cursor !== undefined;
  let total = 0;
  for await (const entry of walk(workspace, place, max_depth, signal)) {
    total++;
    if (skipping) skipping = entry.rel !== cursor;
    else if (entries.length <= limit) entries.push({ path: entry.rel, type: entry.type, depth: entry.depth });
  }
  if (skipping) throw new AppError('invalid_arguments', `The cursor does not fit this listing any more: ${cursor}. Start again without it.`);
  const truncated = entries.length > limit;
  if (!truncated) return { entries, truncated, total };
  const shown = entries.slice(0, limit);
  return { entries: shown, truncated, total, next_cursor: shown[shown.length - 1]!.path };
};
