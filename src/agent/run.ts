/** One run of the agent: a task, a model and a sandbox, turned into events. */
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { AgentEvent, RunEndReason } from './events.ts';
import type { DialectName, ModelMessage } from './messages.ts';
import type { Provider } from './providers/provider.ts';

export interface RunOptions {
  task: string;
  /** The conversation so far, as an earlier outcome returned it; empty for a new one. */
  history: readonly ModelMessage[];
  provider: Provider;
  dialect: DialectName;
  sandbox: Sandbox;
  /** Fires to stop at any moment: the model's stream, a wait, or the command that is running. */
  signal: AbortSignal;
  onEvent: (event: AgentEvent) => void;
}

export interface RunOutcome {
  reason: RunEndReason;
  message: string;
  /** The whole conversation without the system message, to be handed back as `history`. */
  messages: ModelMessage[];
}

/** Runs until the model is done, a cap is reached or the signal fires; never throws, every end is an outcome and a `run_end` event. */
export declare function runAgent(options: RunOptions): Promise<RunOutcome>;
