import * as z from 'zod';
import { listed } from './summary.ts';
import { defineTool, pathField } from './tool.ts';

export const multiEditFile = defineTool({
  name: 'multi_edit_file',
  description:
    'Replace texts in one or several files as one change: either all edits are made, or none. Each old_string has to occur exactly once in its file, unless replace_all is set; '
    + 'edits of the same file follow each other. An empty old_string creates a file that is not there.',
  toolset: 'files',
  permission: 'write',
  input: z.strictObject({
    edits: z.array(z.strictObject({
      path: pathField,
      old_string: z.string().describe('The text to replace; empty to create the file.'),
      new_string: z.string(),
      replace_all: z.boolean().default(false),
    })).min(1),
  }),
  examples: [{
    edits: [
      { path: 'src/file1.py', old_string: 'from utils import helper', new_string: 'from utils.helpers import helper' },
      { path: 'src/file2.py', old_string: 'from utils import helper', new_string: 'from utils.helpers import helper' },
    ],
  }],
  card: { icon: 'file-pen', body: 'diff', summary: ({ edits }) => listed(edits, 'path') },
  async run({ edits }, { sandbox, signal }) {
    const { files } = await sandbox.host.call('edit', { edits, final_newline: 'ensure' }, { signal });
    const edited_files = files.map((file) => file.path);
    const summary = `Successfully edited ${files.length} file(s):\n${edited_files.map((path) => `  - ${path}`).join('\n')}`;
    return {
      message: `Successfully edited ${files.length} file(s)`,
      output: summary,
      metadata: {
        successful_edits: edits.length, failed_edits: 0, total_edits: edits.length, edited_files, summary,
        files: files.map(({ diff: _diff, ...file }) => file), diff: files.map((file) => file.diff).join(''),
      },
    };
  },
});
