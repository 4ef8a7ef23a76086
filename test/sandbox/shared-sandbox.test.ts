import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ownerGone } from '../../src/sandbox/attached/attach-sandbox.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { createSharedSandbox, type SeatedSandbox } from '../../src/sandbox/seat/shared-sandbox.ts';
import type { TerminalInfo } from '../../src/sandbox/terminal-hub.ts';
import { memoryFs } from '../support/memory-fs.ts';

/** A sandbox whose answers can be held back, and which can go. */
function seat(name: string, contents: Record<string, string>) {
  const { fs, files } = memoryFs(contents);
  let held: ((error: Error) => void)[] = [];
  let holding = false;
  const watches = new Set<(event: 'rename' | 'change', name: string) => void>();
  const listeners = new Set<(error: { message: string }) => void>();
  const guard = <T>(work: () => Promise<T>): Promise<T> => (holding ? new Promise<T>((_resolve, reject) => held.push(reject)) : work());
  const sandbox = {
    workdir: `/home/${name}`, path: '/bin', env: { PATH: '/bin', HISTFILE: '' },
    fs: {
      ...fs,
      readFile: (path: string, encoding?: 'utf-8') => guard(() => fs.readFile(path, encoding as 'utf-8')),
      writeFile: (path: string, data: string) => guard(() => fs.writeFile(path, data)),
      watch: (_path: string, _options: unknown, listener: (event: 'rename' | 'change', name: string) => void) => {
        watches.add(listener);
        return { close: () => watches.delete(listener) };
      },
    },
    on: (_event: string, listener: (error: { message: string }) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    host: { call: async () => name },
  } as unknown as Sandbox;
  const list = createStore<readonly TerminalInfo[]>(() => [{ id: name, from: name, title: name, viewers: 1 }]);
  const seated: SeatedSandbox = { sandbox, terminals: { list, open: async () => { throw new Error('none'); }, join: async () => { throw new Error('none'); } } };
  return {
    seated, files, watches, listeners,
    hold() { holding = true; },
    go() { for (const reject of held) reject(ownerGone()); held = []; },
    get held() { return held.length; },
  };
}

it('asks the next one again what was read, fails what was written, and keeps what comes in between', async () => {
  const first = seat('one', { 'a.txt': 'old' });
  const second = seat('two', { 'a.txt': 'new' });
  const shared = createSharedSandbox(first.seated);
  expect(await shared.fs.readFile('a.txt', 'utf-8')).toBe('old');
  first.hold();
  const read = shared.fs.readFile('a.txt', 'utf-8');
  const write = shared.fs.writeFile('b.txt', 'half');
  write.catch(() => undefined);
  await expect.poll(() => first.held).toBe(2);
  first.go();
  shared.lose();
  expect(shared.restarts).toBe(0);
  const between = shared.fs.writeFile('c.txt', 'whole');
  await expect(write).rejects.toMatchObject({ code: 'owner_gone' });
  shared.take(second.seated);
  expect(await read).toBe('new');
  await between;
  expect([...second.files.keys()]).toEqual(['a.txt', 'c.txt']);
  expect([shared.workdir, await shared.host.call('stat', { path: '' }), shared.restarts]).toEqual(['/home/two', 'two', 1]);
});

it('takes watches, listeners and terminals over, and tells the watches that everything may have changed', () => {
  const first = seat('one', {});
  const second = seat('two', {});
  const shared = createSharedSandbox(first.seated);
  const heard: string[] = [];
  const kept = shared.fs.watch('/', { recursive: true }, (event, name) => heard.push(`${event} ${String(name)}`));
  const closed = shared.fs.watch('/', () => heard.push('closed one'));
  closed.close();
  shared.on('error', ({ message }) => heard.push(message));
  expect([first.watches.size, first.listeners.size, shared.terminals.list.getState()[0]!.id]).toEqual([1, 1, 'one']);
  shared.lose();
  expect([first.watches.size, first.listeners.size, shared.terminals.list.getState()]).toEqual([0, 0, []]);
  shared.take(second.seated);
  expect(heard).toEqual(['rename ']);
  for (const listener of second.watches) listener('change', 'x');
  for (const listener of second.listeners) listener({ message: 'fault' });
  expect(heard).toEqual(['rename ', 'change x', 'fault']);
  kept.close();
  expect([second.watches.size, shared.terminals.list.getState()[0]!.id]).toEqual([0, 'two']);
});

it('lets a call be stopped while nobody runs the sandbox', async () => {
  const shared = createSharedSandbox(seat('one', {}).seated);
  shared.lose();
  const stop = new AbortController();
  const call = shared.host.call('stat', { path: '' }, { signal: stop.signal });
  stop.abort();
  await expect(call).rejects.toMatchObject({ code: 'aborted' });
});
