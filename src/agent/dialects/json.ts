/** Actions as one JSON object in the answer's text: `{"actions":[{"type":...}],"notes":"..."}`, for models without tool calls. */
import { AppError } from '../../shared/errors.ts';
import { isRecord } from '../../shared/json.ts';
import { checkArguments, resolveTool } from '../../tools/execute.ts';
import { inputJsonSchema } from '../../tools/tool.ts';
import type { Tool } from '../../tools/tool.ts';
import { jsonCandidates, withoutThinking } from './json-candidates.ts';
import { reminderText } from './reminders.ts';
import type { Decoded, Dialect, PlannedCall } from './dialect.ts';

/** Ends a run: the model has nothing more to do. */
const DONE = 'done';

export const jsonDialect: Dialect = {
  name: 'json',
  instructions: (tools) => [
    'Answer with one JSON object and nothing else: {"actions":[{"type":"<action>", ...its fields}],"notes":"optional remarks"}.',
    'Actions are executed in order; their results come back in the next message. When the task is finished, answer {"actions":[{"type":"done"}],"notes":"what was done"}.',
    'The actions and the JSON schema of their fields:',
    ...tools.map((tool) => `- ${tool.name}: ${tool.description} Fields: ${JSON.stringify(inputJsonSchema(tool))}`),
  ].join('\n'),
  requestTools: () => [],
  decode: (text, _calls, tools) => decodeEnvelope(text, tools),
  resultMessages: (results) => [{
    role: 'user',
    text: `Results of your actions:\n\n${results.map((result, index) => `action[${index}] ${result.called_as}: ${result.status}${result.ok ? '' : ' (not successful)'}\n${result.output}${reminderText(result)}`).join('\n\n')}`,
  }],
};

/** Strict first; then without thinking and fences, each balanced object until one is a valid envelope. */
export function decodeEnvelope(text: string, tools: readonly Tool[]): Decoded {
  const strict = decodeOne(text.trim(), tools);
  if (strict.kind === 'calls') return strict;
  let best = strict;
  for (const candidate of jsonCandidates(withoutThinking(text))) {
    const decoded = decodeOne(candidate, tools);
    if (decoded.kind === 'calls') return decoded;
    // What could be read but was wrong says more than what could not be read.
    if (best.class === 'parse' || (decoded.class === 'validation' && !best.message.startsWith('action['))) best = decoded;
  }
  return best;
}

type Failure = Extract<Decoded, { kind: 'failure' }>;

const failure = (kind: Failure['class'], message: string): Failure => ({ kind: 'failure', class: kind, message });

function decodeOne(text: string, tools: readonly Tool[]): Decoded {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (text.startsWith('{')) {
      const [first] = jsonCandidates(text);
      if (first !== undefined && first !== text && text.startsWith(first) && isJson(first)) return failure('parse', 'unexpected trailing JSON tokens');
    }
    return failure('parse', `the answer is not a JSON object: ${(error as Error).message}`);
  }
  if (!isRecord(value)) return failure('parse', 'the answer is not a JSON object');
  for (const key of Object.keys(value)) if (key !== 'actions' && key !== 'notes') return failure('validation', `json: unknown field "${key}"`);
  if (!Array.isArray(value.actions) || value.actions.length === 0) return failure('validation', 'action envelope must include at least one action');
  const calls: PlannedCall[] = [];
  for (const [index, action] of (value.actions as unknown[]).entries()) {
    const planned = planAction(action, index, tools);
    if (planned instanceof AppError) return failure('validation', planned.message);
    if (planned.name === DONE) return { kind: 'calls', calls };
    calls.push(planned);
  }
  return { kind: 'calls', calls };
}

function planAction(action: unknown, index: number, tools: readonly Tool[]): PlannedCall | AppError {
  const wrong = (text: string): AppError => new AppError('invalid_arguments', `action[${index}] ${text}`);
  if (!isRecord(action)) return wrong('is not an object');
  const { type, ...fields } = action;
  if (typeof type !== 'string' || type === '') return wrong('missing type');
  const planned = { call_id: '', name: type, arguments: fields };
  if (type === DONE) return planned;
  const resolved = resolveTool(type, tools);
  if (!resolved) return wrong(`unknown action type: ${type}`);
  try {
    checkArguments(resolved, fields);
    return planned;
  } catch (error) {
    const { message } = AppError.from(error);
    return message.startsWith('json: ') ? new AppError('invalid_arguments', message) : wrong(message);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
