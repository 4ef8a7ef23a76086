/** Starting a command as tools run them: nobody watches, nobody answers. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { AppError } from '../../shared/errors.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Workspace } from '../workspace.ts';

export interface CommandSpec {
  /** A command line for the shell, or a program with its arguments. */
  command: string | string[];
  cwd?: string | undefined;
  env?: Record<string, string> | undefined;
}

/** Nobody answers prompts and nobody sees colours here. */
const quietEnv = {
  CI: '1', NO_COLOR: '1', FORCE_COLOR: '0', TERM: 'dumb', npm_config_update_notifier: 'false', npm_config_fund: 'false', GIT_PAGER: 'cat', PAGER: 'cat', GIT_TERMINAL_PROMPT: '0',
};

/** The folder that a command runs in. @throws AppError `not_found`, or the path's own refusal. */
export async function folderFor(workspace: Workspace, cwd: string | undefined): Promise<string> {
  const place = await realPlaceOf(workspace, cwd ?? '.');
  const folder = await fs.stat(place.path).catch(() => undefined);
  // A missing folder would otherwise look like a missing program: both are ENOENT.
  if (!folder?.isDirectory()) throw new AppError('not_found', `cwd is not a directory: ${cwd ?? '.'}`);
  return place.path;
}

export function environment(env: Record<string, string> | undefined): NodeJS.ProcessEnv {
  return { ...process.env, ...quietEnv, ...env };
}

/** Input is empty, and there is no terminal to ask on: what wants an answer fails at once. @throws AppError `spawn_failed` for what fails at once, such as a line that is too long; the rest is an event of the child */
export function startCommand({ command, env }: CommandSpec, cwd: string): ChildProcess {
  const options = {
    cwd, env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that a timeout reaches grandchildren.
    detached: true,
  };
  try {
    return typeof command === 'string' ? spawn('/bin/sh', ['-c', command], options) : spawn(command[0]!, command.slice(1), options);
  } catch (error) {
    throw startError({ command }, error as NodeJS.ErrnoException);
  }
}

/** The error for a command that could not be started at all. */
export function startError({ command }: CommandSpec, error: NodeJS.ErrnoException): AppError {
  const program = typeof command === 'string' ? '/bin/sh' : command[0]!;
  return error.code === 'ENOENT' ? notInstalled(program, error) : new AppError('spawn_failed', error.message, { cause: error });
}

export function notInstalled(program: string, cause?: Error): AppError {
  return new AppError('not_installed', `${program}: not installed in this sandbox`, cause === undefined ? {} : { cause });
}

/** Signals the command and everything that it started. */
export function killTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // No group of that number: the engine has no process groups, or everybody in it is gone.
    child.kill(signal);
  }
}
