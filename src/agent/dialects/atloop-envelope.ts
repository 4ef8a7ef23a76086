/** atloop's answers (S5): `{"actions":[{"tool":...,"args":{...}}],"stop_reason":"continue"}`, and blocks of content after the JSON (see content-blocks.ts). */
import { AppError } from '../../shared/errors.ts';
import { isRecord } from '../../shared/json.ts';
import { checkArguments, unknownTool } from '../../tools/execute.ts';
import type { System } from '../../tools/systems/system.ts';
import { kindOf } from './actions-envelope.ts';
import { placeholderOf, takeBlocks } from './content-blocks.ts';
import type { Decoded, PendingCall, PlannedCall } from './dialect.ts';
import { failure, findEnvelope } from './find-envelope.ts';

export const atloopInstructions = [
  'Answer with one JSON object: {"current_step_thoughts":"...","plan":["..."],"actions":[{"tool":"<name>","args":{...}}],"stop_reason":"continue"|"done"|"fail","result_message":"..."}.',
  'Actions are executed in order; their results come back in the next message. At most one write_file in an answer, with at most 6,000 characters; append_file continues it.',
  'Long texts stay out of the JSON: write "FILE_CONTENT_#1" as content (or cmd) and put the text after the JSON, between two lines ---(FILE_CONTENT_#1)---.',
  'When the task is finished, "stop_reason" is "done" and "result_message" says what was done; "fail" if it cannot be done.',
];

const topLevel = new Set(['actions', 'stop_reason', 'plan', 'current_step_thoughts', 'thought_summary', 'result_message']);
const stopReasons = ['continue', 'done', 'fail'];

/** What a model thinks before it answers may hold the draft of a block, which must not stand in for a block that is missing. Tags further on may be a file's own text. */
const THOUGHT = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i;

/** @param pending calls that wait for a block which this answer may bring; they run before its own. */
export function decodeAtloop(text: string, system: System, pending: readonly PendingCall[]): Decoded {
  const { rest, blocks } = takeBlocks(text.replace(THOUGHT, ''));
  const fill = (calls: readonly PendingCall[]): PlannedOrPending => filled(calls, blocks, system);
  const before = fill(pending);
  // Nothing but the missing block is an answer too.
  if (rest.trim() === '' && before.calls.some((call) => !call.refusal)) return { kind: 'calls', calls: before.calls, pending: before.pending };
  const decoded = findEnvelope(rest, (value) => readActions(value, system, blocks));
  if (decoded.kind === 'failure') return decoded;
  const waiting = [...before.pending, ...decoded.pending ?? []];
  if (decoded.declares?.end === 'done' && waiting.length > 0) {
    return failure('validation', `${waiting[0]!.name} still waits for its content: ${placeholderOf(waiting[0]!.name, waiting[0]!.arguments)!.placeholder}`);
  }
  return { ...decoded, calls: [...before.calls, ...decoded.calls], pending: waiting };
}

interface PlannedOrPending { calls: PlannedCall[]; pending: PendingCall[] }

/** Each call with its block; one whose block is missing is kept, and says so. */
function filled(calls: readonly PendingCall[], blocks: ReadonlyMap<string, string>, system: System): PlannedOrPending {
  const out: PlannedOrPending = { calls: [], pending: [] };
  for (const call of calls) {
    const planned = { call_id: '', name: call.name };
    const held = placeholderOf(call.name, call.arguments);
    const content = held && blocks.get(held.placeholder);
    if (held && content === undefined) {
      const message = `${call.name} is kept and waits for its content. Send it in your next answer: ---(${held.placeholder})--- on a line, the text, and ---(${held.placeholder})--- on a line again.`;
      out.calls.push({ ...planned, arguments: call.arguments, refusal: new AppError('missing_fields', message, { data: { missing_fields: [held.field] } }) });
      out.pending.push(call);
      continue;
    }
    const args = held ? { ...call.arguments, [held.field]: content } : call.arguments;
    // Only now is it known what the field holds, so only now can it be checked.
    out.calls.push(held ? { ...planned, arguments: args, ...refusalOf(call.name, args, system) } : { ...planned, arguments: args });
  }
  return out;
}

function refusalOf(name: string, args: unknown, { registry }: System): { refusal?: AppError } {
  try {
    checkArguments(registry.resolve(name)!, args);
    return {};
  } catch (error) {
    return { refusal: AppError.from(error) };
  }
}

function readActions(value: Record<string, unknown>, system: System, blocks: ReadonlyMap<string, string>): Decoded {
  for (const key of Object.keys(value)) if (!topLevel.has(key)) return failure('validation', `json: unknown field "${key}"`);
  if (value.actions === undefined) return failure('validation', 'Missing required field: \'actions\'. Your JSON must include an \'actions\' array.');
  if (value.stop_reason === undefined) return failure('validation', 'Missing required field: \'stop_reason\'. Your JSON must include a \'stop_reason\' field (one of: \'continue\', \'done\', \'fail\').');
  if (!stopReasons.includes(value.stop_reason as string)) return failure('validation', `Invalid stop_reason: '${String(value.stop_reason)}'. Must be one of: 'continue', 'done', 'fail'.`);
  if (!Array.isArray(value.actions)) return failure('validation', `'actions' must be a list/array, but got ${kindOf(value.actions)}.`);
  const calls: PendingCall[] = [];
  for (const [index, action] of (value.actions as unknown[]).entries()) {
    const checked = checkAction(action, index, system);
    if (typeof checked === 'string') return failure('validation', checked);
    calls.push(checked);
  }
  const writes = calls.filter((call) => call.name === 'write_file').length;
  if (writes > 1) return failure('validation', `Only one 'write_file' action allowed per response (found ${writes}). Write the other files in the next answers.`);
  if (calls.length === 0 && value.stop_reason === 'continue') return failure('validation', 'action envelope must include at least one action');
  const message = typeof value.result_message === 'string' ? value.result_message : '';
  const planned = filled(calls, blocks, system);
  return { kind: 'calls', ...planned, ...(value.stop_reason === 'continue' ? {} : { declares: { end: value.stop_reason === 'done' ? 'done' : 'gave_up', message } }) };
}

/** The call, or what is wrong with it. */
function checkAction(action: unknown, index: number, system: System): PendingCall | string {
  if (!isRecord(action)) return `action[${index}] must be a dictionary/object, but got ${kindOf(action)}.`;
  const { tool, args, ...rest } = action;
  if (tool === undefined) return `action[${index}] missing required field: 'tool'.`;
  if (args === undefined) return `action[${index}] missing required field: 'args'.`;
  if (typeof tool !== 'string') return `action[${index}].tool must be a string, but got ${kindOf(tool)}.`;
  if (!isRecord(args)) return `action[${index}].args must be a dictionary/object, but got ${kindOf(args)}.`;
  const [extra] = Object.keys(rest);
  if (extra !== undefined) return `json: unknown field "${extra}"`;
  const resolved = system.registry.resolve(tool);
  if (!resolved) return `action[${index}] ${unknownTool(tool, system.registry).message}`;
  const held = placeholderOf(tool, args);
  if (held?.problem !== undefined) return `action[${index}] ${held.problem}`;
  try {
    // A placeholder stands for any text; its own text is checked when it is there.
    checkArguments(resolved, held ? { ...args, [held.field]: '<old>a</old><new>b</new>' } : args);
  } catch (error) {
    const { message } = AppError.from(error);
    return message.startsWith('json: ') ? message : `action[${index}] ${message}`;
  }
  return { name: tool, arguments: args };
}
