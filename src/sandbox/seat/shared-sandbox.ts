/**
 * The sandbox as the page's models hold it: the same object for as long as the page lives, whichever tab runs the programs. When that changes, listeners and watches go over to the next one, what was
 * read is read again, and what may have been half done fails with `owner_gone`.
 */
import type { FSWatchCallback, FSWatchOptions } from '@webcontainer/api';
import { createStore } from 'zustand/vanilla';
import { abortable } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import type { Engine, Sandbox } from '../sandbox.ts';
import type { TerminalInfo, Terminals } from '../terminal-hub.ts';

/** Where the sandbox is at the moment. */
export interface SeatedSandbox {
  sandbox: Sandbox;
  terminals: Terminals;
}

export interface SharedSandbox extends Sandbox {
  readonly terminals: Terminals;
  /** The sandbox is gone; what is asked from now on waits for the next one. */
  lose(): void;
  take(next: SeatedSandbox): void;
}

interface Kept { begin(sandbox: Sandbox): () => void; end: (() => void) | undefined }

export function createSharedSandbox(first: SeatedSandbox): SharedSandbox {
  let current: SeatedSandbox | undefined;
  let last = first;
  let waiting: ((next: SeatedSandbox) => void)[] = [];
  const kept = new Set<Kept>();
  const list = createStore<readonly TerminalInfo[]>(() => []);
  let unlist = (): void => undefined;
  let seats = 0;

  const seated = async (): Promise<SeatedSandbox> => current ?? new Promise((resolve) => waiting.push(resolve));
  const keep = (begin: Kept['begin']): (() => void) => {
    const one: Kept = { begin, end: undefined };
    kept.add(one);
    if (current) one.end = begin(current.sandbox);
    return () => {
      kept.delete(one);
      one.end?.();
    };
  };
  const take = (next: SeatedSandbox): void => {
    current = last = next;
    seats++;
    for (const one of kept) one.end = one.begin(next.sandbox);
    const follow = (): void => list.setState(next.terminals.list.getState(), true);
    unlist = next.terminals.list.subscribe(follow);
    follow();
    const all = waiting;
    waiting = [];
    for (const resolve of all) resolve(next);
  };

  /** Asks again whoever is next: a question changes nothing. */
  const ask = async <T>(question: (sandbox: Sandbox) => Promise<T>): Promise<T> => {
    for (;;) {
      const seat = await seated();
      try {
        return await question(seat.sandbox);
      } catch (error) {
        if (AppError.from(error).code !== 'owner_gone') throw error;
        // The link is over a moment before anybody has said so here.
        if (current === seat) await new Promise((resolve) => setTimeout(resolve));
        if (current === seat) throw error;
      }
    }
  };
  const act = async <T>(action: (sandbox: Sandbox) => Promise<T>): Promise<T> => action((await seated()).sandbox);

  const fs = {
    readFile: (...args: [string]) => ask(({ fs: now }) => now.readFile(...args)),
    readdir: (...args: [string]) => ask(({ fs: now }) => now.readdir(...args)),
    writeFile: (...args: Parameters<Engine['fs']['writeFile']>) => act(({ fs: now }) => now.writeFile(...args)),
    mkdir: (...args: [string]) => act(({ fs: now }) => now.mkdir(...args)),
    rm: (...args: Parameters<Engine['fs']['rm']>) => act(({ fs: now }) => now.rm(...args)),
    rename: (...args: [string, string]) => act(({ fs: now }) => now.rename(...args)),
    watch(path: string, options?: FSWatchOptions | FSWatchCallback, third?: FSWatchCallback) {
      let again = false;
      const listener = typeof options === 'function' ? options : third;
      const close = keep((sandbox) => {
        const watcher = sandbox.fs.watch(path, typeof options === 'function' ? null : options, listener);
        // What happened in between nobody has told: everything may have changed.
        if (again) listener?.('rename', '');
        again = true;
        return () => watcher.close();
      });
      return { close };
    },
  } as Engine['fs'];

  const shared: SharedSandbox = {
    get workdir() { return last.sandbox.workdir; },
    get path() { return last.sandbox.path; },
    get env() { return last.sandbox.env; },
    get restarts() { return seats - 1; },
    fs, take,
    spawn: (command, args, options) => act((sandbox) => sandbox.spawn(command, args, options)),
    mount: (tree, options) => act((sandbox) => sandbox.mount(tree, options)),
    ...(first.sandbox.export ? { export: ((path: string, options: { format: 'json' }) => ask((sandbox) => sandbox.export!(path, options))) as NonNullable<Engine['export']> } : {}),
    on: ((event: 'error', listener: (error: { message: string }) => void) => keep((sandbox) => sandbox.on(event, listener))) as Engine['on'],
    teardown: () => current?.sandbox.teardown(),
    host: { call: async (operation, params, options = {}) => (await abortable(seated(), options.signal)).sandbox.host.call(operation, params, options) },
    terminals: {
      list,
      open: async (title, size) => (await seated()).terminals.open(title, size),
      join: async (id, size) => (await seated()).terminals.join(id, size),
    },
    lose() {
      current = undefined;
      unlist();
      list.setState([], true);
      for (const one of kept) {
        one.end?.();
        one.end = undefined;
      }
    },
  };
  take(first);
  return shared;
}
