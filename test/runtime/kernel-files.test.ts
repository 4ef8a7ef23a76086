/** The kernel's devices, pipes and readiness, through the handlers of the system calls. */
import { beforeEach, describe, expect, it } from 'vitest';
import { O, POLL, S, SIG } from '../../src/runtime/abi/constants.ts';
import { release, retain } from '../../src/runtime/kernel/files/fd-table.ts';
import { bytes, createKernelFs, type KernelFs, text, type TestProcess } from '../support/kernel-fs.ts';

const CREATE = O.WRONLY | O.CREAT | O.TRUNC;
let k: KernelFs;
let p: TestProcess;
const write = (path: string, content: string): void => k.call(p, 'writeFileBytes', path, CREATE, 0o666, bytes(content));
const read = (path: string): string => text(k.call(p, 'readFileBytes', path));
const code = (...args: Parameters<KernelFs['call']> extends [unknown, ...infer R] ? R : never): string => k.code(() => k.call(p, ...(args as ['stat', string, boolean])));
const names = (path: string): string[] => k.call(p, 'readdir', path).map(([name]) => name);

beforeEach(() => {
  k = createKernelFs();
  p = k.createProcess();
});

describe('devices', () => {
  it('has null, zero and random', () => {
    write('/dev/null', 'gone');
    expect(read('/dev/null')).toBe('');
    const zero = k.call(p, 'open', '/dev/zero', O.RDONLY, 0);
    expect([...k.call(p, 'readBytes', zero, 3, -1)]).toEqual([0, 0, 0]);
    const random = k.call(p, 'open', '/dev/urandom', O.RDONLY, 0);
    expect(k.call(p, 'readBytes', random, 100_000, -1).length).toBe(100_000);
    expect(code('readFileBytes', '/dev/zero')).toBe('EFBIG');
    expect(code('open', '/dev/tty', O.RDWR, 0)).toBe('ENXIO');
    expect(k.call(p, 'stat', '/dev/null', true)[1]).toBe(S.IFCHR | 0o666);
  });

  it("shows the caller's descriptors under /dev/fd", () => {
    write('a', 'content');
    const fd = k.call(p, 'open', 'a', O.RDONLY, 0);
    const [r, w] = k.call(p, 'pipe');
    expect(names('/dev/fd')).toEqual(['0', '1', '2']);
    expect(read(`/dev/fd/${fd}`)).toBe('content');
    expect(read('/dev/stdin')).toBe('content');
    write(`/dev/fd/${w}`, 'piped');
    expect(text(k.call(p, 'readBytes', r, 99, -1))).toBe('piped');
    expect(code('stat', '/dev/fd/9', true)).toBe('ENOENT');
    expect(code('link', `/dev/fd/${w}`, 'pipe')).toBe('EXDEV');
    expect(code('unlink', `/dev/fd/${fd}`)).toBe('EACCES');
  });
});

describe('pipes', () => {
  it('carries bytes, blocks the reader until there are some, ends when the writer closes', async () => {
    const [r, w] = k.call(p, 'pipe');
    const reader = k.createProcess();
    const end = reader.fds.install(retain(p.fds.get(r)));
    const first = k.waits(reader, 'readBytes', end, 10, -1);
    k.call(p, 'writeBytes', w, bytes('hi'), -1);
    expect(text(await first)).toBe('hi');
    const second = k.waits(reader, 'readBytes', end, 10, -1);
    k.call(p, 'close', w);
    expect((await second).length).toBe(0);
  });

  it('blocks a writer at 64 KiB and completes its write as the reader takes', async () => {
    const [r, w] = k.call(p, 'pipe');
    const reader = k.createProcess();
    const end = reader.fds.install(retain(p.fds.get(r)));
    const data = new Uint8Array(150_000).map((_, i) => i % 251);
    const written = k.waits(p, 'writeBytes', w, data, -1);
    const got: number[] = [];
    while (got.length < data.length) got.push(...k.call(reader, 'readBytes', end, 40_000, -1));
    expect(await written).toBe(150_000);
    expect(got).toEqual([...data]);
  });

  it('takes what fits from a non-blocking writer, then EAGAIN', () => {
    const [r, w] = k.call(p, 'pipe');
    k.call(p, 'setNonblock', w, true);
    k.call(p, 'setNonblock', r, true);
    expect(code('readBytes', r, 1, -1)).toBe('EAGAIN');
    expect(k.call(p, 'writeBytes', w, new Uint8Array(100_000), -1)).toBe(65536);
    expect(code('writeBytes', w, bytes('x'), -1)).toBe('EAGAIN');
    expect(code('readBytes', r, 1, 0)).toBe('ESPIPE');
    expect(code('lseek', r, 0, 0)).toBe('ESPIPE');
  });

  it('fails with EPIPE and raises SIGPIPE without a reader, also for a write that waits', async () => {
    const [r, w] = k.call(p, 'pipe');
    k.call(p, 'close', r);
    expect(code('writeBytes', w, bytes('x'), -1)).toBe('EPIPE');
    expect(k.signals).toEqual([[p.pid, SIG.PIPE]]);

    const [r2, w2] = k.call(p, 'pipe');
    const writer = k.createProcess();
    const end = writer.fds.install(retain(p.fds.get(w2)));
    k.call(p, 'writeBytes', w2, new Uint8Array(65536), -1);
    const blocked = k.waits(writer, 'writeBytes', end, bytes('y'), -1);
    k.call(p, 'close', r2);
    await expect(blocked).rejects.toMatchObject({ code: 'EPIPE' });
    expect(k.signals[1]).toEqual([writer.pid, SIG.PIPE]);
  });

  it('ends a wait with EINTR, or with the part that was done', async () => {
    const shell: TestProcess = { ...p, kind: 'shell' };
    const [r, w] = k.call(shell, 'pipe');
    const waiting = k.waits(shell, 'readBytes', r, 1, -1);
    shell.interruptWait?.();
    await expect(waiting).rejects.toMatchObject({ code: 'EINTR' });
    const writing = k.waits(shell, 'writeBytes', w, new Uint8Array(70_000), -1);
    shell.interruptWait?.();
    expect(await writing).toBe(65536);
    expect(shell.interruptWait).toBe(null);
  });

  it("goes on with a wait of Node's, whose handlers restart it", async () => {
    const [r, w] = k.call(p, 'pipe');
    const waiting = k.waits(p, 'readBytes', r, 1, -1);
    p.interruptWait?.();
    k.call(p, 'writeBytes', w, bytes('x'), -1);
    expect(text(await waiting)).toBe('x');
  });

  it('drops the wait of a process that died', () => {
    const [r, w] = k.call(p, 'pipe');
    void k.waits(p, 'readBytes', r, 1, -1);
    p.cancelWait?.();
    k.call(p, 'writeBytes', w, bytes('later'), -1);
    expect(p.mailbox.answers).toEqual([]);
  });
});

describe('readiness', () => {
  it('posts one event per request, at once when ready', () => {
    const [r, w] = k.call(p, 'pipe');
    k.call(p, 'poll', r, POLL.IN);
    expect(p.posted).toEqual([]);
    k.call(p, 'writeBytes', w, bytes('a'), -1);
    k.call(p, 'writeBytes', w, bytes('b'), -1);
    expect(p.posted).toEqual([{ t: 'poll', fd: r, events: POLL.IN }]);
    k.call(p, 'poll', r, POLL.IN);
    expect(p.posted.length).toBe(2);
    k.call(p, 'readBytes', r, 9, -1);
    k.call(p, 'poll', r, POLL.IN);
    k.call(p, 'close', w);
    expect(p.posted[2]).toEqual({ t: 'poll', fd: r, events: POLL.HUP });
  });

  it('is asked for by a read that finds less than there is room for, and by no other', () => {
    const [r, w] = k.call(p, 'pipe');
    k.call(p, 'writeBytes', w, bytes('abcd'), -1);
    expect(k.call(p, 'readBytes', r, 2, -1, POLL.IN, 7)).toEqual(bytes('ab'));
    k.call(p, 'writeBytes', w, bytes('e'), -1);
    expect(p.posted).toEqual([]);
    expect(k.call(p, 'readBytes', r, 9, -1, POLL.IN, 7)).toEqual(bytes('cde'));
    expect(p.posted).toEqual([]);
    k.call(p, 'writeBytes', w, bytes('f'), -1);
    k.call(p, 'writeBytes', w, bytes('g'), -1);
    expect(p.posted).toEqual([{ t: 'poll', fd: r, events: POLL.IN, watch: 7 }]);
    expect(k.call(p, 'readBytes', r, 2, -1, POLL.IN, 7)).toEqual(bytes('fg'));
    k.call(p, 'close', w);
    expect(k.call(p, 'readBytes', r, 2, -1, POLL.IN, 7)).toEqual(bytes(''));
    expect(p.posted.length).toBe(1);
  });

  it('says nothing about a closed descriptor or a cancelled request', () => {
    const [r, w] = k.call(p, 'pipe');
    const kept = retain(p.fds.get(w));
    k.call(p, 'poll', r, POLL.IN);
    k.call(p, 'poll', r, 0);
    k.call(p, 'writeBytes', w, bytes('a'), -1);
    k.call(p, 'readBytes', r, 9, -1);
    k.call(p, 'poll', r, POLL.IN);
    k.call(p, 'close', r);
    k.call(p, 'close', w);
    release(kept);
    expect(p.posted).toEqual([]);
  });

  it('waits for one of several descriptors, or for the time', async () => {
    const [r, w] = k.call(p, 'pipe');
    const other = k.createProcess();
    const end = other.fds.install(retain(p.fds.get(r)));
    expect(k.call(other, 'pollSync', [end], [POLL.IN], 0)).toEqual([0]);
    const waiting = k.waits(other, 'pollSync', [end], [POLL.IN], -1);
    k.call(p, 'writeBytes', w, bytes('a'), -1);
    expect(await waiting).toEqual([POLL.IN]);
    k.call(p, 'readBytes', r, 1, -1);
    expect(await k.waits(other, 'pollSync', [end], [POLL.IN], 5)).toEqual([0]);
    expect(k.call(p, 'pollSync', [r, w], [POLL.IN, POLL.OUT], -1)).toEqual([0, POLL.OUT]);
  });
});
