/** Further threads of a process, the ports and locks between them, and programs that take a process's place. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DISPOSITION, O, SIG } from '../../src/runtime/abi/constants.ts';
import type { ProcessRecord } from '../../src/runtime/kernel/process/process-record.ts';
import type { ThreadRecord } from '../../src/runtime/kernel/process/thread-record.ts';
import { codeOf, type FakeWorker, spec, TestKernel } from '../support/kernel-processes.ts';

let k: TestKernel;
let main: ProcessRecord;
beforeEach(() => {
  k = new TestKernel();
  main = k.terminalProcess('node', ['node']).process;
});
afterEach(() => k.close());

const tick = (): Promise<void> => new Promise((done) => setImmediate(done));
const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
/** As the calling convention has it, a thread is a process of its own. */
const asProcess = (thread: ThreadRecord): ProcessRecord => thread as unknown as ProcessRecord;
const workerOf = (thread: ThreadRecord): FakeWorker => k.workers.find((worker) => worker.start?.thread?.id === thread.id)!;

async function startThread(creator: ProcessRecord = main): Promise<{ thread: ThreadRecord; port: number; theirs: number }> {
  const [id, port] = k.call(creator, 'threadReserve');
  k.call(creator, 'threadStart', id, { argv: ['node'], execPath: '/usr/bin/node', env: { A: '1' }, payload: '{}' });
  await tick();
  const thread = k.kernel.table.threadsOf(creator).threads.get(id)!;
  return { thread, port, theirs: workerOf(thread).start!.thread!.port };
}

describe('threads', () => {
  it('share number, folder and descriptors with their process, and start with what their maker gives', async () => {
    const { thread, theirs } = await startThread();
    expect(workerOf(thread).start).toEqual({ t: 'start', pid: main.pid, ppid: 1, argv: ['node'], applet: 'node', execPath: '/usr/bin/node', env: { A: '1' }, payload: '{}', cwd: '/', thread: { id: 1, port: theirs } });
    const [reader, writer] = k.call(asProcess(thread), 'pipe');
    k.call(main, 'writeBytes', writer, bytes(5), -1);
    expect([...k.call(main, 'readBytes', reader, 9, -1)]).toEqual([5]);
    k.call(main, 'chdir', '/tmp');
    expect(k.call(asProcess(thread), 'getcwd')).toBe('/tmp');
    expect(k.call(main, 'ps').map((row) => row.pid)).toEqual([1, main.pid]);
  });

  it('tell their maker of their end, and what they opened goes with them', async () => {
    const { thread } = await startThread();
    const [reader, writer] = k.call(asProcess(thread), 'pipe');
    const kept = k.call(main, 'dup', reader);
    k.kernel.table.threadsOf(main).exit(thread, 300);
    expect(k.worker(main).received.at(-1)).toEqual({ t: 'thread', id: 1, code: 300 });
    expect(workerOf(thread).terminated).toBe(true);
    expect([reader, writer, kept].map((fd) => main.fds.has(fd))).toEqual([false, false, true]);
  });

  it('end with the thread that made them, and all of them with their process', async () => {
    const { thread } = await startThread();
    const inner = await startThread(asProcess(thread));
    k.call(main, 'threadTerminate', 1);
    expect([workerOf(thread).terminated, workerOf(inner.thread).terminated]).toEqual([true, true]);
    const other = await startThread();
    k.kernel.table.end(main, 0);
    expect(workerOf(other.thread).terminated).toBe(true);
  });

  it('cannot be ended or started by others', async () => {
    const { thread } = await startThread();
    const inner = await startThread(asProcess(thread));
    k.call(main, 'threadTerminate', inner.thread.id);
    expect(inner.thread.ended).toBe(false);
    expect(codeOf(() => k.call(main, 'threadStart', inner.thread.id, { argv: [], execPath: '', env: {}, payload: '' }))).toBe('EINVAL');
    expect(codeOf(() => k.call(main, 'threadStart', 99, { argv: [], execPath: '', env: {}, payload: '' }))).toBe('EINVAL');
    expect(codeOf(() => k.call(main, 'threadExit', 0))).toBe('EINVAL');
    expect(codeOf(() => k.call(main, 'threadStart', 1, null as never))).toBe('EFAULT');
  });

  it('hear of the children they started', async () => {
    const { thread } = await startThread();
    const pid = k.call(asProcess(thread), 'spawn', spec({ fds: [] }));
    k.kernel.table.end(k.kernel.table.get(pid)!, 3 << 8);
    expect(workerOf(thread).received.at(-1)).toEqual({ t: 'child', pid, status: 3 << 8 });
    expect(k.call(asProcess(thread), 'waitpid', pid, 0)).toEqual([pid, 3 << 8]);
  });
});

describe('ports', () => {
  it('deliver in order, to whoever asks in the middle of a task', async () => {
    const { thread, port, theirs } = await startThread();
    k.call(main, 'portSend', port, bytes(1), [], false, false);
    k.call(main, 'portSend', port, bytes(2, 3), [], false, true);
    k.call(main, 'portSend', port, bytes(4), [], false, false);
    expect(k.call(asProcess(thread), 'portReceive', theirs, 0)).toEqual([[1, [], false, bytes(1)], [2, [], false, bytes(2, 3, 4)]]);
    expect(k.call(asProcess(thread), 'portReceive', theirs, 0)).toEqual([]);
    expect(workerOf(thread).received.filter((message) => message.t === 'port')).toEqual([{ t: 'port', port: theirs }]);
  });

  it('move inside messages, with what waits at them', async () => {
    const { thread, port, theirs } = await startThread();
    const [a, b] = k.call(main, 'portPair');
    k.call(main, 'portSend', a, bytes(9), [], false, false);
    k.call(main, 'portSend', port, bytes(1), [b], false, false);
    expect(codeOf(() => k.call(main, 'portReceive', b, 0))).toBe('EBADF');
    expect(codeOf(() => k.call(asProcess(thread), 'portReceive', b, 0))).toBe('EBADF');
    expect(k.call(asProcess(thread), 'portReceive', theirs, 0)).toEqual([[1, [b], false, bytes(1)]]);
    expect(k.call(asProcess(thread), 'portReceive', b, 0)).toEqual([[1, [], false, bytes(9)]]);
    k.call(asProcess(thread), 'portClose', b);
    expect(k.call(main, 'portReceive', a, 0)).toEqual([null]);
  });

  it('bring the closing of their other end along, also when it was heard of where they were', async () => {
    const { thread, port, theirs } = await startThread();
    const [a, b] = k.call(main, 'portPair');
    k.call(main, 'portSend', a, bytes(9), [], false, false);
    k.call(main, 'portClose', a);
    expect(k.call(main, 'portReceive', b, 0)).toEqual([[1, [], false, bytes(9)], null]);
    k.call(main, 'portUnreceive', b, 1, bytes(9), []);
    k.call(main, 'portSend', port, bytes(1), [b], false, false);
    expect(k.call(asProcess(thread), 'portReceive', theirs, 0)).toEqual([[1, [b], false, bytes(1)]]);
    expect(k.call(asProcess(thread), 'portReceive', b, 0)).toEqual([[1, [], false, bytes(9)], null]);
  });

  it('hold a message back until what bytes cannot carry is there, whichever comes first', async () => {
    const { thread, port, theirs } = await startThread();
    k.call(main, 'portSend', port, bytes(1), [], true, false);
    expect(k.call(asProcess(thread), 'portReceive', theirs, 0)).toEqual([]);
    k.worker(main).say({ t: 'natives', items: ['first'] });
    k.worker(main).say({ t: 'natives', items: ['second'] });
    k.call(main, 'portSend', port, bytes(2), [], true, false);
    expect(workerOf(thread).received.filter((message) => message.t === 'natives')).toEqual([
      { t: 'natives', port: theirs, seq: 1, items: ['first'] }, { t: 'natives', port: theirs, seq: 2, items: ['second'] },
    ]);
    expect(k.call(asProcess(thread), 'portReceive', theirs, 1)).toEqual([[1, [], true, bytes(1)]]);
    expect(k.call(asProcess(thread), 'portReceive', theirs, 2)).toEqual([[2, [], true, bytes(2)]]);
  });

  it('of several senders come in their order with what belongs to each, whosever worker is quicker', async () => {
    const { thread } = await startThread();
    const other = await startThread();
    const [mine, first, second] = [main, asProcess(thread), asProcess(other.thread)].map((process) => k.call(process, 'portJoin', 'news'));
    k.call(asProcess(thread), 'portSend', first!, bytes(1), [], true, false);
    k.call(asProcess(other.thread), 'portSend', second!, bytes(2), [], true, false);
    workerOf(other.thread).say({ t: 'natives', items: ['second'] });
    const natives = () => k.worker(main).received.filter((message) => message.t === 'natives' && message.port === mine);
    expect(natives()).toEqual([]);
    workerOf(thread).say({ t: 'natives', items: ['first'] });
    expect(natives()).toEqual([{ t: 'natives', port: mine, seq: 1, items: ['first'] }, { t: 'natives', port: mine, seq: 2, items: ['second'] }]);
  });

  it('that are refused take what belongs to them along', async () => {
    const { thread, port, theirs } = await startThread();
    k.worker(main).say({ t: 'natives', items: ['lost'] });
    expect(codeOf(() => k.call(main, 'portSend', port, bytes(1), [port], true, false))).toBe('EINVAL');
    k.worker(main).say({ t: 'natives', items: ['kept'] });
    k.call(main, 'portSend', port, bytes(2), [], true, false);
    expect(workerOf(thread).received.filter((message) => message.t === 'natives')).toEqual([{ t: 'natives', port: theirs, seq: 1, items: ['kept'] }]);
  });

  it('let a thread end only when everything it sent has come', async () => {
    const { thread, port, theirs } = await startThread();
    k.call(asProcess(thread), 'portSend', theirs, bytes(1), [], true, false);
    k.kernel.table.threadsOf(main).exit(thread, 4);
    expect(thread.ended).toBe(false);
    workerOf(thread).say({ t: 'natives', items: [1] });
    expect(thread.ended).toBe(true);
    expect(k.call(main, 'portReceive', port, 1)).toEqual([[1, [], true, bytes(1)], null]);
  });

  it('lose a message that its sender was ended in the middle of, and nothing behind it', async () => {
    const { thread, port, theirs } = await startThread();
    k.call(asProcess(thread), 'portSend', theirs, bytes(1), [], false, false);
    k.call(asProcess(thread), 'portSend', theirs, bytes(2), [], true, false);
    k.call(main, 'threadTerminate', thread.id);
    expect(k.call(main, 'portReceive', port, 0)).toEqual([[1, [], false, bytes(1)], null]);
  });

  it('of a broadcast channel reach all other threads', async () => {
    const { thread } = await startThread();
    const mine = k.call(main, 'portJoin', 'news'), theirs = k.call(asProcess(thread), 'portJoin', 'news');
    k.call(asProcess(thread), 'portJoin', 'other');
    k.call(main, 'portSend', mine, bytes(7), [], false, false);
    expect(k.call(asProcess(thread), 'portReceive', theirs, 0)).toEqual([[1, [], false, bytes(7)]]);
    expect(k.call(main, 'portReceive', mine, 0)).toEqual([]);
  });

  it('of others cannot be used', async () => {
    const { thread, port, theirs } = await startThread();
    for (const run of [
      () => k.call(main, 'portSend', theirs, bytes(1), [], false, false), () => k.call(asProcess(thread), 'portReceive', port, 0), () => k.call(main, 'portClose', 12345),
      () => k.call(main, 'portSend', port, bytes(1), [theirs], false, false),
    ]) expect(codeOf(run)).toBe('EBADF');
    expect(codeOf(() => k.call(main, 'portSend', port, bytes(1), [port], false, false))).toBe('EINVAL');
    expect(codeOf(() => k.call(main, 'portSend', port, 'text' as never, [], false, false))).toBe('EFAULT');
  });
});

describe('locks', () => {
  it('go from thread to thread in the order of asking', async () => {
    const { thread } = await startThread();
    const ask = (process: ProcessRecord, exclusive = true, steal = false, now = false): [number, number] => k.call(process, 'lockRequest', 'r', 'c', exclusive, steal, now);
    const [first] = ask(main);
    expect(ask(main, true, false, true)[1]).toBe(2);
    const [second, state] = ask(asProcess(thread));
    expect(state).toBe(1);
    k.call(main, 'lockRelease', first);
    expect(workerOf(thread).received.at(-1)).toEqual({ t: 'lock', id: second, stolen: false });
    // Each is told of its own.
    expect(k.call(asProcess(thread), 'lockQuery')).toEqual({ held: [['r', true, 'c']], pending: [] });
    expect(k.call(main, 'lockQuery')).toEqual({ held: [], pending: [] });
    ask(main, true, true);
    expect(workerOf(thread).received.at(-1)).toEqual({ t: 'lock', id: second, stolen: true });
  });

  it('end with their thread', async () => {
    const { thread } = await startThread();
    k.call(asProcess(thread), 'lockRequest', 'r', 'c', true, false, false);
    const [mine] = k.call(main, 'lockRequest', 'r', 'c', true, false, false);
    k.call(main, 'threadTerminate', thread.id);
    expect(k.worker(main).received.filter((message) => message.t === 'lock')).toEqual([{ t: 'lock', id: mine, stolen: false }]);
  });
});

describe('record locks', () => {
  const DATABASE = '/tmp/database';
  const open = (process: ProcessRecord): number => k.call(process, 'open', DATABASE, O.RDWR | O.CREAT, 0o644);
  const lock = (process: ProcessRecord, fd: number): string => codeOf(() => k.call(process, 'lock', fd, 1, 0, 0));

  it('go with the thread that took them', async () => {
    const { thread } = await startThread();
    expect(lock(asProcess(thread), open(asProcess(thread)))).toBe('ok');
    const fd = open(main);
    expect(lock(main, fd)).toBe('EAGAIN');
    k.call(main, 'threadTerminate', thread.id);
    expect(lock(main, fd)).toBe('ok');
  });

  it('stay when another thread closes the file', async () => {
    const { thread } = await startThread();
    expect(lock(main, open(main))).toBe('ok');
    k.call(asProcess(thread), 'close', open(asProcess(thread)));
    const other = k.child(main);
    expect(lock(other, open(other))).toBe('EAGAIN');
  });
});

describe('floods', () => {
  it('of ports and locks have an end', () => {
    let code = 'ok', count = 0;
    while (code === 'ok' && count < 10_000) {
      code = codeOf(() => k.call(main, 'lockRequest', `n${count}`, 'c', true, false, false));
      count++;
    }
    expect([code, count]).toEqual(['EAGAIN', 4097]);
    const { ports } = k.kernel.table.threadsOf(main);
    code = 'ok';
    for (let i = 0; code === 'ok' && i < 200_000; i++) code = codeOf(() => ports.pair(main));
    expect(code).toBe('EMFILE');
  });
});

describe('exec', () => {
  const exec = (process: ProcessRecord, overrides = {}): unknown => k.kernel.syscalls.exec(process, spec({ fds: [0, 1, 2], ...overrides }) as never);

  it('keeps number, parent, children and descriptors, and ends what ran before', async () => {
    const child = k.child(main);
    const old = k.worker(main);
    const { thread } = await startThread();
    const [reader] = k.call(main, 'pipe');
    exec(main, { file: 'sh', args: ['sh', '-c', ':'], fds: [0, 1, 2, reader] });
    await tick();
    expect([old.terminated, workerOf(thread).terminated, main.alive, main.kind]).toEqual([true, true, true, 'shell']);
    const starts = k.workers.map((worker) => worker.start).filter((start) => start?.pid === main.pid && !start.thread);
    expect(starts.at(-1)).toMatchObject({ pid: main.pid, ppid: 1, argv: ['sh', '-c', ':'], applet: 'sh' });
    expect(main.fds.numbers()).toEqual([0, 1, 2, 3]);
    k.kernel.table.end(child, 0);
    expect(k.call(main, 'waitpid', child.pid, 0)).toEqual([child.pid, 0]);
  });

  it('forgets handlers of signals and keeps what is ignored', () => {
    k.call(main, 'sigaction', SIG.TERM, DISPOSITION.HANDLE);
    k.call(main, 'sigaction', SIG.HUP, DISPOSITION.IGNORE);
    exec(main);
    expect([...main.dispositions]).toEqual([[SIG.HUP, DISPOSITION.IGNORE]]);
  });

  it('that fails leaves everything as it was', () => {
    expect(codeOf(() => exec(main, { file: '/nowhere' }))).toBe('ENOENT');
    expect(codeOf(() => exec(main, { fds: [77] }))).toBe('EBADF');
    expect([main.alive, main.kind, k.worker(main).terminated, main.fds.numbers()]).toEqual([true, 'node', false, [0, 1, 2]]);
  });
});
