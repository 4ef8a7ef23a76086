/** Reading and writing text byte-exactly. */
import { promises as fs } from 'node:fs';
import * as path from 'node:path';
import { AppError } from '../shared/errors.ts';
import { HOST_FOLDER } from './protocol.ts';
import { notFound, realPlaceOf } from './workspace.ts';
import type { Place, Workspace } from './workspace.ts';

/** Above this, a file is described instead of being returned whole; ranges still work. */
export const MAX_WHOLE_FILE = 10 * 1024 * 1024;

/** NUL among the first 8000 bytes, which is git's rule too. */
export function looksBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** @throws AppError `not_found` (with the nearest name), `is_directory` as `invalid_arguments`, or the path's own refusal. */
export async function readBytes(workspace: Workspace, name: string): Promise<{ place: Place; bytes: Buffer }> {
  const place = await realPlaceOf(workspace, name);
  try {
    return { place, bytes: await fs.readFile(place.path) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw await notFound(workspace, name);
    if (code === 'EISDIR') throw new AppError('invalid_arguments', `path is a directory: ${name}`);
    throw error;
  }
}

/** Text that survives the way back to bytes unchanged. @throws AppError `binary`. */
export function decodeText(bytes: Uint8Array, name: string): string {
  if (looksBinary(bytes)) throw new AppError('binary', `File is binary: ${name}`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AppError('binary', `File is not UTF-8 text: ${name}`);
  }
}

let counter = 0;

/**
 * Writes through a temporary file and a rename, so that no reader ever sees half a file; folders are created, the mode is kept.
 * The temporary file lies in the app's own folder: beside the target, every watcher of the project would see it come and go.
 */
export async function writeAtomic(workspace: Workspace, target: string, content: string): Promise<void> {
  const temporaryFolder = path.join(workspace.root, HOST_FOLDER, 'tmp');
  await fs.mkdir(temporaryFolder, { recursive: true });
  await fs.mkdir(path.dirname(target), { recursive: true });
  const real = await fs.realpath(target).catch(() => target);
  const mode = await fs.stat(real).then((stat) => stat.mode & 0o777, () => undefined);
  const temporary = path.join(temporaryFolder, `${process.pid}-${counter++}`);
  try {
    await fs.writeFile(temporary, content, mode === undefined ? {} : { mode });
    await fs.rename(temporary, real);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/** With `ensure`, a non-empty text ends with a newline; nothing else is touched. */
export function withFinalNewline(text: string, rule: 'ensure' | 'preserve'): string {
  return rule === 'ensure' && text !== '' && !text.endsWith('\n') ? `${text}\n` : text;
}
