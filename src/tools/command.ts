/** What all tools that run programs have in common. */
import type { HostResult } from '../host/protocol.ts';
import type { Json } from '../shared/json.ts';
import type { ToolContext } from './tool.ts';

/** Code points of a command's output that a result keeps: the beginning says what was run, the end what came of it. */
export const KEEP_HEAD = 4_000;
export const KEEP_TAIL = 6_000;

export const DEFAULT_TIMEOUT_MS = 300_000;
export const MAX_TIMEOUT_MS = 1_800_000;

/** Which part of a long output is kept, and what stands in place of the rest (see the host's `exec`). */
export interface CaptureOptions {
  keep_head: number;
  keep_tail: number;
  marker?: 'log' | 'count' | 'none';
  log_lines?: number;
  log_bytes?: number;
}

export interface CommandOptions {
  timeout_ms?: number;
  cwd?: string | undefined;
  env?: Record<string, string> | undefined;
  /** For reports that are parsed: kept whole up to this many code points. */
  keep?: number;
  capture?: CaptureOptions;
  /** False for a program's report, which is not made for people to watch. */
  progress?: boolean;
}

export async function runInSandbox(command: string | string[], context: ToolContext, options: CommandOptions = {}): Promise<HostResult<'exec'>> {
  const { timeout_ms = DEFAULT_TIMEOUT_MS, cwd, env, keep, capture, progress = true } = options;
  return context.sandbox.host.call('exec', {
    command, timeout_ms, progress, log_name: logName(context),
    ...(capture ?? { keep_head: keep ?? KEEP_HEAD, keep_tail: keep === undefined ? KEEP_TAIL : 0 }),
    ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }),
  }, { signal: context.signal, onProgress: context.onProgress });
}

/** The full log of a call is named after it. */
function logName({ call_id }: ToolContext): string {
  return call_id.replace(/[^\w.-]/g, '_');
}

/** The fields of a finished command that every such tool reports alike. */
export function commandMetadata(run: HostResult<'exec'>): { [key: string]: Json } {
  const { exit_code, signal, timed_out, truncated, total_chars } = run;
  return { exit_code, signal, timed_out, truncated, total_chars, stderr_empty: run.stderr.trim() === '', ...(run.log_path === undefined ? {} : { log_path: run.log_path }) };
}

/** Colours and cursor movements; some programs insist on them. */
export function withoutAnsi(text: string): string {
  return text.replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g, '');
}
