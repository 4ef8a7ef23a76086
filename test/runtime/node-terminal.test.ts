/** Node programs at a terminal: raw and cooked input, its size, signals from its keys, line editing, the REPL. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { runAtTerminal, type Step } from '../support/terminal-session.ts';

/** The lines at the end, without the movements of the cursor. */
const shown = (output: string): string[] => output.replace(/\x1b\[\d*[A-K]/g, '').replaceAll('\r', '').split('\n');

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

  it('the REPL completes, remembers, goes on over lines and awaits', async () => {
    const PROMPT = '\x1b[0J> ';
    const steps: Step[] = [
      [PROMPT, 'const a = {b:1, c:[1,2,{d:3}]}\r'], ['undefined', ''], [PROMPT, 'a.c.len\t'], ['length', '\r'],
      [PROMPT, 'function f() {\r'], ['| ', 'return 2 }\r'], [PROMPT, 'f()\r'], [PROMPT, '\x1b[A'], ['f()', '\r'],
      [PROMPT, 'await Promise.resolve(5)\r'], [PROMPT, 'throw new Error("x")\r'], [PROMPT, 'proc'], ['proc', '\t'], ['ess', '.exi\t'], ['t', '\t'], ['exitCode', '\x15'],
      [PROMPT, 'a\r'], ['d: 3', ''], [PROMPT, '\x03'], [PROMPT, '.exit\r'],
    ];
    const { code, output } = await runAtTerminal(sandbox, 'node', [], steps, { TERM: 'xterm-256color' });
    expect(code).toBe(0);
    expect(shown(output)).toEqual([
      'Welcome to Node.js v24.21.0.', 'Type ".help" for more information.',
      '> const a = {b:1, c:[1,2,{d:3}]}', 'undefined', '> a.c.length', '3',
      '> function f() {', '| return 2 }', 'undefined', '> f()', '2', '> > f()', '2',
      '> await Promise.resolve(5)', '5', '> throw new Error("x")', 'Uncaught Error: x',
      '> process.exit', 'process.exit      process.exitCode', '', '> process.exit> a', '{ b: 1, c: [ 1, 2, { d: 3 } ] }',
      '> ', '(To exit, press Ctrl+C again or Ctrl+D or type .exit)', '> .exit', '',
    ]);
  }, 60_000);
});
