/** The envelope in which every tool answers, whoever called it: the model, a person or a test. */
import type { Json } from '../shared/json.ts';

/** Whether the tool itself ran. A command that exits non-zero and a red test run are `executed`. */
export type ToolStatus = 'executed' | 'error' | 'denied';

export const toolErrorCodes = [
  'invalid_arguments', 'missing_fields', 'unknown_tool', 'not_found', 'already_exists', 'path_escape', 'blocked', 'too_large', 'binary',
  'no_match', 'ambiguous_match', 'patch_failed', 'timeout', 'aborted', 'spawn_failed', 'not_installed', 'not_configured', 'conflict',
  'deadlock', 'already_holding', 'stale_lock', 'rejected', 'queue_full', 'rate_limited', 'owner_gone', 'internal',
] as const;

export type ToolErrorCode = (typeof toolErrorCodes)[number];

/** What the model may do better on its next try. */
export interface RetryHint {
  reason: 'invalid_arguments' | 'missing_fields' | 'malformed_response' | 'timeout' | 'rate_limited' | 'tool_unavailable';
  missing_fields?: string[];
  /** What was sent beside, under names that the tool does not have: most likely what is missing. */
  unknown_fields?: string[];
  /** Nearest existing name to the unknown one (a field, a tool or a file). */
  did_you_mean?: string;
  /** Arguments that the tool would take. */
  example_input?: Json;
}

export interface ToolBounds {
  returned: number;
  truncated: boolean;
  total?: number;
  next_cursor?: string;
  refinement_hint?: string;
}

export interface ToolResult {
  call_id: string;
  /** The canonical name; `called_as` is the name that the caller used, which may be an alias. */
  tool: string;
  called_as: string;
  status: ToolStatus;
  /** The one success bit: ran, exit code 0, and nothing in the metadata says otherwise. */
  ok: boolean;
  /** The flag that providers get with a tool result: the tool failed, or a shell command exited non-zero. */
  is_error: boolean;
  /** One sentence for people. */
  message: string;
  /** What the model reads; capped. */
  output: string;
  stdout?: string;
  stderr?: string;
  exit_code?: number | null;
  timed_out?: boolean;
  duration_ms: number;
  metadata: { [key: string]: Json };
  /** Only when the status is `error`; mutually exclusive with bounds. */
  error?: { code: ToolErrorCode; message: string; retry_hint?: RetryHint };
  bounds?: ToolBounds;
  server_data?: { kind: string; audience: 'timeline' | 'internal' | 'evidence'; data: Json }[];
  /** Wrapped in `<system-reminder>` by the loop; never shown to the person. */
  reminders?: string[];
  /** The run is over when the calls of this answer are: what it was for is settled. Only with a successful result. */
  ends_run?: 'closed' | 'escalated';
}
