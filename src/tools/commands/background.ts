/** The background side of `run_command`: start, look, wait, stop and list. */
import type { HostResult } from '../../host/protocol.ts';
import type { Json } from '../../shared/json.ts';
import { KEEP_HEAD, KEEP_TAIL, withoutAnsi } from '../command.ts';
import type { ToolContext, ToolOutput } from '../tool.ts';

type Facts = HostResult<'background_start'>;

/** How long `wait` waits when nothing else is said. */
export const DEFAULT_WAIT_MS = 30_000;
export const MAX_WAIT_MS = 600_000;

export interface BackgroundStart {
  handle: string;
  command: string;
  cwd?: string | undefined;
  env?: Record<string, string> | undefined;
  timeout_ms?: number | undefined;
}

export async function startInBackground({ handle, command, cwd, env, timeout_ms }: BackgroundStart, { sandbox, signal }: ToolContext): Promise<ToolOutput> {
  const facts = await sandbox.host.call('background_start', {
    handle, command, keep_head: KEEP_HEAD, keep_tail: KEEP_TAIL,
    ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }), ...(timeout_ms === undefined ? {} : { timeout_ms }),
  }, { signal });
  return {
    message: `Started in the background: ${handle}`,
    output: `Started in the background with the handle ${handle}. Call run_command with handle=${JSON.stringify(handle)} and action "read", "wait" or "stop".`,
    metadata: metadataOf(facts),
  };
}

export async function lookAt(handle: string, action: 'read' | 'wait' | 'stop', wait_ms: number, { sandbox, signal }: ToolContext): Promise<ToolOutput> {
  const look = await sandbox.host.call('background_look', { handle, wait_ms: action === 'wait' ? wait_ms : 0, stop: action === 'stop' }, { signal });
  const said = withoutAnsi(look.output);
  const message = stateOf(look);
  return {
    message,
    output: `${message}\n${said || '(no new output)'}`,
    stdout: look.output,
    // Somebody who stops a command does not want to hear that it failed.
    ...(look.running || action === 'stop' ? {} : { exit_code: look.exit_code, timed_out: look.timed_out }),
    metadata: { ...metadataOf(look), action, truncated: look.truncated },
    ...(look.truncated ? { bounds: { returned: [...look.output].length, truncated: true, refinement_hint: `Read ${look.log_path} for the full output.` } } : {}),
  };
}

export async function listCommands({ sandbox, signal }: ToolContext): Promise<ToolOutput> {
  const { commands } = await sandbox.host.call('background_list', {}, { signal });
  return {
    message: `${commands.filter((one) => one.running).length} background commands running`,
    output: commands.map((one) => `${one.handle}: ${one.command} (${stateOf(one)})`).join('\n') || '(no background commands)',
    metadata: { commands: commands.map(metadataOf) },
  };
}

function stateOf({ running, exit_code, signal, timed_out, duration_ms }: Facts): string {
  const seconds = `${(duration_ms / 1000).toFixed(1)} s`;
  if (running) return `Running for ${seconds}`;
  if (timed_out) return `Command timed out after ${seconds} (exit code 124)`;
  return signal === null ? `Exit code: ${exit_code}` : `Ended by ${signal} (exit code ${exit_code})`;
}

function metadataOf({ handle, ...facts }: Facts): { [key: string]: Json } {
  const { command, pid, running, exit_code, signal, timed_out, duration_ms, log_path, total_chars } = facts;
  return { command_id: handle, handle, background: true, command, pid, running, exit_code, signal, timed_out, duration_ms, log_path, total_chars };
}
