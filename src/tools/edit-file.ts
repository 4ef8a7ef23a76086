import * as z from 'zod';
import { defineTool, pathField } from './tool.ts';

export const editFile = defineTool({
  name: 'edit_file',
  description:
    'Replace text in a file. old_string has to occur exactly once, with enough surrounding lines to be unique, unless replace_all is set. '
    + 'Copy it from the file as it is, without line numbers. An empty old_string creates the file if there is none.',
  toolset: 'files',
  permission: 'write',
  input: z.strictObject({
    path: pathField,
    old_string: z.string().describe('The text to replace.'),
    new_string: z.string().describe('The text to put in its place.'),
    replace_all: z.boolean().default(false),
  }),
  async run({ path, old_string, new_string, replace_all }, { sandbox, signal }) {
    const { files } = await sandbox.host.call('edit', { edits: [{ path, old_string, new_string, replace_all }], final_newline: 'preserve' }, { signal });
    const file = files[0]!;
    const operation = file.created ? 'create' : new_string === '' ? 'remove' : 'replace';
    const how = file.match_strategy === 'exact' || file.match_strategy === 'create' ? '' : ` (matched after adapting ${file.match_strategy.replace('_', ' ')})`;
    return {
      message: `${file.created ? 'Created' : 'Updated'} ${file.path}: +${file.added} -${file.removed} lines${how}`,
      output: `${file.created ? 'Created' : 'Updated'} file: ${file.path}, +${file.added} lines, -${file.removed} lines${how}\n${file.diff}`,
      metadata: { ...file, operation },
    };
  },
});
