/** The owner's side: offers its sandbox to the tabs that attach to it, each on a link of its own. */
import type { StoreApi } from 'zustand/vanilla';
import { operations, type HostOperation, type HostParams } from '../../host/protocol.ts';
import { AppError } from '../../shared/errors.ts';
import type { Json } from '../../shared/json.ts';
import type { OpenTerminal, TerminalHub } from '../terminal-hub.ts';
import type { Sandbox, SandboxProcess } from '../sandbox.ts';
import type { Link } from './link.ts';
import { LINK_VERSION, toOwner, type LinkOperation, type ToAttached, type ToOwner } from './messages.ts';
import { MAX_WAITING_SCREEN, outputValve, type OutputValve } from './output-valve.ts';
import { toWire } from './wire-errors.ts';
import { ownBytes, wireValue } from './wire-values.ts';

export interface SharedParts {
  epoch: number;
  terminals: TerminalHub;
  /** Servers that are up (`watchOpenPorts`). */
  ports: ReadonlyMap<number, string>;
  /** What the page publishes besides; attached tabs have each as it is now. */
  states: Record<string, StoreApi<Json>>;
  /** One more tab is served. */
  attached?(): void;
  /** What the page answers besides. */
  asks: Record<string, (params: Json) => Promise<Json | undefined>>;
}

export interface SandboxServer {
  /** Serves one tab until it says goodbye, or until the returned function is called: whoever sees the tab end calls it. */
  serve(link: Link, tab: string): () => void;
  /** How many tabs are served. */
  readonly count: number;
  /** Ends all links; `reason` is a sentence. */
  close(reason: string): void;
}

const EVENTS = ['server-ready', 'port', 'preview-message', 'xdg-open', 'code', 'error'] as const;

export function serveSandbox(sandbox: Sandbox, parts: SharedParts): SandboxServer {
  const links = new Set<(reason: string) => void>();
  return {
    get count() { return links.size; },
    serve(link, tab) {
      let over: ((reason: string) => void) | undefined;
      const end = (reason: string): void => over?.(reason);
      // First: the other tab may have said goodbye while this code was still being loaded.
      links.add(end);
      over = serveLink(sandbox, parts, link, tab, () => links.delete(end));
      parts.attached?.();
      return () => end('');
    },
    close(reason) {
      for (const end of [...links]) end(reason);
    },
  };
}

/** @returns ends the link */
function serveLink(sandbox: Sandbox, parts: SharedParts, link: Link, tab: string, ended: () => void): (reason: string) => void {
  const send = (message: ToAttached): void => link.send(message);
  const terminals = parts.terminals.of(tab);
  const fs = sandbox.fs as unknown as Record<string, (...all: unknown[]) => Promise<unknown>>;
  const cancels = new Map<number, AbortController>();
  const watchers = new Map<number, { close(): void }>();
  const running = new Map<number, { process: SandboxProcess; input: WritableStreamDefaultWriter<string>; valve: OutputValve; ended: boolean }>();
  let lastHandle = 0;
  let over = false;

  /** @param begin gets what may start when the answer is sent: output that comes before it belongs to nobody yet */
  const keep = (process: SandboxProcess, begin: (() => void)[], maxWaiting?: number): number => {
    const handle = ++lastHandle;
    if (over) process.kill();
    begin.push(() => {
      const valve = outputValve(handle, process.output, send, maxWaiting);
      const entry = { process, input: process.input.getWriter(), valve, ended: false };
      running.set(handle, entry);
      const exited = (code: number): void => {
        entry.ended = true;
        if (!over) send({ t: 'exit', handle, code });
        // Its output may still be on its way.
        void valve.done.then(() => running.delete(handle));
      };
      process.exit.then(exited, () => exited(1));
    });
    return handle;
  };
  const live = (handle: number): SandboxProcess | undefined => {
    const entry = running.get(handle);
    return entry?.ended === false ? entry.process : undefined;
  };
  const terminal = ({ id, process }: OpenTerminal, begin: (() => void)[]): { handle: number; id: string } => ({ handle: keep(process, begin, MAX_WAITING_SCREEN), id });

  const perform = async (id: number, op: LinkOperation, args: unknown[], signal: AbortSignal, begin: (() => void)[]): Promise<unknown> => {
    const [a, b, c] = args as never[];
    switch (op) {
      case 'readFile': case 'writeFile': case 'readdir': case 'mkdir': case 'rm': case 'rename':
        return fs[op]!(...args);
      case 'mount': return sandbox.mount(a, b);
      case 'export': return sandbox.export!(a, b);
      case 'spawn': return { handle: keep(await sandbox.spawn(a, b, c), begin) };
      case 'host':
        if (!Object.hasOwn(operations, a)) throw new AppError('invalid_arguments', `The tool host knows no operation “${String(a)}”.`);
        return sandbox.host.call(a as HostOperation, b as HostParams<HostOperation>, { signal, onProgress: (stream, text) => send({ t: 'progress', id, stream, text }) });
      case 'openTerminal': return terminal(await terminals.open(a, b), begin);
      case 'joinTerminal': return terminal(await terminals.join(a, b), begin);
      case 'ask': {
        const asked = Object.hasOwn(parts.asks, a) ? parts.asks[a] : undefined;
        if (!asked) throw new AppError('not_found', `The tab that runs the sandbox knows no “${String(a)}”.`);
        return asked(b);
      }
    }
  };
  const call = async ({ id, op, args }: Extract<ToOwner, { t: 'call' }>): Promise<void> => {
    const controller = new AbortController();
    cancels.set(id, controller);
    const begin: (() => void)[] = [];
    try {
      const value = wireValue(await perform(id, op, args.map(ownBytes), controller.signal, begin));
      if (over) return;
      send({ t: 'ok', id, value });
      for (const next of begin) next();
    } catch (error) {
      if (!over) send({ t: 'failed', id, error: toWire(error) });
    } finally {
      cancels.delete(id);
    }
  };

  const end = (): void => {
    over = true;
    ended();
    for (const stop of stops) stop();
    for (const watcher of watchers.values()) watcher.close();
    for (const controller of cancels.values()) controller.abort(new AppError('aborted', 'The tab that asked was closed.'));
    // Programs of a tab end with it, as they would with the page that runs the sandbox.
    for (const { process, valve, ended } of running.values()) {
      valve.close();
      if (!ended) process.kill();
    }
    link.close();
  };
  const stops = EVENTS.map((name) => (sandbox.on as (event: string, listener: (...args: unknown[]) => void) => () => void)(name, (...args) => send({ t: 'event', name, args: args.map(plain) })));
  for (const [name, store] of Object.entries({ ...parts.states, terminals: terminals.list as unknown as StoreApi<Json> })) stops.push(store.subscribe((value) => send({ t: 'state', name, value: json(value) })));

  link.listen((data) => {
    const parsed = toOwner.safeParse(data);
    if (!parsed.success || over) return;
    const message = parsed.data;
    switch (message.t) {
      case 'call': return void call(message);
      case 'cancel': return cancels.get(message.id)?.abort();
      case 'watch': {
        const { id } = message;
        watchers.set(id, sandbox.fs.watch(message.path, message.options as object | null, (event, name) => send({ t: 'changed', id, event, name })));
        return;
      }
      case 'unwatch':
        watchers.get(message.id)?.close();
        return void watchers.delete(message.id);
      case 'input': return void running.get(message.handle)?.input.write(message.text).catch(() => undefined);
      case 'resize': return live(message.handle)?.resize({ cols: message.cols, rows: message.rows });
      case 'kill': return live(message.handle)?.kill();
      case 'taken': return running.get(message.handle)?.valve.taken(message.count);
      case 'ping': return send({ t: 'pong' });
      case 'bye': return end();
    }
  });
  send({
    t: 'hello', version: LINK_VERSION, epoch: parts.epoch, workdir: sandbox.workdir, path: sandbox.path, env: sandbox.env, exports: sandbox.export !== undefined,
    ports: [...parts.ports].map(([port, url]) => ({ port, url })),
    states: Object.fromEntries([...Object.entries(parts.states).map(([name, store]) => [name, json(store.getState())] as const), ['terminals', terminals.list.getState() as unknown as Json] as const]),
  });
  return (reason) => {
    if (over) return;
    if (reason !== '') send({ t: 'closed', reason });
    end();
  };
}

/** A store may hold `undefined`, which is no JSON and would have the whole message refused. */
const json = (value: Json): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;

/** Events carry what a previewed page logged, and not all of that can be copied. */
function plain(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return JSON.parse(JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'function' || typeof inner === 'symbol' ? String(inner) : inner)) ?? 'null') as unknown;
  }
}
