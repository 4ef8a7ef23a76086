/** Creates or overwrites one text file. */
import { promises as fs } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { oneWriter } from '../one-writer.ts';
import { boundedDiff, decodeText, withFinalNewline, writeAtomic } from '../text-file.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Operation } from '../operation.ts';

export const writeWhole: Operation<'write'> = ({ path, content, final_newline }, { workspace, signal }) => oneWriter(signal, async () => {
  // A name that ends with a slash is a folder's everywhere else; a file of that name would not be what was meant.
  if (path.endsWith('/')) throw new AppError('invalid_arguments', `path names a folder: ${path}`);
  const place = await realPlaceOf(workspace, path);
  const before = await textBefore(place.path, path);
  const text = withFinalNewline(content, final_newline);
  await writeAtomic(workspace, place.path, text);
  const diff = boundedDiff(place.rel, before.text, text);
  return {
    path: place.path, rel_path: place.rel, bytes_written: Buffer.byteLength(text), created: !before.exists,
    added: diff.added, removed: diff.removed, diff: diff.text,
  };
});

/** What the file held, for the diff; a binary file is overwritten without one. */
async function textBefore(full: string, name: string): Promise<{ exists: boolean; text: string | null }> {
  let bytes: Uint8Array;
  try {
    bytes = await fs.readFile(full);
  } catch (error) {
    // What else is wrong with the path, the write itself will say.
    return { exists: (error as NodeJS.ErrnoException).code !== 'ENOENT', text: null };
  }
  try {
    return { exists: true, text: decodeText(bytes, name) };
  } catch {
    return { exists: true, text: null };
  }
}
