/** Stopping and continuing: what a stopped process keeps for later, who is told, and what the terminal does to the background. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DISPOSITION, SIG, TTY, WCONTINUED, WNOHANG, WUNTRACED } from '../../src/runtime/abi/constants.ts';
import { codeOf, TestKernel } from '../support/kernel-processes.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

let k: TestKernel;
beforeEach(() => {
  k = new TestKernel();
});
afterEach(() => k.close());

describe('a stopped process', () => {
  it('is reported once to a parent that asked for it, and again when it runs on', () => {
    const { process } = k.terminalProcess();
    const child = k.child(process, { pgid: 0 });
    const look = (flags: number): [number, number] => k.call(process, 'waitpid', -1, WNOHANG | flags);
    k.call(process, 'kill', child.pid, SIG.STOP);
    expect(look(0)).toEqual([0, 0]);
    expect(look(WCONTINUED)).toEqual([0, 0]);
    expect(look(WUNTRACED)).toEqual([child.pid, (SIG.STOP << 8) | 0x7f]);
    expect(look(WUNTRACED)).toEqual([0, 0]);
    k.call(process, 'kill', child.pid, SIG.CONT);
    expect(look(WUNTRACED)).toEqual([0, 0]);
    expect(look(WUNTRACED | WCONTINUED)).toEqual([child.pid, 0xffff]);
    expect(look(WCONTINUED)).toEqual([0, 0]);
  });

  it('wakes a parent that waits for it', async () => {
    const { process } = k.terminalProcess();
    const child = k.child(process, { pgid: 0 });
    const waiting = k.waits(process, 'waitpid', -1, WUNTRACED);
    k.kernel.signal(child, SIG.TSTP);
    expect(await waiting).toEqual([child.pid, (SIG.TSTP << 8) | 0x7f]);
  });

  it('takes nothing from a pipe while it is stopped', async () => {
    const { process } = k.terminalProcess();
    const [reader, writer] = k.call(process, 'pipe');
    const child = k.child(process, { pgid: 0, fds: [reader, 1, 2] });
    const reading = k.waits(child, 'readBytes', 0, 10, -1);
    k.kernel.signal(child, SIG.STOP);
    k.call(process, 'writeBytes', writer, bytes('later'), -1);
    expect(text(k.call(process, 'readBytes', reader, 2, -1))).toBe('la');
    k.kernel.signal(child, SIG.CONT);
    expect(text(await reading)).toBe('ter');
  });

  it('ends a sleep that was over when it is continued', async () => {
    const { process } = k.terminalProcess();
    const child = k.child(process, { pgid: 0 });
    const sleeping = k.waits(child, 'sleep', 1);
    k.kernel.signal(child, SIG.STOP);
    await k.waits(process, 'sleep', 20);
    expect(child.mailbox.header[0]).toBe(1);
    k.kernel.signal(child, SIG.CONT);
    expect(await sleeping).toBeUndefined();
  });

  it('gets its events and signals when it is continued; SIGKILL at once', () => {
    const { process } = k.terminalProcess();
    const child = k.child(process, { pgid: 0, file: 'node' });
    k.call(child, 'sigaction', SIG.USR1, DISPOSITION.HANDLE);
    k.kernel.signal(child, SIG.STOP);
    k.kernel.signal(child, SIG.USR1);
    k.kernel.signal(child, SIG.USR1);
    expect(child.mailbox.header[5]).toBe(0);
    k.kernel.signal(child, SIG.CONT);
    expect(child.mailbox.header[5]).toBe(1 << (SIG.USR1 - 1));
    k.kernel.signal(child, SIG.STOP);
    k.kernel.signal(child, SIG.TERM);
    expect(child.alive).toBe(true);
    k.kernel.signal(child, SIG.CONT);
    expect([child.alive, child.exitStatus]).toEqual([false, SIG.TERM]);
    const other = k.child(process, { pgid: 0 });
    k.kernel.signal(other, SIG.STOP);
    k.kernel.signal(other, SIG.KILL);
    expect([other.alive, other.exitStatus]).toEqual([false, SIG.KILL]);
  });

  it('is not stopped by the keyboard where nobody could continue it', () => {
    const { process, terminal } = k.terminalProcess();
    terminal.input(bytes('\x1a'));
    expect(process.stopSignal).toBe(0);
    k.kernel.signal(process, SIG.STOP);
    expect(process.stopSignal).toBe(SIG.STOP);
  });

  it('is told with SIGHUP, and continued, when the shell that could continue it ends', () => {
    const { process } = k.terminalProcess();
    const shell = k.child(process, { pgid: 0 });
    const job = k.child(shell, { pgid: 0 });
    k.kernel.signal(job, SIG.STOP);
    k.kernel.signal(shell, SIG.KILL);
    expect([job.alive, job.exitStatus]).toEqual([false, SIG.HUP]);
  });
});

describe('the terminal and its background', () => {
  it('stops the foreground group at ^Z', () => {
    const { process, terminal } = k.terminalProcess();
    const job = k.child(process, { pgid: 0, foreground: 0 });
    const other = k.child(process, { pgid: 0 });
    expect(terminal.foreground).toBe(job.pid);
    terminal.input(bytes('\x1a'));
    expect([process.stopSignal, job.stopSignal, other.stopSignal]).toEqual([0, SIG.TSTP, 0]);
  });

  it('stops who reads in the background; the read goes on in the foreground', async () => {
    const { process, terminal } = k.terminalProcess();
    const job = k.child(process, { pgid: 0 });
    const reading = k.waits(job, 'readBytes', 0, 100, -1);
    expect(job.stopSignal).toBe(SIG.TTIN);
    terminal.input(bytes('typed\r'));
    k.call(process, 'tcsetpgrp', 0, job.pid);
    k.kernel.signal(job, SIG.CONT);
    expect(text(await reading)).toBe('typed\n');
  });

  it('stops who changes the terminal in the background, unless it ignores SIGTTOU', async () => {
    const { process, terminal } = k.terminalProcess();
    const job = k.child(process, { pgid: 0 });
    const changing = k.waits(job, 'tcsetattr', 0, TTY.OPOST);
    expect(job.stopSignal).toBe(SIG.TTOU);
    k.call(process, 'tcsetpgrp', 0, job.pid);
    k.kernel.signal(job, SIG.CONT);
    await changing;
    expect(terminal.discipline.getModes()).toBe(TTY.OPOST);
    k.call(process, 'sigaction', SIG.TTOU, DISPOSITION.IGNORE);
    k.call(process, 'tcsetpgrp', 0, process.pid);
    expect(terminal.foreground).toBe(process.pid);
  });

  it('answers EIO where a stop would do nothing', () => {
    const { process } = k.terminalProcess();
    const ignoring = k.child(process, { pgid: 0, signals: [[SIG.TTIN, DISPOSITION.IGNORE]] });
    expect(codeOf(() => k.call(ignoring, 'readBytes', 0, 1, -1))).toBe('EIO');
    const shell = k.child(process, { pgid: 0 });
    const orphan = k.child(shell, { pgid: 0 });
    k.kernel.signal(shell, SIG.KILL);
    expect(codeOf(() => k.call(orphan, 'readBytes', 0, 1, -1))).toBe('EIO');
  });
});
