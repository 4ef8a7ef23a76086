/**
 * atloop's way to keep long texts out of the JSON (S5): a field says `FILE_CONTENT_#1`, or a typed `WRITE_FILE_CONTENT_name`, and the text follows after the JSON:
 *
 *     ---(FILE_CONTENT_#1)---
 *     the text
 *     ---(FILE_CONTENT_#1)---
 *
 * The typed form has double parentheses and needs no end: it ends where the next one begins. A block's text is what is between the lines of its marks, without the
 * newline before the closing one.
 */

/** A field that stands for a block. */
const PLACEHOLDER = /^(?:FILE_CONTENT_#\d+|(?:WRITE_FILE_CONTENT|EDIT_FILE_CONTENT|APPEND_FILE_CONTENT|SHELL_COMMAND)_\S.*)$/;

const MARK = /^---(?:\(([^()\r\n]+)\)|\(\(([^()\r\n]+)\)\))---[ \t]*\r?$/;

/** The fields that may be placeholders, and the kind of block that each tool's typed ones name. */
const fields: Record<string, { field: string; kind: string }> = {
  write_file: { field: 'content', kind: 'WRITE_FILE_CONTENT' },
  edit_file: { field: 'content', kind: 'EDIT_FILE_CONTENT' },
  append_file: { field: 'content', kind: 'APPEND_FILE_CONTENT' },
  run: { field: 'cmd', kind: 'SHELL_COMMAND' },
};

/** The blocks by name, and the text without them. Of two blocks of one name, the later counts. */
export function takeBlocks(text: string): { rest: string; blocks: Map<string, string> } {
  const lines = text.split('\n');
  const blocks = new Map<string, string>();
  const rest: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const mark = MARK.exec(lines[at]!);
    const name = mark?.[1] ?? mark?.[2];
    if (name === undefined || !PLACEHOLDER.test(name)) {
      rest.push(lines[at]!);
      continue;
    }
    const end = endOf(lines, at + 1, name, mark![2] !== undefined);
    // A block of the first form that never ends may be an answer that was cut off: half a file must not be written.
    if (end === undefined) break;
    blocks.set(name, lines.slice(at + 1, end.at).join('\n').replace(/\r$/, ''));
    at = end.closed ? end.at : end.at - 1;
  }
  return { rest: rest.join('\n'), blocks };
}

function endOf(lines: readonly string[], from: number, name: string, typed: boolean): { at: number; closed: boolean } | undefined {
  let next: number | undefined;
  for (let at = from; at < lines.length; at++) {
    const mark = MARK.exec(lines[at]!);
    if (!mark) continue;
    if ((mark[1] ?? mark[2]) === name) return { at, closed: true };
    if (typed && next === undefined && mark[2] !== undefined && PLACEHOLDER.test(mark[2])) next = at;
  }
  if (!typed) return undefined;
  if (next !== undefined) return { at: next, closed: false };
  // The newline at the end of the answer is not the text's.
  return { at: lines.at(-1) === '' ? lines.length - 1 : lines.length, closed: false };
}

/** The placeholder in a call's arguments, if there is one. */
export function placeholderOf(name: string, args: Record<string, unknown>): { field: string; placeholder: string; problem?: string } | undefined {
  const known = fields[name];
  const value = known && args[known.field];
  if (!known || typeof value !== 'string' || !PLACEHOLDER.test(value)) return undefined;
  const kind = /^(?:WRITE_FILE_CONTENT|EDIT_FILE_CONTENT|APPEND_FILE_CONTENT|SHELL_COMMAND)(?=_)/.exec(value)?.[0];
  const wrong = kind !== undefined && kind !== known.kind;
  return { field: known.field, placeholder: value, ...(wrong ? { problem: `Placeholder type mismatch: tool '${name}' expects ${known.kind}, but got ${kind} placeholder '${value}'` } : {}) };
}
