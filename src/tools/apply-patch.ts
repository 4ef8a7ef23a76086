import * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import { defineTool, pathField } from './tool.ts';
import type { ToolContext, ToolOutput } from './tool.ts';
import type { HostResult } from '../host/protocol.ts';

/** Bytes of UTF-8. */
export const MAX_PATCH_TEXT = 10 * 1024 * 1024;

export const applyPatch = defineTool({
  name: 'apply_patch',
  description:
    'Apply a unified diff, git\'s or a plain one, to one or many files: changes, new and deleted files, renames, copies, modes. All of it is applied, or nothing. '
    + 'Wrong line numbers and counts are put right when the lines fit in one place only.',
  toolset: 'files',
  permission: 'write',
  input: z.strictObject({
    patch: z.string().describe('The patch. File names are relative to the project, with or without a/ and b/.'),
    path: pathField.optional().describe('Refuse a patch that changes any other file than this.'),
  }),
  examples: [{ patch: 'diff --git a/src/main.go b/src/main.go\n--- a/src/main.go\n+++ b/src/main.go\n@@ -1,3 +1,3 @@\n package main\n \n-var debug = true\n+var debug = false\n' }],
  card: { icon: 'file-pen', body: 'diff', summary: ({ patch, path }) => (typeof path === 'string' ? path : typeof patch === 'string' ? filesIn(patch) : '') },
  run: ({ patch, path }, context) => runPatch(patch, path, context),
});

/** Applies a patch, to the file `only` if it is given. @throws AppError in the words of the first document */
export async function runPatch(patch: string, only: string | undefined, { sandbox, signal }: ToolContext): Promise<ToolOutput> {
  if (patch.trim() === '') throw new AppError('invalid_arguments', 'patch is required');
  if (patch.length > MAX_PATCH_TEXT || new TextEncoder().encode(patch).length > MAX_PATCH_TEXT) throw new AppError('too_large', 'patch too large (max 10MB)');
  const { files, diff } = await sandbox.host.call('patch', { patch, ...(only === undefined ? {} : { only }) }, { signal });
  const output = files.map(lineFor).join('\n');
  return { message: 'patch applied', output, metadata: { output, files, diff } };
}

type PatchedFile = HostResult<'patch'>['files'][number];

const verbs: Record<PatchedFile['op'], string> = { modify: 'Updated', create: 'Created', delete: 'Deleted', rename: 'Renamed', copy: 'Copied', mode: 'Changed the mode of' };

const ignored: Record<string, string> = { line_endings: 'line endings differ', trailing_space: 'blanks at line ends differ', file_edges: 'not at the edge of the file' };

function lineFor(file: PatchedFile): string {
  const moved = file.from === undefined ? file.path : `${file.from} to ${file.path}`;
  const what = file.binary ? ': binary' : file.hunks > 0 ? `: +${file.added} -${file.removed} lines in ${file.hunks} hunk${file.hunks === 1 ? '' : 's'}` : file.mode === undefined ? '' : `: ${file.mode}`;
  const hunks = file.placed.slice(0, 20).map(({ hunk, line, offset, fuzz, ignored: how }) => {
    const notes = [offset === 0 ? '' : `offset ${offset} line${Math.abs(offset) === 1 ? '' : 's'}`, fuzz === 0 ? '' : `fuzz ${fuzz}`, how === undefined ? '' : ignored[how]!];
    return `\nHunk #${hunk} succeeded at ${line} (${notes.filter((note) => note !== '').join(', ')}).`;
  });
  return `${verbs[file.op]} ${moved}${what}${hunks.join('')}`;
}

function filesIn(patch: string): string {
  const names = [...patch.slice(0, 20_000).matchAll(/^\+\+\+ (?:b\/)?([^\t\r\n]+)/gm)].map((match) => match[1]!);
  return names.join(' ');
}
