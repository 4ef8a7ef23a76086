/** Runs a command with separate streams, a wall clock and a bounded result. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { constants } from 'node:os';
import { abortError } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import { Capture } from '../capture.ts';
import { FullLog } from '../full-log.ts';
import { HOST_FOLDER } from '../protocol.ts';
import { realPlaceOf } from '../workspace.ts';
import type { Operation, OperationContext } from '../operation.ts';
import type { HostParams } from '../protocol.ts';

/** How long a command may clean up after SIGTERM before SIGKILL. */
const KILL_GRACE_MS = 1000;
/** A background child may keep the pipes open for ever after the command itself has ended. */
const DRAIN_MS = 250;
const TIMEOUT_EXIT = 124;

/** Nobody answers prompts and nobody sees colours here. */
const quietEnv = { CI: '1', NO_COLOR: '1', FORCE_COLOR: '0', TERM: 'dumb', npm_config_update_notifier: 'false', npm_config_fund: 'false', GIT_PAGER: 'cat', PAGER: 'cat' };

export const execCommand: Operation<'exec'> = async (params, context) => {
  const cwd = await realPlaceOf(context.workspace, params.cwd ?? '.');
  const folder = await fs.stat(cwd.path).catch(() => undefined);
  // A missing folder would otherwise look like a missing program: both are ENOENT.
  if (!folder?.isDirectory()) throw new AppError('not_found', `cwd is not a directory: ${params.cwd ?? '.'}`);

  const started = performance.now();
  const out = new Capture(params.keep_head, params.keep_tail);
  const err = new Capture(params.keep_head, params.keep_tail);
  const both = new Capture(params.keep_head, params.keep_tail);
  const log_path = `${HOST_FOLDER}/out/${params.log_name}.log`;
  const log = new FullLog(`${context.workspace.root}/${log_path}`, params.keep_head + params.keep_tail);
  const take = (stream: 'stdout' | 'stderr') => (text: string): void => {
    (stream === 'stdout' ? out : err).add(text);
    both.add(text);
    log.add(text);
    if (params.progress) context.progress(stream, text);
  };

  const child = start(params, cwd.path);
  child.stdout!.setEncoding('utf8').on('data', take('stdout'));
  child.stderr!.setEncoding('utf8').on('data', take('stderr'));
  let end: Ended;
  try {
    end = await ended(child, params, context);
  } finally {
    log.close();
  }
  if (context.signal.aborted) throw abortError(context.signal);

  const truncated = both.truncated;
  const marker = (left: number): string => `\n... (${left} characters truncated; the full output is in ${log_path}) ...\n`;
  return {
    stdout: out.text(marker), stderr: err.text(marker), combined: both.text(marker),
    exit_code: end.timed_out ? TIMEOUT_EXIT : end.exit_code, signal: end.signal, timed_out: end.timed_out,
    duration_ms: Math.round(performance.now() - started), truncated, total_chars: both.total, ...(truncated ? { log_path } : {}),
  };
};

function start({ command, env }: HostParams<'exec'>, cwd: string): ChildProcess {
  const options = {
    cwd, env: { ...process.env, ...quietEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that a timeout reaches grandchildren.
    detached: true,
  };
  if (typeof command === 'string') return spawn('/bin/sh', ['-c', command], options);
  return spawn(command[0]!, command.slice(1), options);
}

interface Ended {
  exit_code: number;
  signal: string | null;
  timed_out: boolean;
}

function ended(child: ChildProcess, { command, timeout_ms }: HostParams<'exec'>, { signal }: OperationContext): Promise<Ended> {
  return new Promise<Ended>((resolve, reject) => {
    let timed_out = false;
    let killer: NodeJS.Timeout | undefined;
    let drain: NodeJS.Timeout | undefined;
    const stop = (): void => {
      killTree(child, 'SIGTERM');
      killer ??= setTimeout(() => killTree(child, 'SIGKILL'), KILL_GRACE_MS);
    };
    const timer = setTimeout(() => {
      timed_out = true;
      stop();
    }, timeout_ms);
    const settle = (): void => {
      clearTimeout(timer);
      clearTimeout(drain);
      // The command may have ended while children of its that ignore SIGTERM have not.
      if (killer !== undefined) {
        clearTimeout(killer);
        killTree(child, 'SIGKILL');
      }
      signal.removeEventListener('abort', stop);
    };
    const finish = (): void => {
      settle();
      const name = child.signalCode;
      const exit_code = child.exitCode ?? (name ? 128 + (constants.signals[name] ?? 0) : 1);
      resolve({ exit_code, signal: name, timed_out });
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      settle();
      const program = typeof command === 'string' ? '/bin/sh' : command[0]!;
      reject(error.code === 'ENOENT' ? new AppError('not_installed', `${program}: not installed in this sandbox`, { cause: error })
        : new AppError('spawn_failed', error.message, { cause: error }));
    });
    child.once('exit', () => {
      drain = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        finish();
      }, DRAIN_MS);
    });
    child.once('close', finish);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

function killTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // No group of that number: the engine has no process groups, or everybody in it is gone.
    child.kill(signal);
  }
}
