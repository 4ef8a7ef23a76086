/** A model, whatever it is behind: a service with a key, a local server, or a recording. */
import type { Json } from '../../shared/json.ts';
import type { ToolResult } from '../../tools/result.ts';
import type { DialectName, ModelMessage } from '../messages.ts';

export interface ModelTool {
  name: string;
  description: string;
  /** JSON schema (draft 7) of the arguments. */
  parameters: { [key: string]: Json };
}

export interface ModelRequest {
  messages: readonly ModelMessage[];
  /** Empty in the `json` dialect, where the tools are described in the system message. */
  tools: readonly ModelTool[];
  dialect: DialectName;
  /** Results of the calls in the model's last answer, for a recording to compare with; services read `messages`. */
  last_results: readonly ToolResult[];
}

/** A tool call arrives whole, after its last byte: half a call is never executed. */
export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'tool_call'; call_id: string; name: string; arguments: string }
  | { type: 'retry'; attempt: number; wait_ms: number; reason: string }
  | { type: 'usage'; input_tokens: number; output_tokens: number };

/**
 * One answer of a model as a stream of events, which ends when the answer is complete.
 * Fails with AppError: `auth`, `rate_limited`, `stream_broken`, `network`, `withheld`, `provider_error`, `recording_mismatch`, `aborted`.
 */
export interface Provider {
  readonly id: string;
  /** For people, e.g. the model's name and where it runs. */
  readonly label: string;
  /** The words come from a saved run, and everybody who shows them has to say so. */
  readonly recording: boolean;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
