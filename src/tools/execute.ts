/** One tool call from name and arguments to the envelope; whatever goes wrong on the way is part of the answer, never thrown. */
import type * as z from 'zod';
import { AppError } from '../shared/errors.ts';
import { isRecord } from '../shared/json.ts';
import { nearest } from '../shared/nearest.ts';
import { tools as allTools } from './index.ts';
import { toolErrorCodes } from './result.ts';
import type { RetryHint, ToolErrorCode, ToolResult } from './result.ts';
import type { Tool, ToolAlias, ToolContext, ToolOutput } from './tool.ts';

/** Characters of a result that model and page get. No tool's own limits reach this far. */
const MAX_OUTPUT = 400_000;
const MAX_MESSAGE = 2_000;

export interface ToolCall {
  call_id: string;
  name: string;
  arguments: unknown;
}

export interface ResolvedTool {
  tool: Tool;
  alias: ToolAlias | undefined;
}

/** The tool of that name or alias. */
export function resolveTool(name: string, tools: readonly Tool[] = allTools): ResolvedTool | undefined {
  for (const tool of tools) {
    if (tool.name === name) return { tool, alias: undefined };
    const alias = tool.aliases?.find((candidate) => candidate.name === name);
    if (alias) return { tool, alias };
  }
  return undefined;
}

/** The arguments in the tool's own terms. @throws AppError `missing_fields` or `invalid_arguments`, worded for the model. */
export function checkArguments({ tool, alias }: ResolvedTool, given: unknown): unknown {
  if (alias?.input) {
    const own = alias.input.safeParse(given);
    if (!own.success) throw argumentError(alias.name, { input: alias.input }, given, own.error);
  }
  const named = alias && isRecord(given) ? alias.map(given) : given;
  const parsed = tool.input.safeParse(named);
  if (parsed.success) return parsed.data;
  throw argumentError(alias?.name ?? tool.name, tool, named, parsed.error);
}

/** The error for a name that no tool has. */
export function unknownTool(name: string, tools: readonly Tool[] = allTools): AppError {
  const names = tools.map((tool) => tool.name);
  const near = nearest(name, names);
  return new AppError('unknown_tool', `Unknown tool: ${name}.${near ? ` Did you mean ${near}?` : ''} Available tools: ${names.join(', ')}`,
    near ? { data: { did_you_mean: near } } : {});
}

export async function executeTool(call: ToolCall, context: Omit<ToolContext, 'call_id' | 'called_as'>, tools: readonly Tool[] = allTools): Promise<ToolResult> {
  const started = performance.now();
  const resolved = resolveTool(call.name, tools);
  const base = { call_id: call.call_id, tool: resolved?.tool.name ?? call.name, called_as: call.name };
  const took = (): number => Math.round(performance.now() - started);
  try {
    if (!resolved) throw unknownTool(call.name, tools);
    const input = checkArguments(resolved, call.arguments);
    const output = await resolved.tool.run(input, { ...context, call_id: call.call_id, called_as: call.name });
    return { ...base, ...envelope(output, resolved.tool), duration_ms: took() };
  } catch (thrown) {
    return { ...base, ...failed(context.signal.aborted ? new AppError('aborted', 'Stopped.') : AppError.from(thrown)), duration_ms: took() };
  }
}

/** A result for a call that could not even be read. */
export function refusedCall(call: Pick<ToolCall, 'call_id' | 'name'>, error: AppError): ToolResult {
  return { call_id: call.call_id, tool: resolveTool(call.name)?.tool.name ?? call.name, called_as: call.name, ...failed(error), duration_ms: 0 };
}

function envelope(output: ToolOutput, tool: Tool): Omit<ToolResult, 'call_id' | 'tool' | 'called_as' | 'duration_ms'> {
  const ok = (output.exit_code ?? 0) === 0 && output.metadata.success !== false;
  return { status: 'executed', ok, is_error: tool.shell_family === true && !ok, ...output, message: capped(output.message, MAX_MESSAGE), output: capped(output.output, MAX_OUTPUT) };
}

/** The tool host bounds what it sends, but a program in the sandbox may have taken its place; and the diff of two large files is large. */
function capped(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}\n... (${text.length - max} characters left out) ...\n`;
}

function failed(error: AppError): Omit<ToolResult, 'call_id' | 'tool' | 'called_as' | 'duration_ms'> {
  const code = (toolErrorCodes as readonly string[]).includes(error.code) ? (error.code as ToolErrorCode) : 'internal';
  const retry_hint = hintOf(code, error);
  return {
    status: 'error', ok: false, is_error: true, message: error.message, output: `Error (${code}): ${error.message}`, metadata: {},
    error: { code, message: error.message, ...(retry_hint ? { retry_hint } : {}) },
  };
}

function hintOf(code: ToolErrorCode, error: AppError): RetryHint | undefined {
  const data = isRecord(error.data) ? error.data : {};
  const did_you_mean = typeof data.did_you_mean === 'string' ? { did_you_mean: data.did_you_mean } : {};
  if (code === 'missing_fields') return { reason: 'missing_fields', ...(Array.isArray(data.missing_fields) ? { missing_fields: data.missing_fields as string[] } : {}) };
  if (code === 'invalid_arguments' || code === 'not_found') return { reason: 'invalid_arguments', ...did_you_mean };
  if (code === 'unknown_tool') return { reason: 'tool_unavailable', ...did_you_mean };
  return code === 'timeout' || code === 'rate_limited' ? { reason: code } : undefined;
}

function argumentError(calledAs: string, tool: Pick<Tool, 'input'>, given: unknown, error: z.ZodError): AppError {
  if (!isRecord(given)) return new AppError('invalid_arguments', `${calledAs} takes a JSON object as its arguments`);
  const missing = error.issues.filter((issue) => issue.code === 'invalid_type' && valueAt(given, issue.path) === undefined)
    .map((issue) => issue.path.join('.'));
  if (missing.length > 0) return new AppError('missing_fields', `${calledAs} requires ${missing.join(', ')}`, { data: { missing_fields: missing } });
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const key = issue.keys[0]!;
    const near = issue.path.length === 0 ? nearest(key, fieldNames(tool)) : undefined;
    return new AppError('invalid_arguments', `json: unknown field "${key}"${near ? `. Did you mean "${near}"?` : ''}`, near ? { data: { did_you_mean: near } } : {});
  }
  const said = error.issues.map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`);
  return new AppError('invalid_arguments', `${calledAs}: ${said.join('; ')}`);
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined), given);
}

function fieldNames(tool: Pick<Tool, 'input'>): string[] {
  const shape = (tool.input as { shape?: object }).shape;
  return shape ? Object.keys(shape) : [];
}
