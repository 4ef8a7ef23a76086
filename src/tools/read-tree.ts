import * as z from 'zod';
import { defineTool } from './tool.ts';

export const readTree = defineTool({
  name: 'read_tree',
  description: 'List files and folders of the project, without what .gitignore names and without node_modules. Folders end with a slash.',
  toolset: 'files',
  permission: 'read',
  input: z.strictObject({
    path: z.string().min(1).default('.').describe('Folder to begin in.'),
    max_depth: z.int().min(1).max(64).default(4).describe('Levels below that folder.'),
    limit: z.int().min(1).max(5000).default(500).describe('Entries per page.'),
    cursor: z.string().min(1).optional().describe('next_cursor of the page before; leave all other arguments unchanged.'),
  }),
  async run({ cursor, ...input }, { sandbox, signal }) {
    const page = await sandbox.host.call('tree', { ...input, ...(cursor === undefined ? {} : { cursor }) }, { signal });
    const lines = page.entries.map((entry) => (entry.type === 'dir' ? `${entry.path}/` : entry.path));
    const rest = page.truncated ? `\n[${lines.length} of ${page.total} entries shown. Use cursor=${JSON.stringify(page.next_cursor)} to continue.]` : '';
    return {
      message: `${lines.length} entries`,
      output: (lines.join('\n') || '(empty directory)') + rest,
      metadata: { entries: page.entries },
      bounds: {
        returned: lines.length, truncated: page.truncated,
        ...(page.total === undefined ? {} : { total: page.total }), ...(page.next_cursor === undefined ? {} : { next_cursor: page.next_cursor }),
      },
    };
  },
});
