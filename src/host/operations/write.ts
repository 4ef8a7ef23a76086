/** Creates or overwrites one text file. */
import { promises as fs } from 'node:fs';
import { fileDiff } from '../../git/diff/unified.ts';
import { AppError } from '../../shared/errors.ts';
import { decodeText, withFinalNewline, writeAtomic } from '../text-file.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Operation } from '../operation.ts';

export const writeWhole: Operation<'write'> = async ({ path, content, final_newline }, { workspace }) => {
  const place = await realPlaceOf(workspace, path);
  const before = await textBefore(place.path, path);
  const text = withFinalNewline(content, final_newline);
  await writeAtomic(workspace, place.path, text);
  const diff = fileDiff(place.rel, before.text, text);
  return {
    path: place.path, rel_path: place.rel, bytes_written: Buffer.byteLength(text), created: !before.exists,
    added: diff.added, removed: diff.removed, diff: diff.text,
  };
};

/** What the file held, for the diff; a binary file is overwritten without one. */
async function textBefore(full: string, name: string): Promise<{ exists: boolean; text: string | null }> {
  try {
    const bytes = await fs.readFile(full);
    try {
      return { exists: true, text: decodeText(bytes, name) };
    } catch {
      return { exists: true, text: null };
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return { exists: false, text: null };
    if (code === 'EISDIR') throw new AppError('invalid_arguments', `path is a directory: ${name}`);
    if (code === 'ENOTDIR') throw new AppError('invalid_arguments', `a parent of the path is a file: ${name}`);
    throw error;
  }
}
