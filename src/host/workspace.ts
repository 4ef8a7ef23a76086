/** Paths of the project as the host may touch them: everything stays below the root, `.git` and the app's own folder stay out of reach. */
import { promises as fs } from 'node:fs';
import * as nodePath from 'node:path';
import { AppError } from '../shared/errors.ts';
import { nearest } from '../shared/nearest.ts';
import { joinPath, normalizePath, relativeInside } from '../shared/path.ts';
import { HOST_FOLDER } from './protocol.ts';
import type { Guard } from './protocol/fences.ts';

export interface Workspace {
  /** Absolute path of the project. */
  readonly root: string;
  /** For whom a request changes files; undefined for a person. */
  readonly guard?: Guard | undefined;
}

export interface Place {
  /** Absolute. */
  path: string;
  /** Relative to the root; `.` for the root itself. */
  rel: string;
}

/**
 * Relative paths, and absolute ones below the root; `/workspace/...` is taken for the root, as some models are used to.
 * @throws AppError `path_escape` or `blocked`.
 */
export function placeOf(workspace: Workspace, path: string): Place {
  if (path.includes('\0')) throw new AppError('invalid_arguments', `path holds a NUL character: ${path.replaceAll('\0', '\\0')}`);
  const asked = path === '/workspace' || path.startsWith('/workspace/') ? `.${path.slice('/workspace'.length)}` : path;
  const full = asked.startsWith('/') ? normalizePath(asked) : joinPath(workspace.root, asked);
  const rel = relativeInside(workspace.root, full);
  if (rel === undefined) {
    throw new AppError('path_escape', path.startsWith('/') ? `path must be relative, or lie below the project: ${path}` : `path escapes project workdir: ${path}`);
  }
  if (rel.split('/').includes('.git')) throw new AppError('blocked', `path is not allowed: ${path} (git's own files are changed by the git tool)`);
  if (rel === HOST_FOLDER) throw new AppError('blocked', `path is not allowed: ${path}`);
  // Logs may be read back: results point the model to them.
  if (rel.startsWith(`${HOST_FOLDER}/`) && !rel.startsWith(`${HOST_FOLDER}/out/`)) throw new AppError('blocked', `path is not allowed: ${path}`);
  return { path: full, rel };
}

/** As placeOf, and follows symbolic links, so that a link cannot lead out of the project. */
export async function realPlaceOf(workspace: Workspace, path: string): Promise<Place> {
  const place = placeOf(workspace, path);
  const real = await nearestReal(place.path);
  const realRoot = await fs.realpath(workspace.root);
  const rel = relativeInside(realRoot, real);
  if (rel === undefined) throw new AppError('path_escape', `path escapes project workdir: ${path} (through a symbolic link)`);
  // What may not be named may not be reached through a link either.
  placeOf({ root: realRoot }, real);
  return place;
}

async function nearestReal(path: string): Promise<string> {
  try {
    return await fs.realpath(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A file where a folder would have to be: what is done with the path says so in its own words.
    if (code === 'ENAMETOOLONG') throw new AppError('invalid_arguments', `a name in the path is longer than 255 bytes: ${nodePath.basename(path).slice(0, 60)}...`);
    if (code === 'ELOOP') throw new AppError('invalid_arguments', `symbolic links lead in a circle: ${nodePath.basename(path)}`);
    if ((code !== 'ENOENT' && code !== 'ENOTDIR') || path === '/') throw error;
    return joinPath(await nearestReal(nodePath.dirname(path)), nodePath.basename(path));
  }
}

/** The error for a file that is not there, with the most similar name in its folder. */
export async function notFound(workspace: Workspace, path: string): Promise<AppError> {
  const place = placeOf(workspace, path);
  const name = nodePath.basename(place.path);
  const folder = nodePath.dirname(place.path);
  const names = await fs.readdir(folder).catch((): string[] => []);
  // Windows writes the same path with other slashes.
  const slashes = path.includes('\\') ? path.replaceAll('\\', '/') : undefined;
  if (slashes !== undefined && (await fs.lstat(joinPath(workspace.root, slashes)).then(() => true, () => false))) {
    return new AppError('not_found', `File not found: ${path}. Did you mean ${slashes}?`, { data: { did_you_mean: slashes } });
  }
  const near = nearest(name, names);
  if (!near) return new AppError('not_found', `File not found: ${path}`);
  const folderRel = relativeInside(workspace.root, folder);
  const hint = folderRel === '.' || folderRel === undefined ? near : `${folderRel}/${near}`;
  return new AppError('not_found', `File not found: ${path}. Did you mean ${hint}?`, { data: { did_you_mean: hint } });
}
