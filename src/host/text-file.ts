/** Reading and writing text byte-exactly. */
import { promises as fs } from 'node:fs';
import { diffArrays } from 'diff';
import { splitLines } from '../git/diff/line-changes.ts';
import { fileDiff } from '../git/diff/unified.ts';
import type { UnifiedDiff } from '../git/diff/unified.ts';
import { AppError } from '../shared/errors.ts';
import { changeFiles } from './change-files.ts';
import { notFound, realPlaceOf } from './workspace.ts';
import type { Place, Workspace } from './workspace.ts';

/** NUL among the first 8000 bytes, which is git's rule too. */
export function looksBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0);
}

/** @throws AppError `not_found` (with the nearest name), `invalid_arguments` for a folder, or the path's own refusal. */
export async function readBytes(workspace: Workspace, name: string): Promise<{ place: Place; bytes: Buffer }> {
  const place = await realPlaceOf(workspace, name);
  try {
    return { place, bytes: await fs.readFile(place.path) };
  } catch (error) {
    throw await wordedReadError(workspace, name, error);
  }
}

export async function wordedReadError(workspace: Workspace, name: string, error: unknown): Promise<unknown> {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return notFound(workspace, name);
  if (code === 'EISDIR') return new AppError('invalid_arguments', `path is a directory: ${name}`);
  if (code === 'EACCES' || code === 'EPERM') return new AppError('blocked', `permission denied: ${name}`);
  return error;
}

/** Text that survives the way back to bytes unchanged. @throws AppError `binary`. */
export function decodeText(bytes: Uint8Array, name: string): string {
  if (looksBinary(bytes)) throw new AppError('binary', `File is binary: ${name}`);
  const text = utf8(bytes);
  if (text === undefined) throw new AppError('binary', `File is not UTF-8 text: ${name}`);
  return text;
}

/** The text, or undefined when the bytes are no UTF-8. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Writes so that no reader ever sees half a file; folders are created, the mode is kept, a symbolic link is written through. */
export async function writeAtomic(workspace: Workspace, target: string, content: string): Promise<void> {
  await changeFiles(workspace, [{ path: await linkTarget(target), content }]);
}

/** Where a path leads through links; itself where there is nothing yet. */
export function linkTarget(path: string): Promise<string> {
  return fs.realpath(path).catch(() => path);
}

/** With `ensure`, a non-empty text ends with a newline, of the kind that it mostly has; nothing else is touched. */
export function withFinalNewline(text: string, rule: 'ensure' | 'preserve'): string {
  return rule === 'ensure' && text !== '' && !text.endsWith('\n') ? text + prevailingEol(text) : text;
}

/** CRLF when most lines end so. */
export function prevailingEol(text: string): '\n' | '\r\n' {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) crlf++;
    else lf++;
  }
  return crlf > lf ? '\r\n' : '\n';
}

/** Characters of both texts together, differing lines, and lines to take and put, above which a diff is not worked out: it would take minutes. */
const MAX_DIFF_CHARS = 8_000_000;
const MAX_DIFF_LINES = 3_000;
const MAX_DIFF_EDITS = 1_500;

/** Characters of a diff above which nobody reads it, and a card that shows it makes the page wait. */
const MAX_DIFF_TEXT = 256 * 1024;

/** The diff of a change for cards and results; of very large changes only the counts, taken between the equal head and tail. */
export function boundedDiff(path: string, before: string | null, after: string | null): UnifiedDiff {
  if (before === after) return { text: '', added: 0, removed: 0 };
  const old = splitLines(before ?? '');
  const now = splitLines(after ?? '');
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const removed = old.length - head - tail;
  const added = now.length - head - tail;
  const small = (before?.length ?? 0) + (after?.length ?? 0) <= MAX_DIFF_CHARS;
  const quick = removed === 0 || added === 0 || removed + added <= MAX_DIFF_LINES
    || diffArrays(old.slice(head, old.length - tail), now.slice(head, now.length - tail), { maxEditLength: MAX_DIFF_EDITS }) !== undefined;
  const diff = small && quick ? fileDiff(path, before, after) : { text: '', added, removed };
  return diff.text.length > MAX_DIFF_TEXT ? { ...diff, text: '' } : diff;
}
