/** What lies in one folder: everything, as `ls -a` shows it, with a mark on what git ignores. */
import { promises as fs } from 'node:fs';
import { HOST_FOLDER } from '../folder.ts';
import { folderOf } from '../search/start.ts';
import { ignoredIn } from '../walk.ts';
import type { Operation } from '../operation.ts';

export const listFolder: Operation<'ls'> = async ({ path, limit }, { workspace }) => {
  const place = await folderOf(workspace, path);
  const all = (await fs.readdir(place.path, { withFileTypes: true })).filter((entry) => place.rel !== '.' || entry.name !== HOST_FOLDER);
  all.sort((a, b) => (a.name < b.name ? -1 : 1));
  const ignored = ignoredIn(workspace.root, place.rel);
  const entries = await Promise.all(all.slice(0, limit).map(async (entry) => {
    const type = entry.isDirectory() ? 'dir' as const : entry.isFile() ? 'file' as const : entry.isSymbolicLink() ? 'symlink' as const : 'other' as const;
    const size = type === 'file' ? (await fs.lstat(`${place.path}/${entry.name}`).catch(() => undefined))?.size : undefined;
    return { name: entry.name, type, ...(size === undefined ? {} : { size }), ...(ignored(entry.name, type === 'dir') ? { ignored: true as const } : {}) };
  }));
  return { path: place.path, rel_path: place.rel, entries, truncated: all.length > limit, total: all.length };
};
