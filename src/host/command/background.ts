/** Commands that go on while other calls are made: a server, a watcher, a long build. They are known by a handle, and end with the host. */
import type { ChildProcess } from 'node:child_process';
import { abortable, delay } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import { Capture } from '../capture.ts';
import { HOST_FOLDER } from '../folder.ts';
import { FullLog } from '../full-log.ts';
import { ended } from './ended.ts';
import { noteEnd, noteStart } from './leftovers.ts';
import { folderFor, killTree, startCommand } from './start.ts';
import type { Workspace } from '../workspace.ts';
import type { HostParams, HostResult } from '../protocol.ts';

/** Running at a time: the sandbox itself holds some two hundred processes. */
const MAX_RUNNING = 16;
/** Ended ones that can still be asked for their last output. */
const MAX_ENDED = 32;

type Facts = HostResult<'background_start'>;

interface Background {
  child: ChildProcess;
  facts: Facts;
  started: number;
  log: FullLog;
  keep: { keep_head: number; keep_tail: number };
  /** What came since the last look. */
  unread: Capture;
  total: number;
  ending: AbortController;
  over: Promise<void>;
}

const commands = new Map<string, Background>();

/** @throws AppError `rejected` when there are too many, `conflict` for a handle in use, or what starting throws. */
export async function startBackground(workspace: Workspace, params: HostParams<'background_start'>): Promise<Facts> {
  const { handle, command, keep_head, keep_tail } = params;
  if (commands.has(handle)) throw new AppError('conflict', `There is a background command with the handle ${handle} already.`);
  if (runningOnes().length >= MAX_RUNNING) throw new AppError('rejected', `${MAX_RUNNING} background commands are running already. Stop one of them first: ${runningOnes().map((one) => one.facts.handle).join(', ')}`);
  const cwd = await folderFor(workspace, params.cwd);
  const log_path = `${HOST_FOLDER}/out/${handle}.log`;
  const log = new FullLog(`${workspace.root}/${log_path}`, { chars: -1 });
  // There is a log from the beginning, also of a command that says nothing.
  log.add('');
  const child = startCommand(params, cwd);
  const ending = new AbortController();
  const entry: Background = {
    child, log, ending, started: performance.now(), keep: { keep_head, keep_tail }, unread: new Capture(keep_head, keep_tail), total: 0,
    facts: {
      handle, command: typeof command === 'string' ? command : command.join(' '), pid: child.pid ?? 0, running: true, exit_code: null, signal: null, timed_out: false,
      duration_ms: 0, log_path, total_chars: 0,
    },
    over: Promise.resolve(),
  };
  const take = (text: string): void => {
    entry.unread.add(text);
    log.add(text);
  };
  child.stdout!.setEncoding('utf8').on('data', take);
  child.stderr!.setEncoding('utf8').on('data', take);
  endWithHost();
  commands.set(handle, entry);
  noteStart(workspace, handle, child.pid);
  const finish = (end: Partial<Facts>): void => {
    log.close();
    noteEnd(workspace, handle);
    entry.facts = { ...entry.facts, ...end, running: false, duration_ms: Math.round(performance.now() - entry.started) };
    forgetOldest();
  };
  entry.over = ended(child, params, { timeout_ms: params.timeout_ms, signal: ending.signal }).then(finish, (error: unknown) => {
    take(`${AppError.from(error).message}\n`);
    finish({ exit_code: 127 });
  });
  return factsOf(entry);
}

/** Waits for the end for at most `wait_ms`, or ends the command, and takes what came since the last look. @throws AppError `not_found`; `aborted` while it waits, which leaves the command alone. */
export async function lookAtBackground({ handle, wait_ms, stop }: HostParams<'background_look'>, signal: AbortSignal): Promise<HostResult<'background_look'>> {
  const entry = commands.get(handle);
  if (!entry) throw unknownHandle(handle);
  if (stop) await stopBackground(handle);
  else if (wait_ms > 0 && entry.facts.running) {
    const enough = new AbortController();
    const timer = delay(wait_ms, enough.signal).catch(() => undefined);
    await abortable(Promise.race([entry.over, timer]), signal).finally(() => enough.abort());
  }
  const { unread } = entry;
  entry.total += unread.total;
  entry.unread = new Capture(entry.keep.keep_head, entry.keep.keep_tail);
  const { log_path } = entry.facts;
  const output = unread.text((left) => `\n... (${left} characters truncated; the full output is in ${log_path}) ...\n`);
  return { ...factsOf(entry), output, truncated: unread.truncated };
}

/** Ends the command with all that it started. @throws AppError `not_found` */
export async function stopBackground(handle: string): Promise<Facts> {
  const entry = commands.get(handle);
  if (!entry) throw unknownHandle(handle);
  entry.ending.abort();
  await entry.over;
  return factsOf(entry);
}

/** Running ones first, each group in the order of their start. */
export function listBackground(): Facts[] {
  return [...commands.values()].sort((a, b) => Number(b.facts.running) - Number(a.facts.running)).map(factsOf);
}

function factsOf(entry: Background): Facts {
  const total_chars = entry.total + entry.unread.total;
  return { ...entry.facts, total_chars, ...(entry.facts.running ? { duration_ms: Math.round(performance.now() - entry.started) } : {}) };
}

function runningOnes(): Background[] {
  return [...commands.values()].filter((entry) => entry.facts.running);
}

function unknownHandle(handle: string): AppError {
  const known = [...commands.keys()];
  return new AppError('not_found', `No background command has the handle ${handle}. ${known.length === 0 ? 'There are none.' : `Known: ${known.join(', ')}`}`);
}

function forgetOldest(): void {
  const over = [...commands.values()].filter((entry) => !entry.facts.running);
  for (const entry of over.slice(0, Math.max(0, over.length - MAX_ENDED))) commands.delete(entry.facts.handle);
}

let watching = false;

/** A host that ends in any way but the hardest takes its commands along. */
function endWithHost(): void {
  if (watching) return;
  watching = true;
  process.once('exit', () => {
    for (const { child } of runningOnes()) killTree(child, 'SIGKILL');
  });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(signal, () => process.exit(1));
}
