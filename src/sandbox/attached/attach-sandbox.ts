/** The attached tab's side: another tab's sandbox, with the same methods as one's own. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { results, type HostCallOptions, type HostOperation, type HostParams, type HostResult } from '../../host/protocol.ts';
import { abortError, throwIfAborted } from '../../shared/abort.ts';
import { AppError, isAbort } from '../../shared/errors.ts';
import type { Json } from '../../shared/json.ts';
import type { Engine, Sandbox } from '../sandbox.ts';
import type { OpenTerminal, Terminals } from '../terminal-hub.ts';
import { startBeats } from './beats.ts';
import type { Pulse } from '../seat/pulse.ts';
import type { Link } from './link.ts';
import { createListeners } from './listeners.ts';
import { hello, started, toAttached, wireEntries, type Hello, type LinkOperation, type ToOwner } from './messages.ts';
import { KILLED, remoteProcess, type RemoteProcess } from './remote-process.ts';
import { terminalInfos } from './terminal-infos.ts';
import { fromWire } from './wire-errors.ts';
import { entriesOf, ownBytes } from './wire-values.ts';

/** `closed`: the owner said so. `silent`: it did not answer any more. `left`: this tab ended the link. */
export type GoneReason = 'closed' | 'silent' | 'left';

export interface AttachedSandbox extends Sandbox {
  /** Of the owner. */
  readonly epoch: number;
  readonly terminals: Terminals;
  /** What the owner publishes, by name. */
  readonly states: StoreApi<Record<string, Json>>;
  /** Asks the owner's page. @throws AppError `not_found` when it knows no such question */
  ask(name: string, params: Json): Promise<unknown>;
  /** Resolves when the link is over. Everything asked before has failed with `owner_gone` by then, and its processes have ended. */
  readonly gone: Promise<GoneReason>;
  /** Ends the link. Whoever sees the owner end says `closed`. */
  leave(reason?: GoneReason): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  onProgress: HostCallOptions['onProgress'];
  /** Makes the result of the answer in the same turn: output may come right behind it. */
  convert: (value: unknown) => unknown;
}

export const ownerGone = (): AppError => new AppError('owner_gone', 'The tab that ran the sandbox was closed while this was under way. Files are as they were last saved; try again.');

/**
 * Waits until the owner says hello on the link.
 * @param pulse asks a worker of the owner's page when the page itself does not answer
 * @throws AppError `aborted`; `owner_silent` when nobody answers; `other_version` when the owner's page speaks otherwise
 */
export async function attachSandbox(link: Link, signal: AbortSignal, pulse?: (running: () => void) => Pulse): Promise<AttachedSandbox> {
  throwIfAborted(signal);
  const waiting = new Map<number, Waiting>();
  const watchers = new Map<number, (event: 'rename' | 'change', name: string | Uint8Array) => void>();
  const processes = new Map<number, RemoteProcess>();
  const listeners = createListeners();
  const states = createStore<Record<string, Json>>(() => ({}));
  let lastId = 0;
  let over = false;
  let greet!: (message: Hello) => void;
  let refuse!: (error: AppError) => void;
  let finish!: (reason: GoneReason) => void;
  const greeted = new Promise<Hello>((resolve, reject) => { greet = resolve; refuse = reject; });
  const gone = new Promise<GoneReason>((resolve) => { finish = resolve; });

  const send = (message: ToOwner): void => link.send(message);
  const worker = pulse?.(() => beats.running());
  const beats = startBeats({ ping: () => send({ t: 'ping' }), askWorker: () => worker?.ask(), silent: () => leave('silent') });
  const leave = (reason: GoneReason = 'left'): void => {
    if (over) return;
    over = true;
    beats.stop();
    worker?.close();
    send({ t: 'bye' });
    link.close();
    refuse(reason === 'left' ? abortError(signal) : new AppError('owner_silent', 'The tab that runs the sandbox does not answer.'));
    const error = ownerGone();
    for (const one of waiting.values()) one.reject(error);
    for (const one of processes.values()) {
      one.outputEnd();
      one.exit(KILLED);
    }
    listeners.closePorts();
    finish(reason);
  };
  greeted.catch(() => undefined);
  const answered = (one: Waiting | undefined, value: unknown): void => {
    try {
      one?.resolve(one.convert(value));
    } catch (error) {
      one?.reject(AppError.from(error));
    }
  };

  link.listen((data) => {
    if (over) return;
    beats.heard();
    const parsed = toAttached.safeParse(data);
    if (!parsed.success) {
      if ((data as { t?: unknown } | null)?.t === 'hello' && !hello.safeParse(data).success) refuse(new AppError('other_version', 'This project is open in a tab with another version of Tabloom. Load that tab again, then this one.'));
      return;
    }
    const message = parsed.data;
    switch (message.t) {
      case 'hello':
        states.setState(message.states, true);
        listeners.setPorts(message.ports);
        return greet(message);
      case 'ok': return answered(waiting.get(message.id), message.value);
      case 'failed': return waiting.get(message.id)?.reject(fromWire(message.error));
      case 'progress': return waiting.get(message.id)?.onProgress?.(message.stream, message.text);
      case 'changed': return watchers.get(message.id)?.(message.event, message.name);
      case 'output': return processes.get(message.handle)?.output(message.text);
      case 'output-end': return processes.get(message.handle)?.outputEnd();
      case 'exit': return processes.get(message.handle)?.exit(message.code);
      case 'event': return listeners.emit(message.name, message.args);
      case 'state': return states.setState({ [message.name]: message.value });
      case 'pong': return;
      case 'closed': return leave('closed');
    }
  });

  const call = async (op: LinkOperation, args: unknown[], { signal: stop, onProgress }: HostCallOptions = {}, convert = (value: unknown): unknown => value): Promise<unknown> => {
    if (over) throw ownerGone();
    throwIfAborted(stop);
    const id = ++lastId;
    const cancel = (): void => send({ t: 'cancel', id });
    const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject, onProgress, convert }));
    answer.catch(() => undefined);
    stop?.addEventListener('abort', cancel, { once: true });
    try {
      send({ t: 'call', id, op, args: args.map(ownBytes) });
      beats.asked();
      return await answer;
    } catch (error) {
      // Why it was stopped is known here only.
      throw stop?.aborted && isAbort(error) ? abortError(stop) : error;
    } finally {
      stop?.removeEventListener('abort', cancel);
      waiting.delete(id);
    }
  };
  const begun = (value: unknown): OpenTerminal => {
    const parsed = started.safeParse(value);
    if (!parsed.success) throw new AppError('internal', 'The tab that runs the sandbox answered in an unknown form.');
    const { handle, id = '' } = parsed.data;
    const one = remoteProcess(handle, (message) => { if (!over) send(message); });
    processes.set(handle, one);
    void one.ended.then(() => processes.delete(handle));
    return { id, process: one.process, ownerGone: () => over };
  };
  const start = async (op: LinkOperation, args: unknown[]): Promise<OpenTerminal> => await call(op, args, {}, begun) as OpenTerminal;
  const stopWaiting = (): void => leave('left');
  signal.addEventListener('abort', stopWaiting, { once: true });
  let first: Hello;
  try {
    first = await greeted;
  } catch (error) {
    leave('left');
    throw error;
  } finally {
    signal.removeEventListener('abort', stopWaiting);
  }

  const list = createStore(() => terminalInfos(states.getState().terminals));
  states.subscribe((next, before) => { if (next.terminals !== before.terminals) list.setState(terminalInfos(next.terminals), true); });
  const fs = {
    readFile: (...args: unknown[]) => call('readFile', args),
    writeFile: async (...args: unknown[]) => void await call('writeFile', args),
    async readdir(...args: unknown[]) {
      const value = await call('readdir', args);
      const entries = wireEntries.safeParse(value);
      return entries.success ? entriesOf(entries.data) : value;
    },
    mkdir: (...args: unknown[]) => call('mkdir', args),
    rm: async (...args: unknown[]) => void await call('rm', args),
    rename: async (...args: unknown[]) => void await call('rename', args),
    watch(path: string, options?: unknown, listener?: unknown) {
      const id = ++lastId;
      const heard = typeof options === 'function' ? options : listener;
      if (typeof heard === 'function') watchers.set(id, heard as (event: string, name: string | Uint8Array) => void);
      if (!over) send({ t: 'watch', id, path, options: typeof options === 'function' ? null : options });
      return {
        close() {
          watchers.delete(id);
          if (!over) send({ t: 'unwatch', id });
        },
      };
    },
  } as unknown as Engine['fs'];

  return {
    epoch: first.epoch, workdir: first.workdir, path: first.path, env: first.env, fs, states, gone, leave,
    spawn: async (command, args, options) => (await start('spawn', [command, args, options])).process,
    mount: async (tree, options) => void await call('mount', [tree, options]),
    ...(first.exports ? { export: ((path: string, options: object) => call('export', [path, options])) as unknown as NonNullable<Engine['export']> } : {}),
    on: listeners.on as unknown as Engine['on'],
    teardown: () => leave('left'),
    host: {
      async call<O extends HostOperation>(operation: O, params: HostParams<O>, options: HostCallOptions = {}): Promise<HostResult<O>> {
        const checked = results[operation].safeParse(await call('host', [operation, params], options));
        if (!checked.success) throw new AppError('internal', `The tool host answered ${operation} in an unknown form: ${checked.error.message}`);
        return checked.data as HostResult<O>;
      },
    },
    terminals: {
      list,
      open: (title, size) => start('openTerminal', [title, size]),
      join: (id, size) => start('joinTerminal', [id, size]),
    },
    ask: (name, params) => call('ask', [name, params]),
  };
}

