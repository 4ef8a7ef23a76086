/** A window of lines of a text file. */
import { splitLines } from '../../git/diff/line-changes.ts';
import { AppError } from '../../shared/errors.ts';
import { decodeText, looksBinary, MAX_WHOLE_FILE, readBytes } from '../text-file.ts';
import type { Operation } from '../operation.ts';

export const readRange: Operation<'read'> = async ({ path, offset, limit, max_chars }, { workspace }) => {
  const { place, bytes } = await readBytes(workspace, path);
  const about = { path: place.path, rel_path: place.rel, size: bytes.length };
  const ranged = limit !== undefined || offset > 1;
  if (looksBinary(bytes) || (bytes.length > MAX_WHOLE_FILE && !ranged)) {
    const file_type = looksBinary(bytes) ? 'binary' : 'text';
    return { ...about, content: '', file_type, start_line: 0, end_line: 0, total_lines: 0, truncated: true };
  }
  const lines = splitLines(decodeText(bytes, path));
  if (offset > 1 && offset > lines.length) {
    throw new AppError('invalid_arguments', `Offset ${offset} is beyond end of file (${lines.length} lines total)`);
  }
  const wanted = lines.slice(offset - 1, limit === undefined ? undefined : offset - 1 + limit);
  const content = wholeLinesWithin(wanted, max_chars);
  const end_line = offset - 1 + content.lines;
  return {
    ...about, content: content.text, file_type: 'text', start_line: lines.length === 0 ? 0 : offset, end_line, total_lines: lines.length,
    truncated: end_line < lines.length || content.cut,
  };
};

/** As many whole lines as fit; a first line that is too long by itself is cut, so that there is always progress. */
function wholeLinesWithin(lines: readonly string[], max: number): { text: string; lines: number; cut: boolean } {
  let text = '';
  let count = 0;
  for (const line of lines) {
    if (text.length + line.length > max) {
      if (count > 0) break;
      return { text: [...line.slice(0, max * 2)].slice(0, max).join(''), lines: 1, cut: true };
    }
    text += line;
    count++;
  }
  return { text, lines: count, cut: false };
}
