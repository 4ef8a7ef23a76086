/** Spawning, ending, waiting, signals, groups and the worker pool. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DISPOSITION, O, SIG, WNOHANG } from '../../src/runtime/abi/constants.ts';
import { writeWhole } from '../../src/runtime/kernel/fs/open.ts';
import { Slots } from '../../src/runtime/kernel/process/slots.ts';
import { codeOf, spec, TestKernel } from '../support/kernel-processes.ts';

let k: TestKernel;
beforeEach(() => {
  k = new TestKernel();
});
afterEach(() => k.close());

const file = (path: string, text: string, mode = 0o755): void => {
  const { vfs } = k.kernel;
  writeWhole(vfs, vfs.kernel, path, O.WRONLY | O.CREAT | O.TRUNC, mode, new TextEncoder().encode(text));
};

describe('spawn', () => {
  it('starts the program that the header names', async () => {
    const { process } = k.terminalProcess('node', ['node', '-p', '1']);
    await Promise.resolve();
    expect(k.worker(process).kind).toBe('node');
    expect(k.worker(process).start).toEqual({ t: 'start', pid: process.pid, ppid: 1, argv: ['node', '-p', '1'], applet: 'node', execPath: '/usr/bin/node', env: { PATH: '/bin:/usr/bin' }, cwd: '/' });
  });

  it('fails as execvp does', () => {
    const { process } = k.terminalProcess();
    file('/tmp/plain', 'echo hi\n');
    file('/tmp/forbidden', '#!/bin/sh\n', 0o644);
    file('/tmp/noend', '#!/tmp/noend\n');
    const spawn = (path: string): string => codeOf(() => k.child(process, { file: path }));
    expect(spawn('nothing')).toBe('ENOENT');
    expect(spawn('/nothing')).toBe('ENOENT');
    expect(spawn('/bin/sh/x')).toBe('ENOTDIR');
    expect(spawn('/tmp')).toBe('EACCES');
    expect(spawn('/tmp/plain')).toBe('ENOEXEC');
    expect(spawn('/tmp/forbidden')).toBe('EACCES');
    expect(spawn('/tmp/noend')).toBe('ELOOP');
    expect(codeOf(() => k.child(process, { cwd: '/nowhere' }))).toBe('ENOENT');
    expect(codeOf(() => k.child(process, { fds: [9] }))).toBe('EBADF');
    expect(codeOf(() => k.call(process, 'spawn', { ...spec(), args: [1] } as never))).toBe('EFAULT');
    expect(codeOf(() => k.call(process, 'spawn', null as never))).toBe('EFAULT');
    expect(codeOf(() => k.call(process, 'spawn', spec({ file: 'a\0b' })))).toBe('EINVAL');
  });

  it('goes on searching PATH after a forbidden candidate, and says so when there is no other', () => {
    const { process } = k.terminalProcess();
    file('/tmp/sh', '', 0o644);
    expect(k.child(process, { env: { PATH: '/tmp:/bin' } }).pid).toBeGreaterThan(1);
    expect(codeOf(() => k.child(process, { env: { PATH: '/nowhere:/tmp' } }))).toBe('EACCES');
  });

  it('follows #! lines, with their one argument, and looks past env', async () => {
    const { process } = k.terminalProcess();
    file('/tmp/direct', '#! /bin/sh  -e -u \necho\n');
    file('/tmp/through-env', '#!/usr/bin/env node\n');
    file('/tmp/twice', '#!/tmp/direct\n');
    const argv = async (path: string): Promise<unknown> => {
      const child = k.child(process, { file: path, args: ['name', 'a b'] });
      await Promise.resolve();
      const { start } = k.worker(child);
      return [start!.execPath, start!.argv];
    };
    expect(await argv('/tmp/direct')).toEqual(['/bin/sh', ['/bin/sh', '-e -u', '/tmp/direct', 'a b']]);
    expect(await argv('/tmp/through-env')).toEqual(['/usr/bin/node', ['node', '/tmp/through-env', 'a b']]);
    expect(await argv('/tmp/twice')).toEqual(['/bin/sh', ['/bin/sh', '-e -u', '/tmp/direct', '/tmp/twice', 'a b']]);
  });

  it('gives the child exactly the listed descriptors', () => {
    const { process } = k.terminalProcess();
    const [reader, writer] = k.call(process, 'pipe');
    const child = k.child(process, { fds: [-1, writer, writer] });
    expect(child.fds.numbers()).toEqual([1, 2]);
    k.call(process, 'close', writer);
    k.call(child, 'writeBytes', 2, new Uint8Array([7]), -1);
    expect([...k.call(process, 'readBytes', reader, 9, -1)]).toEqual([7]);
    k.kernel.table.end(child, 0);
    expect(k.call(process, 'readBytes', reader, 9, -1).length).toBe(0);
  });

  it('passes ignored signals on from a shell, and none from node', () => {
    const { process } = k.terminalProcess();
    k.call(process, 'sigaction', SIG.INT, DISPOSITION.IGNORE);
    k.call(process, 'sigaction', SIG.TERM, DISPOSITION.HANDLE);
    const node = k.child(process, { file: 'node' });
    expect([...node.dispositions]).toEqual([[SIG.INT, DISPOSITION.IGNORE], [SIG.PIPE, DISPOSITION.IGNORE]]);
    expect([...k.child(node).dispositions]).toEqual([]);
  });

  it('bounds the number of processes', () => {
    const { process } = k.terminalProcess();
    expect(codeOf(() => {
      for (let i = 0; i < 300; i++) k.child(process);
    })).toBe('EAGAIN');
    expect(k.call(process, 'ps').length).toBe(201);
    // A person still gets a shell, to end them with.
    expect(k.terminalProcess().process.alive).toBe(true);
  });

  it('looks at no more folders of PATH than a program could mean', () => {
    const { process } = k.terminalProcess();
    expect(codeOf(() => k.child(process, { env: { PATH: `${'x:'.repeat(1023)}/bin` } }))).toBe('ok');
    expect(codeOf(() => k.child(process, { env: { PATH: `${'x:'.repeat(1024)}/bin` } }))).toBe('ENOENT');
  });

  it('lists the beginning of a long command line', () => {
    const { process } = k.terminalProcess('sh', ['sh', 'a'.repeat(10_000), 'b']);
    expect(k.call(process, 'ps').find(({ pid }) => pid === process.pid)!.argv).toEqual(['sh', 'a'.repeat(4093)]);
  });

  it('passes on a worker\'s last words only when they are text, and not without end', async () => {
    const { process, terminal } = k.terminalProcess();
    await Promise.resolve();
    k.worker(process).say({ t: 'crash', text: { toString: 1 } });
    k.worker(process).say('crash');
    expect(process.alive).toBe(true);
    k.worker(process).say({ t: 'crash', text: 'x'.repeat(1_000_000) });
    expect([process.alive, terminal.pendingOutput]).toEqual([false, 65536]);
  });
});

describe('ending and waiting', () => {
  it('reports exit codes and signals as wait(2) does', async () => {
    const { process } = k.terminalProcess();
    const a = k.child(process);
    const b = k.child(process);
    await Promise.resolve();
    expect(k.call(process, 'waitpid', -1, WNOHANG)).toEqual([0, 0]);
    k.kernel.syscalls.exit(a, ...([259] as never[]));
    k.call(process, 'kill', b.pid, SIG.KILL);
    expect(k.call(process, 'waitpid', b.pid, 0)).toEqual([b.pid, 9]);
    expect(k.call(process, 'waitpid', -1, 0)).toEqual([a.pid, 3 << 8]);
    expect(codeOf(() => k.call(process, 'waitpid', -1, 0))).toBe('ECHILD');
    expect(k.worker(a).terminated && k.worker(b).terminated).toBe(true);
    expect(a.mailbox.revoked).toBe(true);
  });

  it('wakes a parent that waits', async () => {
    const { process } = k.terminalProcess();
    const child = k.child(process);
    const waiting = k.waits(process, 'waitpid', child.pid, 0);
    k.kernel.table.end(child, 5 << 8);
    expect(await waiting).toEqual([child.pid, 5 << 8]);
    expect(k.worker(process).received.at(-1)).toEqual({ t: 'child', pid: child.pid, status: 5 << 8 });
  });

  it('gives orphans to init, which reaps them', () => {
    const { process } = k.terminalProcess();
    const child = k.child(process, { setsid: true });
    const grandchild = k.child(child);
    const dead = k.child(child);
    k.kernel.table.end(dead, 0);
    k.kernel.table.end(child, 0);
    expect(grandchild.ppid).toBe(1);
    expect(k.kernel.table.get(dead.pid)).toBeUndefined();
    k.kernel.table.end(grandchild, 0);
    expect(k.kernel.table.get(grandchild.pid)).toBeUndefined();
    expect(k.kernel.table.get(child.pid)?.status).toBe('zombie');
  });

  it('writes what a crashed program says to its stderr and ends it with 70', async () => {
    const { process, terminal } = k.terminalProcess();
    await Promise.resolve();
    k.worker(process).say({ t: 'crash', text: 'cannot boot' });
    expect(process.exitStatus).toBe(70 << 8);
    expect(new TextDecoder().decode(terminal.takeOutput(100))).toBe('cannot boot\r\n');
  });

  it('sleeps as long as asked', async () => {
    const { process } = k.terminalProcess();
    const begin = performance.now();
    expect(await k.waits(process, 'sleep', 20)).toBeUndefined();
    expect(performance.now() - begin).toBeGreaterThanOrEqual(19);
    expect(codeOf(() => k.call(process, 'sleep', -1))).toBe('EINVAL');
  });

  it('drops a call that waits when its process is killed', () => {
    const { process } = k.terminalProcess();
    const child = k.child(process);
    const [reader] = k.call(child, 'pipe');
    void k.waits(child, 'readBytes', reader, 1, -1).catch(() => {});
    k.call(process, 'kill', child.pid, SIG.KILL);
    expect(child.cancelWait).toBeNull();
    expect(child.fds.numbers()).toEqual([]);
  });
});

describe('signals', () => {
  it('ends, ignores or delivers', () => {
    const { process } = k.terminalProcess();
    const child = k.child(process);
    for (const harmless of [SIG.CHLD, SIG.WINCH, SIG.CONT, 23]) k.call(process, 'kill', child.pid, harmless);
    expect(k.call(child, 'sigaction', SIG.TERM, DISPOSITION.IGNORE)).toBe(DISPOSITION.DEFAULT);
    k.call(process, 'kill', child.pid, SIG.TERM);
    expect(k.call(child, 'sigaction', SIG.TERM, DISPOSITION.HANDLE)).toBe(DISPOSITION.IGNORE);
    k.call(process, 'kill', child.pid, SIG.TERM);
    expect(child.alive).toBe(true);
    expect(child.mailbox.header[5]).toBe(1 << (SIG.TERM - 1));
    k.call(process, 'kill', child.pid, SIG.USR2);
    expect(child.exitStatus).toBe(SIG.USR2);
  });

  it('ends a wait with EINTR when the signal is handled, also when it came just before the call', async () => {
    const { process } = k.terminalProcess();
    k.call(process, 'sigaction', SIG.INT, DISPOSITION.HANDLE);
    const sleeping = k.waits(process, 'sleep', 1e9);
    k.kernel.signal(process, SIG.INT);
    await expect(sleeping).rejects.toMatchObject({ code: 'EINTR' });
    expect(codeOf(() => k.call(process, 'sleep', 1e9))).toBe('EINTR');
  });

  it('checks arguments and targets', () => {
    const { process } = k.terminalProcess();
    expect(codeOf(() => k.call(process, 'kill', 31000, 0))).toBe('ESRCH');
    expect(codeOf(() => k.call(process, 'kill', -31000, 0))).toBe('ESRCH');
    expect(codeOf(() => k.call(process, 'kill', 1, SIG.TERM))).toBe('EPERM');
    expect(codeOf(() => k.call(process, 'kill', process.pid, 65))).toBe('EINVAL');
    expect(codeOf(() => k.child(process, { signals: [[SIG.STOP, DISPOSITION.IGNORE]] }))).toBe('EINVAL');
    expect(codeOf(() => k.child(process, { signals: [[SIG.INT, DISPOSITION.HANDLE]] }))).toBe('EINVAL');
    expect(codeOf(() => k.call(process, 'sigaction', SIG.KILL, DISPOSITION.IGNORE))).toBe('EINVAL');
    expect(codeOf(() => k.call(process, 'kill', process.pid, 0))).toBe('ok');
  });

  it('reaches groups', () => {
    const { process } = k.terminalProcess();
    const leader = k.child(process, { pgid: 0 });
    const member = k.child(process, { pgid: leader.pid });
    const other = k.child(process);
    expect([leader.pgid, member.pgid, other.pgid]).toEqual([leader.pid, leader.pid, process.pgid]);
    k.call(process, 'kill', -leader.pid, SIG.TERM);
    expect([leader.alive, member.alive, other.alive]).toEqual([false, false, true]);
    expect(codeOf(() => k.child(process, { pgid: 31000 }))).toBe('EPERM');
  });
});

describe('worker pool', () => {
  it('holds the start back until the worker is ready', () => {
    const slow = new TestKernel({ autoReady: false });
    const { process } = slow.terminalProcess();
    const worker = slow.workers.at(-1)!;
    expect(worker.received.map((message) => message.t)).toEqual(['init']);
    worker.say({ t: 'ready' });
    expect(worker.received.map((message) => message.t)).toEqual(['init', 'start']);
    slow.call(process, 'getcwd');
    slow.close();
  });

  it('keeps workers ahead and stops trying when they cannot boot', () => {
    const failing = new TestKernel({ autoReady: false, ahead: { node: 1, shell: 0 } });
    for (let i = 0; i < 5; i++) failing.workers.at(-1)!.say({ t: 'crash', text: 'no' });
    expect(failing.workers.length).toBe(3);
    const { process, terminal } = failing.terminalProcess('node');
    failing.workers.at(-1)!.say({ t: 'crash', text: 'no' });
    expect(process.exitStatus).toBe(70 << 8);
    expect(new TextDecoder().decode(terminal.takeOutput(9))).toBe('no\r\n');
    failing.close();
  });

  it('starts programs where the folder was removed', () => {
    const { process } = k.terminalProcess();
    k.call(process, 'mkdir', '/tmp/gone', 0o755);
    k.call(process, 'chdir', '/tmp/gone');
    k.call(process, 'rmdir', '/tmp/gone');
    expect(codeOf(() => k.call(process, 'getcwd'))).toBe('ENOENT');
    const child = k.child(process);
    expect([child.alive, process.children.size]).toEqual([true, 1]);
    expect(codeOf(() => k.call(process, 'readdir', '/proc/self'))).toBe('ok');
  });

  it('promises workers whose program is still loading, and says why when it will not come', async () => {
    let loaded = false;
    const early = new TestKernel({ isLoaded: (kind) => kind === 'shell' || loaded, ahead: { node: 1, shell: 0 } });
    const { process } = early.terminalProcess('node');
    expect(early.workers).toEqual([]);
    loaded = true;
    early.kernel.programArrived();
    await Promise.resolve();
    expect(early.worker(process).received.map((message) => message.t)).toEqual(['init', 'start']);
    early.close();

    const never = new TestKernel({ isLoaded: (kind) => kind === 'shell' });
    const first = never.terminalProcess('node');
    never.kernel.programArrived('404 Not Found');
    const second = never.terminalProcess('node');
    for (const { process, terminal } of [first, second]) {
      await new Promise<void>((done) => (process.alive ? (process.onExit = () => done()) : done()));
      expect([process.exitStatus, new TextDecoder().decode(terminal.takeOutput(99))]).toEqual([70 << 8, 'node could not be loaded: 404 Not Found\r\n']);
    }
    never.close();
  });

  it('asks again for a program that could not be fetched, when somebody needs it', async () => {
    let loaded = false;
    const asked: string[] = [];
    const late = new TestKernel({ isLoaded: (kind) => kind === 'shell' || loaded, fetchAgain: (kind) => asked.push(kind) });
    late.kernel.programArrived('offline');
    const { process: first, terminal } = late.terminalProcess('node');
    expect(asked).toEqual(['node']);
    late.kernel.programArrived('offline');
    await new Promise<void>((done) => (first.onExit = () => done()));
    expect(new TextDecoder().decode(terminal.takeOutput(99))).toBe('node could not be loaded: offline\r\n');
    const { process: second } = late.terminalProcess('node');
    loaded = true;
    late.kernel.programArrived();
    await Promise.resolve();
    expect([asked, late.worker(second).received.map((message) => message.t)]).toEqual([['node', 'node'], ['init', 'start']]);
    late.close();
  });

  it('lets a slot rest before another gets it', () => {
    let now = 0;
    const slots = new Slots(() => now);
    const all = Array.from({ length: 1024 }, () => slots.take());
    expect(new Set(all).size).toBe(1024);
    slots.release(5);
    expect(slots.take()).toBeNull();
    now = 60_000;
    expect(slots.take()).toBe(5);
  });
});

it('bounds the watches of a process that one change concerns', () => {
  const { process } = k.terminalProcess();
  const watch = (path: string, recursive: boolean): string => codeOf(() => k.call(process, 'watch', path, recursive));
  const ids = Array.from({ length: 128 }, () => k.call(process, 'watch', '/tmp', false));
  expect([watch('/tmp', false), watch('/home', false), watch('/tmp', true)]).toEqual(['ENOSPC', 'ok', 'ok']);
  k.call(process, 'unwatch', ids[0]!);
  expect([watch('/tmp', false), watch('/tmp', false)]).toEqual(['ok', 'ENOSPC']);
  for (let i = 1; i < 256; i++) expect(watch(i % 2 ? '/' : '/home', true)).toBe('ok');
  expect(watch('/etc', true)).toBe('ENOSPC');
  expect(codeOf(() => k.call(k.terminalProcess().process, 'watch', '/tmp', false))).toBe('ok');
});
