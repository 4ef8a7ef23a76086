import * as z from 'zod';
import { defineTool, pathField } from './tool.ts';

export const writeFile = defineTool({
  name: 'write_file',
  description: 'Create a file or overwrite it completely. Missing folders are created. The content is written exactly as given. To change part of a file, use edit_file.',
  toolset: 'files',
  permission: 'write',
  input: z.strictObject({
    path: pathField,
    content: z.string().describe('The whole content; may be empty.'),
    final_newline: z.enum(['ensure', 'preserve']).default('preserve').describe('"ensure" adds a newline at the end when it is missing.'),
  }),
  async run(input, { sandbox, signal }) {
    const written = await sandbox.host.call('write', input, { signal });
    const message = written.created ? 'file created' : 'file written';
    return {
      message,
      output: `${message}: ${written.rel_path} (${written.bytes_written} bytes, +${written.added} -${written.removed} lines)`,
      metadata: written,
    };
  },
});
