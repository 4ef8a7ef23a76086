/** Loopback sockets through their system calls. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DISPOSITION, O, POLL, SIG } from '../../src/runtime/abi/constants.ts';
import type { ProcessRecord } from '../../src/runtime/kernel/process/process-record.ts';
import { codeOf, TestKernel } from '../support/kernel-processes.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

let k: TestKernel;
let p: ProcessRecord;
beforeEach(() => {
  k = new TestKernel();
  p = k.terminalProcess().process;
  k.call(p, 'sigaction', SIG.PIPE, DISPOSITION.IGNORE);
});
afterEach(() => k.close());

const mask = (fd: number): number => p.fds.get(fd).pollMask();
const connected = (): { client: number; server: number; listener: number } => {
  const [listener, port] = k.call(p, 'listen', '127.0.0.1', 0, 5);
  const [client, local] = k.call(p, 'connect', '127.0.0.1', port);
  const [server, remote] = k.call(p, 'accept', listener);
  expect(remote).toBe(local);
  return { client, server, listener };
};

describe('tcp', () => {
  it('carries bytes both ways', () => {
    const { client, server } = connected();
    expect(k.call(p, 'writeBytes', client, bytes('ping'), -1)).toBe(4);
    expect(text(k.call(p, 'readBytes', server, 2, -1))).toBe('pi');
    expect(text(k.call(p, 'readBytes', server, 9, -1))).toBe('ng');
    k.call(p, 'writeBytes', server, bytes('pong'), -1);
    expect(text(k.call(p, 'readBytes', client, 9, -1))).toBe('pong');
  });

  it('lets accept, read and write wait', async () => {
    const [listener, port] = k.call(p, 'listen', '::', 0, 5);
    const accepting = k.waits(p, 'accept', listener);
    const other = k.child(p);
    const [client] = k.call(other, 'connect', '127.0.0.1', port);
    const [server] = await accepting;
    const reading = k.waits(p, 'readBytes', server, 9, -1);
    k.call(other, 'writeBytes', client, bytes('x'), -1);
    expect(text(await reading)).toBe('x');
    const writing = k.waits(p, 'writeBytes', server, new Uint8Array(600_000), -1);
    let taken = 0;
    while (taken < 600_000) taken += k.call(other, 'readBytes', client, 60_000, -1).length;
    expect(await writing).toBe(600_000);
  });

  it('says EAGAIN instead where the descriptor does not block', () => {
    const { client, listener } = connected();
    for (const fd of [client, listener]) k.call(p, 'setNonblock', fd, true);
    expect(codeOf(() => k.call(p, 'readBytes', client, 1, -1))).toBe('EAGAIN');
    expect(codeOf(() => k.call(p, 'accept', listener))).toBe('EAGAIN');
    expect(k.call(p, 'writeBytes', client, new Uint8Array(400_000), -1)).toBe(256 * 1024);
    expect(codeOf(() => k.call(p, 'writeBytes', client, new Uint8Array(1), -1))).toBe('EAGAIN');
    expect(mask(client)).toBe(0);
  });

  it('ends one direction with shutdown', () => {
    const { client, server } = connected();
    k.call(p, 'writeBytes', client, bytes('last'), -1);
    k.call(p, 'shutdown', client);
    expect(text(k.call(p, 'readBytes', server, 9, -1))).toBe('last');
    expect(k.call(p, 'readBytes', server, 9, -1).length).toBe(0);
    expect(codeOf(() => k.call(p, 'writeBytes', client, bytes('x'), -1))).toBe('EPIPE');
    k.call(p, 'writeBytes', server, bytes('still'), -1);
    expect(text(k.call(p, 'readBytes', client, 9, -1))).toBe('still');
  });

  it('reads end of file after a close, ECONNRESET when something was left unread, and cannot write', () => {
    const a = connected();
    k.call(p, 'close', a.client);
    expect(mask(a.server) & (POLL.IN | POLL.HUP)).toBe(POLL.IN | POLL.HUP);
    expect(k.call(p, 'readBytes', a.server, 9, -1).length).toBe(0);
    // The first one goes out: over TCP its answer tells that nobody is there.
    expect(k.call(p, 'writeBytes', a.server, bytes('x'), -1)).toBe(1);
    expect(codeOf(() => k.call(p, 'writeBytes', a.server, bytes('x'), -1))).toBe('EPIPE');
    const b = connected();
    k.call(p, 'writeBytes', b.server, bytes('never read'), -1);
    k.call(p, 'close', b.client);
    expect(codeOf(() => k.call(p, 'readBytes', b.server, 9, -1))).toBe('ECONNRESET');
    expect(k.call(p, 'readBytes', b.server, 9, -1).length).toBe(0);
  });

  it('kills a writer that does not expect SIGPIPE', () => {
    const { client, server } = connected();
    k.call(p, 'sigaction', SIG.PIPE, DISPOSITION.DEFAULT);
    k.call(p, 'close', client);
    expect(k.call(p, 'writeBytes', server, bytes('x'), -1)).toBe(1);
    expect(codeOf(() => k.call(p, 'writeBytes', server, bytes('x'), -1))).toBe('EPIPE');
    expect(p.exitStatus).toBe(SIG.PIPE);
  });

  it('knows which addresses exclude each other', () => {
    const listen = (host: string, port = 5000): string => codeOf(() => k.call(p, 'listen', host, port, 5));
    expect(listen('127.0.0.1')).toBe('ok');
    expect(listen('127.0.0.1')).toBe('EADDRINUSE');
    expect(listen('0.0.0.0')).toBe('EADDRINUSE');
    expect(listen('::1')).toBe('ok');
    expect(listen('::')).toBe('EADDRINUSE');
    expect(listen('10.0.0.1')).toBe('EADDRNOTAVAIL');
    expect(listen('127.0.0.1', 70000)).toBe('EINVAL');
    const connect = (host: string, port: number): string => codeOf(() => k.call(p, 'connect', host, port));
    expect(connect('0.0.0.0', 5000)).toBe('ok');
    expect(connect('127.0.0.2', 5000)).toBe('ECONNREFUSED');
    expect(connect('::ffff:127.0.0.1', 5000)).toBe('ok');
    expect(connect('127.0.0.1', 5001)).toBe('ECONNREFUSED');
    expect(connect('198.18.200.1', 80)).toBe('EHOSTUNREACH');
  });

  it('gives out ephemeral ports and announces open and close once', () => {
    const events: unknown[] = [];
    k.kernel.network.onPort = (...event) => events.push(event);
    const [a, port] = k.call(p, 'listen', '127.0.0.1', 0, 5);
    expect(port).toBe(32768);
    const [b] = k.call(p, 'listen', '::1', port, 5);
    k.call(p, 'close', a);
    expect(k.kernel.network.openPorts()).toEqual([port]);
    k.call(p, 'close', b);
    expect(events).toEqual([[port, 'open'], [port, 'close']]);
  });

  it('frees the port and ends waiting connections when the process ends', () => {
    const server = k.child(p);
    const [, port] = k.call(server, 'listen', '127.0.0.1', 4000, 5);
    const [client] = k.call(p, 'connect', '127.0.0.1', port);
    k.kernel.table.end(server, 0);
    expect(k.call(p, 'readBytes', client, 1, -1).length).toBe(0);
    expect(codeOf(() => k.call(p, 'connect', '127.0.0.1', port))).toBe('ECONNREFUSED');
  });

  it('checks what the descriptor is', () => {
    const { client, listener } = connected();
    expect(codeOf(() => k.call(p, 'accept', client))).toBe('EINVAL');
    expect(codeOf(() => k.call(p, 'accept', 0))).toBe('ENOTSOCK');
    expect(codeOf(() => k.call(p, 'readBytes', listener, 1, -1))).toBe('ENOTCONN');
    expect(codeOf(() => k.call(p, 'shutdown', 0))).toBe('ENOTSOCK');
  });
});

describe('unix-domain sockets', () => {
  it('listens on a path and connects by it', () => {
    const listener = k.call(p, 'listenUnix', '/tmp/s', 5);
    expect(codeOf(() => k.call(p, 'listenUnix', '/tmp/s', 5))).toBe('EADDRINUSE');
    const client = k.call(p, 'connectUnix', '/tmp/s');
    const [server, remote] = k.call(p, 'accept', listener);
    expect(remote).toBe(0);
    k.call(p, 'writeBytes', server, bytes('hi'), -1);
    expect(text(k.call(p, 'readBytes', client, 9, -1))).toBe('hi');
    expect(codeOf(() => k.call(p, 'open', '/tmp/s', O.RDONLY, 0))).toBe('ENXIO');
    k.call(p, 'close', listener);
    expect(codeOf(() => k.call(p, 'connectUnix', '/tmp/s'))).toBe('ECONNREFUSED');
    k.call(p, 'unlink', '/tmp/s');
    expect(codeOf(() => k.call(p, 'connectUnix', '/tmp/s'))).toBe('ENOENT');
    expect(codeOf(() => k.call(p, 'listenUnix', `/tmp/${'x'.repeat(120)}`, 5))).toBe('EINVAL');
  });

  it('makes connected pairs', () => {
    const [a, b] = k.call(p, 'socketpair');
    k.call(p, 'writeBytes', a, bytes('1'), -1);
    k.call(p, 'writeBytes', b, bytes('2'), -1);
    expect([text(k.call(p, 'readBytes', b, 9, -1)), text(k.call(p, 'readBytes', a, 9, -1))]).toEqual(['1', '2']);
  });
});
