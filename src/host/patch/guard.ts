/** Files that a patch may not touch. */
import { AppError } from '../../shared/errors.ts';
import { placeOf } from '../workspace.ts';
import type { Workspace } from '../workspace.ts';
import type { FilePatch } from './types.ts';

/** Program text whose name only begins like that of a key. */
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|go|rs|rb|java|kt|c|h|cc|cpp|hpp|cs|php|swift|ex|exs|css|scss|html|md|mdx)$/i;

/** Keys and passwords: by whole names, never by a part of one (`keyboard.ts` and `tokenizer.ts` are none). */
export function isSensitive(path: string): boolean {
  return path.split('/').some((segment, index, all) => {
    if (segment === '.env' || segment.startsWith('.env.')) return true;
    if (index < all.length - 1) return segment === 'credentials';
    return /\.pem$/i.test(segment) || (/^(?:id_|credentials)/i.test(segment) && !CODE.test(segment));
  });
}

/** Brings every path into its form relative to the project. @throws AppError `blocked` or `path_escape`, in the words of the first document. */
export function guardPaths(workspace: Workspace, files: readonly FilePatch[], only: string | undefined): void {
  const allowed = only === undefined ? undefined : placeOf(workspace, only).rel;
  const guarded = (path: string | undefined): string | undefined => {
    if (path === undefined) return undefined;
    let rel: string;
    try {
      ({ rel } = placeOf(workspace, path));
    } catch (error) {
      if (error instanceof AppError && error.code === 'blocked') throw new AppError('blocked', `patch modifies blocked file: ${path}`);
      throw error;
    }
    if (allowed !== undefined && rel !== allowed) throw new AppError('blocked', `patch modifies unauthorized file: ${path} (only ${allowed} may be changed)`);
    if (rel === '.') throw new AppError('invalid_arguments', `path is a directory: ${path}`);
    if (isSensitive(rel)) throw new AppError('blocked', `patch modifies potentially sensitive file: ${path}`);
    return rel;
  };
  for (const file of files) {
    file.oldPath = guarded(file.oldPath);
    file.newPath = guarded(file.newPath);
  }
}
