/** A window of lines of a text file; of any other file, what it is. */
import { promises as fs } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { splitLines } from '../../git/diff/line-changes.ts';
import { AppError } from '../../shared/errors.ts';
import { imageType } from '../image-type.ts';
import { readWindow, wholeCharacters } from '../read-window.ts';
import { looksBinary, utf8, wordedReadError } from '../text-file.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Operation } from '../operation.ts';
import type { HostParams, HostResult } from '../protocol.ts';

/** Above this, a file is described instead of being returned whole; ranges still work. */
const MAX_WHOLE_FILE = 10 * 1024 * 1024;

/** A picture above this is only described. */
const MAX_IMAGE = 1024 * 1024;

export const readRange: Operation<'read'> = async (params, { workspace }) => {
  const place = await realPlaceOf(workspace, params.path);
  let file: FileHandle | undefined;
  try {
    // Opening a pipe would wait for somebody to write.
    const stat = await fs.stat(place.path);
    if (!stat.isFile() && !stat.isDirectory()) throw new AppError('invalid_arguments', `path is no regular file: ${params.path}`);
    if (stat.isDirectory()) throw new AppError('invalid_arguments', `path is a directory: ${params.path}`);
    file = await fs.open(place.path, 'r');
    const about = { path: place.path, rel_path: place.rel, size: stat.size };
    return { ...about, ...(await contentOf(file, stat.size, params)) };
  } catch (error) {
    throw await wordedReadError(workspace, params.path, error);
  } finally {
    await file?.close();
  }
};

type Content = Omit<HostResult<'read'>, 'path' | 'rel_path' | 'size'>;

async function contentOf(file: FileHandle, size: number, { offset, limit, max_chars, max_bytes, max_whole = MAX_WHOLE_FILE, with_image, path }: HostParams<'read'>): Promise<Content> {
  const described = (file_type: Content['file_type']): Content => ({ content: '', file_type, start_line: 0, end_line: 0, total_lines: 0, truncated: true });
  const whole = limit === undefined && offset === 1;
  const head = Buffer.alloc(Math.min(size, 8000));
  await file.read(head, 0, head.length, 0);
  const mime_type = imageType(head);
  if (mime_type !== undefined) {
    const base64 = with_image && size <= MAX_IMAGE ? (await file.readFile()).toString('base64') : undefined;
    return { ...described('image'), image: { mime_type, ...(base64 === undefined ? {} : { base64 }) } };
  }
  if (looksBinary(head)) return described('binary');
  if (whole && size > max_whole) return described('text');
  // A little more than can be shown, so that a cut is noticed; a character has at most four.
  const window = await readWindow(file, size, offset, limit ?? Infinity, Math.min(max_chars * 4, max_bytes ?? Infinity) + 4);
  if (offset > 1 && offset > window.totalLines) {
    throw new AppError('invalid_arguments', `Offset ${offset} is beyond end of file (${window.totalLines} lines total)`, { data: { path, total_lines: window.totalLines } });
  }
  const text = utf8(window.cut ? wholeCharacters(window.bytes) : window.bytes);
  if (text === undefined) return described('binary');
  const shown = wholeLinesWithin(splitLines(text), max_chars, max_bytes ?? Infinity, window.totalLines - offset + 1);
  const end_line = offset - 1 + shown.lines;
  return {
    content: shown.text, file_type: 'text', start_line: window.totalLines === 0 ? 0 : offset, end_line, total_lines: window.totalLines,
    truncated: end_line < window.totalLines || shown.cut,
  };
}

/** As many whole lines as fit; a first line that is too long by itself is cut, so that there is always progress. */
function wholeLinesWithin(lines: readonly string[], maxChars: number, maxBytes: number, available: number): { text: string; lines: number; cut: boolean } {
  const taken: string[] = [];
  let chars = 0;
  let bytes = 0;
  for (const [index, line] of lines.entries()) {
    chars += codePoints(line);
    bytes += Buffer.byteLength(line);
    // The last line that was read may be cut itself: it ends the file, or it has a line feed.
    const complete = line.endsWith('\n') || index === available - 1;
    if (chars > maxChars || bytes > maxBytes || !complete) {
      if (taken.length > 0) break;
      return { text: beginning(line, maxChars, maxBytes), lines: 1, cut: true };
    }
    taken.push(line);
  }
  return { text: taken.join(''), lines: taken.length, cut: false };
}

function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--;
  return count;
}

function beginning(line: string, maxChars: number, maxBytes: number): string {
  const chars = [...line.slice(0, maxChars * 2)].slice(0, maxChars).join('');
  return maxBytes === Infinity ? chars : utf8(wholeCharacters(Buffer.from(chars).subarray(0, maxBytes))) ?? chars;
}
