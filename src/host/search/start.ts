/** Where a look through the project begins. */
import { promises as fs } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { notFound, realPlaceOf } from '../workspace.ts';
import type { Place, Workspace } from '../workspace.ts';

/** A file or folder that is there. @throws AppError `not_found`, or the path's own refusal. */
export async function existing(workspace: Workspace, path: string): Promise<{ place: Place; isFolder: boolean }> {
  const place = await realPlaceOf(workspace, path);
  const stat = await fs.stat(place.path).catch(async () => { throw await notFound(workspace, path); });
  return { place, isFolder: stat.isDirectory() };
}

/** @throws AppError also `invalid_arguments` for a file. */
export async function folderOf(workspace: Workspace, path: string): Promise<Place> {
  const { place, isFolder } = await existing(workspace, path);
  if (!isFolder) throw new AppError('invalid_arguments', `path is not a directory: ${path}`);
  return place;
}
