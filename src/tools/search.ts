import * as z from 'zod';
import type { HostResult } from '../host/protocol.ts';
import { withDeadline } from '../shared/abort.ts';
import { AppError } from '../shared/errors.ts';
import { defineTool } from './tool.ts';

/** A pattern can take for ever on one line, and while it does the tool host answers nobody. */
const MAX_MS = 60_000;

type Match = HostResult<'search'>['matches'][number];

export const search = defineTool({
  name: 'search',
  description: 'Search the text of files by a regular expression (JavaScript), or literally. Skips binary files, what .gitignore names, and node_modules.',
  toolset: 'search',
  permission: 'read',
  input: z.strictObject({
    query: z.string().min(1),
    literal: z.boolean().default(false).describe('Take the query as plain text.'),
    path: z.string().min(1).default('.').describe('File or folder to search.'),
    glob: z.string().min(1).optional().describe('Only files whose path matches, e.g. "*.ts" or "src/**/*.js".'),
    output_mode: z.enum(['content', 'files_with_matches', 'count']).default('content'),
    before: z.int().min(0).max(20).optional(),
    after: z.int().min(0).max(20).optional(),
    context: z.int().min(0).max(20).default(0).describe('Lines around each match; before and after are more specific.'),
    ignore_case: z.boolean().default(false),
    max_results: z.int().min(1).max(1000).default(50),
    cursor: z.string().min(1).optional().describe('next_cursor of the page before; leave all other arguments unchanged.'),
  }),
  async run(input, { sandbox, signal }) {
    const { query, literal, path, glob, ignore_case, max_results, cursor } = input;
    const page = await withDeadline(signal, MAX_MS, () => new AppError('timeout', `The search took longer than ${MAX_MS / 1000} s and was stopped. Use a simpler pattern, or search a part of the project.`), (limited) => sandbox.host.call('search', {
      query, literal, path, ignore_case, max_results, before: input.before ?? input.context, after: input.after ?? input.context,
      ...(glob === undefined ? {} : { glob }), ...(cursor === undefined ? {} : { cursor }),
    }, { signal: limited }));
    const counts = countsOf(page.matches);
    const shown = input.output_mode === 'content' ? contentText(page.matches)
      : Object.entries(counts).map(([file, count]) => (input.output_mode === 'count' ? `${file}:${count}` : file)).join('\n');
    const rest = page.truncated ? `\n[${page.matches.length} of ${page.total} matches shown. Narrow the query, or use cursor=${JSON.stringify(page.next_cursor)} to continue.]` : '';
    return {
      message: `${page.total ?? page.matches.length} matches in ${page.files} files`,
      output: page.matches.length === 0 ? `No matches in ${page.files_searched} files searched.` : shown + rest,
      metadata: { matches: page.matches, counts, files: page.files, files_searched: page.files_searched },
      bounds: {
        returned: page.matches.length, truncated: page.truncated,
        ...(page.total === undefined ? {} : { total: page.total }), ...(page.next_cursor === undefined ? {} : { next_cursor: page.next_cursor }),
      },
    };
  },
});

function countsOf(matches: readonly Match[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { path } of matches) counts[path] = (counts[path] ?? 0) + 1;
  return counts;
}

/** As grep prints it: `file:line:text`, context lines with `-`, and `--` between places that do not touch. */
function contentText(matches: readonly Match[]): string {
  const lines: string[] = [];
  const hits = new Set(matches.map((match) => `${match.path}:${match.line}`));
  let last: { path: string; line: number } | undefined;
  for (const match of matches) {
    const first = match.line - match.before.length;
    const around = match.before.length + match.after.length > 0;
    if (around && last && (last.path !== match.path || first > last.line + 1)) lines.push('--');
    const all = [...match.before, match.text, ...match.after];
    for (const [index, text] of all.entries()) {
      const line = first + index;
      if (last?.path === match.path && line <= last.line) continue;
      // A following match prints itself, with its own context.
      if (line > match.line && hits.has(`${match.path}:${line}`)) break;
      const mark = line === match.line ? ':' : '-';
      lines.push(`${match.path}${mark}${line}${mark}${text}`);
      last = { path: match.path, line };
    }
  }
  return lines.join('\n');
}
