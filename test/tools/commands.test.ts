/** run_command and its other names, on the real sandbox: streams, units, caps, ends, background commands. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLoomElixir } from '../../src/tools/views/loom-elixir.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { openTools } from '../support/tools-browser.ts';
import type { ToolsBrowser } from '../support/tools-browser.ts';

let tools: ToolsBrowser;
const tool = (name: string, args: unknown, stopAt?: string): Promise<ToolResult> => tools.tool(name, args, stopAt);
const log = async (result: ToolResult): Promise<string> => {
  const { output } = await tool('run_command', { command: `cat ${result.metadata.log_path as string} | wc -c` });
  return output.split('\n')[1]!.trim();
};

/** Programs that stand in for what the documents run; `node` is there in the sandbox. */
const programs = {
  'bin/count.js': 'const [n, text] = process.argv.slice(2); for (let i = 1; i <= Number(n); i++) console.log(text.replace("%", i));\n',
  'bin/two.js': "process.stdout.write('out 1\\n'); process.stderr.write('err 1\\n'); setTimeout(() => { process.stdout.write('out 2\\n'); process.exitCode = Number(process.argv[2] ?? 0); }, 30);\n",
  'bin/chars.js': "process.stdout.write(process.argv[2].repeat(Number(process.argv[3])));\n",
  'bin/tick.js': "let n = 0; console.log('ready ' + process.pid); const t = setInterval(() => { if (require('fs').existsSync('bin/go')) { console.log('gone on'); clearInterval(t); } }, 20);\n",
  'frontend/package.json': '{ "name": "frontend", "version": "1.0.0" }\n',
  'mix.sh': "printf 'mix test\\n....\\n\\nFinished in 0.5 seconds\\n4 tests, 0 failures\\n'\n",
  'red.sh': "printf 'mix test\\n.F..\\n\\n1) test creates user (MyApp.UserTest)\\n'; exit 1\n",
};

beforeAll(async () => {
  tools = await openTools();
  await tools.files(programs);
});
afterAll(() => tools?.close());

describe('run_command', () => {
  it('runs the document\'s example in its folder [S1.run_command]', async () => {
    const result = await tool('run_command', { command: 'npm install', working_dir: 'frontend' });
    expect(result).toMatchObject({ status: 'executed', ok: true, exit_code: 0 });
    expect(result.metadata.command_id).toMatch(/^cmd-[0-9a-f]{8}$/);
    expect((await tool('run_command', { command: 'pwd', cwd: 'frontend' })).stdout).toBe('/home/project/frontend\n');
    expect((await tool('run_command', { command: 'pwd' })).stdout).toBe('/home/project\n');
  });

  it('reports both streams apart and together, the exit code, and the bounds of a command [S1.run_command] [S1.error.command_failed]', async () => {
    const result = await tool('run_command', { command: 'node bin/two.js 3', timeout_ms: 60_000 });
    expect(result).toMatchObject({ status: 'executed', ok: false, is_error: true, exit_code: 3, timed_out: false, stdout: 'out 1\nout 2\n', stderr: 'err 1\n', message: 'Exit code: 3' });
    expect(result.output.split('\n').sort()).toEqual(['', 'Exit code: 3', 'err 1', 'out 1', 'out 2']);
    expect(result.output.endsWith('out 2\n')).toBe(true);
    expect(result.metadata).toMatchObject({
      command: 'node bin/two.js 3', exit_code: 3, signal: null, timed_out: false, truncated: false, stderr_empty: false, timeout_ms: 60_000,
      limits: { timeout_ms: 60_000, max_timeout_ms: 1_800_000, output_chars: 10_000, log_chars: 33_554_432, memory_bytes: null },
    });
    expect(result.bounds).toBeUndefined();
    expect((await tool('run_command', { command: ':' })).output).toBe('Exit code: 0\n(no output)');
  });

  it('has an environment without colours and prompts, and takes more of it [S2.exec_rules] [S3.fs.host_user]', async () => {
    const result = await tool('run_command', { command: 'echo $CI $NO_COLOR $FORCE_COLOR $TERM $GIT_TERMINAL_PROMPT $npm_config_fund $MINE; echo written > here.txt && cat here.txt', env: { MINE: 'ä "quoted" $x' } });
    expect(result.stdout).toBe('1 1 0 dumb 0 false ä "quoted" $x\nwritten\n');
  });

  it('what asks for input gets none and does not wait [S1.run_command]', async () => {
    expect((await tool('run_command', { command: 'cat; read line; echo "read: $?"; read line < /dev/tty || echo no terminal', timeout_ms: 20_000 })).stdout).toBe('read: 1\nno terminal\n');
    const asked = await tool('run_command', { command: 'node -e "require(\'readline\').createInterface({ input: process.stdin, output: process.stdout }).question(\'Password: \', (a) => console.log(a)).on?.(\'x\', () => {})"', timeout_ms: 20_000 });
    expect([asked.stdout, asked.timed_out]).toEqual(['Password: ', false]);
  });

  it('a program that is not there is not installed; a script\'s own mistake is exit code 127 [S1.run_command]', async () => {
    for (const [command, program] of [['go build', 'go'], ['A=1 cargo test "a; b"', 'cargo'], ['mvn package 2>&1', 'mvn']]) {
      expect((await tool('run_command', { command })).error).toEqual({ code: 'not_installed', message: `${program}: not installed in this sandbox` });
    }
    for (const command of ['./nope.sh', 'true && go build', 'sh -c "go build"', 'exit 127', 'go build | cat; exit 127']) {
      expect([command, (await tool('run_command', { command })).exit_code]).toEqual([command, 127]);
    }
    expect((await tool('shell', { command: 'mix test' })).error).toEqual({ code: 'not_installed', message: 'mix: not installed in this sandbox' });
  });

  it('keeps the beginning and the end of a long output, and all of it in a log [S1.run_command]', async () => {
    const result = await tool('run_command', { command: 'node bin/count.js 3000 "line % é"' });
    const all = Array.from({ length: 3000 }, (_, i) => `line ${i + 1} é\n`).join('');
    expect(result.output).toBe(`Exit code: 0\n${all.slice(0, 4000)}\n... (${all.length - 10_000} characters truncated; the full output is in ${result.metadata.log_path as string}) ...\n${all.slice(-6000)}`);
    expect(result.bounds).toEqual({ returned: 10_000, truncated: true, total: all.length, refinement_hint: `Read ${result.metadata.log_path as string} for the full output.` });
    expect((await tool('read_file', { path: result.metadata.log_path as string, offset: 1500, limit: 1 })).metadata.content).toBe('line 1500 é\n');
    expect(await log(result)).toBe(String(Buffer.byteLength(all)));
    // At the limit itself nothing is cut.
    expect((await tool('run_command', { command: 'node bin/chars.js 💡 10000' })).output).toBe(`Exit code: 0\n${'💡'.repeat(10_000)}`);
  });

  it.each([
    [{ command: '' }, 'invalid_arguments', 'run_command: command'], [{}, 'missing_fields', 'run_command requires command'], [{ command: 'ls', cwd: 'nope' }, 'not_found', 'cwd is not a directory: nope'],
    [{ command: 'ls', cwd: '../..' }, 'path_escape', 'path escapes project workdir: ../..'], [{ command: 'ls', timeout_ms: 0 }, 'invalid_arguments', 'run_command: timeout_ms'],
    [{ command: 'ls', timeout: 5 }, 'invalid_arguments', 'json: unknown field "timeout"'], [{ command: 'ls', action: 'stop' }, 'invalid_arguments', 'run_command takes action only without a command'],
    [{ action: 'wait' }, 'missing_fields', 'run_command requires handle'], [{ handle: 'cmd-0', env: {} }, 'invalid_arguments', 'run_command takes env only with a command'],
    [{ handle: 'cmd-00000000' }, 'not_found', 'No background command has the handle cmd-00000000. There are none.'],
  ] as const)('refuses %j', async (args, code, text) => {
    const { error } = await tool('run_command', args);
    expect(error?.code).toBe(code);
    expect(error?.message).toContain(text);
  });

  it('many at a time do not mix [S1.run_command]', async () => {
    const results = await Promise.all(Array.from({ length: 6 }, (_, i) => tool('run_command', { command: `echo begin ${i}; sleep 0.1; echo end ${i}` })));
    expect(results.map((result) => result.stdout)).toEqual(Array.from({ length: 6 }, (_, i) => `begin ${i}\nend ${i}\n`));
    expect(new Set(results.map((result) => result.metadata.command_id)).size).toBe(6);
  });

  it('is ended by the wall clock with all that it started, and keeps what was said [S1.run_command]', async () => {
    const result = await tool('run_command', { command: 'echo begun; (while :; do sleep 0.05; done) & echo $!; sleep 60', timeout_ms: 1500 });
    expect(result).toMatchObject({ ok: false, is_error: true, exit_code: 124, timed_out: true, message: 'Command timed out after 1500ms (exit code 124)' });
    const child = /^begun\n(\d+)\n$/.exec(result.stdout!)![1]!;
    expect((await tool('run_command', { command: `kill -0 ${child}` })).exit_code).toBe(1);
  });
});

describe('shell', () => {
  it('answers as the document shows, with both streams in one [S2.shell] [S2.response.success] [S2.response.error]', async () => {
    const green = await tool('shell', { command: 'sh mix.sh' });
    expect(green.output).toBe('Exit code: 0\nmix test\n....\n\nFinished in 0.5 seconds\n4 tests, 0 failures\n');
    expect(toLoomElixir(green)).toEqual({ ok: green.output });
    const red = await tool('shell', { command: 'sh red.sh' });
    expect(red.output).toBe('Exit code: 1\nmix test\n.F..\n\n1) test creates user (MyApp.UserTest)\n');
    expect(toLoomElixir(red)).toEqual({ error: red.output });
    expect(red).toMatchObject({ tool: 'run_command', called_as: 'shell', is_error: true });
    expect((await tool('shell', { command: 'echo out; echo err >&2' })).output.split('\n').sort()).toEqual(['', 'Exit code: 0', 'err', 'out']);
    expect((await tool('shell', { command: 'true' })).output).toBe('Exit code: 0\n');
  });

  it('keeps the first 10,000 characters and says how many are missing [S2.cap]', async () => {
    const cut = await tool('shell', { command: 'node bin/chars.js é💡 7716' });
    expect(cut.output).toBe(`Exit code: 0\n${'é💡'.repeat(5000)}\n... (5432 characters truncated)`);
    expect(cut.bounds).toMatchObject({ returned: 10_000, truncated: true, total: 15_432 });
    expect(await log(cut)).toBe(String(7716 * 6));
    expect((await tool('shell', { command: 'node bin/chars.js é 10000' })).output).toBe(`Exit code: 0\n${'é'.repeat(10_000)}`);
    expect((await tool('shell', { command: 'node bin/chars.js é 10001' })).output).toBe(`Exit code: 0\n${'é'.repeat(10_000)}\n... (1 characters truncated)`);
  });

  it('takes its timeout in milliseconds, 30 s without one [S2.shell]', async () => {
    const slow = await tool('shell', { command: 'echo soon; sleep 60', timeout: 1200 });
    expect(slow).toMatchObject({ output: 'Command timed out after 1200ms\nsoon\n', exit_code: 124, timed_out: true, is_error: true });
    expect((await tool('shell', { command: 'sleep 9', timeout: 100 })).output).toBe('Command timed out after 100ms');
    expect((await tool('shell', { command: ':' })).metadata.timeout_ms).toBe(30_000);
    expect((await tool('shell', { command: ':', timeout: 9_000_000 })).metadata.timeout_ms).toBe(1_800_000);
    expect((await tool('shell', { command: ':', timeout: '30' })).error?.code).toBe('invalid_arguments');
  });
});

describe('bash', () => {
  it('answers with the output, and says how it ended [S3.bash]', async () => {
    expect((await tool('bash', { command: 'echo hi' })).output).toBe('hi\n');
    expect((await tool('bash', { command: ':' })).output).toBe('(no output)');
    expect(await tool('bash', { command: 'echo bad; exit 3' })).toMatchObject({ output: 'bad\n\n\nCommand exited with code 3', is_error: true });
    expect((await tool('bash', { command: 'exit 3' })).output).toBe('(no output)\n\nCommand exited with code 3');
  });

  it('takes its timeout in seconds [S3.bash]', async () => {
    expect((await tool('bash', { command: 'echo soon; sleep 60', timeout: 1.5 })).output).toBe('soon\n\n\nCommand timed out after 1.5 seconds');
    expect((await tool('bash', { command: ':', timeout: 60 })).metadata.timeout_ms).toBe(60_000);
    expect((await tool('bash', { command: ':', timeout: 100_000 })).metadata.timeout_ms).toBe(1_800_000);
    expect((await tool('bash', { command: ':' })).metadata.timeout_ms).toBe(300_000);
  });

  it('keeps the last 2000 lines, or 50 KB [S3.bash]', async () => {
    const lines = await tool('bash', { command: 'node bin/count.js 2500 l%' });
    const shown = Array.from({ length: 2000 }, (_, i) => `l${i + 501}\n`).join('');
    expect(lines.output).toBe(`${shown}\n\n[Showing lines 501-2500 of 2500. Full output: ${lines.metadata.log_path as string}]`);
    expect((await tool('bash', { command: 'node bin/count.js 2000 l%' })).bounds).toBeUndefined();
    const wide = await tool('bash', { command: `node bin/count.js 1000 "${'ü'.repeat(45)} %"` });
    expect(wide.output).toMatch(/\n\n\n\[Showing lines (\d+)-1000 of 1000 \(50\.0KB limit\)\. Full output: \.tabloom\/out\/call-\d+-[\da-f]{8}\.log\]$/);
    expect(Buffer.byteLength(wide.output)).toBeLessThan(50 * 1024 + 120);
    const one = await tool('bash', { command: 'node bin/chars.js 💡 20000' });
    expect(one.output).toBe(`${'💡'.repeat(12_800)}\n\n[Showing the last 50.0KB of line 1. Full output: ${one.metadata.log_path as string}]`);
  });

  it('says that it was aborted [S3.bash]', async () => {
    const stopped = await tool('bash', { command: 'echo here I am; sleep 60' }, 'here I am');
    expect(stopped).toMatchObject({ status: 'error', is_error: true, error: { code: 'aborted', message: 'Command aborted' } });
  });
});

describe('run', () => {
  it.each([['ls -la', /total|drwx/], ['node bin/two.js', /^out 1\nout 2\n$/], ['grep -rn "frontend" frontend', /package\.json/], ['head -n 50 mix.sh', /mix test/], ['tail -n 20 mix.sh', /mix test/], ['cat mix.sh', /mix test/]])('%s, as the document\'s examples [S5.run]', async (cmd, stdout) => {
    const result = await tool('run', { cmd });
    expect([result.exit_code, stdout.test(result.stdout!)]).toEqual([0, true]);
    expect(result.metadata).toMatchObject({ cmd, timeout_ms: 600_000 });
  });

  it('keeps the streams apart [S5.run]', async () => {
    const result = await tool('run', { cmd: 'node bin/two.js 2', timeout_sec: 60 });
    expect(result).toMatchObject({ output: 'Exit code: 2\nstdout:\nout 1\nout 2\n\nstderr:\nerr 1\n', stdout: 'out 1\nout 2\n', stderr: 'err 1\n' });
    expect(result.metadata).toMatchObject({ timeout_ms: 60_000, stderr_empty: false });
    expect((await tool('run', { cmd: 'pytest tests/' })).error).toEqual({ code: 'not_installed', message: 'pytest: not installed in this sandbox' });
    expect((await tool('run', { command: 'ls' })).error).toMatchObject({ code: 'missing_fields', message: 'run requires cmd' });
    // Each stream has the whole room.
    const both = await tool('run', { cmd: 'node bin/chars.js o 6000; node bin/chars.js e 6000 >&2' });
    expect([both.output, both.bounds]).toEqual([`Exit code: 0\nstdout:\n${'o'.repeat(6000)}\nstderr:\n${'e'.repeat(6000)}`, undefined]);
    const cut = await tool('run', { cmd: 'echo first; node bin/chars.js é 10001 >&2' });
    expect(cut.output).toBe(`Exit code: 0\nstdout:\nfirst\n\nstderr:\n${'é'.repeat(4000)}\n... (1 characters truncated; the full output is in ${cut.metadata.log_path as string}) ...\n${'é'.repeat(6000)}`);
    expect(cut.bounds).toMatchObject({ returned: 10_006, truncated: true, total: 10_007 });
    const slow = await tool('run', { cmd: 'echo a; echo b >&2; sleep 60', timeout_sec: 1 });
    expect(slow).toMatchObject({ output: 'Command timed out after 1 seconds\nstdout:\na\n\nstderr:\nb\n', exit_code: 124 });
  });
});

describe('background commands', () => {
  it('go on between calls, are read, waited for and listed [S1.run_command]', async () => {
    const started = await tool('run_command', { command: 'node bin/tick.js', background: true });
    expect(started).toMatchObject({ ok: true, status: 'executed' });
    const { handle, command_id, running, log_path } = started.metadata as Record<string, string | boolean>;
    expect([handle, running, log_path]).toEqual([command_id, true, `.tabloom/out/${handle as string}.log`]);
    // Not ended: waiting takes its time and brings what was said.
    let said = '';
    while (!said.includes('ready')) said += (await tool('run_command', { handle, action: 'wait', wait_ms: 100 })).stdout;
    expect(said).toMatch(/^ready \d+\n$/);
    expect((await tool('run_command', { handle })).output).toMatch(/^Running for \d+\.\d s\n\(no new output\)$/);
    const list = await tool('run_command', { action: 'list' });
    expect(list.output).toMatch(new RegExp(`^${handle as string}: node bin/tick.js \\(Running for \\d+\\.\\d s\\)$`));
    await tools.files({ 'bin/go': '' });
    const end = await tool('run_command', { handle, action: 'wait', wait_ms: 60_000 });
    expect(end).toMatchObject({ ok: true, exit_code: 0, output: 'Exit code: 0\ngone on\n', metadata: { running: false, exit_code: 0, action: 'wait' } });
    expect((await tool('read_file', { path: log_path })).metadata.content).toBe(`${said}gone on\n`);
    expect((await tool('run_command', { handle, action: 'read' })).output).toBe('Exit code: 0\n(no new output)');
  });

  it('are stopped with all that they started, which is no failure [S1.run_command]', async () => {
    const started = await tool('run_command', { command: 'sleep 300 & echo $!; wait', background: true });
    const { handle } = started.metadata as Record<string, string>;
    let child = '';
    while (!child.endsWith('\n')) child += (await tool('run_command', { handle, action: 'wait', wait_ms: 100 })).stdout;
    const stopped = await tool('run_command', { handle, action: 'stop' });
    expect(stopped).toMatchObject({ ok: true, is_error: false, metadata: { running: false, signal: 'SIGTERM', exit_code: 143 }, output: 'Ended by SIGTERM (exit code 143)\n(no new output)' });
    expect((await tool('run_command', { command: `kill -0 ${child.trim()}` })).exit_code).toBe(1);
    // Once more is no mistake.
    expect((await tool('run_command', { handle, action: 'stop' })).ok).toBe(true);
  });

  it('end at their time, tell how, and keep only the ends of what nobody read [S1.run_command]', async () => {
    const failing = await tool('run_command', { command: 'node bin/count.js 3000 row-%; exit 4', background: true });
    const over = await tool('run_command', { handle: failing.metadata.handle, action: 'wait', wait_ms: 60_000 });
    expect(over).toMatchObject({ ok: false, is_error: true, exit_code: 4, bounds: { truncated: true } });
    expect(over.output.startsWith('Exit code: 4\nrow-1\nrow-2\n')).toBe(true);
    expect(over.output).toContain(`characters truncated; the full output is in ${over.metadata.log_path as string}) ...\n`);
    expect(over.output.endsWith('row-3000\n')).toBe(true);
    const limited = await tool('run_command', { command: 'sleep 60', background: true, timeout_ms: 300 });
    expect(await tool('run_command', { handle: limited.metadata.handle, action: 'wait', wait_ms: 60_000 })).toMatchObject({ exit_code: 124, timed_out: true, metadata: { timed_out: true, running: false } });
  });

  it('are sixteen at most, and end with the host [S1.run_command]', async () => {
    const started = await Promise.all(Array.from({ length: 16 }, () => tool('run_command', { command: 'sleep 300', background: true })));
    expect(started.map((one) => one.ok)).toEqual(Array(16).fill(true));
    const refused = await tool('run_command', { command: 'sleep 300', background: true });
    expect(refused.error).toMatchObject({ code: 'rejected', message: expect.stringMatching(/^16 background commands are running already\. Stop one of them first: cmd-/) });
    const pids = started.map((one) => one.metadata.pid as number);
    expect((await tool('run_command', { command: 'kill -TERM $PPID' })).status).toBe('error');
    const alive = await tool('run_command', { command: `node -p "[${pids.join()}].filter((pid) => { try { return process.kill(pid, 0); } catch { return false; } }).length"` });
    expect(alive.stdout).toBe('0\n');
    expect((await tool('run_command', { action: 'list' })).output).toBe('(no background commands)');
  });

  it('end also with a host that is killed, when the next one begins [S1.run_command]', async () => {
    const { metadata } = await tool('run_command', { command: 'trap "" TERM; sleep 300 & sleep 300; :', background: true });
    expect((await tool('run_command', { command: 'kill -KILL $PPID' })).status).toBe('error');
    expect((await tool('run_command', { command: `kill -0 ${metadata.pid as number}` })).exit_code).toBe(1);
    expect((await tool('run_command', { command: 'pgrep -f "sleep 30[0]"' })).stdout).toBe('');
  });
});
