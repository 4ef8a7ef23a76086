import * as z from 'zod';
import { withinMinute } from './search/deadline.ts';
import { paging } from './search/paging.ts';
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
  examples: [{ path: 'src', max_depth: 3, limit: 100 }],
  card: { icon: 'folder', body: 'list', summary: ({ path }) => String(path ?? '.') },
  async run({ cursor, ...input }, { sandbox, signal, called_as }) {
    const { entries, truncated, total, next_cursor } = await withinMinute(signal, (limited) => sandbox.host.call('tree', { ...input, ...(cursor === undefined ? {} : { cursor }) }, { signal: limited }));
    const { bounds, note } = paging(called_as, { returned: entries.length, total, truncated, next_cursor, unit: 'entries', narrow: 'List a folder below it' });
    return {
      message: `${entries.length} entries`,
      output: (entries.map((entry) => (entry.type === 'dir' ? `${entry.path}/` : entry.path)).join('\n') || '(empty directory)') + note,
      metadata: { entries },
      bounds,
    };
  },
});
