/** What the tool host needs of the runtime: the same tools as in tools.test.ts, in the sandbox itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTools } from '../support/tools-browser.ts';
import type { ToolsBrowser } from '../support/tools-browser.ts';

let tools: ToolsBrowser;
beforeAll(async () => { tools = await openTools(); });
afterAll(() => tools?.close());

const forever = (say: string, more = ''): string => `node -e "${more}console.log('${say}'); setInterval(() => {}, 1000)"`;

describe('in the sandbox', () => {
  it('boot reports its steps', () => {
    expect(tools.steps).toEqual(['client started', 'client done', 'engine started', 'engine done', 'programs started', 'programs done', 'tool-host started', 'tool-host done']);
  });

  it('commands have separate streams, exit codes, a folder and an environment', async () => {
    const result = await tools.tool('run_command', { command: 'node -e "console.log(process.cwd(), process.env.CI, process.stdin.isTTY, process.stdout.isTTY); console.error(\'err\'); process.exit(7)"' });
    expect(result).toMatchObject({ ok: false, is_error: true, exit_code: 7, stdout: '/home/project 1 undefined undefined\n', stderr: 'err\n' });
    expect((await tools.tool('run_command', { command: 'no-such-program; true | no-such-program' })).exit_code).toBe(127);
  });

  it('a command that does not end is ended, with everything it started', async () => {
    const spinning = await tools.tool('run_command', { command: 'node -e "while (true) {}"', timeout_ms: 1000 });
    expect(spinning).toMatchObject({ exit_code: 124, timed_out: true });
    const spawns = "require('child_process').spawn('node', ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'], { stdio: 'inherit' }); console.log(process.pid); ";
    const family = await tools.tool('run_command', { command: `${forever('child', 'console.log(process.pid); ')} & ${forever('parent', spawns)}`, timeout_ms: 6000 });
    expect(family).toMatchObject({ exit_code: 124, timed_out: true });
    const pids = family.stdout!.match(/^\d+$/gm)!;
    expect(pids).toHaveLength(3);
    const alive = await tools.tool('run_command', { command: `node -p "[${pids.join()}].map((pid) => { try { return process.kill(pid, 0); } catch (error) { return error.code; } }).join()"` });
    expect(alive.stdout).toBe('ESRCH,ESRCH,ESRCH\n');
  });

  it('a command is killed when the run is stopped', async () => {
    const result = await tools.tool('run_command', { command: forever('here I am') }, 'here I am');
    expect(result).toMatchObject({ status: 'error', error: { code: 'aborted' } });
  });

  it('large texts go both ways whole', async () => {
    const content = '💡 line of text\n'.repeat(10_000);
    expect((await tools.tool('write_file', { path: 'large.txt', content })).ok).toBe(true);
    const size = await tools.tool('run_command', { command: 'node -p "require(\'fs\').readFileSync(\'large.txt\').length"' });
    expect(size.stdout).toBe(`${Buffer.byteLength(content)}\n`);
    const read = await tools.tool('read_file', { path: 'large.txt' });
    expect(read.metadata.content).toBe(content.slice(0, (read.metadata.content as string).length));
    expect(read.bounds).toMatchObject({ truncated: true, total: 10_000 });
  });

  it('a long output keeps its ends, and the whole of it can be read', async () => {
    const result = await tools.tool('run_command', { command: 'node -e "for (let i = 0; i < 5000; i++) console.log(\'row \' + i)"' });
    expect(result.output.startsWith('Exit code: 0\nrow 0\nrow 1\n')).toBe(true);
    expect(result.output.endsWith('row 4999\n')).toBe(true);
    const row = await tools.tool('read_file', { path: result.metadata.log_path as string, offset: 2501, limit: 1 });
    expect(row.metadata.content).toBe('row 2500\n');
  });

  it('git is the same command for tools and terminals', async () => {
    for (const args of [['init', '-q'], ['config', 'user.name', 'T'], ['config', 'user.email', 't@x']]) expect((await tools.terminal('git', args)).exit).toBe(0);
    await tools.tool('write_file', { path: 'a.txt', content: 'one\n' });
    expect((await tools.tool('git', { operation: 'commit', args: { message: 'First', files: ['a.txt'] } })).output).toMatch(/^Commit created:\n\[main \(root-commit\) [0-9a-f]{7}\] First\n 1 file changed, 1 insertion\(\+\)\n create mode 100644 a\.txt\n$/);
    await tools.tool('edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' });
    const shell = await tools.terminal('sh', ['-c', 'git status -s; git log --oneline']);
    expect(shell.output.replaceAll('\r', '')).toContain(' \u001b[31mM\u001b[m a.txt\n');
    expect((await tools.tool('git', { operation: 'diff' })).output).toBe('diff --git a/a.txt b/a.txt\nindex 5626abf..f719efd 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n');
  });

  it('the agent works in each of the five systems, with its own names and results [S1.recovery_loop] [S2.exec_rules] [S3.fs.host_user] [S5.ToolExecutor]', async () => {
    const run = (...args: Parameters<typeof window.toolsPage.agent>) => tools.page.evaluate((given) => window.toolsPage.agent(...given), args);
    const own = await run('tabloom', 'native', [[['write_file', { path: 'own.txt', content: 'one' }], ['run_command', { command: 'cat own.txt' }]]]);
    expect(own).toEqual({ reason: 'done', read: ['file created: own.txt (4 bytes, +1 -0 lines)', 'Exit code: 0\none\n'] });
    const elixir = await run('loom-elixir', 'native', [[['shell', { command: 'pwd' }], ['git', { operation: 'status' }]]]);
    expect(elixir.read).toEqual(['Exit code: 0\n/home/project\n', expect.stringMatching(/^Git status:\n/)]);
    const llama = await run('action-llama', 'native', [[['write', { path: 'llama.txt', content: 'x' }], ['bash', { command: 'cat llama.txt; exit 2' }]]]);
    expect(llama.read).toEqual(['Successfully wrote 1 bytes to llama.txt', 'x\n\nCommand exited with code 2']);
    const atloop = await run('atloop', 'json', [
      '{"actions":[{"tool":"write_file","args":{"path":"at.py","content":"FILE_CONTENT_#1"}},{"tool":"run","args":{"cmd":"cat at.py"}}],"stop_reason":"done"}\n---(FILE_CONTENT_#1)---\nprint(1)\n---(FILE_CONTENT_#1)---\n',
    ]);
    expect(atloop.reason).toBe('done');
    const parts = atloop.read[0]!.split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as unknown);
    expect(parts).toMatchObject([{ ok: true, stdout: '', stderr: '', meta: { path: '/home/project/at.py' } }, { ok: true, stdout: 'print(1)\n', stderr: '', meta: { cmd: 'cat at.py', exit_code: 0 } }]);
  });

  it('closing the bead of a run ends it in Loom (Go)\'s system, and asking the CEO in any [S1.close_bead] [S1.escalate_ceo]', async () => {
    const run = (...args: Parameters<typeof window.toolsPage.agent>) => tools.page.evaluate((given) => window.toolsPage.agent(...given), args);
    const bead = { title: 'Fix authentication bug', project_id: 'proj-123' };
    const made = await run('loom-go', 'json', [JSON.stringify({ actions: [{ type: 'create_bead', bead }, { type: 'create_bead', bead }] }), '{"actions":[{"type":"done"}]}']);
    const [first, second] = made.read[0]!.split('\n').filter((line) => line.startsWith('{')).map((line) => (JSON.parse(line) as { metadata: { bead_id: string } }).metadata.bead_id);
    const failed = await run('loom-go', 'json', ['{"actions":[{"type":"close_bead","bead_id":"none"}]}', '{"actions":[{"type":"done"}]}']);
    expect(failed).toMatchObject({ reason: 'done', read: [expect.stringContaining('{"action_type":"close_bead","status":"error","message":"bead not found: none"}')] });
    const closed = await run('loom-go', 'native', [[['close_bead', { bead_id: first, reason: 'Done.' }]], [['read_tree', {}]]]);
    expect([closed.reason, closed.read.length]).toEqual(['done', 1]);
    const escalated = await run('tabloom', 'native', [[['escalate_ceo', { bead_id: second, reason: 'Which database?' }]], [['read_tree', {}]]]);
    expect([escalated.reason, escalated.read.length]).toEqual(['escalated', 1]);
  });

  it('the host is started again after it died', async () => {
    const died = await tools.tool('run_command', { command: 'kill -9 $PPID' });
    expect(died).toMatchObject({ status: 'error', error: { code: 'internal' } });
    expect(died.message).toContain('The tool host ended');
    expect((await tools.tool('read_file', { path: 'a.txt' })).output).toBe('two\n');
  });
});
