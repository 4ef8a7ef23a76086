/** Job control at the prompt, with the texts that bash 5.2 shows for the same keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { NEW_PROMPT, runAtTerminal, type Step } from '../support/terminal-session.ts';

const CTRL_C = '\x03';
const CTRL_D = '\x04';
const CTRL_Z = '\x1a';
/** Ends when the last background command is stopped. */
const UNTIL_STOPPED = 'until grep -q " T " /proc/$!/stat; do :; done';

describe('jobs of an interactive shell', () => {
  let sandbox: SandboxBrowser;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(async () => {
    await sandbox?.close();
  });

  /** Types at the prompts of `bash`; `$ ` waits for the next one. Returns what the screen showed, without the drafts of lines that the editor drew over. */
  async function session(steps: Step[]): Promise<string> {
    const { output } = await runAtTerminal(sandbox, 'bash', ['--norc'], steps.map(([wait, send]) => [wait === '$ ' ? NEW_PROMPT : wait, send] as Step), { PS1: '$ ', HISTFILE: '/dev/null' });
    const plain = output.replace(/\x1b\[\??[0-9;]*[a-zA-Z]/g, '');
    return plain.split('\n').map((line) => line.replace(/\r+$/, '').replace(/^[^\n]*\r/, '')).join('\n');
  }
  /** At the next prompt: a command that copies its input, seen at work before ^Z. */
  const stopped = (command: string): Step[] => [['$ ', `${command}\r`], ['\n', 'm\r'], ['m\r\nm\r\n', CTRL_Z], ['Stopped', '']];

  it('stops a command with ^Z, shows it, and brings it back', async () => {
    expect(await session([
      ...stopped('cat'), ['$ ', 'echo $?; jobs\r'], ['Stopped', ''], ['$ ', 'fg\r'], ['cat\r\n', 'two\r'], ['two\r\ntwo\r\n', CTRL_D], ['$ ', 'exit 7\r'],
    ])).toBe('$ cat\nm\nm\n^Z\n[1]+  Stopped                 cat\n$ echo $?; jobs\n148\n[1]+  Stopped                 cat\n$ fg\ncat\ntwo\ntwo\n$ exit 7\nexit\n');
  }, 30_000);

  it('runs PROMPT_COMMAND before each prompt, which sees the last status and leaves it', async () => {
    expect(await session([
      ['$ ', "PROMPT_COMMAND='echo [$?]'\r"], ['[0]', ''], ['$ ', 'false\r'], ['[1]', ''], ['$ ', "PROMPT_COMMAND=('n=$((n + 1)); false' 'echo $n: $?')\r"], ['1: 0', ''], ['$ ', 'echo $?\r'], ['2: 0', ''], ['$ ', 'exit 4\r'],
    ])).toBe(["$ PROMPT_COMMAND='echo [$?]'", '[0]', '$ false', '[1]', "$ PROMPT_COMMAND=('n=$((n + 1)); false' 'echo $n: $?')", '1: 0', '$ echo $?', '0', '2: 0', '$ exit 4', 'exit', ''].join('\n'));
  }, 30_000);

  it('gives its process to the program of exec, with the signals a job has', async () => {
    expect(await session([['$ ', "exec sh -c '[ $$ = '$$' ] && echo same; exec cat'\r"], ['\nsame', 'm\r'], ['m\r\nm\r\n', CTRL_C]])).toBe("$ exec sh -c '[ $$ = '$$' ] && echo same; exec cat'\nsame\nm\nm\n^C");
  }, 30_000);

  it('stops all of a pipeline, and numbers and marks jobs', async () => {
    const output = await session([
      ...stopped('cat'), ...stopped('cat | cat'), ['$ ', 'jobs -l\r'], ['| cat', ''], ['$ ', 'sleep 100 &\r'], ['[3] ', ''], ['$ ', 'bg %3; jobs\r'], ['&', ''], ['$ ', 'fg %1\r'],
      ['cat\r\n', 'x\r'], ['x\r\nx\r\n', CTRL_C], ['$ ', 'jobs; kill %3; wait %3\r'], ['Terminated', ''], ['$ ', 'exit\r'], ['$ ', 'exit\r'],
    ]);
    // Numbers of processes take five columns.
    expect(output.replace(/^(\[\d\][+-] | {5})(?=[ \d]{5} ) *\d+/gm, '$1PID').replace(/^(\[3\]) \d+$/m, '$1 PID')).toBe([
      '$ cat', 'm', 'm', '^Z', '[1]+  Stopped                 cat', '$ cat | cat', 'm', 'm', '^Z', '[2]+  Stopped                 cat | cat', '$ jobs -l',
      '[1]- PID Stopped                 cat', '[2]+ PID Stopped                 cat', '     PID                         | cat', '$ sleep 100 &', '[3] PID', '$ bg %3; jobs',
      'bash: bg: job 3 already in background', '[1]-  Stopped                 cat', '[2]+  Stopped                 cat | cat', '[3]   Running                 sleep 100 &',
      '$ fg %1', 'cat', 'x', 'x', '^C', '$ jobs; kill %3; wait %3', '[2]+  Stopped                 cat | cat', '[3]-  Running                 sleep 100 &', '[3]-  Terminated              sleep 100',
      '$ exit', 'exit', 'There are stopped jobs.', '$ exit', 'exit', '',
    ].join('\n'));
  }, 30_000);

  it('ends the loop around a stopped command, and goes on after it in a function', async () => {
    expect(await session([
      ...stopped('for i in 1 2; do cat; echo no; done'), ['$ ', 'echo $?\r'], ['148', ''], ...stopped('f() { cat; echo after; }; f; echo next'), ['next', ''], ...stopped('(cat; echo no)'),
      ['$ ', 'exit\r'], ['stopped jobs', ''], ['$ ', 'exit\r'],
    ])).toBe([
      '$ for i in 1 2; do cat; echo no; done', 'm', 'm', '^Z', '[1]+  Stopped                 cat', '$ echo $?', '148', '$ f() { cat; echo after; }; f; echo next', 'm', 'm', '^Z',
      '[2]+  Stopped                 cat', 'after', 'next', '$ (cat; echo no)', 'm', 'm', '^Z', '[3]+  Stopped                 (cat; echo no)', '$ exit', 'exit', 'There are stopped jobs.', '$ exit', 'exit', '',
    ].join('\n'));
  }, 30_000);

  it('follows a file until ^C', async () => {
    const output = await session([
      ['$ ', 'echo one >log; (until grep -q seen log; do :; done; echo three >>log) &\r'], ['$ ', 'tail -f log\r'], ['one\r\n', CTRL_C], ['$ ', 'echo "= $?"; echo seen >>log\r'], ['= 130', ''], ['$ ', 'tail -n 1 -f log\r'], ['three\r\n', CTRL_C], ['$ ', 'exit\r'],
    ]);
    expect(output).toContain('\n= 130\n');
  }, 30_000);

  it('takes a key within a time', async () => {
    expect(await session([['$ ', 'read -t 9 -n 1 key; echo "<$key>"\r'], ['\n', 'x'], ['<x>', ''], ['$ ', 'exit\r']])).toContain('<x>');
  }, 30_000);

  it('stops who reads the terminal in the background', async () => {
    const output = await session([
      ['$ ', 'cat &\r'], ['[1] ', ''], ['$ ', `${UNTIL_STOPPED}\r`], ['$ ', 'fg\r'], ['cat\r\n', 'here\r'], ['here\r\nhere', CTRL_D], ['$ ', 'exit\r'],
    ]);
    // It is told before the first prompt or the second, whichever comes after it stopped.
    const notice = '\n[1]+  Stopped                 cat\n';
    expect(output).toContain(notice);
    expect(output.replace(/\[1\] \d+/, '[1] PID').replace(notice, '')).toBe(`$ cat &\n[1] PID\n$ ${UNTIL_STOPPED}\n$ fg\ncat\nhere\nhere\n$ exit\nexit\n`);
  }, 30_000);

  it('stops node, its timers included, and a program in raw mode keeps its mode', async () => {
    await sandbox.mount({
      'ticks.cjs': { file: { contents: 'let n = 0; process.on("SIGCONT", () => console.log("cont")); console.log("up"); const t = setInterval(() => { if (++n === 3) { console.log("done"); clearInterval(t); } }, 50); process.kill(process.pid, "SIGTSTP");' } },
      'raw.cjs': { file: { contents: 'process.stdin.setRawMode(true); console.log("raw"); process.on("SIGCONT", () => console.log("back")); process.stdin.on("data", (d) => { if (String(d) === "z") process.kill(process.pid, "SIGTSTP"); else { console.log(JSON.stringify(String(d))); process.stdin.setRawMode(false); process.exit(); } });' } },
    });
    expect(await session([
      ['$ ', 'node ticks.cjs\r'], ['Stopped', ''], ['$ ', 'fg\r'], ['done', ''], ['$ ', 'node raw.cjs\r'], ['raw\r\n', 'z'], ['Stopped', ''], ['$ ', 'cat\r'], ['\n', 'echoed\r'], ['echoed\r\nechoed', CTRL_D],
      ['$ ', 'fg\r'], ['back', 'k'], ['"k"', ''], ['$ ', 'exit\r'],
    ])).toBe([
      '$ node ticks.cjs', 'up', '', '[1]+  Stopped                 node ticks.cjs', '$ fg', 'node ticks.cjs', 'cont', 'done', '$ node raw.cjs', 'raw', '', '[1]+  Stopped                 node raw.cjs',
      '$ cat', 'echoed', 'echoed', '$ fg', 'node raw.cjs', 'back', '"k"', '$ exit', 'exit', '',
    ].join('\n'));
  }, 30_000);
});
