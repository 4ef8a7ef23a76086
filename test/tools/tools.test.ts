import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { executeTool } from '../../src/tools/execute.ts';
import { tools } from '../../src/tools/index.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { createRegistry } from '../../src/tools/registry.ts';
import { inputJsonSchema } from '../../src/tools/tool.ts';
import { nativeSandbox } from '../support/native-sandbox.ts';
import type { NativeSandbox } from '../support/native-sandbox.ts';

let sandbox: NativeSandbox;
let count = 0;

beforeAll(async () => { sandbox = await nativeSandbox(); });
afterAll(() => sandbox.dispose());

const call = (name: string, args: unknown, options: { signal?: AbortSignal; onProgress?: (stream: string, text: string) => void } = {}): Promise<ToolResult> =>
  executeTool({ call_id: `call-${++count}`, name, arguments: args }, { sandbox, caller: { id: 'tester', role: 'programmer' }, work: {}, signal: options.signal ?? new AbortController().signal, onProgress: options.onProgress ?? (() => undefined) });

const put = async (path: string, text: string | Uint8Array): Promise<void> => {
  await mkdir(join(sandbox.workdir, path, '..'), { recursive: true });
  await writeFile(join(sandbox.workdir, path), text);
};
const get = (path: string): Promise<string> => readFile(join(sandbox.workdir, path), 'utf8');

describe('every tool', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s has a closed schema for models', (_name, tool) => {
    expect(inputJsonSchema(tool)).toMatchObject({ type: 'object', additionalProperties: false });
    expect(tool.description).not.toBe('');
  });

  it('says what is missing, what is unknown, and what was probably meant', async () => {
    expect((await call('read_file', {})).error).toEqual({ code: 'missing_fields', message: 'read_file requires path', retry_hint: { reason: 'missing_fields', missing_fields: ['path'], example_input: { path: 'src/main.ts' } } });
    expect((await call('read_file', { path: 'a', limt: 3 })).error).toEqual({
      code: 'invalid_arguments', message: 'json: unknown field "limt"', retry_hint: { reason: 'invalid_arguments', did_you_mean: 'limit', example_input: { path: 'src/main.ts' } },
    });
    expect((await call('reed_file', {})).error).toMatchObject({ code: 'unknown_tool', retry_hint: { did_you_mean: 'read_file' } });
    expect((await call('read_file', 'a.txt')).error).toMatchObject({ code: 'invalid_arguments' });
  });

  it('gives no more of a result than model and page can hold, whatever the tool host says', async () => {
    const lying = { ...sandbox, host: { call: async () => ({ files: [{ path: 'a', created: false, match_strategy: 'exact', occurrences: 1, added: 1, removed: 0, bytes_written: 1, diff: 'x'.repeat(1_000_000) }] }) } } as unknown as typeof sandbox;
    const result = await executeTool({ call_id: 'w', name: 'edit_file', arguments: { path: 'a', old_string: 'a', new_string: 'b' } }, { sandbox: lying, caller: { id: 'tester', role: 'programmer' }, work: {}, signal: new AbortController().signal, onProgress: () => undefined });
    expect([result.ok, result.output.length < 400_100, /\.\.\. \(6\d{5} characters left out\) \.\.\.\n$/.test(result.output)]).toEqual([true, true, true]);
  });

  it('may have other names, whose arguments are renamed before the strict check', async () => {
    const [readFileTool] = tools.filter((tool) => tool.name === 'read_file');
    const list = createRegistry([{ ...readFileTool!, aliases: [{ name: 'file_read', map: ({ file_path, ...rest }: Record<string, unknown>) => ({ path: file_path, ...rest }) }] }]);
    await put('alias.txt', 'x\n');
    const context = { sandbox, caller: { id: 'tester', role: 'programmer' }, work: {}, signal: new AbortController().signal, onProgress: () => undefined };
    expect(await executeTool({ call_id: 'a', name: 'file_read', arguments: { file_path: 'alias.txt' } }, context, list)).toMatchObject({ ok: true, tool: 'read_file', called_as: 'file_read', output: 'x\n' });
    expect((await executeTool({ call_id: 'b', name: 'file_read', arguments: {} }, context, list)).message).toBe('file_read requires path');
  });

  it.each([['../x', 'path_escape'], ['/etc/passwd', 'path_escape'], ['.git/config', 'blocked'], ['.tabloom/host.cjs', 'blocked'], ['a/../../x', 'path_escape'], ['link/passwd', 'path_escape'], ['ours/host.cjs', 'blocked']])('keeps out of %s', async (path, code) => {
    for (const [to, name] of [['/etc', 'link'], ['.tabloom', 'ours']] as const) await symlink(to, join(sandbox.workdir, name)).catch(() => undefined);
    for (const [name, args] of [['read_file', { path }], ['write_file', { path, content: 'x' }], ['edit_file', { path, old_string: 'a', new_string: 'b' }]] as const) {
      expect((await call(name, args)).error?.code).toBe(code);
    }
  });
});

describe('read_file', () => {
  beforeEach(() => put('lines.txt', 'one\ntwo\nthree\nfour'));

  it('returns the whole file byte by byte, with facts about it', async () => {
    const result = await call('read_file', { path: 'lines.txt' });
    expect(result).toMatchObject({ ok: true, output: 'one\ntwo\nthree\nfour', bounds: { returned: 4, truncated: false, total: 4 } });
    expect(result.metadata).toEqual({ path: join(sandbox.workdir, 'lines.txt'), rel_path: 'lines.txt', content: 'one\ntwo\nthree\nfour', size: 18, file_type: 'text', start_line: 1, end_line: 4, total_lines: 4 });
  });

  it('returns a numbered range, and how to go on', async () => {
    const result = await call('read_file', { path: 'lines.txt', offset: 2, limit: 2, line_numbers: true });
    expect(result.output).toBe('     2\ttwo\n     3\tthree\n\n[Showing lines 2-3 of 4. Use offset=4 to continue.]');
  });

  it('numbers the lines that it counts, whatever else looks like the end of one', async () => {
    await put('crlf.txt', 'one\r\ntwo\u2028still two\r\n\r\nfour');
    const result = await call('read_file', { path: 'crlf.txt', line_numbers: true });
    expect([result.output, result.metadata.total_lines]).toEqual(['     1\tone\r\n     2\ttwo\u2028still two\r\n     3\t\r\n     4\tfour', 4]);
  });

  it('describes binary files, names similar files, and refuses offsets beyond the end', async () => {
    await put('x.bin', new Uint8Array([1, 0, 2]));
    expect(await call('read_file', { path: 'x.bin' })).toMatchObject({ ok: true, output: '[File: x.bin]\nType: binary\nSize: 3 bytes\n\nThis file is binary or too large to display.' });
    expect((await call('read_file', { path: 'line.txt' })).message).toBe('File not found: line.txt. Did you mean lines.txt?');
    expect((await call('read_file', { path: 'lines.txt', offset: 9 })).message).toBe('Offset 9 is beyond end of file (4 lines total)');
    expect((await call('read_file', { path: '.' })).message).toBe('path is a directory: .');
  });

  it('reads empty files', async () => {
    await put('empty.txt', '');
    expect(await call('read_file', { path: '/workspace/empty.txt' })).toMatchObject({ ok: true, output: '', bounds: { returned: 0, truncated: false, total: 0 } });
  });

  it('cuts a long file at a line, and large replies arrive whole', async () => {
    await put('long.txt', 'é'.repeat(99).concat('\n').repeat(2000));
    const result = await call('read_file', { path: 'long.txt' });
    expect(result.bounds).toMatchObject({ returned: 600, truncated: true, total: 2000 });
    expect(result.output.startsWith('é'.repeat(99))).toBe(true);
    expect(result.output.endsWith('\n[Showing lines 1-600 of 2000. Use offset=601 to continue.]')).toBe(true);
  });
});

describe('a line that is too long for a result', () => {
  it('is cut with a word, also when others follow it', async () => {
    await put('min.js', `/* licence */\n${'x'.repeat(70_000)}\nlast\n`);
    const first = await call('read_file', { path: 'min.js' });
    expect(first.output).toBe('/* licence */\n\n[Showing lines 1-1 of 3. Use offset=2 to continue.]');
    const second = await call('read_file', { path: 'min.js', offset: 2 });
    expect(second.metadata.content).toBe('x'.repeat(60_000));
    expect(second.bounds?.refinement_hint).toBe('Showing lines 2-2 of 3. The line is longer than a result may be. Use offset=3 to continue.');
    expect((await call('read_file', { path: 'min.js', offset: 3 })).output).toBe('last\n');
  });
});

describe('write_file and edit_file', () => {
  it('create folders, keep modes, and show what changed', async () => {
    expect((await call('write_file', { path: 'new/deep/run.sh', content: 'echo hi\n' })).metadata).toMatchObject({ created: true, bytes_written: 8, diff: '--- /dev/null\n+++ b/new/deep/run.sh\n@@ -0,0 +1 @@\n+echo hi\n' });
    await chmod(join(sandbox.workdir, 'new/deep/run.sh'), 0o755);
    const edited = await call('edit_file', { path: 'new/deep/run.sh', old_string: 'hi', new_string: 'there' });
    expect(edited).toMatchObject({ ok: true, message: 'Updated new/deep/run.sh: +1 -1 lines' });
    expect(edited.metadata).toMatchObject({ match_strategy: 'exact', occurrences: 1, operation: 'replace', diff: '--- a/new/deep/run.sh\n+++ b/new/deep/run.sh\n@@ -1 +1 @@\n-echo hi\n+echo there\n' });
    expect((await stat(join(sandbox.workdir, 'new/deep/run.sh'))).mode & 0o777).toBe(0o755);
  });

  it('write exactly what they are given when told to preserve it', async () => {
    await call('write_file', { path: 'exact.txt', content: '' });
    expect(await get('exact.txt')).toBe('');
    await call('write_file', { path: 'exact.txt', content: '\ufeffx\r\ny', final_newline: 'preserve' });
    expect(await get('exact.txt')).toBe('\ufeffx\r\ny');
    const large = `${'💡 line\n'.repeat(20_000)}`;
    expect((await call('write_file', { path: 'exact.txt', content: large })).message).toBe('file written');
    expect((await get('exact.txt')) === large).toBe(true);
  });

  it('report an edit that does not fit with its code', async () => {
    await put('e.txt', 'a\na\n');
    expect((await call('edit_file', { path: 'e.txt', old_string: 'a', new_string: 'b' })).error?.code).toBe('ambiguous_match');
    expect((await call('edit_file', { path: 'e.txt', old_string: 'zz', new_string: 'b' })).error?.code).toBe('no_match');
    expect((await call('edit_file', { path: 'e.txt', old_string: '', new_string: 'b' })).error?.code).toBe('already_exists');
    expect((await call('edit_file', { path: 'f.txt', old_string: '', new_string: 'b' })).metadata).toMatchObject({ operation: 'create', match_strategy: 'create' });
    expect((await call('edit_file', { path: 'g.txt', old_string: 'a', new_string: 'b' })).error?.code).toBe('not_found');
    expect(await get('e.txt')).toBe('a\na\n');
  });
});

describe('read_tree and search', () => {
  beforeAll(async () => {
    await put('p/.gitignore', 'dist\n*.log\n');
    for (const path of ['p/a.js', 'p/dist/out.js', 'p/x.log', 'p/node_modules/m/i.js', 'p/src/b.ts', 'p/src/deep/c.ts']) await put(path, `const needle = '${path}';\nplain(1)\n`);
  });

  it('leave out what git ignores, and page', async () => {
    expect((await call('read_tree', { path: 'p' })).output).toBe('p/.gitignore\np/a.js\np/src/\np/src/b.ts\np/src/deep/\np/src/deep/c.ts');
    expect((await call('read_tree', { path: 'p', max_depth: 1 })).output).toBe('p/.gitignore\np/a.js\np/src/');
    const first = await call('read_tree', { path: 'p', limit: 2 });
    expect(first.bounds).toEqual({ returned: 2, truncated: true, total: 6, next_cursor: expect.stringMatching(/^\w+\.0\.p\/a\.js$/) });
    expect((await call('read_tree', { path: 'p', limit: 4, cursor: first.bounds?.next_cursor })).output).toBe('p/src/\np/src/b.ts\np/src/deep/\np/src/deep/c.ts');
  });

  it('find by expression, literally, by glob, with context', async () => {
    expect((await call('search', { query: 'need[a-z]+e', path: 'p' })).output).toBe("p/a.js:1:const needle = 'p/a.js';\np/src/b.ts:1:const needle = 'p/src/b.ts';\np/src/deep/c.ts:1:const needle = 'p/src/deep/c.ts';");
    expect((await call('search', { query: 'plain(1)', literal: true, path: 'p', glob: '*.js', context: 1 })).output).toBe("p/a.js-1-const needle = 'p/a.js';\np/a.js:2:plain(1)");
    expect((await call('search', { query: 'NEEDLE', ignore_case: true, path: 'p', output_mode: 'count', glob: 'p/src/**' })).output).toBe('p/src/b.ts:1\np/src/deep/c.ts:1');
    expect((await call('search', { query: '[[:digit:]]\\)', path: 'p', output_mode: 'files_with_matches' })).output).toBe('p/a.js\np/src/b.ts\np/src/deep/c.ts');
    expect((await call('search', { query: 'nowhere', path: 'p' })).output).toBe('No matches in 4 files searched.');
    expect((await call('search', { query: '(', path: 'p' })).error?.code).toBe('invalid_arguments');
    const page = await call('search', { query: 'needle', path: 'p', max_results: 2 });
    expect(page.bounds).toEqual({ returned: 2, truncated: true, total: 3, next_cursor: expect.stringMatching(/^\w+\.1\.p\/src\/b\.ts$/) });
    expect((await call('search', { query: 'needle', path: 'p', max_results: 2, cursor: page.bounds?.next_cursor })).metadata.matches).toMatchObject([{ path: 'p/src/deep/c.ts', line: 1 }]);
  });
});

describe('run_command', () => {
  it('keeps the streams apart, and their order together', async () => {
    const result = await call('run_command', { command: 'echo out; sleep 0.1; echo err >&2; sleep 0.1; echo out2; exit 3', env: { X: '1' } });
    expect(result).toMatchObject({ status: 'executed', ok: false, is_error: true, exit_code: 3, stdout: 'out\nout2\n', stderr: 'err\n', output: 'Exit code: 3\nout\nerr\nout2\n', timed_out: false });
  });

  it('has no input, no colours, the given folder and variables', async () => {
    await mkdir(join(sandbox.workdir, 'sub'), { recursive: true });
    const result = await call('run_command', { command: 'pwd; cat; echo $CI $NO_COLOR $TERM $MINE', cwd: 'sub', env: { MINE: 'mine' } });
    expect(result.stdout).toBe(`${sandbox.workdir}/sub\n1 1 dumb mine\n`);
    expect((await call('run_command', { command: 'pwd', cwd: 'nope' })).error?.code).toBe('not_found');
  });

  it('ends at the wall clock, with all that was started, and keeps what was said', async () => {
    const result = await call('run_command', { command: 'echo begun; (while true; do sleep 0.05; date > alive; done) & sleep 60', timeout_ms: 400 });
    expect(result).toMatchObject({ ok: false, exit_code: 124, timed_out: true, stdout: 'begun\n', message: 'Command timed out after 400ms (exit code 124)' });
    const running = await call('run_command', { command: 'ps -eo pgid,args | grep "[d]ate > alive" | wc -l' });
    expect(running.stdout?.trim()).toBe('0');
  });

  it('does not wait for what a command leaves in the background', async () => {
    const result = await call('run_command', { command: 'sleep 5 & echo $!' });
    expect(result).toMatchObject({ ok: true, exit_code: 0 });
    expect(result.duration_ms).toBeLessThan(4000);
    process.kill(Number(result.stdout), 'SIGKILL');
  });

  it('keeps beginning and end of a long output, and the whole of it in a log', async () => {
    const result = await call('run_command', { command: 'node -e "for (let i = 0; i < 20000; i++) console.log(\'zeile ü \' + i)"' });
    expect(result.output.startsWith('Exit code: 0\nzeile ü 0\n')).toBe(true);
    expect(result.output.endsWith('zeile ü 19999\n')).toBe(true);
    expect(result.output).toContain(`characters truncated; the full output is in ${result.metadata.log_path as string}`);
    expect(result.bounds?.truncated).toBe(true);
    const log = await call('read_file', { path: result.metadata.log_path as string, offset: 10_000, limit: 1 });
    expect(log.output).toContain('zeile ü 9999');
  });

  it('has a log of its own, also beside a call of another run with the same id', async () => {
    const context = { sandbox, caller: { id: 'agent', role: 'programmer' }, work: {}, signal: new AbortController().signal, onProgress: () => undefined };
    const [a, b] = await Promise.all(['A', 'B'].map((letter) => executeTool({ call_id: 't1_0', name: 'run_command', arguments: { command: `node -e "process.stdout.write('${letter}'.repeat(20000))"` } }, context)));
    for (const [result, letter] of [[a!, 'A'], [b!, 'B']] as const) expect(await readFile(join(sandbox.workdir, result.metadata.log_path as string), 'utf8')).toBe(letter.repeat(20_000));
  });

  it('takes ids of any length: the tool host does not end over the name of a log', async () => {
    const context = { sandbox, caller: { id: 'agent', role: 'programmer' }, work: {}, signal: new AbortController().signal, onProgress: () => undefined };
    const long = await executeTool({ call_id: `call_1__thought__${'x'.repeat(1_000)}`, name: 'run_command', arguments: { command: `node -e "process.stdout.write('A'.repeat(20000))"` } }, context);
    expect([long.ok, long.call_id.length, long.metadata.total_chars]).toEqual([true, 1_017, 20_000]);
  });

  it('shows output while it comes', async () => {
    let seen = '';
    const result = await call('run_command', { command: 'echo now; sleep 0.3; echo later' }, { onProgress: (stream, text) => { seen += `${stream}:${text}|`; } });
    expect(result.ok).toBe(true);
    expect(seen).toBe('stdout:now\n|stdout:later\n|');
  });

  it('is killed when stopped', async () => {
    const controller = new AbortController();
    const result = await call('run_command', { command: 'echo go; sleep 60' }, { signal: controller.signal, onProgress: () => controller.abort() });
    expect(result).toMatchObject({ status: 'error', error: { code: 'aborted' } });
  });
});

describe('git', () => {
  it('answers in its own words', async () => {
    expect((await call('git', { operation: 'status' })).output).toMatch(/^git status failed: fatal: not a git repository/);
    await call('run_command', { command: 'git init -q && git config user.name T && git config user.email t@x && printf "*\\n!keep.txt\\n" > .git/info/exclude' });
    expect((await call('git', { operation: 'status' })).output).toBe('Working tree clean — no changes.');
    await put('keep.txt', 'kept\n');
    expect((await call('git', { operation: 'status' })).output).toBe('Git status:\n?? keep.txt\n');
    expect((await call('git', { operation: 'add' })).error).toMatchObject({ code: 'missing_fields', message: 'No files specified. Provide args.files as a list of paths.' });
    expect((await call('git', { operation: 'add', args: { files: ['keep.txt'] } })).output).toBe('Staged 1 file(s): keep.txt');
    expect((await call('git', { operation: 'commit' })).error?.message).toBe('Commit message is required. Provide args.message.');
    expect((await call('git', { operation: 'commit', args: { message: 'Keep' } })).output).toMatch(/^Commit created:\n\[main \(root-commit\) [0-9a-f]{7}\] Keep\n 1 file changed, 1 insertion\(\+\)\n create mode 100644 keep\.txt\n$/);
    const empty = await call('git', { operation: 'commit', args: { message: 'Again' } });
    expect(empty).toMatchObject({ ok: false, is_error: true, exit_code: 1 });
    expect(empty.output.split('\n')[0]).toBe('git commit failed: nothing to commit, working tree clean');
    expect((await call('git', { operation: 'log' })).output).toMatch(/^Recent commits:\n[0-9a-f]{7} Keep \(T, \d+ seconds? ago\)\n$/);
    expect((await call('git', { operation: 'diff' })).output).toBe('No differences found.');
    expect((await call('git', { operation: 'push' })).error?.code).toBe('invalid_arguments');
  });
});
