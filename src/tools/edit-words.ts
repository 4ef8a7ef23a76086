/** What the systems say about edits, each in the words of its own name. */
import { AppError } from '../shared/errors.ts';
import { isRecord } from '../shared/json.ts';

export interface EditCounts {
  created: boolean;
  added: number;
  removed: number;
}

/** The fifth document's summary. */
export function editSummary({ created, added, removed }: EditCounts): string {
  if (created) return `Created file: ${added} lines.`;
  if (added === removed) return `Updated file: ${added} lines modified.`;
  if (added === 0) return `Removed ${removed} lines.`;
  const total = added - removed;
  return `Updated file: +${added} lines, -${removed} lines, ${total > 0 ? '+' : ''}${total} lines total.`;
}

/** A match that failed, as the system of that name says it; the tool host speaks as `edit_file` does. */
export function editError(error: unknown, calledAs: string): unknown {
  if (!(error instanceof AppError) || !isRecord(error.data)) return error;
  const { problem, path, hint, count, where } = error.data;
  const said = (message: string): AppError => new AppError(error.code, message, { data: error.data! });
  const again = `${String(hint ?? '')} Re-read the file and copy the text exactly.`;
  if (calledAs === 'edit') {
    if (problem === 'not_found') return said(`Could not find the text in ${String(path)} (tried exact, line endings, trailing spaces, indentation).${again}`);
    if (problem === 'ambiguous') return said(`Found ${String(count)} occurrences of the text in ${String(path)}, ${String(where)}. The text must be unique: add surrounding lines.`);
    if (problem === 'same') return said('No changes made: oldText and newText are the same, or the file has the new text already.');
  }
  if (calledAs === 'edit_code') {
    if (problem === 'not_found') return said(`OLD text not found in ${String(path)} (tried exact, line endings, trailing spaces, indentation).${again}`);
    if (problem === 'ambiguous') return said(`OLD text found ${String(count)} times in ${String(path)}, ${String(where)}. Add surrounding lines to make it unique.`);
  }
  if (calledAs === 'file_edit') {
    if (problem === 'not_found') return said(`old_string not found in ${String(path)} (tried exact, line endings, trailing spaces, indentation).${again}`);
    if (problem === 'ambiguous') return said(`old_string appears ${String(count)} times. Use replace_all to replace all of them, or add surrounding lines (${String(path)}, ${String(where)}).`);
  }
  return error;
}
