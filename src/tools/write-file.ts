import * as z from 'zod';
import { firstText } from './summary.ts';
import { defineTool, pathField } from './tool.ts';

const content = z.string().describe('The whole content; may be empty.');

export const writeFile = defineTool({
  name: 'write_file',
  description: 'Create a file or overwrite it completely. Missing folders are created. To change part of a file, use edit_file.',
  toolset: 'files',
  permission: 'write',
  input: z.strictObject({
    path: pathField,
    content,
    final_newline: z.enum(['ensure', 'preserve']).optional().describe('"ensure" (default) adds a newline at the end when it is missing; "preserve" writes exactly what is given.'),
  }),
  examples: [{ path: 'src/config.json', content: '{"key": "value"}\n' }],
  aliases: [
    {
      name: 'write',
      description: 'Write content to a file. Creates the file if it does not exist, overwrites if it does. Automatically creates parent directories.',
      input: z.strictObject({ path: pathField, content }),
      examples: [{ path: 'notes.txt', content: 'text' }],
      map: (args) => args,
    },
    {
      name: 'file_write',
      description: 'Write a file, creating parent directories.',
      input: z.strictObject({ file_path: pathField, content }),
      examples: [{ file_path: 'lib/app.ex', content: 'defmodule App do\nend\n' }],
      map: ({ file_path: path, ...rest }) => ({ ...rest, ...(path === undefined ? {} : { path }) }),
    },
  ],
  card: { icon: 'file-plus', body: 'diff', summary: firstText('path') },
  async run({ path, content: text, final_newline }, { sandbox, signal, called_as }) {
    const rule = final_newline ?? (called_as === 'write_file' ? 'ensure' : 'preserve');
    const written = await sandbox.host.call('write', { path, content: text, final_newline: rule }, { signal });
    const said = `file ${written.created ? 'created' : 'written'}: ${written.rel_path} (${written.bytes_written} bytes, +${written.added} -${written.removed} lines)`;
    return {
      message: 'file written',
      output: called_as === 'write' ? `Successfully wrote ${written.bytes_written} bytes to ${path}` : said,
      metadata: written,
    };
  },
});
