/** The action envelope of the first document (S1): `{"actions":[{"type":...}],"notes":"..."}`. */
import { AppError } from '../../shared/errors.ts';
import { isRecord } from '../../shared/json.ts';
import type { Json } from '../../shared/json.ts';
import { nearest } from '../../shared/nearest.ts';
import { checkArguments } from '../../tools/execute.ts';
import type { AdvertisedTool, ResolvedTool } from '../../tools/registry.ts';
import type { System } from '../../tools/systems/system.ts';
import { inputJsonSchema } from '../../tools/tool.ts';
import type { Decoded, PlannedCall } from './dialect.ts';
import { failure } from './find-envelope.ts';
import type { DecodeFailure } from './find-envelope.ts';

/** Ends a run: the model has nothing more to do. */
const DONE = 'done';

/** In an action `type` is its name. A tool with a field of that name has it under this one: JSON knows no field twice. */
const OWN_TYPE = 'trigger_type';

const renamed = (field: string): string => (field === 'type' ? OWN_TYPE : field);

const hasType = ({ tool, alias }: ResolvedTool): boolean => 'type' in (((alias?.input ?? tool.input) as { shape?: object }).shape ?? {});

/** The JSON schema of an action's fields. */
export function actionSchema(tool: AdvertisedTool): { [key: string]: Json } {
  const schema = inputJsonSchema(tool);
  const { properties, required } = schema as { properties?: { [field: string]: Json }; required?: string[] };
  if (properties?.type === undefined) return schema;
  return { ...schema, properties: Object.fromEntries(Object.entries(properties).map(([field, value]) => [renamed(field), value])), ...(required ? { required: required.map(renamed) } : {}) };
}

/** A call as an action. */
export function actionOf(name: string, args: Record<string, unknown>): Record<string, unknown> {
  return { type: name, ...Object.fromEntries(Object.entries(args).map(([field, value]) => [renamed(field), value])) };
}

/** `stop_on_error` is ours: the document's actions go on after one that failed. */
const topLevel = new Set(['actions', 'notes', 'stop_on_error']);

export const actionsInstructions = [
  'Answer with one JSON object and nothing else: {"actions":[{"type":"<action>", ...its fields}],"notes":"optional remarks"}.',
  'Actions are executed in order, and go on after one that failed unless the object says "stop_on_error":true; their results come back in the next message.',
  'When the task is finished, answer {"actions":[{"type":"done"}],"notes":"what was done"}.',
];

export function readActions(value: Record<string, unknown>, { registry }: System): Decoded {
  for (const key of Object.keys(value)) if (!topLevel.has(key)) return failure('validation', `json: unknown field "${key}"`, didYouMean(nearest(key, [...topLevel])));
  const { actions, notes = '', stop_on_error = false } = value;
  if (actions !== undefined && !Array.isArray(actions)) return failure('validation', `actions: expected array, received ${kindOf(actions)}`);
  if (typeof notes !== 'string') return failure('validation', `notes: expected string, received ${kindOf(notes)}`);
  if (typeof stop_on_error !== 'boolean') return failure('validation', `stop_on_error: expected boolean, received ${kindOf(stop_on_error)}`);
  if (actions === undefined || actions.length === 0) return failure('validation', 'action envelope must include at least one action');
  const calls: PlannedCall[] = [];
  let done = false;
  for (const [index, action] of (actions as unknown[]).entries()) {
    const planned = planAction(action, index, registry);
    if ('kind' in planned) return planned;
    if (planned.name === DONE) done = true;
    else calls.push(planned);
  }
  return { kind: 'calls', calls, ...(stop_on_error ? { stop_on_error } : {}), ...(done ? { declares: { end: 'done', message: notes } } : {}) };
}

function planAction(action: unknown, index: number, registry: System['registry']): PlannedCall | DecodeFailure {
  const wrong = (text: string, hint?: string): DecodeFailure => failure('validation', `action[${index}] ${text}`, hint);
  if (!isRecord(action)) return wrong('is not an object');
  const { type, ...fields } = action;
  if (type === undefined || type === '') return wrong('missing type');
  if (typeof type !== 'string') return wrong(`type: expected string, received ${kindOf(type)}`);
  if (type === DONE) {
    const [extra] = Object.keys(fields);
    return extra === undefined ? { call_id: '', name: type, arguments: {} } : failure('validation', `json: unknown field "${extra}"`);
  }
  const resolved = registry.resolve(type);
  if (!resolved) {
    const names = registry.advertised.map((tool) => tool.name);
    return wrong(`unknown action type: ${type}`, `${didYouMean(nearest(type, registry.names())) ?? ''} Actions: ${[...names, DONE].join(', ')}.`.trim());
  }
  const typed = hasType(resolved);
  const { [OWN_TYPE]: own, ...others } = fields;
  const args = !typed ? fields : own === undefined ? others : { type: own, ...others };
  try {
    checkArguments(resolved, args);
    return { call_id: '', name: type, arguments: args };
  } catch (thrown) {
    const error = AppError.from(thrown);
    const hint = hintOf(error, type);
    const message = typed ? error.message.replace(/\btype\b/, OWN_TYPE) : error.message;
    return message.startsWith('json: ') ? failure('validation', message, hint) : wrong(message, hint);
  }
}

function hintOf({ data }: AppError, type: string): string | undefined {
  if (!isRecord(data)) return undefined;
  const example = isRecord(data.example_input) ? `Example: ${JSON.stringify(actionOf(type, data.example_input))}` : undefined;
  const unknown = Array.isArray(data.unknown_fields) ? `No such field: ${data.unknown_fields.join(', ')}.` : undefined;
  return [unknown, didYouMean(data.did_you_mean), example].filter((part) => part !== undefined).join(' ') || undefined;
}

function didYouMean(name: unknown): string | undefined {
  return typeof name === 'string' ? `Did you mean "${name}"?` : undefined;
}

/** As JSON names it. */
export function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
