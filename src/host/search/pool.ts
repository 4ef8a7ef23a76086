/** The host's side of the search workers: starts them when needed, keeps one for the next call, kills the one whose call is stopped. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { abortError, throwIfAborted } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import { HOST_FOLDER } from '../folder.ts';
import type { HostResult } from '../protocol.ts';
import type { Job, JobName, JobReply } from './jobs.ts';

/** More searches at a time wait for one of these: each takes memory and none gets faster. */
const MAX_WORKERS = 4;
/** A worker with nothing to do gives its memory back after this. */
const IDLE_MS = 60_000;

let running = 0;
const waiting: (() => void)[] = [];
let idle: { worker: ChildProcess; timer: NodeJS.Timeout } | undefined;

/** @throws AppError what the job throws; `aborted` or the signal's own error when it is stopped; `internal` when the worker ends by itself. */
export async function runJob<N extends JobName>(job: Job<N>, signal: AbortSignal): Promise<HostResult<N>> {
  await turn(signal);
  let worker: ChildProcess | undefined;
  try {
    worker = idle?.worker ?? start(job.root);
    if (idle) clearTimeout(idle.timer);
    idle = undefined;
    const reply = await answer<N>(worker, job, signal);
    if ('error' in reply) throw AppError.fromJSON(reply.error);
    return reply.result;
  } finally {
    running--;
    waiting.shift()?.();
    if (worker) release(worker);
  }
}

async function turn(signal: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  if (running >= MAX_WORKERS) {
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        waiting.splice(waiting.indexOf(resume), 1);
        reject(abortError(signal));
      };
      const resume = (): void => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      waiting.push(resume);
      signal.addEventListener('abort', stop, { once: true });
    });
  }
  running++;
}

function start(root: string): ChildProcess {
  const worker = fork(`${root}/${HOST_FOLDER}/search.cjs`, [], { cwd: root, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  // One that is not in use any more may still fail, which must not end the host.
  worker.on('error', () => undefined);
  // One that ends between calls is replaced.
  worker.once('exit', () => {
    if (idle?.worker !== worker) return;
    clearTimeout(idle.timer);
    idle = undefined;
  });
  // It must not keep the host from ending.
  worker.unref();
  worker.channel?.unref();
  return worker;
}

function answer<N extends JobName>(worker: ChildProcess, job: Job<N>, signal: AbortSignal): Promise<JobReply<N>> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      signal.removeEventListener('abort', stop);
      worker.off('message', onMessage).off('exit', onExit).off('error', onError);
    };
    const fail = (error: AppError): void => {
      settle();
      worker.kill('SIGKILL');
      reject(error);
    };
    const stop = (): void => fail(abortError(signal));
    const onMessage = (reply: unknown): void => {
      settle();
      resolve(reply as JobReply<N>);
    };
    const onExit = (code: number | null, name: string | null): void => fail(new AppError('internal', `The search worker ended (${name ?? `exit code ${code}`}).`));
    const onError = (error: Error): void => fail(new AppError('internal', `The search worker failed: ${error.message}`, { cause: error }));
    worker.on('message', onMessage).on('exit', onExit).on('error', onError);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    worker.send(job, (error) => {
      if (error) onError(error);
    });
  });
}

function release(worker: ChildProcess): void {
  if (worker.killed || !worker.connected) return;
  if (idle) {
    worker.kill('SIGKILL');
    return;
  }
  const timer = setTimeout(() => {
    idle = undefined;
    worker.kill('SIGKILL');
  }, IDLE_MS);
  timer.unref();
  idle = { worker, timer };
}
