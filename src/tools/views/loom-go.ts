/** A result as Loom (Go) gives it (S1, "Action Results"). */
import type { Json } from '../../shared/json.ts';
import type { ToolErrorCode, ToolResult } from '../result.ts';
import { pick, restOf } from './fields.ts';

export interface LoomGoResult {
  /** The name that was called, never another one. */
  action_type: string;
  /** Whether the action ran: failing tests and commands are `executed`. */
  status: 'executed' | 'error';
  message: string;
  metadata?: { [key: string]: Json };
}

const report = ['framework', 'success', 'exit_code', 'timed_out', 'duration'];

/** What the document lists for each action; an action that is not here gives all of its metadata. */
const documented: Record<string, readonly string[]> = {
  read_file: ['path', 'content', 'size'],
  write_file: ['path', 'bytes_written'],
  read_tree: ['entries'],
  search_text: ['matches'],
  run_command: ['command_id', 'exit_code', 'stdout', 'stderr', 'timed_out', 'log_path'],
  run_tests: [...report, 'summary', 'tests', 'raw_output', 'error'],
  run_linter: [...report, 'violation_count', 'violations', 'raw_output', 'error'],
  build_project: [...report, 'error_count', 'errors', 'warnings', 'raw_output', 'error'],
};
documented.read_code = documented.read_file!;

/** These answer with one text. */
const withOutput = new Set(['edit_code', 'apply_patch', 'git_status', 'git_diff']);

const messages: Record<string, string> = {
  read_file: 'file read', read_code: 'file read', write_file: 'file written', edit_code: 'patch applied', apply_patch: 'patch applied',
  run_command: 'command executed', run_tests: 'tests executed', run_linter: 'linter executed', build_project: 'build executed',
};

/** How the document names the common errors. */
const commonErrors: Partial<Record<ToolErrorCode, string>> = { not_found: 'file not found', patch_failed: 'patch failed', no_match: 'patch failed', ambiguous_match: 'patch failed' };

/** Actions on files: only there "not found" means a file. */
const onFiles = new Set(['read_file', 'read_code', 'write_file', 'edit_code', 'apply_patch', 'read_tree', 'search_text', 'run_command']);

export function toLoomGo(result: ToolResult): LoomGoResult {
  const { called_as: action_type } = result;
  if (result.status !== 'executed') return { action_type, status: 'error', message: errorText(result) };
  return { action_type, status: 'executed', message: messageOf(result), metadata: metadataOf(result) };
}

function messageOf({ called_as, exit_code, ok, message }: ToolResult): string {
  if (called_as === 'run_command' && !ok) return `command execution failed: exit code ${exit_code}`;
  return ok || typeof exit_code === 'number' ? messages[called_as] ?? message : message;
}

function metadataOf(result: ToolResult): { [key: string]: Json } {
  const { called_as, metadata } = result;
  if (withOutput.has(called_as)) return { output: outputOf(result), ...restOf(result) };
  const names = documented[called_as];
  if (!names) return { ...metadata, ...restOf(result) };
  const { exit_code, stdout, stderr, timed_out } = result;
  const all = { ...metadata, ...(exit_code === undefined ? {} : { exit_code }), ...(stdout === undefined ? {} : { stdout }), ...(stderr === undefined ? {} : { stderr }), ...(timed_out === undefined ? {} : { timed_out }) };
  return { ...pick(all, names), ...restOf(result) };
}

function outputOf({ metadata, output }: ToolResult): Json {
  return typeof metadata.output === 'string' ? metadata.output : output;
}

/** The document's words first, then what was wrong. */
function errorText({ called_as, error, message }: ToolResult): string {
  const common = error && onFiles.has(called_as) ? commonErrors[error.code] : undefined;
  return common === undefined || message.toLowerCase().startsWith(common) ? message.replace(/^File not found/, 'file not found') : `${common}: ${message}`;
}
