/** One run of the agent: a task, a model and a sandbox, turned into events. */
import { AppError, isAbort } from '../shared/errors.ts';
import { throwIfAborted } from '../shared/abort.ts';
import type { Json } from '../shared/json.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { WorkServices } from '../work/services.ts';
import { executeTool, refusedCall, resolveTool } from '../tools/execute.ts';
import { tools } from '../tools/index.ts';
import type { ToolResult } from '../tools/result.ts';
import type { ToolCaller } from '../tools/tool.ts';
import type { Dialect, PlannedCall } from './dialects/dialect.ts';
import { jsonDialect } from './dialects/json.ts';
import { nativeDialect } from './dialects/native.ts';
import type { AgentEvent, RunEndReason } from './events.ts';
import type { DialectName, ModelMessage } from './messages.ts';
import { modelTurn } from './model-turn.ts';
import { systemPrompt } from './prompt.ts';
import type { Provider } from './providers/provider.ts';
import { Repetition } from './repetition.ts';

export interface RunOptions {
  task: string;
  /** The conversation so far, as an earlier outcome returned it; empty for a new one. */
  history: readonly ModelMessage[];
  provider: Provider;
  dialect: DialectName;
  sandbox: Sandbox;
  work: WorkServices;
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

export const caps = { turns: 25, parseFailures: 2, validationFailures: 4 } as const;

const dialects: Record<DialectName, Dialect> = { native: nativeDialect, json: jsonDialect };

/** Ends the run from wherever it is. */
class RunEnd extends Error {
  readonly reason: RunEndReason;

  constructor(reason: RunEndReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

interface RunState {
  options: RunOptions;
  caller: ToolCaller;
  dialect: Dialect;
  messages: ModelMessage[];
  lastResults: ToolResult[];
  repetition: Repetition;
  turn: number;
  toolCalls: number;
  /** In a row. */
  parseFailures: number;
  validationFailures: number;
  usedCallIds: Set<string>;
  /** Set in the middle of a batch; the run ends after it, with every call answered. */
  end?: RunEnd;
}

/** Runs until the model is done, a cap is reached or the signal fires; never throws, every end is an outcome and a `run_end` event. */
export async function runAgent(options: RunOptions): Promise<RunOutcome> {
  const { task, provider, onEvent } = options;
  const state: RunState = {
    options, caller: { id: 'agent', role: 'programmer' }, dialect: dialects[options.dialect], messages: [...options.history, { role: 'user', text: task }], lastResults: [], repetition: new Repetition(),
    turn: 0, toolCalls: 0, parseFailures: 0, validationFailures: 0, usedCallIds: new Set(),
  };
  const { id, label, recording } = provider;
  onEvent({ type: 'run_start', run_id: crypto.randomUUID(), task, provider: { id, label, recording }, dialect: options.dialect });
  const end = await untilEnd(state);
  onEvent({ type: 'run_end', ...end, turns: state.turn, tool_calls: state.toolCalls });
  return { ...end, messages: state.messages };
}

async function untilEnd(state: RunState): Promise<{ reason: RunEndReason; message: string }> {
  const { signal, onEvent } = state.options;
  try {
    while (state.turn < caps.turns) await oneTurn(state);
    return { reason: 'max_turns', message: `Stopped after ${caps.turns} turns.` };
  } catch (thrown) {
    if (thrown instanceof RunEnd) return { reason: thrown.reason, message: thrown.message };
    if (signal.aborted || isAbort(thrown)) return { reason: 'aborted', message: 'Stopped.' };
    const error = AppError.from(thrown);
    if (error.code === 'recording_mismatch') return { reason: 'recording_mismatch', message: error.message };
    onEvent({ type: 'error', code: error.code, message: error.message });
    return { reason: providerCodes.has(error.code) ? 'provider_error' : 'internal', message: error.message };
  }
}

const providerCodes = new Set(['auth', 'rate_limited', 'stream_broken', 'network', 'provider_error']);

async function oneTurn(state: RunState): Promise<void> {
  const { options, dialect } = state;
  const { provider, sandbox, signal, onEvent } = options;
  const turn = ++state.turn;
  onEvent({ type: 'turn_start', turn });
  const system: ModelMessage = { role: 'system', text: systemPrompt(dialect, tools, sandbox.workdir) };
  const request = { messages: [system, ...state.messages], tools: dialect.requestTools(tools), dialect: dialect.name, last_results: state.lastResults };
  const answer = await modelTurn(provider, request, { turn, usedCallIds: state.usedCallIds, signal, onEvent });
  const decoded = dialect.decode(answer.text, answer.calls, tools);
  const calls = decoded.kind === 'calls' ? decoded.calls.map((call, index) => ({ ...call, call_id: call.call_id || `t${turn}_${index}` })) : [];
  state.messages.push({ role: 'assistant', text: answer.text, calls: answer.calls });
  onEvent({ type: 'turn_end', turn, text: answer.text, calls: calls.length });

  if (decoded.kind === 'failure') {
    correct(state, decoded.class, decoded.message);
    return;
  }
  state.parseFailures = 0;
  if (calls.length === 0) throw new RunEnd('done', 'The model is done.');
  state.lastResults = await executeAll(state, calls);
  state.messages.push(...dialect.resultMessages(state.lastResults));
  if (state.end) throw state.end;
  countRefusals(state, state.lastResults);
}

/** In order and one after the other; a failed call does not keep the next from being tried. */
async function executeAll(state: RunState, calls: readonly (PlannedCall & { call_id: string })[]): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  for (const [index, call] of calls.entries()) {
    const result = await executeOne(state, call);
    results.push(result);
    if (state.options.signal.aborted) {
      // Providers refuse a conversation in which a call has no result; what was not started says so.
      const stopped = new AppError('aborted', 'Not started: the run was stopped.');
      results.push(...calls.slice(index + 1).map((rest) => refusedCall(rest, stopped)));
      state.messages.push(...state.dialect.resultMessages(results));
      throwIfAborted(state.options.signal);
    }
  }
  return results;
}

async function executeOne(state: RunState, call: PlannedCall): Promise<ToolResult> {
  const { sandbox, work, signal, onEvent } = state.options;
  const { call_id, name } = call;
  const turn = state.turn;
  state.toolCalls++;
  onEvent({ type: 'tool_start', turn, call_id, tool: resolveTool(name)?.tool.name ?? name, called_as: name, input: call.arguments as Json });
  let result = call.refusal ? refusedCall(call, call.refusal)
    : await executeTool(call, { sandbox, work, caller: state.caller, signal, onProgress: (stream, text) => onEvent({ type: 'tool_progress', call_id, stream, text }) });
  const seen = state.repetition.note(name, call.arguments, result.output);
  if (seen === 'warn') result = { ...result, reminders: [...(result.reminders ?? []), 'You have made this same call several times with the same result. Do something else, or finish.'] };
  onEvent({ type: 'tool_end', turn, call_id, result });
  if (seen === 'end') state.end ??= new RunEnd('inner_loop', `The model made the same call ten times with the same result: ${name}.`);
  return result;
}

function correct(state: RunState, kind: 'parse' | 'validation', message: string): void {
  state.options.onEvent({ type: 'correction', turn: state.turn, message });
  state.messages.push({ role: 'user', text: `Your answer could not be used: ${message}. Nothing was executed. Answer again in the required form.` });
  state.lastResults = [];
  if (kind === 'parse') {
    if (++state.parseFailures >= caps.parseFailures) throw new RunEnd('parse_failures', `The model's answers could not be read ${state.parseFailures} times in a row: ${message}`);
  } else {
    state.parseFailures = 0;
    if (++state.validationFailures >= caps.validationFailures) throw new RunEnd('validation_failures', `The model's actions were refused ${state.validationFailures} times in a row: ${message}`);
  }
}

/** A turn in which every call was refused for its form counts as one refused answer. */
function countRefusals(state: RunState, results: readonly ToolResult[]): void {
  const refused = results.filter((result) => ['invalid_arguments', 'missing_fields', 'unknown_tool'].includes(result.error?.code ?? ''));
  if (refused.length < results.length) {
    state.validationFailures = 0;
    return;
  }
  if (++state.validationFailures >= caps.validationFailures) {
    throw new RunEnd('validation_failures', `The model's calls were refused ${state.validationFailures} times in a row: ${refused[0]?.message ?? ''}`);
  }
}
