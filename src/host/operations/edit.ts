/** One or several edits as one change: everything is worked out in memory first, and written whole or not at all. */
import { promises as fs } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { changeFiles } from '../change-files.ts';
import { chooseSplit } from '../edit-content.ts';
import { applyEdit } from '../edit-match.ts';
import { oneWriter } from '../one-writer.ts';
import { boundedDiff, decodeText, linkTarget, readBytes, withFinalNewline } from '../text-file.ts';
import { realPlaceOf } from '../workspace.ts';
import type { EditRequest } from '../edit-match.ts';
import type { Operation, OperationContext } from '../operation.ts';
import type { HostParams, HostResult } from '../protocol.ts';

type GivenEdit = HostParams<'edit'>['edits'][number];

interface Draft {
  rel: string;
  /** Where the links in its path lead: two names of one file are one draft. */
  target: string;
  before: string | null;
  text: string;
  strategy: HostResult<'edit'>['files'][number]['match_strategy'];
  occurrences: number;
}

export const editFiles: Operation<'edit'> = ({ edits, final_newline }, context) => oneWriter(context.signal, async () => {
  const drafts = new Map<string, Draft>();
  for (const [index, edit] of edits.entries()) {
    try {
      await addEdit(edit, drafts, context);
    } catch (error) {
      throw edits.length === 1 ? error : inTransaction(error, index, edit.path);
    }
  }
  for (const draft of drafts.values()) draft.text = withFinalNewline(draft.text, final_newline);
  await changeFiles(context.workspace, [...drafts.values()].map(({ target, text }) => ({ path: target, content: text })));
  return { files: [...drafts.values()].map(report) };
});

async function addEdit(given: GivenEdit, drafts: Map<string, Draft>, context: OperationContext): Promise<void> {
  const place = await realPlaceOf(context.workspace, given.path);
  const target = await linkTarget(place.path);
  const known = drafts.get(target);
  const creates = 'old_string' in given && given.old_string === '';
  const draft = known ?? { rel: place.rel, target, occurrences: 0, ...(creates ? { before: null, text: '', strategy: 'create' as const } : await existing(given.path, context)) };
  drafts.set(target, draft);
  if (creates) {
    // Also where an earlier edit of this call has created it.
    if (known || await fs.lstat(place.path).then(() => true, () => false)) {
      throw new AppError('already_exists', `File already exists: ${given.path}. An empty old_string creates a file; give the text to replace.`);
    }
    draft.text = given.new_string;
    draft.occurrences = 1;
    return;
  }
  const edit: EditRequest = 'content' in given ? { ...given, ...chooseSplit(given.content, draft.text) } : given;
  const outcome = applyEdit(draft.text, edit);
  draft.text = outcome.text;
  if (draft.strategy !== 'create') draft.strategy = outcome.strategy;
  draft.occurrences += outcome.occurrences;
}

async function existing(path: string, { workspace }: OperationContext): Promise<Pick<Draft, 'before' | 'text' | 'strategy'>> {
  try {
    const { bytes } = await readBytes(workspace, path);
    const text = decodeText(bytes, path);
    return { before: text, text, strategy: 'exact' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    const [said, hint] = error.message.split(/(?<=\.) (?=Did you mean)/);
    throw new AppError('not_found', `${said!.replace(/\.?$/, '.')} Cannot edit non-existent file.${hint === undefined ? '' : ` ${hint}`}`, error.data === undefined ? {} : { data: error.data });
  }
}

function inTransaction(error: unknown, index: number, path: string): unknown {
  if (!(error instanceof AppError)) return error;
  return new AppError(error.code, `edits[${index}] (${path}): ${error.message} Nothing was changed.`, error.data === undefined ? {} : { data: error.data });
}

function report(draft: Draft): HostResult<'edit'>['files'][number] {
  const diff = boundedDiff(draft.rel, draft.before, draft.text);
  return {
    path: draft.rel, created: draft.before === null, match_strategy: draft.strategy, occurrences: draft.occurrences,
    added: diff.added, removed: diff.removed, bytes_written: Buffer.byteLength(draft.text), diff: diff.text,
  };
}
