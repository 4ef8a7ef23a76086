import * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import { MAX_PATCH_TEXT, runPatch } from './apply-patch.ts';
import { editError, editSummary } from './edit-words.ts';
import { firstText } from './summary.ts';
import { defineTool, pathField } from './tool.ts';
import type { ToolContext, ToolOutput } from './tool.ts';

const input = z.strictObject({
  path: pathField,
  old_string: z.string().optional().describe('The text to replace. Empty: create the file, if there is none.'),
  new_string: z.string().optional().describe('The text to put in its place.'),
  content: z.string().optional().describe('Instead of both: <old>text to replace</old><new>text in its place</new>'),
  replace_all: z.boolean().default(false),
}).superRefine(oneForm('edit_file', 'content', 'old_string', 'new_string'));

type EditInput = z.output<typeof input>;

export const editFile = defineTool({
  name: 'edit_file',
  description:
    'Replace text in a file. old_string has to occur exactly once, with enough surrounding lines to be unique, unless replace_all is set. '
    + 'Copy it from the file as it is, without line numbers. An empty old_string creates the file if there is none.',
  toolset: 'files',
  permission: 'write',
  input,
  examples: [{ path: 'src/utils.py', old_string: 'return x + y', new_string: 'return x * y' }, { path: 'src/main.py', content: '<old>DEBUG = True</old><new>DEBUG = False</new>' }],
  aliases: [
    {
      name: 'edit',
      description: 'Edit a file by replacing exact text. The oldText must match exactly, and only once. Use this for precise, surgical edits.',
      input: z.strictObject({
        path: pathField,
        oldText: z.string().min(1).describe('Exact text to find and replace.'),
        newText: z.string().describe('New text to replace the old text with.'),
      }),
      examples: [{ path: 'src/main.ts', oldText: 'const a = 1;', newText: 'const a = 2;' }],
      map: ({ oldText: old_string, newText: new_string, ...rest }) => ({ ...rest, ...given({ old_string, new_string }) }),
    },
    {
      name: 'edit_code',
      description: 'Change one file by a unified diff (patch), or replace old_text, which has to occur exactly once, by new_text.',
      input: z.strictObject({
        path: pathField.describe('Path to file being patched'),
        patch: z.string().optional().describe('Unified diff in git format; it may change this file only'),
        old_text: z.string().optional(),
        new_text: z.string().optional(),
      }).superRefine(oneForm('edit_code', 'patch', 'old_text', 'new_text')),
      examples: [{ path: 'src/main.go', patch: '--- a/src/main.go\n+++ b/src/main.go\n@@ -10 +10 @@\n-\told code\n+\tnew code\n' }],
      // A patch comes in the field `content`, which this name does not have otherwise.
      map: ({ patch: content, old_text: old_string, new_text: new_string, ...rest }) => ({ ...rest, ...given({ content, old_string, new_string }) }),
    },
    {
      name: 'file_edit',
      description: 'Replace text in a file. old_string must be unique unless replace_all is set.',
      input: z.strictObject({ file_path: pathField, old_string: z.string().min(1), new_string: z.string(), replace_all: z.boolean().optional() }),
      examples: [{ file_path: 'lib/app.ex', old_string: 'old', new_string: 'new' }],
      map: ({ file_path: path, ...rest }) => ({ ...rest, ...given({ path }) }),
    },
  ],
  card: { icon: 'file-pen', body: 'diff', summary: firstText('path') },
  async run(edit, context) {
    if (context.called_as === 'edit_code' && edit.content !== undefined) return runPatch(edit.content, edit.path, context);
    try {
      return await replace(edit, context);
    } catch (error) {
      throw editError(error, context.called_as);
    }
  },
});

async function replace({ path, old_string, new_string, content, replace_all }: EditInput, { sandbox, signal, called_as }: ToolContext): Promise<ToolOutput> {
  const texts = content === undefined ? { old_string: old_string!, new_string: new_string! } : { content };
  if ((content ?? '').length > MAX_PATCH_TEXT) throw new AppError('too_large', 'content is too large (max 10MB)');
  const final_newline = called_as === 'edit_file' ? 'ensure' : 'preserve';
  const { files } = await sandbox.host.call('edit', { edits: [{ path, ...texts, replace_all }], final_newline }, { signal });
  const file = files[0]!;
  const operation = file.created ? 'create' : file.added === 0 ? 'remove' : 'replace';
  const how = file.match_strategy === 'exact' || file.match_strategy === 'create' ? '' : ` (matched after adapting ${file.match_strategy.replace('_', ' ')})`;
  const summary = editSummary(file);
  return {
    message: `${file.created ? 'Created' : 'Updated'} ${file.path}: +${file.added} -${file.removed} lines${how}`,
    output: `${file.created ? 'Created' : 'Updated'} file: ${file.path}, +${file.added} lines, -${file.removed} lines${how}\n${file.diff}`,
    metadata: { ...file, operation, replace_all, summary },
  };
}

/** The rule of the two forms: the texts in one field or in two. An edit of which nothing is given asks for the field that its document has. */
function oneForm(name: string, whole: string, old: string, new_: string): (value: Record<string, unknown>, context: z.RefinementCtx) => void {
  return (value, context) => {
    const [both, missing] = [value[whole] !== undefined, [old, new_].filter((field) => value[field] === undefined)];
    if (both && missing.length < 2) context.addIssue({ code: 'custom', message: `${name} takes either ${whole}, or ${old} and ${new_}` });
    if (both || missing.length === 0) return;
    const asked = missing.length === 2 && name === 'edit_code' ? [whole] : missing;
    context.addIssue({ code: 'custom', message: `${name} requires ${asked.join(', ')}`, params: { missing: asked } });
  };
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
