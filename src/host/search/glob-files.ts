import * as fs from 'node:fs';
import { comparePaths, markOf, readCursor, writeCursor } from './cursor.ts';
import { globMatcher } from './glob.ts';
import { walkSync } from '../walk.ts';
import type { Job } from './jobs.ts';
import type { HostResult } from '../protocol.ts';

/** As deep as a tree can sensibly be. */
const MAX_DEPTH = 256;

/** Files by their path below `place`; the newest come first where that is asked for. */
export function globFiles({ root, place, params }: Job<'glob'>): HostResult<'glob'> {
  const { pattern, limit, sort, cursor } = params;
  const mark = markOf([place.rel, pattern, sort]);
  const after = cursor === undefined ? undefined : readCursor(mark, cursor).path;
  const matches = globMatcher(pattern);
  const prefix = place.rel === '.' ? 0 : place.rel.length + 1;
  const found: string[] = [];
  for (const { rel, type } of walkSync(root, place, MAX_DEPTH)) {
    if (type === 'file' && matches(rel.slice(prefix))) found.push(rel);
  }
  if (sort === 'newest') {
    const times = new Map(found.map((rel) => [rel, fs.lstatSync(`${root}/${rel}`, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
    found.sort((a, b) => times.get(b)! - times.get(a)! || comparePaths(a, b));
  }
  // In the order of time a place is an entry; one that is gone begins anew.
  const start = after === undefined ? 0 : sort === 'newest' ? found.indexOf(after) + 1 : found.findIndex((rel) => comparePaths(rel, after) > 0);
  const files = start < 0 ? [] : found.slice(start, start + limit);
  const truncated = start >= 0 && start + limit < found.length;
  return { files, truncated, total: found.length, ...(truncated ? { next_cursor: writeCursor(mark, { path: files.at(-1)!, line: 0 }) } : {}) };
}
