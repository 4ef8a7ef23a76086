import * as z from 'zod';
import type { HostResult } from '../host/protocol.ts';
import { LIST_BYTES } from './search/bytes.ts';
import { withinMinute } from './search/deadline.ts';
import { matchLines } from './search/lines.ts';
import { paging } from './search/paging.ts';
import { defineTool } from './tool.ts';
import type { ToolContext } from './tool.ts';

/** Text of a page: the model's context is not for more. */
const MAX_BYTES = 60_000;

const modes = ['content', 'files_with_matches', 'count'] as const;
const around = z.int().min(0).max(100);
const results = z.int().min(1).max(1000);
const place = z.string().min(1).optional();

const input = z.strictObject({
  query: z.string().min(1),
  literal: z.boolean().default(false).describe('Take the query as plain text.'),
  path: z.string().min(1).default('.').describe('File or folder to search.'),
  glob: z.string().min(1).optional().describe('Only files whose path matches, e.g. "*.ts" or "src/**/*.js"; "!*.test.ts" means all others.'),
  output_mode: z.enum(modes).default('content'),
  before: around.optional(),
  after: around.optional(),
  context: around.optional().describe('Lines around each match; before and after are more specific.'),
  ignore_case: z.boolean().optional(),
  line_numbers: z.boolean().optional().describe('Default true.'),
  max_results: results.default(50).describe('Matching lines per page (context lines do not count); files in the other two modes.'),
  cursor: z.string().min(1).optional().describe('next_cursor of the page before; leave all other arguments unchanged.'),
  '-A': around.optional().describe('Same as after.'),
  '-B': around.optional().describe('Same as before.'),
  '-C': around.optional().describe('Same as context.'),
  '-i': z.boolean().optional().describe('Same as ignore_case.'),
  '-n': z.boolean().optional().describe('Same as line_numbers.'),
});

export const search = defineTool({
  name: 'search',
  description: 'Search the text of files by a regular expression (JavaScript), or literally. Skips binary files, what .gitignore names, and node_modules.',
  toolset: 'search',
  tags: ['grep'],
  permission: 'read',
  input,
  examples: [{ query: 'TODO|FIXME', glob: '*.ts', context: 2 }],
  aliases: [
    {
      name: 'search_text',
      description: 'Search for text in files.',
      input: z.strictObject({ query: z.string().min(1), path: place.describe('Directory to search (default: ".").'), limit: results.optional().describe('Maximum matches to return (default 200).') }),
      examples: [{ query: 'TODO', path: 'src', limit: 50 }],
      map: ({ limit, ...rest }) => ({ max_results: 200, ...rest, ...(limit === undefined ? {} : { max_results: limit }), literal: true }),
    },
    {
      name: 'grep',
      description: 'Search file contents for a pattern. Returns matching lines with file paths and line numbers. Respects .gitignore.',
      input: z.strictObject({
        pattern: z.string().min(1), path: place, glob: z.string().min(1).optional(), ignoreCase: z.boolean().optional(), literal: z.boolean().optional(),
        context: around.optional(), limit: results.optional().describe('Maximum number of matches to return (default 100).'),
      }),
      examples: [{ pattern: 'createServer', path: 'src', glob: '*.ts' }],
      map: ({ pattern, ignoreCase, limit, ...rest }) => ({ query: pattern, max_results: 100, ...rest, ...(ignoreCase === undefined ? {} : { ignore_case: ignoreCase }), ...(limit === undefined ? {} : { max_results: limit }) }),
    },
    {
      name: 'content_search',
      description: 'Search file contents for lines that match a regular expression. Returns at most 100 matches.',
      input: z.strictObject({ pattern: z.string().min(1), path: place, glob: z.string().min(1).optional() }),
      examples: [{ pattern: 'def run\\(', path: 'lib', glob: '*.ex' }],
      map: ({ pattern, ...rest }) => ({ query: pattern, max_results: 100, ...rest }),
    },
  ],
  card: { icon: 'search', body: 'matches', summary: ({ query }) => String(query ?? '') },
  async run(input, context) {
    const first = await look(input, input.literal, context);
    // The first document calls it a pattern and searches for the text itself: what is found nowhere as text may have been meant as an expression.
    const retry = context.called_as === 'search_text' && first.total === 0 && input.cursor === undefined && /[\\^$.|?*+()[\]{}]/.test(input.query)
      ? await look(input, false, context).catch(() => undefined) : undefined;
    const fellBack = retry !== undefined && retry.total > 0;
    return answer(input, fellBack ? retry : first, fellBack, context.called_as);
  },
});

type Input = z.output<typeof input>;
type Result = HostResult<'search'>;

function look(input: Input, literal: boolean, { sandbox, signal, called_as }: ToolContext): Promise<Result> {
  const { query, path, glob, max_results, cursor } = input;
  const both = input.context ?? input['-C'] ?? 0;
  const content = input.output_mode === 'content';
  return withinMinute(signal, (limited) => sandbox.host.call('search', {
    query, literal, path, max_results, ignore_case: input.ignore_case ?? input['-i'] ?? false,
    unit: content ? 'lines' : 'files', before: content ? input.before ?? input['-B'] ?? both : 0, after: content ? input.after ?? input['-A'] ?? both : 0,
    max_bytes: called_as === 'search' ? MAX_BYTES : LIST_BYTES,
    ...(glob === undefined ? {} : { glob }), ...(cursor === undefined ? {} : { cursor }),
  }, { signal: limited }));
}

function answer(input: Input, found: Result, fellBack: boolean, called_as: string) {
  const { query, glob, output_mode, max_results } = input;
  const lines = output_mode === 'content' ? matchLines(found.matches, input.line_numbers ?? input['-n'] ?? true)
    : found.files.map(({ path, count }) => (output_mode === 'count' ? `${path}:${count}` : path)).join('\n');
  const byLine = output_mode === 'content';
  const { bounds, note } = paging(called_as, {
    returned: byLine ? found.matches.length : found.files.length, total: byLine ? found.total : found.total_files,
    truncated: found.truncated, next_cursor: found.next_cursor, full: found.ended_by === 'size', unit: byLine ? 'matches' : 'files', narrow: 'Refine the query',
  });
  const empty = called_as === 'grep' ? 'No matches found' : `No matches in ${found.files_searched} files searched.${skippedText(found)}`;
  // Basic expressions, as grep and sed have them without -E, are the other way round.
  const escapedBar = !input.literal && query.includes('\\|') ? '\n[\\| is the character itself here; | alone separates alternatives.]' : '';
  const notes = [
    ...(fellBack ? [`[No line has the text itself; these match it as a regular expression.]`] : []),
    ...(found.lines_cut ? ['[Some lines are longer than 500 characters and were cut. Read the file to see them whole.]'] : []),
  ];
  return {
    message: `${found.total} matches in ${found.total_files} files`,
    output: found.total === 0 ? `${empty}${escapedBar}` : [`${lines}${note}`, ...notes].join('\n'),
    // As grep would print it: nothing when nothing was found.
    stdout: lines === '' ? '' : `${lines}\n`,
    metadata: {
      query, literal: input.literal && !fellBack, glob: glob ?? null, output_mode, max_results, matches: found.matches,
      counts: Object.fromEntries(found.files.map(({ path, count }) => [path, count])), files: found.files.map(({ path }) => path),
      total_matches: found.total, total_files: found.total_files, files_searched: found.files_searched, skipped: { binary: found.binary, too_large: found.too_large },
    },
    bounds,
  };
}

function skippedText({ binary, too_large }: Result): string {
  const said = [...(binary > 0 ? [`${binary} binary`] : []), ...(too_large > 0 ? [`${too_large} too large`] : [])];
  return said.length === 0 ? '' : ` Left out: ${said.join(', ')}.`;
}
