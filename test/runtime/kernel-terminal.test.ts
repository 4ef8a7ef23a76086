/** Pseudo-terminals: the line discipline, sessions, sizes, hanging up. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DISPOSITION, O, POLL, SIG, TTY, TTY_COOKED } from '../../src/runtime/abi/constants.ts';
import { LineDiscipline } from '../../src/runtime/kernel/tty/line-discipline.ts';
import { WOULD_BLOCK } from '../../src/runtime/kernel/types.ts';
import { codeOf, TestKernel } from '../support/kernel-processes.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (data: Uint8Array): string => new TextDecoder().decode(data);

describe('line discipline', () => {
  let screen: string;
  let signals: number[];
  let line: LineDiscipline;
  beforeEach(() => {
    screen = '';
    signals = [];
    // Latin-1, because single bytes of a character are echoed one by one.
    line = new LineDiscipline({ output: (b) => { screen += String.fromCharCode(...b); }, signal: (s) => signals.push(s), readable: () => {} });
  });
  const type = (input: string): void => line.input(bytes(input));
  const read = (length = 1000): string | null => {
    const data = line.read(length);
    return data === WOULD_BLOCK ? null : text(data);
  };

  it('hands out whole lines, one per read, and echoes', () => {
    type('one');
    expect(read()).toBeNull();
    type('\rtwo\n');
    expect([read(), read(), read()]).toEqual(['one\n', 'two\n', null]);
    expect(screen).toBe('one\r\ntwo\r\n');
  });

  it('gives a long line in parts', () => {
    type('abcdef\n');
    expect([read(4), read(4)]).toEqual(['abcd', 'ef\n']);
  });

  it('erases characters, words and lines', () => {
    type('ab\x7fc\bd\n');
    expect(read()).toBe('ad\n');
    expect(screen).toBe('ab\b \bc\b \bd\r\n');
    type('two words-x \x17\x17!\n');
    expect(read()).toBe('two !\n');
    type('gone\x15kept\n');
    expect(read()).toBe('kept\n');
  });

  it('erases wide and control characters by the columns they took', () => {
    type('日\x7f');
    expect(screen.slice(3)).toBe('\b \b\b \b');
    screen = '';
    type('\x01\x7f');
    expect(screen).toBe('^A\b \b\b \b');
    screen = '';
    type('a\tb\x7f\x7f');
    expect(screen).toBe(`a\tb${'\b \b'.repeat(8)}`);
    type('ä\x7f\x7f\x7f\n');
    expect(read()).toBe('\n');
  });

  it('ends a line or the file at ^D', () => {
    type('part\x04');
    expect(read()).toBe('part');
    type('\x04');
    expect(read()).toBe('');
    expect(read()).toBeNull();
    expect(screen).toBe('part');
  });

  it('turns ^C, ^\\ and ^Z into signals and drops what was typed', () => {
    type('lost\x03');
    type('\x1c\x1a');
    expect(signals).toEqual([SIG.INT, SIG.QUIT, SIG.TSTP]);
    expect(screen).toBe('lost^C^\\^Z');
    type('\n');
    expect(read()).toBe('\n');
  });

  it('takes the key after ^V as it is', () => {
    type('\x16\x03\n');
    expect(signals).toEqual([]);
    expect(read()).toBe('\x03\n');
  });

  it('passes everything on in raw mode', () => {
    line.setModes(0);
    type('a\x03\r\x04');
    type('b');
    expect(read()).toBe('a\x03\r\x04b');
    expect(screen).toBe('');
    expect(text(line.process(bytes('x\ny')))).toBe('x\ny');
  });

  it('keeps signals and translation in raw mode when asked to', () => {
    line.setModes(TTY.ISIG | TTY.ICRNL);
    type('a\x03b\r');
    expect(signals).toEqual([SIG.INT]);
    expect(read()).toBe('b\n');
  });

  it('has nothing to read in raw mode for a ^D typed before', () => {
    type('\x04');
    expect(line.isReadable()).toBe(true);
    line.setModes(0);
    expect([line.isReadable(), read()]).toEqual([false, null]);
    type('k');
    expect([line.isReadable(), read()]).toEqual([true, 'k']);
  });

  it('does not lose an unfinished line at a switch to raw mode', () => {
    type('half');
    line.setModes(0);
    expect(read()).toBe('half');
  });

  it('returns the cursor at each new line of output', () => {
    expect(text(line.process(bytes('a\nb\r\n')))).toBe('a\r\nb\r\r\n');
  });
});

describe('terminal of a session', () => {
  let k: TestKernel;
  beforeEach(() => {
    k = new TestKernel();
  });
  afterEach(() => k.close());

  it('answers the terminal calls', () => {
    const { process, terminal } = k.terminalProcess();
    expect(k.call(process, 'isatty', 0)).toBe(true);
    expect(k.call(process, 'isatty', 9)).toBe(false);
    expect(k.call(process, 'tcgetattr', 0)).toBe(TTY_COOKED);
    k.call(process, 'tcsetattr', 0, TTY.OPOST);
    expect(terminal.discipline.getModes()).toBe(TTY.OPOST);
    expect(k.call(process, 'winsize', 1)).toEqual({ cols: 80, rows: 24 });
    expect(k.call(process, 'tcgetpgrp', 0)).toBe(process.pid);
    const [reader] = k.call(process, 'pipe');
    expect(codeOf(() => k.call(process, 'winsize', reader))).toBe('ENOTTY');
    expect(codeOf(() => k.call(process, 'winsize', 77))).toBe('EBADF');
  });

  it('lets a reader wait for a line', async () => {
    const { process, terminal } = k.terminalProcess();
    const reading = k.waits(process, 'readBytes', 0, 100, -1);
    terminal.input(bytes('hello\r'));
    expect(text(await reading)).toBe('hello\n');
    expect(text(terminal.takeOutput(100))).toBe('hello\r\n');
  });

  it('sends ^C to the foreground group only', () => {
    const { process, terminal } = k.terminalProcess();
    const foreground = k.child(process, { pgid: 0 });
    const background = k.child(process, { pgid: 0 });
    k.call(process, 'tcsetpgrp', 0, foreground.pid);
    terminal.input(bytes('\x03'));
    expect([process.alive, foreground.exitStatus, background.alive]).toEqual([true, SIG.INT, true]);
  });

  it('refuses groups of other sessions, and lets the background write', () => {
    const { process } = k.terminalProcess();
    const stranger = k.terminalProcess().process;
    const background = k.child(process, { pgid: 0 });
    expect(codeOf(() => k.call(process, 'tcsetpgrp', 0, stranger.pid))).toBe('EPERM');
    expect(k.call(background, 'writeBytes', 1, bytes('x'), -1)).toBe(1);
  });

  it('tells the foreground group about a new size', () => {
    const { process, terminal } = k.terminalProcess();
    k.call(process, 'sigaction', SIG.WINCH, DISPOSITION.HANDLE);
    terminal.resize({ cols: 100, rows: 30 });
    expect(process.mailbox.header[5]).toBe(1 << (SIG.WINCH - 1));
    expect(k.call(process, 'winsize', 0)).toEqual({ cols: 100, rows: 30 });
  });

  it('opens as /dev/tty in its session, and nowhere else', () => {
    const { process } = k.terminalProcess();
    const fd = k.call(process, 'open', '/dev/tty', O.RDWR, 0);
    expect(k.call(process, 'isatty', fd)).toBe(true);
    const detached = k.child(process, { setsid: true });
    expect(codeOf(() => k.call(detached, 'open', '/dev/tty', O.RDWR, 0))).toBe('ENXIO');
  });

  it('stays the terminal of its session', () => {
    const { process, terminal } = k.terminalProcess();
    expect(codeOf(() => k.child(process, { setsid: true, ctty: 0 }))).toBe('EPERM');
    expect([terminal.session, terminal.foreground, terminal.hungUp]).toEqual([process.pid, process.pid, false]);
  });

  it('holds a writer back until the output was taken', async () => {
    const { process, terminal } = k.terminalProcess();
    const writing = k.waits(process, 'writeBytes', 1, new Uint8Array(150_000).fill(120), -1);
    let taken = 0;
    while (taken < 150_000) taken += terminal.takeOutput(10_000).length;
    expect(await writing).toBe(150_000);
    expect(k.kernel.table.get(process.pid)!.fds.get(1).pollMask()).toBe(POLL.OUT);
  });

  it('hangs up when the leader ends: SIGHUP to the foreground, end of file and EIO for the rest', () => {
    const { process, terminal } = k.terminalProcess();
    const foreground = k.child(process, { pgid: 0 });
    const background = k.child(process, { pgid: 0 });
    k.call(process, 'tcsetpgrp', 0, foreground.pid);
    k.kernel.table.end(process, 0);
    expect([foreground.alive, background.alive, terminal.hungUp]).toEqual([false, true, true]);
    expect(k.call(background, 'readBytes', 0, 9, -1).length).toBe(0);
    expect(codeOf(() => k.call(background, 'writeBytes', 1, bytes('x'), -1))).toBe('EIO');
    expect(codeOf(() => k.call(background, 'open', '/dev/tty', O.RDWR, 0))).toBe('ENXIO');
  });
});
