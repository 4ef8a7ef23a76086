/**
 * A result as atloop gives it (S5, ToolResult). Its rule is that a call succeeded when nothing was written to stderr, whatever the exit code; the rule is kept in this
 * view alone, because it is wrong in both directions (a failing test run may write nothing there, a good build a lot). The exit code is in `meta`.
 */
import type { Json } from '../../shared/json.ts';
import type { ToolResult } from '../result.ts';
import { pick, restOf } from './fields.ts';

export interface AtloopResult {
  ok: boolean;
  stdout: string;
  /** Empty means success. */
  stderr: string;
  meta: { [key: string]: Json };
}

/** What the document lists for each tool. */
const documented: Record<string, readonly string[]> = {
  read_file: ['path', 'file_type', 'file_size', 'start_line', 'end_line', 'total_lines'],
  read_skill_file: ['path', 'file_size', 'start_line', 'end_line', 'total_lines'],
  write_file: ['path', 'duration_ms', 'bytes_written'],
  append_file: ['path', 'duration_ms', 'bytes_written'],
  edit_file: ['path', 'operation', 'replace_all'],
  multi_edit_file: ['successful_edits', 'failed_edits', 'total_edits', 'edited_files'],
  glob: ['pattern', 'max_results', 'matched_count', 'matched_files'],
  run: ['cmd', 'duration_ms', 'exit_code', 'timed_out', 'log_path'],
  search: ['query', 'glob', 'output_mode', 'max_results'],
  todo_read: ['todo_file', 'todo_count', 'pending', 'in_progress', 'completed'],
  todo_write: ['todo_file', 'todo_count', 'pending', 'in_progress', 'completed'],
};

/** These say nothing when they succeed. */
const silent = new Set(['write_file', 'append_file']);

export function toAtloop(result: ToolResult): AtloopResult {
  const stderr = stderrOf(result);
  return { ok: stderr.trim() === '', stdout: result.status === 'executed' ? stdoutOf(result) : '', stderr, meta: metaOf(result) };
}

function stderrOf({ status, stderr = '', message, timed_out }: ToolResult): string {
  // A failure without a word on stderr would pass for a success.
  if (status !== 'executed') return message.trim() === '' ? 'failed' : message;
  return timed_out && stderr.trim() === '' ? message : stderr;
}

function stdoutOf({ called_as, stdout, output, metadata }: ToolResult): string {
  if (silent.has(called_as)) return '';
  if (stdout !== undefined) return stdout;
  if (typeof metadata.summary === 'string') return metadata.summary;
  // Nothing found is nothing said.
  return called_as === 'search' && Array.isArray(metadata.matches) && metadata.matches.length === 0 ? '' : output;
}

function metaOf(result: ToolResult): { [key: string]: Json } {
  const { metadata, duration_ms, exit_code, timed_out, called_as } = result;
  const all: { [key: string]: Json } = { ...metadata, duration_ms, ...(exit_code === undefined ? {} : { exit_code }), ...(timed_out === undefined ? {} : { timed_out }) };
  if (all.file_size === undefined && typeof all.size === 'number') all.file_size = all.size;
  if (all.cmd === undefined && typeof all.command === 'string') all.cmd = all.command;
  const names = documented[called_as];
  return { ...(names ? pick(all, names) : all), ...restOf(result) };
}
