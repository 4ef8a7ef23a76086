/** How a model is told about tools, how its answer becomes calls, and how results go back to it. */
import type { Tool } from '../../tools/tool.ts';
import type { ToolResult } from '../../tools/result.ts';
import type { AppError } from '../../shared/errors.ts';
import type { DialectName, ModelMessage, ModelToolCall } from '../messages.ts';
import type { ModelTool } from '../providers/provider.ts';

/** A call ready for execution, or the reason why it cannot be. */
export interface PlannedCall {
  call_id: string;
  name: string;
  arguments: unknown;
  refusal?: AppError;
}

export type Decoded =
  /** No calls means that the model is done. */
  | { kind: 'calls'; calls: PlannedCall[] }
  /** Unreadable as a whole: nothing is executed and the model is told. */
  | { kind: 'failure'; class: 'parse' | 'validation'; message: string };

export interface Dialect {
  name: DialectName;
  /** What the system message says about calling tools; empty when the provider's own protocol says it. */
  instructions(tools: readonly Tool[]): string;
  /** What the provider is given as its native tools. */
  requestTools(tools: readonly Tool[]): ModelTool[];
  decode(text: string, calls: readonly ModelToolCall[], tools: readonly Tool[]): Decoded;
  /** The results as the next messages of the conversation. */
  resultMessages(results: readonly ToolResult[]): ModelMessage[];
}
