/** One run of the agent: a task, a model and a sandbox, turned into events. */
import { AppError, isAbort } from '../shared/errors.ts';
import { newsText } from '../work/messages/news-text.ts';
import type { News } from '../work/messages/store.ts';
import { throwIfAborted } from '../shared/abort.ts';
import type { Json } from '../shared/json.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { PeerRun } from '../peers/peer-run.ts';
import type { WorkServices } from '../work/services.ts';
import { cardHints } from '../tools/card.ts';
import { executeTool, refusedCall } from '../tools/execute.ts';
import type { ToolResult } from '../tools/result.ts';
import { systems } from '../tools/systems/index.ts';
import type { SystemName } from '../tools/systems/names.ts';
import type { System } from '../tools/systems/system.ts';
import type { ToolCaller } from '../tools/tool.ts';
import type { Decoded, Dialect, PendingCall, PlannedCall } from './dialects/dialect.ts';
import { jsonDialect } from './dialects/json.ts';
import { nativeDialect } from './dialects/native.ts';
import type { AgentEvent, RunEndReason } from './events.ts';
import type { DialectName, ModelMessage } from './messages.ts';
import { modelTurn } from './model-turn.ts';
import { systemPrompt } from './prompt.ts';
import type { Provider } from './providers/provider.ts';
import { Repetition } from './repetition.ts';
import { agentsText, skillsText, takeNews } from './shared-work.ts';

export interface RunOptions {
  task: string;
  /** The conversation so far, as an earlier outcome returned it; empty for a new one. */
  history: readonly ModelMessage[];
  provider: Provider;
  dialect: DialectName;
  /** Whose tool names, parameters and results the model works with; Tabloom's own by default. */
  system?: SystemName;
  /** Who the agent is and how it works, for one that the project describes. */
  instructions?: string;
  /** The rest of an answer's calls is not executed after one that failed, whatever the answer says. */
  stopOnError?: boolean;
  sandbox: Sandbox;
  work: WorkServices;
  /** The run among the peers, which whoever starts it also ends. Undefined where tabs cannot work together. */
  peers?: PeerRun | undefined;
  /** How long a wait for a trigger takes that names no time, in milliseconds. */
  waitTimeoutMs?: number | undefined;
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
  system: System;
  messages: ModelMessage[];
  /** Calls whose content has not come yet. */
  pending: readonly PendingCall[];
  /** What the system message says of skills and of other agents. */
  shared: string;
  lastResults: ToolResult[];
  repetition: Repetition;
  turn: number;
  toolCalls: number;
  /** In a row. */
  parseFailures: number;
  validationFailures: number;
  usedCallIds: Set<string>;
  /** Of the sandbox, as far as the model knows. */
  restarts: number;
  /** Set in the middle of a batch; the run ends after it, with every call answered. */
  end?: RunEnd;
}

/** Runs until the model is done, a cap is reached or the signal fires; never throws, every end is an outcome and a `run_end` event. */
export async function runAgent(options: RunOptions): Promise<RunOutcome> {
  const { task, provider, onEvent } = options;
  const state: RunState = {
    options, caller: { id: options.peers?.agent ?? 'agent', role: options.peers?.role ?? 'programmer' }, dialect: dialects[options.dialect], system: systems[options.system ?? 'tabloom'], pending: [], shared: '', messages: [...options.history, { role: 'user', text: task }], lastResults: [], repetition: new Repetition(),
    turn: 0, toolCalls: 0, parseFailures: 0, validationFailures: 0, usedCallIds: new Set(), restarts: options.sandbox.restarts ?? 0,
  };
  const { id, label, recording } = provider;
  onEvent({ type: 'run_start', run_id: crypto.randomUUID(), task, provider: { id, label, recording }, dialect: options.dialect, system: state.system.name });
  const end = await untilEnd(state);
  onEvent({ type: 'run_end', ...end, turns: state.turn, tool_calls: state.toolCalls });
  return { ...end, messages: state.messages };
}

async function untilEnd(state: RunState): Promise<{ reason: RunEndReason; message: string }> {
  const { signal, onEvent } = state.options;
  try {
    state.shared = await sharedText(state);
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

const providerCodes = new Set(['auth', 'rate_limited', 'stream_broken', 'network', 'withheld', 'provider_error']);

async function oneTurn(state: RunState): Promise<void> {
  const { options, dialect, system: known } = state;
  const { provider, sandbox, signal, onEvent } = options;
  const turn = ++state.turn;
  onEvent({ type: 'turn_start', turn });
  const news = await readInbox(state);
  const system: ModelMessage = { role: 'system', text: systemPrompt(dialect, known, sandbox.workdir, state.shared, options.instructions) };
  const request = { messages: [system, ...state.messages], tools: dialect.requestTools(known), dialect: dialect.name, last_results: state.lastResults };
  const answer = await modelTurn(provider, request, { turn, usedCallIds: state.usedCallIds, signal, onEvent }).catch(async (error: unknown) => {
    // No model has read them: they are for the next run, and this conversation must not bring them once more.
    if (news.length > 0) {
      state.messages.pop();
      await options.work.messages?.giveBack(news).catch(() => undefined);
    }
    throw error;
  });
  const decoded = dialect.decode(answer.text, answer.calls, known, state.pending);
  const calls = decoded.kind === 'calls' ? decoded.calls.map((call, index) => ({ ...call, call_id: call.call_id || `t${turn}_${index}` })) : [];
  state.messages.push({ role: 'assistant', text: answer.text, calls: answer.calls });
  onEvent({ type: 'turn_end', turn, text: answer.text, calls: calls.length });

  if (decoded.kind === 'failure') {
    correct(state, decoded);
    return;
  }
  state.parseFailures = 0;
  state.pending = decoded.pending ?? [];
  const { declares } = decoded;
  if (calls.length === 0) throw declared(declares);
  state.lastResults = await executeAll(state, calls, decoded.stop_on_error === true || options.stopOnError === true);
  state.messages.push(...dialect.resultMessages(state.lastResults, known));
  if (state.end) throw state.end;
  const settled = state.lastResults.find((result) => result.ok && endsRun(result, known));
  if (settled) throw new RunEnd(settled.ends_run === 'escalated' ? 'escalated' : 'done', settled.message);
  // Done is what it says only if the last calls agree; the model has to see those that failed.
  if (declares && (declares.end === 'gave_up' || state.lastResults.every((result) => result.ok))) throw declared(declares);
  countRefusals(state, state.lastResults);
}

/** A recorded conversation was told what it was told. */
async function sharedText({ options: { provider, work, peers, signal }, system: { registry } }: RunState): Promise<string> {
  if (provider.recording) return '';
  const parts = [
    registry.resolve('skill') ? await skillsText(work, signal) : '',
    peers && registry.resolve('call_agent') ? await agentsText(work, peers.chain, signal) : '',
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** A recorded conversation answers nothing that is new. */
async function readInbox({ options: { work, peers, provider, onEvent }, caller, turn, messages }: RunState): Promise<readonly News[]> {
  const news = provider.recording ? [] : await takeNews(work, caller.id, peers);
  if (news.length === 0) return news;
  const text = newsText(news);
  messages.push({ role: 'user', text });
  onEvent({ type: 'inbox', turn, text, items: news.length });
  return news;
}

function declared(declares: Extract<Decoded, { kind: 'calls' }>['declares']): RunEnd {
  if (declares?.end !== 'gave_up') return new RunEnd('done', 'The model is done.');
  return new RunEnd('gave_up', declares.message === '' ? 'The model gave up.' : declares.message);
}

/** Closing a bead ends the run in the system whose runs are about one bead; elsewhere an agent may close several. */
function endsRun(result: ToolResult, system: System): boolean {
  return result.ends_run === 'escalated' || (result.ends_run === 'closed' && system.name === 'loom-go');
}

/** In order and one after the other; a failed call does not keep the next from being tried, unless that was asked for. */
async function executeAll(state: RunState, calls: readonly (PlannedCall & { call_id: string })[], stopOnError: boolean): Promise<ToolResult[]> {
  const results: ToolResult[] = [];
  const refuseRest = (from: number, why: AppError): void => void results.push(...calls.slice(from).map((call) => refusedCall(call, why, state.system.registry)));
  for (const [index, call] of calls.entries()) {
    const result = await executeOne(state, call);
    results.push(result);
    if (stopOnError && !result.ok && index + 1 < calls.length) {
      refuseRest(index + 1, new AppError('aborted', `Not executed: ${result.called_as} before it failed, and the rest was to stop then.`));
      return results;
    }
    if (state.options.signal.aborted) {
      // Providers refuse a conversation in which a call has no result; what was not started says so.
      const stopped = new AppError('aborted', 'Not started: the run was stopped.');
      refuseRest(index + 1, stopped);
      state.messages.push(...state.dialect.resultMessages(results, state.system));
      throwIfAborted(state.options.signal);
    }
  }
  return results;
}

async function executeOne(state: RunState, call: PlannedCall): Promise<ToolResult> {
  const { sandbox, work, peers, waitTimeoutMs, signal, onEvent } = state.options;
  const { call_id, name } = call;
  const { turn, system: { registry, remarks } } = state;
  state.toolCalls++;
  onEvent({ type: 'tool_start', turn, call_id, tool: registry.resolve(name)?.tool.name ?? name, called_as: name, input: call.arguments as Json, card: cardHints(registry.resolve(name), call.arguments) });
  let result = call.refusal ? refusedCall(call, call.refusal, registry)
    : await executeTool(call, { sandbox, work, peers, waitTimeoutMs, caller: state.caller, signal, onProgress: (stream, text) => onEvent({ type: 'tool_progress', call_id, stream, text }) }, registry);
  const said = [...remarks?.(call) ?? [], ...restarted(state)];
  if (said.length > 0) result = { ...result, reminders: [...(result.reminders ?? []), ...said] };
  const seen = state.repetition.note(name, call.arguments, result.output);
  if (seen !== 'fine') result = { ...result, reminders: [...(result.reminders ?? []), 'You have made this same call several times with the same result. Do something else, or finish.'] };
  onEvent({ type: 'tool_end', turn, call_id, result });
  if (seen === 'end' && registry.resolve(name)?.tool.polls !== true) state.end ??= new RunEnd('inner_loop', `The model made the same call ten times with the same result: ${name}.`);
  return result;
}

/** What was written in the last moment before may be gone, and nothing else would say so. A recorded conversation was told what it was told. */
function restarted(state: RunState): string[] {
  const { sandbox: { restarts = 0 }, provider } = state.options;
  if (restarts === state.restarts || provider.recording) return [];
  state.restarts = restarts;
  return ['The tab that ran the sandbox is gone, so it was started again in another one, with the files as they were last saved. Programs and background commands have ended, and what was written right before may be missing: look at it again before you build on it.'];
}

function correct(state: RunState, { class: kind, message, hint }: Extract<Decoded, { kind: 'failure' }>): void {
  state.options.onEvent({ type: 'correction', turn: state.turn, message });
  state.messages.push({ role: 'user', text: `Your answer could not be used: ${message}${/[.!?]$/.test(message) ? '' : '.'}${hint === undefined ? '' : ` ${hint}`} Nothing was executed. Answer again in the required form.` });
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
