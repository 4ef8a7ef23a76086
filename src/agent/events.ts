/** What a run of the agent tells the outside: the page, the transcript and the tests read these same events, in this order. */
import type { Json } from '../shared/json.ts';
import type { ToolResult } from '../tools/result.ts';
import type { ToolCard } from '../tools/tool.ts';
import type { SystemName } from '../tools/systems/names.ts';
import type { DialectName } from './messages.ts';

export type RunEndReason =
  /** The model answered without asking for a tool. */
  | 'done'
  /** The model said that it cannot do the task. */
  | 'gave_up'
  /** A decision of somebody else is needed; the agent asked for it. */
  | 'escalated'
  | 'aborted'
  /** A cap was reached: turns, unreadable answers, refused arguments, or the same call again and again. */
  | 'max_turns'
  | 'parse_failures'
  | 'validation_failures'
  | 'inner_loop'
  /** What the tools really returned is not what the recording was made with. */
  | 'recording_mismatch'
  /** The model's service failed; the `error` event before this one says how. */
  | 'provider_error'
  | 'internal';

/** How a step is shown, as its tool says (see `ToolCard`). */
export interface CardHints {
  icon: ToolCard['icon'];
  body: ToolCard['body'];
  /** One line that tells this call from others of the same tool. */
  summary: string;
}

export type AgentEvent =
  | { type: 'run_start'; run_id: string; task: string; provider: { id: string; label: string; recording: boolean }; dialect: DialectName; system: SystemName }
  | { type: 'turn_start'; turn: number }
  /** Messages and late answers that the model is given with this turn. */
  | { type: 'inbox'; turn: number; text: string; items: number }
  | { type: 'text_delta'; turn: number; text: string }
  /** `input` is what the model sent after decoding; an undecodable argument text is given as that string. */
  | { type: 'tool_start'; turn: number; call_id: string; tool: string; called_as: string; input: Json; card: CardHints }
  | { type: 'tool_progress'; call_id: string; stream: 'stdout' | 'stderr'; text: string }
  | { type: 'tool_end'; turn: number; call_id: string; result: ToolResult }
  /** The service asked to wait, or could not be reached though it had answered before; the loop waits `wait_ms`, which a stop interrupts. */
  | { type: 'retry'; turn: number; attempt: number; wait_ms: number; reason: string }
  /** The model is told what was wrong with its answer and tries again. */
  | { type: 'correction'; turn: number; message: string }
  | { type: 'usage'; turn: number; input_tokens: number; output_tokens: number }
  | { type: 'turn_end'; turn: number; text: string; calls: number }
  | { type: 'error'; code: string; message: string }
  | { type: 'run_end'; reason: RunEndReason; message: string; turns: number; tool_calls: number };
