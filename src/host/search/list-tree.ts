import { comparePaths, markOf, readCursor, writeCursor } from './cursor.ts';
import { walkSync } from '../walk.ts';
import type { Job } from './jobs.ts';
import type { HostResult } from '../protocol.ts';

/** Files and folders, one page of them. */
export function listTree({ root, place, params }: Job<'tree'>): HostResult<'tree'> {
  const mark = markOf([place.rel, params.max_depth]);
  const after = params.cursor === undefined ? undefined : readCursor(mark, params.cursor).path;
  const entries: HostResult<'tree'>['entries'] = [];
  let total = 0;
  let truncated = false;
  for (const { rel, type, depth } of walkSync(root, place, params.max_depth)) {
    total++;
    if (after !== undefined && comparePaths(rel, after) <= 0) continue;
    if (entries.length < params.limit) entries.push({ path: rel, type, depth });
    else truncated = true;
  }
  return { entries, truncated, total, ...(truncated ? { next_cursor: writeCursor(mark, { path: entries.at(-1)!.path, line: 0 }) } : {}) };
}
