/** Node programs at a terminal: raw and cooked input, its size, signals from its keys, line editing, the REPL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { runAtTerminal, type Step } from '../support/terminal-session.ts';

describe('node at a terminal', () => {
  let sandbox: SandboxBrowser;
  let files = 0;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(async () => {
    await sandbox?.close();
  });

  async function session(source: string, steps: Step[]): Promise<{ code: number; output: string }> {
    const name = `terminal-${files++}.cjs`;
    await sandbox.mount({ [name]: { file: { contents: source } } });
    return run('node', [name], steps);
  }

  const run = (command: string, args: string[], steps: Step[]): Promise<{ code: number; output: string }> => runAtTerminal(sandbox, command, args, steps);

  it('gives keys one by one in raw mode, Ctrl-C among them, and echoes nothing', async () => {
    const { code, output } = await session(`
      process.stdin.setRawMode(true);
      console.log(process.stdin.isTTY, process.stdin.isRaw, process.stdout.columns, process.stdout.rows);
      process.stdin.on('data', (d) => {
        console.log('key', JSON.stringify(String(d)));
        if (String(d) === 'q') { process.stdin.setRawMode(false); process.stdin.pause(); }
      });
      console.log('ready');`, [['ready', 'a'], ['"a"', '\x03'], ['u0003', '\x1b[A'], ['[A', 'q']]);
    expect(output).toBe('true true 80 24\r\nready\r\nkey "a"\r\nkey "\\u0003"\r\nkey "\\u001b[A"\r\nkey "q"\r\n');
    expect(code).toBe(0);
  });

  it('tells of a new size', async () => {
    const { output } = await session(`
      process.stdout.on('resize', () => { console.log('now', process.stdout.columns, process.stdout.rows); process.exit(); });
      setInterval(() => {}, 1000);
      console.log('ready');`, [['ready', { cols: 101, rows: 31 }]]);
    expect(output).toBe('ready\r\nnow 101 31\r\n');
  });

  it('reads lines, with echo, until Ctrl-D', async () => {
    const { code, output } = await session(`
      process.stdin.on('data', (d) => console.log('got', JSON.stringify(String(d)))).on('end', () => console.log('end'));
      console.log('ready');`, [['ready', 'one\r'], ['got', '\x04']]);
    expect(output).toBe('ready\r\none\r\ngot "one\\n"\r\nend\r\n');
    expect(code).toBe(0);
  });

  it('ends on Ctrl-C, or calls the handler of SIGINT', async () => {
    const plain = await session("setInterval(() => {}, 1000); console.log('ready');", [['ready', '\x03']]);
    expect(plain).toEqual({ code: 130, output: 'ready\r\n^C' });
    const handled = await session("process.on('SIGINT', () => { console.log('caught'); process.exit(5); }); setInterval(() => {}, 1000); console.log('ready');", [['ready', '\x03']]);
    expect(handled).toEqual({ code: 5, output: 'ready\r\n^Ccaught\r\n' });
  });

  it('asks with readline', async () => {
    const { code, output } = await session(`
      const rl = require('node:readline').createInterface({ input: process.stdin, output: process.stdout });
      rl.question('name? ', (name) => { console.log('hi ' + name); rl.close(); });`, [['name? ', 'bo'], ['bo', 'x\x7fb\r']]);
    expect(output).toContain('hi bob\r\n');
    expect(code).toBe(0);
  });

  it('leaves the terminal as it was when it ends in raw mode', async () => {
    const { output } = await session(`
      const { spawnSync } = require('node:child_process');
      spawnSync(process.execPath, ['-e', 'process.stdin.setRawMode(true); process.exit()'], { stdio: 'inherit' });
      process.stdin.once('data', (d) => { console.log(JSON.stringify(String(d))); process.exit(); });
      console.log('ready');`, [['ready', 'line\r']]);
    expect(output).toBe('ready\r\nline\r\n"line\\n"\r\n');
  });
});
