/** Runs a command with separate streams, a wall clock and a bounded result. */
import { abortError, throwIfAborted } from '../../shared/abort.ts';
import { Capture } from '../capture.ts';
import { ended } from '../command/ended.ts';
import { onPath } from '../command/on-path.ts';
import { simpleProgram } from '../command/simple-program.ts';
import { environment, folderFor, notInstalled, startCommand } from '../command/start.ts';
import { requireFences } from '../fences.ts';
import { FullLog } from '../full-log.ts';
import { HOST_FOLDER } from '../protocol.ts';
import type { Ended } from '../command/ended.ts';
import type { Operation } from '../operation.ts';

/** The shell's own answer to a name that it does not know. */
const NOT_FOUND_EXIT = 127;

export const execCommand: Operation<'exec'> = async (params, context) => {
  const { keep_head, keep_tail, command } = params;
  await requireFences(context.workspace, undefined);
  const cwd = await folderFor(context.workspace, params.cwd);
  // Stopped, or without its lock, since it was looked at.
  throwIfAborted(context.signal);
  const started = performance.now();
  const out = new Capture(keep_head, keep_tail);
  const err = new Capture(keep_head, keep_tail);
  const both = new Capture(keep_head, keep_tail);
  const log_path = `${HOST_FOLDER}/out/${params.log_name}.log`;
  const log = new FullLog(`${context.workspace.root}/${log_path}`, { chars: keep_head + keep_tail, lines: params.log_lines, bytes: params.log_bytes });
  const take = (stream: 'stdout' | 'stderr') => (text: string): void => {
    (stream === 'stdout' ? out : err).add(text);
    both.add(text);
    log.add(text);
    if (params.progress) context.progress(stream, text);
  };

  const child = startCommand(params, cwd);
  child.stdout!.setEncoding('utf8').on('data', take('stdout'));
  child.stderr!.setEncoding('utf8').on('data', take('stderr'));
  let end: Ended;
  let logged = false;
  try {
    end = await ended(child, params, { timeout_ms: params.timeout_ms, signal: context.signal });
  } finally {
    logged = log.close();
  }
  if (context.signal.aborted) throw abortError(context.signal);
  const program = end.exit_code === NOT_FOUND_EXIT && typeof command === 'string' ? simpleProgram(command) : undefined;
  if (program !== undefined && !await onPath(program, environment(params.env).PATH, cwd)) throw notInstalled(program);

  const marker = markers[params.marker ?? 'log'](log_path);
  return {
    ...end, stdout: out.text(marker), stderr: err.text(marker), combined: both.text(marker),
    duration_ms: Math.round(performance.now() - started), truncated: both.truncated, stdout_truncated: out.truncated, stderr_truncated: err.truncated, total_chars: both.total, total_lines: log.lines, ...(logged ? { log_path } : {}),
  };
};

/** What stands in place of `left` code points. */
const markers = {
  log: (path: string) => (left: number): string => `\n... (${left} characters truncated; the full output is in ${path}) ...\n`,
  count: () => (left: number): string => `\n... (${left} characters truncated)`,
  none: () => (): string => '',
};
