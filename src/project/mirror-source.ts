/** How the durable copy reads files out of the sandbox: with their permission bits and times where the engine tells them. */
import type { FileSystemAPI, FileSystemTree } from '@webcontainer/api';
import { AppError } from '../shared/errors.ts';
import { basename, dirname } from '../shared/path.ts';
import type { FileFacts } from './durable-fs.ts';
import { decodeFile } from './snapshot.ts';

/** What the mirror reads from; without `export`, symbolic links, permission bits and times do not last. */
export interface MirrorSource {
  readonly fs: FileSystemAPI;
  export?: {
    (path: string, options: { format: 'json'; excludes?: string[] }): Promise<FileSystemTree>;
    (path: string, options: { format: 'binary' }): Promise<Uint8Array>;
  };
}

/** A larger file does not last: the page has to hold it in memory to save it, and once more at every start. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

export interface FoundFile extends FileFacts { data: Uint8Array }

/** Undefined when the file is gone. */
export type FileReader = (path: string) => Promise<FoundFile | 'too large' | undefined>;

/**
 * Reads by the export of single files, which brings their bits and times along; from an engine that exports folders only, by `fs`.
 * The reader fails with what the engine failed with, except for files that are gone or too large.
 */
export function createFileReader(engine: MirrorSource): FileReader {
  let exportsFiles = engine.export !== undefined;
  const read = async (path: string): Promise<FoundFile> => {
    let refused = false;
    if (exportsFiles) {
      try {
        const file = decodeFile(await engine.export!(path, { format: 'binary' }));
        if (file) return file;
      } catch (error) {
        if (isGone(error) || isTooLarge(error)) throw error;
        refused = true;
      }
    }
    const data = await engine.fs.readFile(path);
    // There is a file, and the engine would not export it: it never will.
    if (refused) exportsFiles = false;
    return { data };
  };
  return async (path) => {
    try {
      const file = await read(path);
      return file.data.length > MAX_FILE_BYTES ? 'too large' : file;
    } catch (error) {
      if (isTooLarge(error)) return 'too large';
      // Between the folder's listing and this read the file may have gone: temporary files of git and editors do that all the time.
      if (isGone(error)) return undefined;
      throw error;
    }
  };
}

function isTooLarge(error: unknown): boolean {
  return /^ERR_(FS_FILE|EXPORT)_TOO_LARGE$/.test(AppError.from(error).code);
}

/** Whether a call failed because what it was about is not there any more. */
export function isGone(error: unknown): boolean {
  const { code, message } = AppError.from(error);
  // A chain of folders longer than any path cannot be read, and so not saved; the rest can.
  return /^(ENOENT|ENOTDIR|ENAMETOOLONG)$/.test(code) || /ENOENT|ENOTDIR|ENAMETOOLONG/.test(message);
}

export type EntryKind = 'file' | 'directory' | 'symlink';

/** What a folder holds; undefined when there is none. */
export async function listFolder(engine: Pick<MirrorSource, 'fs'>, path: string): Promise<Map<string, EntryKind> | undefined> {
  try {
    const entries = await engine.fs.readdir(path === '' ? '.' : path, { withFileTypes: true });
    return new Map(entries.map((entry) => [entry.name, entry.isDirectory() ? 'directory' : entry.isFile() ? 'file' : 'symlink']));
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Where a link points; undefined when it is gone. The client has no readlink, but its export tells: of the folder, without all else in it. */
export async function readLink(engine: Pick<MirrorSource, 'export'>, path: string): Promise<string | undefined> {
  const name = basename(path);
  const others = `!(${name.replace(/[^\w .-]/g, '\\$&')})`;
  for (const excludes of [[others], ['*/*']]) {
    const folder = await engine.export?.(dirname(path), { format: 'json', excludes });
    const node = folder?.[name];
    if (node && 'file' in node && 'symlink' in node.file) return node.file.symlink;
  }
  return undefined;
}
