/** Two tabs and one sandbox, without a browser: what the contract suite in real tabs cannot bring about at will. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { attachSandbox, type AttachedSandbox } from '../../src/sandbox/attached/attach-sandbox.ts';
import { openLink } from '../../src/sandbox/attached/link.ts';
import { MAX_WAITING, OUTPUT_WINDOW } from '../../src/sandbox/attached/output-valve.ts';
import { serveSandbox, type SandboxServer } from '../../src/sandbox/attached/serve-sandbox.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { watchOpenPorts } from '../../src/sandbox/seat/open-ports.ts';
import { createTerminalHub } from '../../src/sandbox/terminal-hub.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Json } from '../../src/shared/json.ts';
import { memoryFs } from '../support/memory-fs.ts';

interface FakeProcess { command: string; print(text: string): void; end(code: number): void; typed: string; sizes: string[]; killed: boolean }

function fakeSandbox() {
  const { fs, files } = memoryFs({ 'a.txt': 'one', 'src/b.js': 'two' });
  const processes: FakeProcess[] = [];
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>();
  const calls: { signal: AbortSignal | undefined; finish(value: unknown): void; fail(error: Error): void; progress(text: string): void }[] = [];
  const sandbox = {
    workdir: '/home/p', path: '/usr/bin', env: { PATH: '/usr/bin', HISTFILE: '/h' }, fs,
    async spawn(command: string) {
      let controller!: ReadableStreamDefaultController<string>;
      let end!: (code: number) => void;
      const exit = new Promise<number>((resolve) => { end = resolve; });
      const one: FakeProcess = { command, print: (text) => controller.enqueue(text), end(code) { controller.close(); end(code); }, typed: '', sizes: [], killed: false };
      processes.push(one);
      return {
        exit, output: new ReadableStream<string>({ start(own) { controller = own; } }),
        input: new WritableStream<string>({ write(text) { one.typed += text; } }),
        resize: ({ cols, rows }: { cols: number; rows: number }) => void one.sizes.push(`${cols}x${rows}`),
        kill() {
          if (one.killed) return;
          one.killed = true;
          one.end(137);
        },
      };
    },
    mount: async () => undefined,
    on(event: string, listener: (...args: unknown[]) => void) {
      const all = listeners.get(event) ?? new Set();
      listeners.set(event, all.add(listener));
      return () => all.delete(listener);
    },
    teardown: () => undefined,
    host: {
      call: (_operation: string, _params: unknown, { signal, onProgress }: { signal?: AbortSignal; onProgress?: (stream: string, text: string) => void } = {}) => new Promise((finish, fail) => {
        calls.push({ signal, finish, fail, progress: (text) => onProgress?.('stdout', text) });
        signal?.addEventListener('abort', () => fail(signal.reason as Error));
      }),
    },
  } as unknown as Sandbox;
  return { sandbox, files, processes, calls, emit: (event: string, ...args: unknown[]) => { for (const listener of listeners.get(event) ?? []) listener(...args); } };
}

let names = 0;
let fake: ReturnType<typeof fakeSandbox>;
let server: SandboxServer;
let state: StoreApi<Json>;
let attached: AttachedSandbox;
let ended: () => void;

beforeEach(async () => {
  fake = fakeSandbox();
  state = createStore<Json>(() => 'first');
  server = serveSandbox(fake.sandbox, { epoch: 7, ports: watchOpenPorts(fake.sandbox), terminals: createTerminalHub(fake.sandbox), states: { save: state }, asks: { double: async (value) => Number(value) * 2 } });
  ({ attached, ended } = await attach('tab-b'));
});
afterEach(() => {
  attached.leave();
  server.close('over');
});

async function attach(tab: string): Promise<{ attached: AttachedSandbox; ended: () => void }> {
  const name = `test-${names++}`;
  const joining = attachSandbox(openLink(name), new AbortController().signal);
  const over = server.serve(openLink(name), tab);
  return { attached: await joining, ended: over };
}

const readAll = async (stream: ReadableStream<string>): Promise<string> => {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
};

it('reads, writes and lists as beside the sandbox, and an error keeps its class, code and words', async () => {
  expect(await attached.fs.readFile('a.txt', 'utf-8')).toBe('one');
  const large = new Uint8Array(1000).fill(7);
  await attached.fs.writeFile('b.bin', large.subarray(10, 13));
  expect([...fake.files.get('b.bin')!]).toEqual([7, 7, 7]);
  expect(fake.files.get('b.bin')!.buffer.byteLength).toBe(3);
  expect(await attached.fs.readdir('.')).toEqual(['a.txt', 'src', 'b.bin']);
  expect((await attached.fs.readdir('.', { withFileTypes: true })).map((entry) => [entry.name, entry.isFile(), entry.isDirectory()])).toEqual([['a.txt', true, false], ['src', false, true], ['b.bin', true, false]]);
  const missing = await attached.fs.readFile('none').catch((error: unknown) => error);
  expect(missing).toMatchObject({ name: 'Error', code: 'ENOENT', message: "ENOENT: no such file or directory, 'none'" });
  expect(AppError.from(missing).code).toBe('ENOENT');
});

it('carries input, output, sizes and the exit of a program', async () => {
  const process = await attached.spawn('cat', []);
  const text = readAll(process.output);
  const writer = process.input.getWriter();
  await writer.write('typed');
  process.resize({ cols: 90, rows: 20 });
  const [one] = fake.processes;
  await vi.waitFor(() => expect([one!.typed, one!.sizes]).toEqual(['typed', ['90x20']]));
  one!.print('printed ');
  one!.print('text');
  one!.end(3);
  expect(await process.exit).toBe(3);
  expect(await text).toBe('printed text');
});

it('lets a flood through in full to one who reads, and keeps a bound and says so where nobody does', async () => {
  const read = await attached.spawn('flood', []);
  const unread = await attached.spawn('flood', []);
  const text = readAll(read.output);
  const line = 'x'.repeat(100_000);
  const lines = Math.ceil((MAX_WAITING + OUTPUT_WINDOW) / line.length) + 40;
  for (let i = 0; i < lines; i++) {
    fake.processes[0]!.print(line);
    fake.processes[1]!.print(line);
    // The reader has its turn, the other none.
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const one of fake.processes) {
    one.print('\nthe end');
    one.end(0);
  }
  expect((await text).length).toBe(lines * line.length + '\nthe end'.length);
  // The program that nobody reads was not held up.
  expect(await unread.exit).toBe(0);
  const late = await readAll(unread.output);
  const mark = /\[(\d+) characters left out: they came faster than this tab read them\]/.exec(late)!;
  expect(late.replace(/\x1b\[0m\r\n\[.*\]\r\n/, '').length + Number(mark[1])).toBe(lines * line.length + '\nthe end'.length);
  // How it ended is not among what was left out.
  expect(late.endsWith('read them]\r\nthe end')).toBe(true);
  expect(late.length).toBeLessThan(MAX_WAITING + OUTPUT_WINDOW + 300_000);
});

it('calls of two tabs to the tool host at the same time do not mix, report progress and can be stopped', async () => {
  const other = (await attach('tab-c')).attached;
  const progress: string[] = [];
  const stop = new AbortController();
  const first = attached.host.call('stat', { path: 'a' }, { onProgress: (_stream, text) => progress.push(text) });
  await vi.waitFor(() => expect(fake.calls.length).toBe(1));
  const second = other.host.call('stat', { path: 'b' }, { signal: stop.signal });
  await vi.waitFor(() => expect(fake.calls.length).toBe(2));
  stop.abort(new AppError('aborted', 'Stopped by you.'));
  await expect(second).rejects.toMatchObject({ code: 'aborted', message: 'Stopped by you.' });
  expect(fake.calls.map(({ signal }) => signal?.aborted)).toEqual([false, true]);
  fake.calls[0]!.progress('half');
  fake.calls[0]!.finish({ path: '/home/p/a', rel_path: 'a', type: 'file', size: 1, mtime_ms: 2, mode: 3 });
  expect(await first).toMatchObject({ rel_path: 'a' });
  expect(progress).toEqual(['half']);
  const failing = other.host.call('stat', { path: 'c' });
  await vi.waitFor(() => expect(fake.calls.length).toBe(3));
  fake.calls[2]!.fail(new AppError('not_found', 'No c.', { data: { near: ['a'] } }));
  await expect(failing).rejects.toMatchObject({ code: 'not_found', message: 'No c.', data: { near: ['a'] } });
  await expect(other.host.call('toString' as 'stat', { path: '' })).rejects.toMatchObject({ code: 'invalid_arguments' });
  other.leave();
});

it('publishes the owner’s state and answers what its page offers', async () => {
  expect(attached.states.getState()).toEqual({ save: 'first', terminals: [] });
  // What is not there is left out, and not a reason to refuse the rest.
  state.setState({ lost: undefined, message: 'm' } as unknown as Json, true);
  await vi.waitFor(() => expect(attached.states.getState().save).toEqual({ message: 'm' }));
  expect((await attach('tab-late')).attached.states.getState().save).toEqual({ message: 'm' });
  expect(await attached.ask('double', 21)).toBe(42);
  await expect(attached.ask('constructor', 1)).rejects.toMatchObject({ code: 'not_found' });
});

it('tells a tab that comes later which servers are up, and closes their ports when the owner goes', async () => {
  fake.emit('server-ready', 3000, 'http://3000');
  fake.emit('server-ready', 4000, 'http://4000');
  fake.emit('port', 4000, 'close', 'http://4000');
  const { attached: late } = await attach('tab-c');
  const heard: unknown[] = [];
  late.on('server-ready', (port) => heard.push(port));
  late.on('port', (port, type) => heard.push([port, type]));
  await vi.waitFor(() => expect(heard).toEqual([3000]));
  server.close('The tab that ran the sandbox was closed.');
  expect(await late.gone).toBe('closed');
  expect(heard).toEqual([3000, [3000, 'close']]);
});

it('fails what is under way and ends its processes when the owner goes; what comes afterwards fails at once', async () => {
  const process = await attached.spawn('sleep', []);
  const text = readAll(process.output);
  const call = attached.host.call('stat', { path: 'a' });
  call.catch(() => undefined);
  await vi.waitFor(() => expect(fake.calls.length).toBe(1));
  server.close('bye');
  await expect(call).rejects.toMatchObject({ code: 'owner_gone' });
  expect([await process.exit, await text, await attached.gone]).toEqual([137, '', 'closed']);
  await expect(attached.fs.readFile('a.txt')).rejects.toMatchObject({ code: 'owner_gone' });
});

it('ends the programs and calls of a tab that ends', async () => {
  await attached.spawn('sleep', []);
  const call = attached.host.call('stat', { path: 'a' });
  call.catch(() => undefined);
  await vi.waitFor(() => expect(fake.calls.length).toBe(1));
  ended();
  expect([fake.processes[0]!.killed, fake.calls[0]!.signal!.aborted]).toEqual([true, true]);
});

it('takes no word of one who says what it does not know, and of a closed link none at all', async () => {
  const name = `test-${names++}`;
  const raw = openLink(name);
  const said: unknown[] = [];
  raw.listen((message) => said.push(message));
  const over = server.serve(openLink(name), 'tab-x');
  raw.send({ t: 'call', id: 1, op: 'teardown', args: [] });
  raw.send('nonsense');
  raw.send({ t: 'ping' });
  await vi.waitFor(() => expect(said.map((message) => (message as { t: string }).t)).toEqual(['hello', 'pong']));
  over();
  raw.send({ t: 'call', id: 2, op: 'rm', args: ['a.txt'] });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([fake.files.has('a.txt'), said.length]).toEqual([true, 2]);
  raw.close();
});

it('serves nobody who has left before it could be served', async () => {
  const name = `test-${names++}`;
  const [raw, link] = [openLink(name), openLink(name)];
  raw.send({ t: 'bye' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  const over = server.serve(link, 'tab-x');
  expect(server.count).toBe(1);
  over();
  raw.close();
});

it('finds an owner silent that answers nothing, and not one that is merely slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const name = `test-${names++}`;
    const owner = openLink(name);
    const joining = attachSandbox(openLink(name), new AbortController().signal);
    owner.send({ t: 'hello', version: 1, epoch: 1, workdir: '/', path: '', env: { PATH: '', HISTFILE: '' }, exports: false, ports: [], states: {} });
    const silent = await joining;
    let gone: string | undefined;
    void silent.gone.then((reason) => { gone = reason; });
    const asked = silent.fs.readFile('a');
    asked.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(4_500);
    expect(gone).toBeUndefined();
    owner.send({ t: 'pong' });
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await vi.advanceTimersByTimeAsync(4_500);
    expect(gone).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(gone).toBe('silent');
    await expect(asked).rejects.toMatchObject({ code: 'owner_gone' });
    owner.close();
  } finally {
    vi.useRealTimers();
  }
});

it('shares a terminal: both see it and type into it, it fits the smaller screen, and it ends with the last that leaves', async () => {
  const other = (await attach('tab-c')).attached;
  const mine = await attached.terminals.open('Terminal 1', { cols: 100, rows: 30 });
  const [shell] = fake.processes;
  shell!.print('$ earlier\r\n');
  await vi.waitFor(() => expect(other.terminals.list.getState()).toEqual([{ id: mine.id, from: 'tab-b', title: 'Terminal 1', viewers: 1 }]));
  const theirs = await other.terminals.join(mine.id, { cols: 80, rows: 40 });
  let seenHere = '';
  let seenThere = '';
  void mine.process.output.pipeTo(new WritableStream({ write(text) { seenHere += text; } }));
  void theirs.process.output.pipeTo(new WritableStream({ write(text) { seenThere += text; } }));
  await vi.waitFor(() => expect(seenThere).toBe('$ earlier\r\n'));
  shell!.print('now');
  await vi.waitFor(() => expect([seenHere, seenThere]).toEqual(['$ earlier\r\nnow', '$ earlier\r\nnow']));
  await mine.process.input.getWriter().write('a');
  await theirs.process.input.getWriter().write('b');
  await vi.waitFor(() => expect([...shell!.typed].sort()).toEqual(['a', 'b']));
  expect(shell!.sizes).toEqual(['80x30']);
  mine.process.kill();
  await vi.waitFor(() => expect(other.terminals.list.getState()[0]!.viewers).toBe(1));
  expect([shell!.killed, shell!.sizes.at(-1)]).toEqual([false, '80x40']);
  other.leave();
  await vi.waitFor(() => expect(shell!.killed).toBe(true));
  await expect(attached.terminals.join(mine.id, { cols: 1, rows: 1 })).rejects.toMatchObject({ code: 'not_found' });
});
