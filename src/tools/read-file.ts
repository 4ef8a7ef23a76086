import * as z from 'zod';
import { defineTool, pathField } from './tool.ts';

/** Code points of a file that one result may hold. */
const MAX_CHARS = 60_000;

export const readFile = defineTool({
  name: 'read_file',
  description: 'Read a text file, whole or a range of lines. Lines are counted from 1. At most 60,000 characters are returned; continue with offset.',
  toolset: 'files',
  permission: 'read',
  input: z.strictObject({
    path: pathField,
    offset: z.int().min(1).default(1).describe('First line to return.'),
    limit: z.int().min(1).optional().describe('Number of lines to return; all by default.'),
    line_numbers: z.boolean().default(false).describe('Put the line number and a tab before each line.'),
  }),
  async run({ path, offset, limit, line_numbers }, { sandbox, signal }) {
    const file = await sandbox.host.call('read', { path, offset, ...(limit === undefined ? {} : { limit }), max_chars: MAX_CHARS }, { signal });
    const { content, truncated: _cut, ...about } = file;
    const metadata = { ...about, content };
    if (file.file_type === 'binary' || file.end_line === 0 && file.size > 0) {
      const why = file.file_type === 'binary' ? 'This file is binary.' : 'This file is too large to return whole; ask for a range with offset and limit.';
      return { message: why, output: `[File: ${file.rel_path}]\nType: ${file.file_type}\nSize: ${file.size} bytes\n\n${why}`, metadata };
    }
    const shown = line_numbers ? numbered(content, file.start_line) : content;
    const returned = file.total_lines === 0 ? 0 : file.end_line - file.start_line + 1;
    if (!file.truncated) return { message: 'file read', output: shown, metadata, bounds: { returned, truncated: false, total: file.total_lines } };
    const hint = `Showing lines ${file.start_line}-${file.end_line} of ${file.total_lines}. Use offset=${file.end_line + 1} to continue.`;
    const gap = shown.endsWith('\n') ? '\n' : '\n\n';
    return {
      message: 'file read in part', output: `${shown}${gap}[${hint}]`, metadata,
      bounds: { returned, truncated: true, total: file.total_lines, refinement_hint: hint },
    };
  },
});

function numbered(text: string, first: number): string {
  return text.replace(/^(?!$(?![\s\S]))/gm, () => `${String(first++).padStart(6)}\t`);
}
