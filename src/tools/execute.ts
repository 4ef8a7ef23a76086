/** One tool call from name and arguments to the envelope; whatever goes wrong on the way is part of the answer, never thrown. */
import type * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import { isRecord } from '../shared/json.ts';
import type { Json } from '../shared/json.ts';
import { nearest } from '../shared/nearest.ts';
import { toolRegistry } from './index.ts';
import { advertise } from './registry.ts';
import type { AdvertisedTool, ResolvedTool, ToolRegistry } from './registry.ts';
import { fencedSandbox } from './peers/fenced-sandbox.ts';
import { toolErrorCodes } from './result.ts';
import type { RetryHint, ToolErrorCode, ToolResult } from './result.ts';
import type { Tool, ToolContext, ToolOutput } from './tool.ts';

/** Characters of a result that model and page get. No tool's own limits reach this far. */
const MAX_OUTPUT = 400_000;
const MAX_MESSAGE = 2_000;

export interface ToolCall {
  call_id: string;
  name: string;
  arguments: unknown;
}

/** The arguments in the tool's own terms. @throws AppError `missing_fields` or `invalid_arguments`, worded for the model. */
export function checkArguments({ tool, alias }: ResolvedTool, given: unknown): unknown {
  const name = alias?.name ?? tool.name;
  const told = advertise(name, { tool, alias });
  let named = given;
  if (alias) {
    if (!isRecord(given)) throw argumentError(told, given);
    const own = alias.input?.safeParse(given);
    if (own && !own.success) throw argumentError(told, given, own.error);
    named = alias.map(given);
  }
  const parsed = tool.input.safeParse(named);
  if (parsed.success) return parsed.data;
  // Behind an alias with a schema of its own, only rules between fields are left to fail, in the tool's words.
  throw argumentError(alias?.input ? { ...told, input: tool.input } : told, named, parsed.error);
}

/** The error for a name that no tool has. */
export function unknownTool(name: string, registry: ToolRegistry = toolRegistry): AppError {
  const near = nearest(name, registry.names());
  const meant = near === undefined ? undefined : registry.resolve(near);
  const example = meant && advertise(near!, meant).examples[0];
  return new AppError('unknown_tool', `Unknown tool: ${name}. Available tools: ${registry.advertised.map((tool) => tool.name).join(', ')}`,
    { data: { ...(near === undefined ? {} : { did_you_mean: near }), ...exampleOf(example) } });
}

export async function executeTool(call: ToolCall, context: Omit<ToolContext, 'call_id' | 'called_as'>, registry: ToolRegistry = toolRegistry): Promise<ToolResult> {
  const started = performance.now();
  const resolved = registry.resolve(call.name);
  const base = { call_id: call.call_id, tool: resolved?.tool.name ?? call.name, called_as: call.name };
  const took = (): number => Math.round(performance.now() - started);
  try {
    if (!resolved) throw unknownTool(call.name, registry);
    const input = checkArguments(resolved, call.arguments);
    const fenced = context.peers && fencedSandbox(context.sandbox, context.peers);
    const output = await resolved.tool.run(input, { ...context, ...(fenced ? { sandbox: fenced.sandbox } : {}), call_id: ownName(call.call_id), called_as: call.name });
    const reminders = [...output.reminders ?? [], ...fenced?.reminders() ?? []];
    return { ...base, ...envelope(reminders.length === 0 ? output : { ...output, reminders }, resolved.tool), duration_ms: took() };
  } catch (thrown) {
    // A tool may say in its own words that it was stopped.
    const said = thrown instanceof AppError && thrown.code === 'aborted';
    return { ...base, ...failed(context.signal.aborted && !said ? new AppError('aborted', 'Stopped.') : AppError.from(thrown)), duration_ms: took() };
  }
}

/**
 * A name that no other call has: those of models begin anew with each run, in several runs at once, and files of calls (logs, reports of tests) bear it. Some
 * services write what they want to remember into theirs, which are then longer than the name of a file may be.
 */
const ownName = (id: string): string => `${id.slice(0, 60)}-${crypto.randomUUID().slice(0, 8)}`;

/** A result for a call that could not even be read. */
export function refusedCall(call: Pick<ToolCall, 'call_id' | 'name'>, error: AppError, registry: ToolRegistry = toolRegistry): ToolResult {
  return { call_id: call.call_id, tool: registry.resolve(call.name)?.tool.name ?? call.name, called_as: call.name, ...failed(error), duration_ms: 0 };
}

function envelope(output: ToolOutput, tool: Tool): Omit<ToolResult, 'call_id' | 'tool' | 'called_as' | 'duration_ms'> {
  const ok = (output.exit_code ?? 0) === 0 && output.metadata.success !== false;
  return { status: 'executed', ok, is_error: tool.shell_family === true && !ok, ...output, message: capped(output.message, MAX_MESSAGE), output: capped(output.output, MAX_OUTPUT) };
}

/** What a model gets of a text, however long it is. */
export const cappedOutput = (text: string): string => capped(text, MAX_OUTPUT);

/** The tool host bounds what it sends, but a program in the sandbox may have taken its place; and the diff of two large files is large. */
function capped(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}\n... (${text.length - max} characters left out) ...\n`;
}

function failed(error: AppError): Omit<ToolResult, 'call_id' | 'tool' | 'called_as' | 'duration_ms'> {
  const code = (toolErrorCodes as readonly string[]).includes(error.code) ? (error.code as ToolErrorCode) : 'internal';
  const retry_hint = hintOf(code, error);
  const message = capped(error.message, MAX_MESSAGE);
  return {
    status: 'error', ok: false, is_error: true, message, output: `Error (${code}): ${message}${hintText(retry_hint)}`, metadata: {},
    error: { code, message, ...(retry_hint ? { retry_hint } : {}) },
  };
}

function hintOf(code: ToolErrorCode, error: AppError): RetryHint | undefined {
  const data = isRecord(error.data) ? error.data : {};
  const did_you_mean = typeof data.did_you_mean === 'string' ? { did_you_mean: data.did_you_mean } : {};
  const example = exampleOf(data.example_input);
  if (code === 'missing_fields') {
    const named = (field: 'missing_fields' | 'unknown_fields'): Partial<RetryHint> => (Array.isArray(data[field]) ? { [field]: data[field] as string[] } : {});
    return { reason: 'missing_fields', ...named('missing_fields'), ...named('unknown_fields'), ...example };
  }
  if (code === 'invalid_arguments' || code === 'not_found') return { reason: 'invalid_arguments', ...did_you_mean, ...example };
  if (code === 'unknown_tool') return { reason: 'tool_unavailable', ...did_you_mean, ...example };
  return code === 'timeout' || code === 'rate_limited' ? { reason: code } : undefined;
}

/** What the model reads of a hint; the message itself keeps to the documented text. */
function hintText(hint: RetryHint | undefined): string {
  const near = hint?.did_you_mean === undefined ? '' : `\nDid you mean "${hint.did_you_mean}"?`;
  const unknown = hint?.unknown_fields === undefined ? '' : `\nNo such field: ${hint.unknown_fields.join(', ')}.`;
  return unknown + near + (hint?.example_input === undefined ? '' : `\nExample: ${JSON.stringify(hint.example_input)}`);
}

function argumentError(told: AdvertisedTool, given: unknown, error?: z.ZodError): AppError {
  const example = exampleOf(nearestExample(told.examples, given));
  const invalid = (message: string, near?: string): AppError =>
    new AppError('invalid_arguments', message, { data: { ...(near === undefined ? {} : { did_you_mean: near }), ...example } });
  if (!isRecord(given) || !error) return invalid(`${told.name} takes a JSON object as its arguments`);
  const missing = [...new Set(error.issues.flatMap((issue) => missingIn(issue, given)))];
  const wrong = error.issues.map((issue) => issue.path.join('.')).filter((path) => path !== '' && !missing.includes(path));
  const documented = told.alias ? undefined : told.tool.refusal?.({ missing, invalid: wrong });
  if (missing.length > 0) {
    const unknown = error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : []));
    const data = { missing_fields: missing, ...(unknown.length === 0 ? {} : { unknown_fields: unknown }), ...example };
    return new AppError('missing_fields', documented ?? `${told.name} requires ${missing.join(', ')}`, { data });
  }
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const key = issue.keys[0]!;
    return invalid(`json: unknown field "${key}"`, issue.path.length === 0 ? nearestField(key, fieldNames(told)) : undefined);
  }
  if (documented !== undefined) return invalid(documented);
  // What a tool's author says about a value is a whole sentence, often a document's.
  const own = error.issues.find((issue) => issue.code === 'custom' || (issue.code === 'invalid_value' && !issue.message.startsWith('Invalid ')));
  if (own) return invalid(own.message);
  const said = error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`);
  return invalid(`${told.name}: ${said.join('; ')}`);
}

/** The fields that an issue finds absent; a rule between fields names them in `params.missing`. */
function missingIn(issue: z.core.$ZodIssue, given: unknown): string[] {
  if (issue.code === 'custom') return Array.isArray(issue.params?.missing) ? (issue.params.missing as string[]) : [];
  const absent = ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code) && issue.path.length > 0 && valueAt(given, issue.path) === undefined;
  return absent ? [issue.path.join('.')] : [];
}

/** The example that shares most with what was sent: a call of `git` to add files is not helped by one for its status. */
function nearestExample(examples: readonly unknown[], given: unknown): unknown {
  if (!isRecord(given)) return examples[0];
  const score = (example: unknown): number => (isRecord(example) ? Object.entries(example).filter(([field, value]) => typeof value === 'string' && given[field] === value).length : 0);
  return examples.reduce<unknown>((best, example) => (score(example) > score(best) ? example : best), examples[0]);
}

function exampleOf(example: unknown): { example_input?: Json } {
  return example === undefined ? {} : { example_input: example as Json };
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined), given);
}

/** As other tools call it: `timeout` for `timeout_ms`, `file_path` for `path`; else the one that takes the fewest edits. */
function nearestField(key: string, fields: readonly string[]): string | undefined {
  const words = (name: string): string => `_${name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}_`;
  return nearest(key, fields) ?? fields.find((field) => words(key).includes(words(field)) || words(field).includes(words(key)));
}

function fieldNames(tool: Pick<Tool, 'input'>): string[] {
  const shape = (tool.input as { shape?: object }).shape;
  return shape ? Object.keys(shape) : [];
}
