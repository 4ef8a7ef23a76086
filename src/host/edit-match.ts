/**
 * Finds the text that an edit means. Each step is tried on the whole file and has to be unambiguous; what is found is spliced into the
 * original text, so that lines outside the edit stay byte-identical. There is no similarity matching: it replaces the wrong function.
 */
import { AppError } from '../shared/errors.ts';

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

/** @throws AppError `no_match`, `ambiguous_match` (with the line numbers) or `invalid_arguments` when nothing would change. */
export function applyEdit(original: string, edit: EditRequest): EditOutcome {
  if (edit.old_string === edit.new_string) {
    throw new AppError('invalid_arguments', 'old_string and new_string are the same. No changes to make.');
  }
  const finders: [MatchStrategy, (text: string, edit: EditRequest) => Hit[]][] = [
    ['exact', exactHits], ['line_endings', lineEndingHits], ['trailing_space', trailingSpaceHits], ['indentation', indentationHits],
  ];
  for (const [strategy, find] of finders) {
    const hits = find(original, edit);
    if (hits.length === 0) continue;
    if (hits.length > 1 && !edit.replace_all) throw ambiguous(original, edit, hits);
    let text = original;
    for (const hit of [...hits].reverse()) text = text.slice(0, hit.start) + hit.replacement + text.slice(hit.end);
    if (text === original) throw new AppError('invalid_arguments', 'The edit changes nothing: the file already has the new text there.');
    return { text, strategy, occurrences: hits.length };
  }
  throw new AppError('no_match', `old_string not found in ${edit.path} (tried exact, line endings, trailing spaces, indentation).${closest(original, edit)} Re-read the file and copy the text exactly.`);
}

function exactHits(text: string, { old_string, new_string }: EditRequest): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf(old_string); at >= 0; at = text.indexOf(old_string, at + old_string.length)) {
    hits.push({ start: at, end: at + old_string.length, replacement: withLineEndingsOf(text, new_string) });
  }
  return hits;
}

/** The file has CRLF or a byte order mark, the model writes neither. */
function lineEndingHits(text: string, edit: EditRequest): Hit[] {
  const wanted = toLf(edit.old_string).replace(/^\ufeff/, '');
  if (!text.includes('\r\n') && wanted === edit.old_string) return [];
  // Positions in the text without carriage returns are mapped back, so that mixed endings elsewhere stay as they are.
  const map: number[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\r' && text[at + 1] === '\n') continue;
    map.push(at);
    plain += text[at];
  }
  map.push(text.length);
  return exactHits(plain, { ...edit, old_string: wanted }).map((hit) => ({
    start: map[hit.start]! - (plain[hit.start] === '\n' && text[map[hit.start]! - 1] === '\r' ? 1 : 0),
    end: map[hit.end - 1]! + 1,
    replacement: withLineEndingsOf(text, toLf(edit.new_string)),
  }));
}

function trailingSpaceHits(text: string, edit: EditRequest): Hit[] {
  return lineHits(text, edit, (line) => line.trimEnd(), () => withLineEndingsOf(text, toLf(edit.new_string)));
}

/** The block is there with all of its lines indented more or less by the same amount; the new text is moved likewise. */
function indentationHits(text: string, edit: EditRequest): Hit[] {
  return lineHits(text, edit, (line) => line.trim(), (found, wanted) => {
    const shift = uniformShift(found, wanted);
    if (shift === undefined) return undefined;
    const moved = toLf(edit.new_string).split('\n').map((line) => shiftLine(line, shift));
    return moved.includes(undefined) ? undefined : withLineEndingsOf(text, moved.join('\n'));
  });
}

/** Hits of whole lines, compared after `key`; a replacement of undefined means that this place does not count. */
function lineHits(text: string, edit: EditRequest, key: (line: string) => string, replacement: (found: string[], wanted: string[]) => string | undefined): Hit[] {
  const wantsNewline = edit.old_string.endsWith('\n');
  const wanted = toLf(wantsNewline ? edit.old_string.replace(/\r?\n$/, '') : edit.old_string).split('\n');
  if (wanted.every((line) => line.trim() === '')) return [];
  const lines = text.split('\n');
  const starts: number[] = [];
  let position = 0;
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
    const text_ = replacement(found.map((line) => line.replace(/\r$/, '')), wanted);
    if (text_ === undefined) continue;
    const lastLine = lines[last]!;
    const end = wantsNewline ? starts[last + 1]! : starts[last]! + lastLine.length - (lastLine.endsWith('\r') ? 1 : 0);
    hits.push({ start: starts[at]!, end, replacement: text_ });
    at = last;
  }
  return hits;
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
  const lines = hits.map((hit) => lineNumber(text, hit.start));
  return new AppError(
    'ambiguous_match',
    `old_string found ${hits.length} times in ${edit.path}, at lines ${lines.join(', ')}. Add surrounding lines to make it unique, or set replace_all.`,
    { data: { lines } },
  );
}

/** Points to the line that the edit probably begins at, which saves a whole read. */
function closest(text: string, edit: EditRequest): string {
  const first = edit.old_string.split('\n').find((line) => line.trim() !== '')?.trim();
  if (first === undefined) return '';
  const at = text.split('\n').findIndex((line) => line.trim() === first);
  return at < 0 ? '' : ` Its first line is at line ${at + 1}, but what follows differs.`;
}

function lineNumber(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function toLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** New text takes the file's prevailing line ending. */
function withLineEndingsOf(file: string, text: string): string {
  const crlf = file.split('\r\n').length - 1;
  const lf = file.split('\n').length - 1 - crlf;
  return crlf > lf ? toLf(text).replaceAll('\n', '\r\n') : text;
}
