/** One or several edits as one change: everything is worked out in memory first, and a failing write puts back what was written. */
import { promises as fs } from 'node:fs';
import { fileDiff } from '../../git/diff/unified.ts';
import { AppError } from '../../shared/errors.ts';
import { applyEdit } from '../edit-match.ts';
import { decodeText, readBytes, withFinalNewline, writeAtomic } from '../text-file.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Operation, OperationContext } from '../operation.ts';
import type { HostParams, HostResult } from '../protocol.ts';

interface Draft {
  rel: string;
  full: string;
  before: string | null;
  text: string;
  strategy: HostResult<'edit'>['files'][number]['match_strategy'];
  occurrences: number;
}

export const editFiles: Operation<'edit'> = async ({ edits, final_newline }, context) => {
  const drafts = new Map<string, Draft>();
  for (const edit of edits) {
    const place = await realPlaceOf(context.workspace, edit.path);
    const draft = drafts.get(place.path) ?? (await startDraft(edit, context));
    drafts.set(place.path, draft);
    if (draft.before === null && draft.occurrences === 0) {
      draft.text = edit.new_string;
      draft.occurrences = 1;
      continue;
    }
    const outcome = applyEdit(draft.text, edit);
    draft.text = outcome.text;
    draft.strategy = outcome.strategy;
    draft.occurrences += outcome.occurrences;
  }
  for (const draft of drafts.values()) draft.text = withFinalNewline(draft.text, final_newline);
  await writeAll([...drafts.values()], context);
  return { files: [...drafts.values()].map(report) };
};

/** An empty `old_string` creates the file, only where there is none. */
async function startDraft(edit: HostParams<'edit'>['edits'][number], { workspace }: OperationContext): Promise<Draft> {
  const place = await realPlaceOf(workspace, edit.path);
  const draft = { rel: place.rel, full: place.path, occurrences: 0 };
  if (edit.old_string === '') {
    const exists = await fs.lstat(place.path).then(() => true, () => false);
    if (exists) throw new AppError('already_exists', `File already exists: ${edit.path}. An empty old_string creates a file; give the text to replace.`);
    return { ...draft, before: null, text: '', strategy: 'create' };
  }
  const { bytes } = await readBytes(workspace, edit.path);
  const text = decodeText(bytes, edit.path);
  return { ...draft, before: text, text, strategy: 'exact' };
}

async function writeAll(drafts: readonly Draft[], { workspace }: OperationContext): Promise<void> {
  const written: Draft[] = [];
  try {
    for (const draft of drafts) {
      await writeAtomic(workspace, draft.full, draft.text);
      written.push(draft);
    }
  } catch (error) {
    for (const draft of written) {
      if (draft.before === null) await fs.rm(draft.full, { force: true });
      else await writeAtomic(workspace, draft.full, draft.before);
    }
    throw error;
  }
}

function report(draft: Draft): HostResult<'edit'>['files'][number] {
  const diff = fileDiff(draft.rel, draft.before, draft.text);
  return {
    path: draft.rel, created: draft.before === null, match_strategy: draft.strategy, occurrences: draft.occurrences,
    added: diff.added, removed: diff.removed, bytes_written: Buffer.byteLength(draft.text), diff: diff.text,
  };
}
