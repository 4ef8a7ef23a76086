import * as z from 'zod';
import { linesWithin, LIST_BYTES } from './search/bytes.ts';
import { paging } from './search/paging.ts';
import { defineTool } from './tool.ts';

export const ls = defineTool({
  name: 'ls',
  description: 'List what lies in one folder, by name; folders end with a slash, and names that begin with a dot are included.',
  toolset: 'files',
  permission: 'read',
  input: z.strictObject({
    path: z.string().min(1).default('.').describe('Folder to list.'),
    limit: z.int().min(1).max(10_000).default(500).describe('Most entries to return.'),
  }),
  examples: [{ path: 'src' }],
  aliases: [{
    name: 'directory_list',
    input: z.strictObject({ path: z.string().min(1).optional() }),
    map: (args) => args,
  }],
  card: { icon: 'folder', body: 'list', summary: ({ path }) => String(path ?? '.') },
  async run(input, { sandbox, signal, called_as }) {
    const found = await sandbox.host.call('ls', input, { signal });
    const names = found.entries.map(({ name, type }) => (type === 'dir' ? `${name}/` : name));
    const fitting = linesWithin(names, LIST_BYTES);
    const full = fitting < names.length;
    const { path, rel_path, total } = found;
    const entries = found.entries.slice(0, fitting);
    const { bounds, note } = paging(called_as, { returned: entries.length, total, truncated: found.truncated || full, full, unit: 'entries', narrow: 'List a folder below it' });
    return {
      message: `${entries.length} entries`,
      output: (names.slice(0, fitting).join('\n') || '(empty directory)') + note,
      metadata: { path, rel_path, entries },
      bounds,
    };
  },
});
