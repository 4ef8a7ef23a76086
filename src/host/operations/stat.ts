import { promises as fs } from 'node:fs';
import { notFound, placeOf } from '../workspace.ts';
import type { Operation } from '../operation.ts';

export const statFile: Operation<'stat'> = async ({ path }, { workspace }) => {
  const place = placeOf(workspace, path);
  const stat = await fs.lstat(place.path).catch(async (error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' || error.code === 'ENOTDIR' ? await notFound(workspace, path) : error;
  });
  const type = stat.isFile() ? 'file' : stat.isDirectory() ? 'dir' : stat.isSymbolicLink() ? 'symlink' : 'other';
  return { path: place.path, rel_path: place.rel, type, size: stat.size, mtime_ms: stat.mtimeMs, mode: stat.mode };
};
