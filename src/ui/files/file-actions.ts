/** What the explorer does to the sandbox's files, each with the checks that keep a slip from destroying anything. */
import type { FileSystemAPI } from '@webcontainer/api';
import { AppError } from '../../shared/errors.ts';
import { basename, dirname, joinPath } from '../../shared/path.ts';
import type { Upload } from './upload.ts';

/** @throws AppError `invalid_name` with the sentence to show. */
export function checkName(name: string, { nested }: { nested: boolean }): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.includes('\0')) throw new AppError('invalid_name', 'Type a name.');
  const parts = trimmed.split('/');
  if (!nested && parts.length > 1) throw new AppError('invalid_name', 'A name cannot contain a slash.');
  if (parts.some((part) => part === '' || part === '.' || part === '..')) throw new AppError('invalid_name', 'This name cannot be used.');
  return trimmed;
}

export async function entryExists(fs: FileSystemAPI, path: string): Promise<boolean> {
  try {
    return (await fs.readdir(dirname(path))).includes(basename(path));
  } catch {
    return false;
  }
}

/** @returns the new path. `name` may contain slashes: the folders between are made. @throws AppError `already_exists`. */
export async function createEntry(fs: FileSystemAPI, kind: 'file' | 'folder', folder: string, name: string): Promise<string> {
  const path = joinPath(folder, checkName(name, { nested: true }));
  if (await entryExists(fs, path)) throw new AppError('already_exists', `${path} already exists.`);
  if (kind === 'folder') await fs.mkdir(path, { recursive: true });
  else {
    if (dirname(path) !== '.') await fs.mkdir(dirname(path), { recursive: true });
    await fs.writeFile(path, '');
  }
  return path;
}

/** @returns the new path. @throws AppError `already_exists` rather than replace what bears that name. */
export async function renameEntry(fs: FileSystemAPI, path: string, name: string): Promise<string> {
  const to = joinPath(dirname(path), checkName(name, { nested: false }));
  if (to === path) return path;
  if (await entryExists(fs, to)) throw new AppError('already_exists', `${to} already exists.`);
  await fs.rename(path, to);
  return to;
}

export async function deleteEntry(fs: FileSystemAPI, path: string): Promise<void> {
  await fs.rm(path, { recursive: true });
}

/** Which of the uploads would replace a file that is there. */
export async function uniqueUploads(fs: FileSystemAPI, folder: string, uploads: readonly Upload[]): Promise<string[]> {
  const existing: string[] = [];
  for (const { path } of uploads) if (await entryExists(fs, joinPath(folder, path))) existing.push(joinPath(folder, path));
  return existing;
}
