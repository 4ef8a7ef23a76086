/** How a model is told about tools, how its answer becomes calls, and how results go back to it. */
import type { System } from '../../tools/systems/system.ts';
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

/** A call whose content was announced and did not come; the next answer may bring it. */
export interface PendingCall {
  name: string;
  arguments: Record<string, unknown>;
}

export type Decoded =
  | {
    kind: 'calls';
    /** None means that the model is done. */
    calls: PlannedCall[];
    /** The rest of the calls is not executed after one that failed. */
    stop_on_error?: boolean;
    /** What the model declares with these calls: that the task is finished when they succeed, or that it gives up. */
    declares?: { end: 'done' | 'gave_up'; message: string };
    pending?: PendingCall[];
  }
  /** Unreadable as a whole: nothing is executed and the model is told. */
  | { kind: 'failure'; class: 'parse' | 'validation'; message: string; hint?: string };

export interface Dialect {
  name: DialectName;
  /** What the system message says about calling tools; empty when the provider's own protocol says it. */
  instructions(system: System): string;
  /** What the provider is given as its native tools. */
  requestTools(system: System): ModelTool[];
  /** @param pending calls of the answer before that wait for their content. */
  decode(text: string, calls: readonly ModelToolCall[], system: System, pending?: readonly PendingCall[]): Decoded;
  /** The results as the next messages of the conversation. */
  resultMessages(results: readonly ToolResult[], system: System): ModelMessage[];
}
