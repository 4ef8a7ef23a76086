import * as z from 'zod';
import { firstText } from './summary.ts';
import { defineTool, pathField } from './tool.ts';
import type { ToolOutput } from './tool.ts';
import type { HostResult } from '../host/protocol.ts';

interface Limits {
  /** Code points of a file that one result may hold. */
  max_chars: number;
  max_bytes?: number;
  max_lines?: number;
  /** Bytes above which a file is described unless a range is asked for. */
  max_whole: number;
}

const own: Limits = { max_chars: 60_000, max_whole: 10 * 1024 * 1024 };

/** By the name that was called: the third document's `read` returns 2,000 lines or 50 KB, the first one's actions take files up to 1 MiB. */
const limitsOf: Record<string, Limits> = {
  read: { ...own, max_bytes: 50 * 1024, max_lines: 2000 },
  read_code: { ...own, max_whole: 1024 * 1024 },
};

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
  examples: [{ path: 'src/main.ts' }, { path: 'src/main.ts', offset: 200, limit: 100 }],
  aliases: [
    { name: 'read_code', description: 'Read the contents of a file (older name of read_file).', examples: [{ path: 'src/main.go' }], map: (args) => args },
    {
      name: 'read',
      description: 'Read the contents of a file. Output is truncated to 2000 lines or 50 KB, whichever is hit first. Use offset and limit for large files.',
      input: z.strictObject({
        path: pathField,
        offset: z.int().min(1).optional().describe('Line number to start reading from (1-indexed).'),
        limit: z.int().min(1).optional().describe('Maximum number of lines to read.'),
      }),
      examples: [{ path: 'src/main.ts' }],
      map: (args) => args,
    },
    {
      name: 'file_read',
      description: 'Read a file with line numbers.',
      input: z.strictObject({ file_path: pathField, offset: z.int().min(1).optional(), limit: z.int().min(1).optional() }),
      examples: [{ file_path: 'lib/app/router.ex' }],
      map: ({ file_path: path, ...rest }) => ({ ...rest, ...(path === undefined ? {} : { path }), line_numbers: true }),
    },
  ],
  card: { icon: 'file', body: 'text', summary: firstText('path') },
  async run({ path, offset, limit, line_numbers }, { sandbox, signal, called_as }) {
    const { max_lines, ...limits } = limitsOf[called_as] ?? own;
    const lines = Math.min(limit ?? Infinity, max_lines ?? Infinity);
    const file = await sandbox.host.call('read', { path, offset, ...limits, ...(lines === Infinity ? {} : { limit: lines }), with_image: true }, { signal });
    const { content, truncated: _cut, image, ...about } = file;
    const metadata = { ...about, content };
    if (file.file_type !== 'text' || (file.start_line === 0 && file.size > 0)) return described(file, metadata, limits.max_whole, called_as);
    const shown = line_numbers ? numbered(content, file.start_line) : content;
    const returned = file.total_lines === 0 ? 0 : file.end_line - file.start_line + 1;
    if (!file.truncated) return { message: 'file read', output: shown, metadata, bounds: { returned, truncated: false, total: file.total_lines } };
    // A line before the file's last one ends with its line feed, unless it was cut.
    const more = file.end_line < file.total_lines;
    const cut = !more || !content.endsWith('\n') ? ' The line is longer than a result may be.' : '';
    const hint = `Showing lines ${file.start_line}-${file.end_line} of ${file.total_lines}.${cut}${more ? ` Use offset=${file.end_line + 1} to continue.` : ''}`;
    const gap = shown.endsWith('\n') ? '\n' : '\n\n';
    return {
      message: 'file read in part', output: `${shown}${gap}[${hint}]`, metadata,
      bounds: { returned, truncated: true, total: file.total_lines, refinement_hint: hint },
    };
  },
});

/** What a file is whose content is not shown: an error would count as a failure of the model. */
function described(file: HostResult<'read'>, metadata: ToolOutput['metadata'], max: number, calledAs: string): ToolOutput {
  const about = `[File: ${file.rel_path}]\nType: ${file.image?.mime_type ?? file.file_type}\nSize: ${file.size} bytes\n\n`;
  if (file.image) {
    const why = 'This file is a picture; it is attached for the person who watches, and has no text.';
    const { mime_type, base64 } = file.image;
    const server_data = base64 === undefined ? {} : { server_data: [{ kind: 'image', audience: 'timeline' as const, data: { mime_type, base64, path: file.rel_path } }] };
    return { message: base64 === undefined ? 'This file is a picture, too large to be attached.' : why, output: about + (base64 === undefined ? 'This file is a picture, too large to be attached.' : why), metadata, ...server_data };
  }
  const why = 'This file is binary or too large to display.';
  if (file.file_type === 'binary') return { message: why, output: about + why, metadata };
  // The first document makes an error of it; its words are kept.
  const message = calledAs === 'read_code' ? `file exceeds ${max} bytes limit` : why;
  return { message, output: `${about}${message === why ? '' : `${message}. `}${why} Read a range of lines with offset and limit.`, metadata };
}

/** Lines end with line feeds, as the host counts them: for `^` a carriage return and U+2028 would begin others. */
function numbered(text: string, first: number): string {
  return text === '' ? '' : text.split(/(?<=\n)/).map((line) => `${String(first++).padStart(6)}\t${line}`).join('');
}
