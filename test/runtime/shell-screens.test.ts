/** Programs that take the whole screen: nano, watch, top, less. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { runAtTerminal, type Step } from '../support/terminal-session.ts';

describe('full-screen programs', () => {
  let sandbox: SandboxBrowser;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(async () => {
    await sandbox?.close();
  });

  /** Types at nano, saves, and returns what is in the file. */
  async function edit(before: string, steps: Step[]): Promise<string> {
    await sandbox.mount({ 'note.txt': { file: { contents: before } } });
    const { code } = await runAtTerminal(sandbox, 'nano', ['note.txt'], steps);
    expect(code).toBe(0);
    return (await sandbox.run('cat', ['note.txt'])).output.replaceAll('\r\n', '\n');
  }

  it('nano edits, searches, cuts, pastes, undoes and saves', async () => {
    expect(await edit('one\ntwo\nthree\n', [['Read 3 lines', 'zero\r'], ['Modified', '\x0f'], ['Write: note.txt', '\r'], ['Wrote 4 lines', '\x18']])).toBe('zero\none\ntwo\nthree\n');
    expect(await edit('one\ntwo\nthree\n', [['Read 3 lines', '\x0b'], ['Modified', '\x1b[B\x15'], ['three', '\x18'], ['Save modified', 'y'], ['Write: ', '\r']])).toBe('two\none\nthree\n');
    expect(await edit('aa bb\ncc bb\n', [['Read 2 lines', '\x1c'], ['to replace', 'bb\r'], ['with', 'X\r'], ['Replaced 2 occurrences', '\x17'], ['Search', 'cc\r'], ['\x1b[?25h', '!'], ['Modified', '\x18'], ['Save modified', 'y'], ['Write: ', '\r']])).toBe('aa X\n!cc X\n');
    expect(await edit('keep\n', [['Read 1 line', 'gone'], ['Modified', '\x1bu'], ['Undid action', '\x18'], ['Save modified', 'n']])).toBe('keep\n');
  }, 60_000);

  it('nano says what it cannot do', async () => {
    const { output, code } = await runAtTerminal(sandbox, 'nano', ['/tmp'], []);
    expect({ output, code }).toEqual({ output: 'nano: "/tmp" is a directory\r\n', code: 1 });
  }, 30_000);

  it('watch runs a command again and again until q', async () => {
    const { output, code } = await runAtTerminal(sandbox, 'watch', ['-n', '0.2', 'echo x >>/tmp/w; wc -l </tmp/w'], [['\r\n\x1b[0m', ''], ['3\x1b[0m', 'q']]);
    expect(code).toBe(0);
    expect(output).toContain('Every 0.2s: echo x >>/tmp/w; wc -l </tmp/w');
    expect(output.endsWith('\x1b[?1049l')).toBe(true);
  }, 30_000);

  it('top lists processes, on the screen and as text', async () => {
    const { output, code } = await runAtTerminal(sandbox, 'top', [], [['COMMAND', 'q']]);
    expect(code).toBe(0);
    expect(output).toMatch(/Tasks: \d+ total/);
    const text = (await sandbox.run('sh', ['-c', 'sleep 5 & top -b -n 1 | grep "sleep 5$"; kill $!'])).output;
    expect(text).toMatch(/^ *\d+ user +\d+\.\d +\d+:\d\d\.\d\d sleep 5\r\n$/);
  }, 30_000);

  /** What each drawing of less showed: its lines above the last one, and that one. */
  const pages = (output: string): { first: string; last: string; note: string }[] => output.split('\x1b[H\x1b[2J').slice(1).map((text) => {
    const lines = text.replace(/\x1b\[\?2004l[^]*$/, '').split('\r\n');
    const note = lines.pop()!.replace(/\x1b\[0?7?m|\r[^]*$/g, '');
    return { first: lines[0]!, last: lines.at(-1)!, note };
  });

  it('less shows the first page of an input without an end, and q leaves', async () => {
    const { output, code } = await runAtTerminal(sandbox, 'sh', ['-c', 'yes | less'], [['y\r\n\x1b[7m:', 'q']]);
    expect(code).toBe(0);
    expect(pages(output)).toEqual([{ first: 'y', last: 'y', note: ':' }]);
    expect(output).toMatch(/\x1b\[\?1049l$/);
  }, 30_000);

  it('less pages, jumps and searches; G on an input without an end is ended by ^C', async () => {
    await sandbox.mount({ lines: { file: { contents: Array.from({ length: 100 }, (_, i) => `line ${i + 1}${i % 30 === 29 ? ' word' : ''}\n`).join('') } } });
    const { output, code } = await runAtTerminal(sandbox, 'less', ['lines'], [
      ['line 23\r\n\x1b[7m:', ' '], ['line 46\r\n\x1b[7m:', 'b'], ['line 23\r\n\x1b[7m:', '/wo'], ['/wo', 'rd\r'], ['line 52\r\n\x1b[7m:', 'n'], ['line 82\r\n', 'N'], ['line 52\r\n', 'G'], ['(END)', 'g'], ['line 23\r\n\x1b[7m:', '/nowhere\r'],
      ['Pattern not found', 'q'],
    ]);
    expect(code).toBe(0);
    expect(pages(output).map(({ first, note }) => `${first.replace(/\x1b\[2?7m/g, '*')}|${note}`)).toEqual(['line 1|:', 'line 24|:', 'line 1|:', 'line 30 *word*|:', 'line 60 *word*|:', 'line 30 *word*|:', 'line 78|(END)', 'line 1|:', 'line 1|Pattern not found']);
    const endless = await runAtTerminal(sandbox, 'sh', ['-c', 'yes | cat -n | less'], [['23        y\r\n\x1b[7m:', 'G'], ['', '\x03'], [':\x1b[0m', 'q']]);
    expect(endless.code).toBe(0);
    expect(parseInt(pages(endless.output).at(-1)!.last)).toBeGreaterThanOrEqual(23);
    const short = await runAtTerminal(sandbox, 'sh', ['-c', 'printf "one\\ntwo" | less -F; less /nowhere; true | less -F'], []);
    expect(short.output).toBe('one\r\ntwo\r\nless: /nowhere: No such file or directory\r\n');
  }, 30_000);
});
