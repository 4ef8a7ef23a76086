/**
 * Finds the text that an edit means. Each step is tried on the whole file and has to be unambiguous; what is found is spliced into the
 * original text, so that lines outside the edit stay byte-identical. There is no similarity matching: it replaces the wrong function.
 */
import { AppError } from '../shared/errors.ts';
import { prevailingEol } from './text-file.ts';

export type MatchStrategy = 'exact' | 'line_endings' | 'trailing_space' | 'indentation';

export interface EditRequest {
  path: string;
  old_string: string;
  new_string: string;
  replace_all?: boolean | undefined;
}

export interface EditOutcome {
  text: string;
  strategy: MatchStrategy;
  occurrences: number;
}

interface Hit {
  start: number;
  end: number;
  replacement: string;
}

/**
 * @throws AppError `no_match`, `ambiguous_match` (with the line numbers) or `invalid_arguments` when nothing would change. `data` says the same as
 * `problem`, for tools that have words of their own.
 */
export function applyEdit(original: string, edit: EditRequest): EditOutcome {
  if (edit.old_string === edit.new_string) {
    throw new AppError('invalid_arguments', 'old_string and new_string are the same. No changes to make.', { data: { problem: 'same' } });
  }
  const finders: [MatchStrategy, (text: string, edit: EditRequest) => Hit[]][] = [
    ['exact', exactHits], ['line_endings', lineEndingHits], ['trailing_space', trailingSpaceHits], ['indentation', indentationHits],
  ];
  for (const [strategy, find] of finders) {
    const hits = find(original, edit);
    if (hits.length === 0) continue;
    if (hits.length > 1 && !edit.replace_all) throw ambiguous(original, edit, hits);
    const text = spliced(original, hits);
    if (text === original) {
      throw new AppError('invalid_arguments', 'The edit changes nothing: the file already has the new text there. No changes to make.', { data: { problem: 'same' } });
    }
    return { text, strategy, occurrences: hits.length };
  }
  const hint = closest(original, edit);
  throw new AppError('no_match', `Edit failed: old_string not found in file. ${edit.path}: tried ${TRIED}.${hint} Re-read the file and copy the text exactly.`,
    { data: { problem: 'not_found', path: edit.path, hint } });
}

/** How the text is looked for, in order. */
export const TRIED = 'exact, line endings, trailing spaces, indentation';

function spliced(text: string, hits: readonly Hit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const hit of hits) {
    parts.push(text.slice(at, hit.start), hit.replacement);
    at = hit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** A byte order mark stays what the file begins with, whether the edit names it or not. */
function exactHits(text: string, { old_string, new_string }: EditRequest): Hit[] {
  const wanted = withoutMark(old_string);
  if (wanted === '') return [];
  const hits: Hit[] = [];
  const replacement = withLineEndingsOf(text, withoutMark(new_string));
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    // Half a CRLF would leave its carriage return behind.
    const start = wanted.startsWith('\n') && text[at - 1] === '\r' ? at - 1 : at;
    hits.push({ start, end: at + wanted.length, replacement });
  }
  return hits;
}

/** The file has CRLF, the model writes none, or the other way round. */
function lineEndingHits(text: string, edit: EditRequest): Hit[] {
  const wanted = toLf(edit.old_string);
  if (!text.includes('\r\n') && wanted === edit.old_string) return [];
  // Positions in the text without these carriage returns, mapped back below, so that mixed endings elsewhere stay as they are.
  const removed: number[] = [];
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) removed.push(at - removed.length);
  const plain = toLf(text);
  const replacement = withLineEndingsOf(text, withoutMark(edit.new_string));
  let before = 0;
  return exactHits(plain, { ...edit, old_string: wanted }).map((hit) => {
    // A carriage return whose line feed is the first or the last character of the hit goes with it.
    while (before < removed.length && removed[before]! < hit.start) before++;
    let until = before;
    while (until < removed.length && removed[until]! < hit.end) until++;
    const found = { start: hit.start + before, end: hit.end + until, replacement };
    before = until;
    return found;
  });
}

function trailingSpaceHits(text: string, edit: EditRequest): Hit[] {
  const replacement = withLineEndingsOf(text, withoutMark(edit.new_string));
  return lineHits(text, edit, trimEnd, () => replacement);
}

/** The block is there with all of its lines indented more or less by the same amount; the new text is moved likewise. */
function indentationHits(text: string, edit: EditRequest): Hit[] {
  return lineHits(text, edit, (line) => trimEnd(line).replace(/^[ \t]+/, ''), (found, wanted) => {
    const shift = uniformShift(found, wanted);
    if (shift === undefined) return undefined;
    const moved = toLf(withoutMark(edit.new_string)).split('\n').map((line) => shiftLine(line, shift));
    return moved.includes(undefined) ? undefined : withLineEndingsOf(text, moved.join('\n'));
  });
}

/** Hits of whole lines, compared after `key`; a replacement of undefined means that this place does not count. */
function lineHits(text: string, edit: EditRequest, key: (line: string) => string, replacement: (found: string[], wanted: string[]) => string | undefined): Hit[] {
  const old = toLf(withoutMark(edit.old_string));
  const wantsNewline = old.endsWith('\n');
  const wanted = (wantsNewline ? old.slice(0, -1) : old).split('\n');
  if (wanted.every((line) => line.trim() === '')) return [];
  const mark = text.length - withoutMark(text).length;
  const lines = text.slice(mark).split('\n');
  const starts: number[] = [];
  let position = mark;
  for (const line of lines) {
    starts.push(position);
    position += line.length + 1;
  }
  const keys = lines.map(key);
  const wantedKeys = wanted.map(key);
  const hits: Hit[] = [];
  for (let at = 0; at + wanted.length <= lines.length; at++) {
    if (!wantedKeys.every((line, index) => keys[at + index] === line)) continue;
    const last = at + wanted.length - 1;
    if (wantsNewline && last === lines.length - 1) continue;
    const found = lines.slice(at, last + 1);
    const put = replacement(found.map((line) => line.replace(/\r$/, '')), wanted);
    if (put === undefined) continue;
    const lastLine = lines[last]!;
    const end = wantsNewline ? starts[last + 1]! : starts[last]! + lastLine.length - (lastLine.endsWith('\r') ? 1 : 0);
    hits.push({ start: starts[at]!, end, replacement: put });
    at = last;
  }
  return hits;
}

/** Without blanks at the end; not `trimEnd()`, which also takes what people mean, such as a no-break space. */
function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && ' \t\r'.includes(line[end - 1]!)) end--;
  return line.slice(0, end);
}

interface Shift { add: string; remove: string }

function uniformShift(found: readonly string[], wanted: readonly string[]): Shift | undefined {
  let shift: Shift | undefined;
  for (let at = 0; at < found.length; at++) {
    if (wanted[at]!.trim() === '') continue;
    const have = /^[ \t]*/.exec(found[at]!)![0];
    const want = /^[ \t]*/.exec(wanted[at]!)![0];
    const step = have.endsWith(want) ? { add: have.slice(0, have.length - want.length), remove: '' }
      : want.endsWith(have) ? { add: '', remove: want.slice(0, want.length - have.length) } : undefined;
    if (!step || (shift && (shift.add !== step.add || shift.remove !== step.remove))) return undefined;
    shift = step;
  }
  return shift;
}

function shiftLine(line: string, { add, remove }: Shift): string | undefined {
  if (line.trim() === '') return line;
  if (remove === '') return add + line;
  return line.startsWith(remove) ? line.slice(remove.length) : undefined;
}

function ambiguous(text: string, edit: EditRequest, hits: readonly Hit[]): AppError {
  const lines = lineNumbers(text, hits.slice(0, MAX_LISTED));
  const more = hits.length > MAX_LISTED ? ` and ${hits.length - MAX_LISTED} more` : '';
  const where = `at lines ${lines.join(', ')}${more}`;
  return new AppError(
    'ambiguous_match',
    `Edit failed: old_string found ${hits.length} times in file. ${edit.path}, ${where}. Add surrounding lines to make it unique, or set replace_all.`,
    { data: { problem: 'ambiguous', path: edit.path, count: hits.length, where, lines } },
  );
}

/** Line numbers that an error names. */
const MAX_LISTED = 20;

/** Points to the line that the edit probably begins at, which saves a whole read. */
function closest(text: string, edit: EditRequest): string {
  const first = edit.old_string.split('\n').find((line) => line.trim() !== '')?.trim();
  if (first === undefined) return '';
  const at = text.split('\n').findIndex((line) => line.trim() === first);
  return at < 0 ? '' : ` Its first line is at line ${at + 1}, but what follows differs.`;
}

function lineNumbers(text: string, hits: readonly Hit[]): number[] {
  let line = 1;
  let at = text.indexOf('\n');
  return hits.map(({ start }) => {
    for (; at >= 0 && at < start; at = text.indexOf('\n', at + 1)) line++;
    return line;
  });
}

function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** New text takes the file's prevailing line ending; a file without line breaks has none to take. */
function withLineEndingsOf(file: string, text: string): string {
  if (!text.includes('\n') || !file.includes('\n')) return text;
  return prevailingEol(file) === '\r\n' ? toLf(text).replaceAll('\n', '\r\n') : toLf(text);
}
