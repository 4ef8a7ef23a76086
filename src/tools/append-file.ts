import * as z from 'zod';
import { firstText } from './summary.ts';
import { defineTool, pathField } from './tool.ts';

export const appendFile = defineTool({
  name: 'append_file',
  description: 'Add text to the end of a file that exists. It is added exactly as given: no newline before it or after it.',
  toolset: 'files',
  permission: 'write',
  input: z.strictObject({ path: pathField, content: z.string().describe('The text to add.') }),
  examples: [{ path: 'app.log', content: '[2024-01-01] User logged in\n' }],
  card: { icon: 'file-pen', body: 'diff', summary: firstText('path') },
  async run(input, { sandbox, signal }) {
    const appended = await sandbox.host.call('append', input, { signal });
    return {
      message: 'text appended',
      output: `text appended: ${appended.rel_path} (${appended.bytes_written} bytes, now ${appended.size})`,
      metadata: appended,
    };
  },
});
