/** The project's files as the shared work needs them, over the tool host, which confines every path. */
import type { Sandbox } from '../sandbox/sandbox.ts';
import { AppError } from '../shared/errors.ts';
import { HEAD_CHARS, type FileRange, type ProjectFiles } from '../work/project-files.ts';

/** Characters of one text file, e.g. TODO.md. */
const MAX_TEXT = 1_000_000;
/** Bytes of a file that is returned whole; larger ones in ranges. */
const MAX_WHOLE = 10 * 1024 * 1024;

export function workFiles({ host }: Pick<Sandbox, 'host'>): ProjectFiles {
  const options = (signal: AbortSignal | undefined): { signal?: AbortSignal } => (signal ? { signal } : {});
  return {
    async readText(path, signal) {
      try {
        const file = await host.call('read', { path, offset: 1, max_chars: MAX_TEXT, max_whole: MAX_WHOLE }, options(signal));
        if (file.file_type !== 'text') throw new AppError('binary', `File is binary: ${path}`);
        if (file.truncated) throw new AppError('too_large', `${path} is longer than ${MAX_TEXT} characters`);
        return file.content;
      } catch (error) {
        if (AppError.from(error).code === 'not_found') return undefined;
        throw error;
      }
    },
    async readRange(path, { offset, limit, max_chars }, signal) {
      try {
        return rangeOf(await host.call('read', { path, offset, max_chars, max_whole: MAX_WHOLE, ...(limit === undefined ? {} : { limit }) }, options(signal)));
      } catch (error) {
        // Past the end there is nothing, which is an answer.
        if (AppError.from(error).code !== 'invalid_arguments' || offset === 1) throw error;
        const whole = await host.call('read', { path, offset: 1, limit: 1, max_chars: 1, max_whole: MAX_WHOLE }, options(signal));
        return { ...rangeOf(whole), content: '', start_line: offset, end_line: offset - 1, truncated: false };
      }
    },
    async writeText(path, content, signal) {
      await host.call('write', { path, content, final_newline: 'preserve' }, options(signal));
    },
    agentFiles: (signal) => host.call('agent_files', { head_chars: HEAD_CHARS }, options(signal)),
  };
}

/** A picture is no text either. */
function rangeOf({ content, size, file_type, start_line, end_line, total_lines, truncated }: Omit<FileRange, 'file_type'> & { file_type: string }): FileRange {
  return { content, size, file_type: file_type === 'text' ? 'text' : 'binary', start_line, end_line, total_lines, truncated };
}
