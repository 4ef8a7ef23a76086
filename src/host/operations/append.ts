/** Adds text to the end of a file that exists. In place: a program that has its log open goes on writing into the same file. */
import { promises as fs } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { changeFiles } from '../change-files.ts';
import { oneWriter } from '../one-writer.ts';
import { boundedDiff, linkTarget, utf8, wordedReadError } from '../text-file.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Operation } from '../operation.ts';

/** Of larger files no diff is shown. */
const MAX_DIFFED = 1024 * 1024;

export const appendText: Operation<'append'> = ({ path, content }, { workspace, signal }) => oneWriter(signal, async () => {
  const place = await realPlaceOf(workspace, path);
  const target = await linkTarget(place.path);
  const stat = await fs.stat(target).catch(async (error: unknown) => {
    const said = await wordedReadError(workspace, path, error);
    if (!(said instanceof AppError) || said.code !== 'not_found') throw said;
    throw new AppError('not_found', `File not found: ${path}. append_file appends to existing files.`, said.data === undefined ? {} : { data: said.data });
  });
  if (stat.isDirectory()) throw new AppError('invalid_arguments', `path is a directory: ${path}`);
  const before = stat.size <= MAX_DIFFED ? utf8(await fs.readFile(target)) : undefined;
  if (content !== '') await changeFiles(workspace, [{ path: target, append: content }]);
  const diff = before === undefined ? { text: '', added: 0, removed: 0 } : boundedDiff(place.rel, before, before + content);
  const bytes_written = Buffer.byteLength(content);
  return { path: place.path, rel_path: place.rel, bytes_written, size: stat.size + bytes_written, added: diff.added, removed: diff.removed, diff: diff.text };
});
