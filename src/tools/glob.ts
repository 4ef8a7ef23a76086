import * as z from 'zod';
import { linesWithin, LIST_BYTES } from './search/bytes.ts';
import { withinMinute } from './search/deadline.ts';
import { paging } from './search/paging.ts';
import { defineTool } from './tool.ts';

export const glob = defineTool({
  name: 'glob',
  description: 'Find files by a glob pattern: "*.py" in the folder itself, "**/*.py" at any depth, "src/**/*.{ts,tsx}", "dir/[a-c]*". Leaves out what .gitignore names and node_modules, unless the pattern begins with that folder.',
  toolset: 'search',
  tags: ['find'],
  permission: 'read',
  input: z.strictObject({
    pattern: z.string().min(1),
    path: z.string().min(1).default('.').describe('Folder that the pattern is relative to.'),
    max_results: z.int().min(1).max(10_000).default(100),
    cursor: z.string().min(1).optional().describe('next_cursor of the page before; leave all other arguments unchanged.'),
  }),
  examples: [{ pattern: '**/*.ts' }],
  aliases: [
    {
      name: 'find',
      description: 'Find files by a glob pattern; a pattern without a slash means names at any depth. Respects .gitignore.',
      input: z.strictObject({ pattern: z.string().min(1), path: z.string().min(1).optional(), limit: z.int().min(1).max(10_000).optional().describe('Maximum number of results (default 1000).') }),
      examples: [{ pattern: '*.test.ts', path: 'src' }],
      map: ({ pattern, limit, ...rest }) => ({ pattern: typeof pattern === 'string' && !pattern.includes('/') ? `**/${pattern}` : pattern, ...rest, max_results: limit ?? 1000 }),
    },
    {
      name: 'file_search',
      description: 'Find files by a glob pattern (e.g. "**/*.ex"), the most recently changed first.',
      input: z.strictObject({ pattern: z.string().min(1), path: z.string().min(1).optional() }),
      examples: [{ pattern: '**/*.ex' }],
      map: (args) => args,
    },
  ],
  card: { icon: 'search', body: 'list', summary: ({ pattern }) => String(pattern ?? '') },
  async run({ pattern, path, max_results, cursor }, { sandbox, signal, called_as }) {
    const found = await withinMinute(signal, (limited) => sandbox.host.call('glob', {
      pattern, path, limit: max_results, sort: called_as === 'file_search' ? 'newest' : 'path', ...(cursor === undefined ? {} : { cursor }),
    }, { signal: limited }));
    const { total, next_cursor } = found;
    const plain = called_as !== 'glob';
    const files = plain ? found.files.slice(0, linesWithin(found.files, LIST_BYTES)) : found.files;
    const full = files.length < found.files.length;
    const { bounds, note } = paging(called_as, { returned: files.length, total, truncated: found.truncated || full, next_cursor, full, unit: 'files', narrow: 'Refine the pattern' });
    const none = plain ? 'No files found matching pattern' : `No files found matching pattern '${pattern}'${pattern.includes('/') ? '' : `\nUse **/${pattern} to look in all folders.`}`;
    const list = plain ? files.join('\n') : `Found ${total} file(s) matching pattern '${pattern}':\n${files.map((file) => `  - ${file}`).join('\n')}`;
    return {
      message: `${total} files`,
      output: total === 0 ? none : list + note,
      metadata: { pattern, max_results, matched_count: total, matched_files: files },
      bounds,
    };
  },
});
