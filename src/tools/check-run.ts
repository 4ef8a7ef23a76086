/** Runs a checker or a build: what it prints is kept for the parsers, and shortened for the result. */
import type { HostResult } from '../host/protocol.ts';
import type { Json } from '../shared/json.ts';
import { commandMetadata, withoutAnsi } from './command.ts';
import { goDuration } from './go-duration.ts';
import type { ToolContext } from './tool.ts';

/** Code points of each end of the output that parsers get to see. */
const KEEP_FOR_PARSERS = 1_000_000;
/** Code points of the output that go into a result: as for commands. */
const RAW_HEAD = 4_000;
const RAW_TAIL = 6_000;

export interface CheckRun {
  exit_code: number;
  timed_out: boolean;
  stdout: string;
  stderr: string;
  /** Both in the order in which they came. All three without colours. */
  combined: string;
  duration_ms: number;
  run: HostResult<'exec'>;
}

export interface CheckCommand {
  command: string | string[];
  seconds: number;
  env?: Record<string, string>;
}

/** @throws AppError `not_installed`, `spawn_failed` or `aborted`; an exit code is never an error here. */
export async function runCheck({ command, seconds, env }: CheckCommand, context: ToolContext): Promise<CheckRun> {
  const run = await context.sandbox.host.call('exec', {
    command, timeout_ms: seconds * 1000, progress: true, log_name: logName(context), keep_head: KEEP_FOR_PARSERS, keep_tail: KEEP_FOR_PARSERS, ...(env ? { env } : {}),
  }, { signal: context.signal, onProgress: context.onProgress });
  return {
    exit_code: run.exit_code, timed_out: run.timed_out, duration_ms: run.duration_ms, run,
    stdout: withoutAnsi(run.stdout), stderr: withoutAnsi(run.stderr), combined: withoutAnsi(run.combined),
  };
}

/** A name for this call's files in `.tabloom/out/`. */
export function logName({ call_id }: Pick<ToolContext, 'call_id'>): string {
  return `call-${call_id.replace(/[^\w.-]/g, '_')}`;
}

/** The fields that S1's reports of all checks share. The whole text of a shortened output is kept in a log. */
export async function reportMetadata(framework: string, { run, combined, exit_code, timed_out, duration_ms }: CheckRun, seconds: number, context: ToolContext): Promise<{ [key: string]: Json } & { raw_output: string }> {
  let log_path = run.log_path;
  let raw_output = shortened(combined);
  const short = raw_output !== combined;
  if (short) {
    if (log_path === undefined) {
      log_path = `.tabloom/out/${logName(context)}.log`;
      await context.sandbox.host.call('write', { path: log_path, content: combined, final_newline: 'preserve' }, { signal: context.signal });
    }
    raw_output = shortened(combined, `; the full output is in ${log_path}`);
  }
  return {
    ...commandMetadata(run), framework, success: exit_code === 0, exit_code, duration: goDuration(duration_ms), timed_out, timeout_seconds: seconds,
    error: timed_out ? `timed out after ${seconds}s` : '', truncated: short, raw_output, ...(log_path === undefined ? {} : { log_path }),
  };
}

/** Beginning and end of a long text, in code points, so that no character is cut in two. */
export function shortened(text: string, where = ''): string {
  if (text.length <= RAW_HEAD + RAW_TAIL) return text;
  const points = Array.from(text);
  if (points.length <= RAW_HEAD + RAW_TAIL) return text;
  return `${points.slice(0, RAW_HEAD).join('')}\n... (${points.length - RAW_HEAD - RAW_TAIL} characters truncated${where}) ...\n${points.slice(-RAW_TAIL).join('')}`;
}

/** The time a call gets: the default, or what it asked for up to the cap. */
export function effectiveSeconds(asked: number | undefined, limits: { default: number; cap: number }): { seconds: number; note: string } {
  const seconds = Math.min(asked ?? limits.default, limits.cap);
  return { seconds, note: asked !== undefined && asked > seconds ? `timeout_seconds was lowered from ${asked} to its maximum, ${limits.cap}.` : '' };
}
