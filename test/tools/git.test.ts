/** The git tool and its aliases through the registry, in the real sandbox: each operation, the documented sentences, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolResult } from '../../src/tools/result.ts';
import { openTools } from '../support/tools-browser.ts';
import type { ToolsBrowser } from '../support/tools-browser.ts';

let tools: ToolsBrowser;
beforeAll(async () => { tools = await openTools(); });
afterAll(() => tools?.close());

const git = (operation: string, args?: object): Promise<ToolResult> => tools.tool('git', { operation, ...(args === undefined ? {} : { args }) });
const write = async (path: string, content: string): Promise<void> => { expect((await tools.tool('write_file', { path, content })).ok).toBe(true); };
const shell = async (command: string): Promise<string> => (await tools.tool('run_command', { command })).stdout!;

describe.sequential('git in the sandbox', () => {
  it('says that a folder is no repository [S2.error_form] [S1.git_status] [S1.git_diff]', async () => {
    for (const [name, args] of [['git', { operation: 'status' }], ['git_status', {}]] as const) {
      const result = await tools.tool(name, args);
      expect(result).toMatchObject({ status: 'executed', ok: false, is_error: true, exit_code: 128, tool: 'git', called_as: name });
      expect(result.output).toBe('git status failed: fatal: not a git repository (or any of the parent directories): .git');
    }
    expect((await tools.tool('git_diff', {})).output).toBe('git diff failed: fatal: not a git repository (or any of the parent directories): .git');
    expect(await shell('git init -q && git config user.name Alice && git config user.email alice@example.com && git branch --show-current')).toBe('main\n');
  });

  it('status: nothing, a new file, a change with its leading space [S2.git] [S2.git.status]', async () => {
    expect(await git('status')).toMatchObject({ ok: true, output: 'Working tree clean — no changes.', message: 'Working tree clean — no changes.', metadata: { entries: [], exit_code: 0 } });
    await write('lib/router.ex', 'plug :match\nplug :dispatch\n');
    await git('commit', { message: 'Initial commit', files: ['lib/router.ex'] });
    await write('lib/router.ex', 'plug :match\nplug :auth\nplug :dispatch\n');
    await write('new_file.ex', '');
    const result = await git('status');
    expect(result.output).toBe('Git status:\n M lib/router.ex\n?? new_file.ex\n');
    expect(result.metadata).toMatchObject({ entries: [{ code: ' M', path: 'lib/router.ex' }, { code: '??', path: 'new_file.ex' }], output: ' M lib/router.ex\n?? new_file.ex\n' });
  });

  it('git_status shows the branch and is trimmed, and takes nothing [S1.git_status]', async () => {
    const result = await tools.tool('git_status', {});
    expect(result).toMatchObject({ ok: true, tool: 'git', called_as: 'git_status', output: '## main\n M lib/router.ex\n?? new_file.ex' });
    expect(result.metadata).toMatchObject({ branch: 'main', entries: [{ code: ' M', path: 'lib/router.ex' }, { code: '??', path: 'new_file.ex' }] });
    expect((await tools.tool('git_status', { path: 'x' })).error).toMatchObject({ code: 'invalid_arguments', message: 'json: unknown field "path"' });
  });

  it('diff: what is not staged, what is, one file, and nothing [S2.git.diff] [S1.git_diff]', async () => {
    const patch = 'diff --git a/lib/router.ex b/lib/router.ex\nindex 8f1e9e5..5d3e0c3 100644\n--- a/lib/router.ex\n+++ b/lib/router.ex\n@@ -1,2 +1,3 @@\n plug :match\n+plug :auth\n plug :dispatch\n'
      .replace(/index .*/, (await shell('git diff | grep ^index')).trim());
    expect((await git('diff')).output).toBe(patch);
    expect((await tools.tool('git_diff', {})).output).toBe(patch.trimEnd());
    expect((await git('diff', { file: 'lib/router.ex' })).metadata).toMatchObject({ staged: false, diff: patch, files: ['lib/router.ex'] });
    expect((await git('diff', { file: '/workspace/lib' })).output).toBe(patch);
    expect((await git('diff', { file: 'new_file.ex' })).output).toBe('No differences found.');
    expect((await git('diff', { staged: true })).output).toBe('No differences found.');
    await git('add', { files: ['lib'] });
    expect((await git('diff', { staged: true })).output).toBe(patch);
    expect((await git('diff')).output).toBe('No differences found.');
    expect((await tools.tool('git_diff', {})).output).toBe('');
    expect((await git('diff', { file: '../outside' })).output).toMatch(/^git diff failed: fatal: \.\.\/outside: '\.\.\/outside' is outside repository at '/);
  });

  it('add and reset: lists of paths, counted as given; reset only unstages [S2.git.add] [S2.git.reset]', async () => {
    expect(await git('add', { files: ['lib/router.ex', 'new_file.ex'] })).toMatchObject({ ok: true, output: 'Staged 2 file(s): lib/router.ex, new_file.ex', metadata: { files: ['lib/router.ex', 'new_file.ex'] } });
    expect((await git('status')).output).toBe('Git status:\nM  lib/router.ex\nA  new_file.ex\n');
    expect((await git('reset', { files: ['lib/router.ex'] })).output).toBe('Unstaged 1 file(s): lib/router.ex');
    expect((await git('status')).output).toBe('Git status:\nA  new_file.ex\n M lib/router.ex\n'.replace('A  new_file.ex\n M lib/router.ex\n', ' M lib/router.ex\nA  new_file.ex\n'));
    expect(await shell('cat lib/router.ex')).toBe('plug :match\nplug :auth\nplug :dispatch\n');
    expect((await git('add')).error).toMatchObject({ code: 'missing_fields', message: 'No files specified. Provide args.files as a list of paths.' });
    expect((await git('add', { files: [] })).error?.message).toBe('No files specified. Provide args.files as a list of paths.');
    expect((await git('reset')).error).toMatchObject({ code: 'missing_fields', message: 'No files specified. Provide args.files as a list of paths to unstage.' });
    expect((await git('add', { files: ['nope.ex'] })).output).toBe("git add failed: fatal: pathspec 'nope.ex' did not match any files");
    // The words of a hard reset are only the names of files here.
    expect((await git('reset', { files: ['--hard'] })).output).toBe('Unstaged 1 file(s): --hard');
    expect(await shell('cat lib/router.ex')).toBe('plug :match\nplug :auth\nplug :dispatch\n');
  });

  it('commit: the message, files before it, and nothing to commit [S2.git.commit] [S2.error_form]', async () => {
    expect((await git('commit')).error).toMatchObject({ code: 'missing_fields', message: 'Commit message is required. Provide args.message.' });
    expect((await git('commit', { message: ' ' })).error?.message).toBe('Commit message is required. Provide args.message.');
    const failed = await git('commit', { message: 'x', files: ['nope.ex'] });
    expect(failed).toMatchObject({ ok: false, is_error: true, output: "Failed to stage files: fatal: pathspec 'nope.ex' did not match any files" });
    const made = await git('commit', { message: 'Add authentication middleware', files: ['lib/router.ex'] });
    expect(made.output).toMatch(/^Commit created:\n\[main [0-9a-f]{7}\] Add authentication middleware\n 2 files changed, 1 insertion\(\+\)\n create mode 100644 new_file\.ex\n$/);
    expect(made.metadata.commit).toBe((await shell('git rev-parse --short HEAD')).trim());
    const empty = await git('commit', { message: 'Fix bug' });
    expect(empty).toMatchObject({ ok: false, is_error: true, exit_code: 1, message: 'git commit failed: nothing to commit, working tree clean' });
    expect(empty.output).toBe('git commit failed: nothing to commit, working tree clean\nOn branch main\nnothing to commit, working tree clean\n');
    await write('new_file.ex', 'x\n');
    expect((await git('commit', { message: 'Fix bug' })).message).toBe('git commit failed: no changes added to commit (use "git add" and/or "git commit -a")');
    // A deletion is staged by its name too.
    expect((await git('commit', { message: 'Remove', files: ['new_file.ex'] })).ok).toBe(true);
    await shell('rm new_file.ex');
    expect((await git('commit', { message: 'Gone', files: ['new_file.ex'] })).output).toMatch(/ delete mode 100644 new_file\.ex\n$/);
  });

  it('log: ten by default, a count, git\'s placeholders [S2.git.log]', async () => {
    expect((await git('log')).output).toMatch(/^Recent commits:\n(?:[0-9a-f]{7} .+ \(Alice, \d+ (?:second|minute)s? ago\)\n){4}$/);
    const result = await git('log', { count: 2, format: '%s|%an|%ae|%n%%|%q' });
    expect(result.output).toBe('Recent commits:\nGone|Alice|alice@example.com|\n%|%q\nRemove|Alice|alice@example.com|\n%|%q\n');
    expect(result.metadata).toMatchObject({ count: 2, format: '%s|%an|%ae|%n%%|%q' });
    expect((await git('log', { count: 1, format: '%h %H %b%d' })).output).toMatch(/^Recent commits:\n([0-9a-f]{7}) \1[0-9a-f]{33} {2}\(HEAD -> main\)\n$/);
    expect((await git('log', { count: 0 })).error?.code).toBe('invalid_arguments');
    expect((await git('log', { count: '5' })).error?.code).toBe('invalid_arguments');
  });

  it('stash: push, list, pop, and what is none of them [S2.git.stash]', async () => {
    expect((await git('stash', { action: 'list' })).output).toBe('No stashes found.');
    expect((await git('stash')).output).toBe('Stash pushed:\nNo local changes to save\n');
    await write('lib/router.ex', 'stashed\n');
    expect((await git('stash', { action: 'push' })).output).toMatch(/^Stash pushed:\nSaved working directory and index state WIP on main: [0-9a-f]{7} Gone\n$/);
    expect(await shell('cat lib/router.ex')).toBe('plug :match\nplug :auth\nplug :dispatch\n');
    const list = await git('stash', { action: 'list' });
    expect(list.output).toMatch(/^Stash list:\nstash@\{0\}: WIP on main: [0-9a-f]{7} Gone\n$/);
    expect(list.metadata.stashes).toHaveLength(1);
    expect((await git('stash', { action: 'pop' })).output).toMatch(/^Stash popped:\n[^]*Dropped refs\/stash@\{0\} \([0-9a-f]{40}\)\n$/);
    expect(await shell('cat lib/router.ex')).toBe('stashed\n');
    expect((await git('stash', { action: 'drop' })).error).toMatchObject({ code: 'invalid_arguments', message: 'Unknown stash action: drop. Use push, pop, or list.' });
    expect((await git('stash', { action: 'pop' })).output).toMatch(/^git stash failed: No stash entries found\.$/);
    await shell('git checkout -q -- .');
  });

  it('refuses what it does not know [S2.git]', async () => {
    for (const operation of ['push', 'STATUS', '']) {
      expect((await git(operation)).error).toMatchObject({ code: 'invalid_arguments', message: `Unknown git operation: ${operation}. Supported: status, diff, commit, log, add, reset, stash` });
    }
    expect((await tools.tool('git', {})).error).toMatchObject({ code: 'missing_fields', message: 'git requires operation' });
    // The example is of the operation that was meant.
    expect((await tools.tool('git', { operation: 'add', files: ['a'] })).error).toMatchObject({ message: 'json: unknown field "files"', retry_hint: { example_input: { operation: 'add', args: { files: ['lib/app.ex'] } } } });
    expect((await git('diff', { cached: true })).error).toMatchObject({ code: 'invalid_arguments', message: 'json: unknown field "cached"' });
    expect((await tools.tool('git', { operation: 'status', argz: {} })).error).toMatchObject({ message: 'json: unknown field "argz"' });
  });

  it('Unicode, CRLF and spaces stay as they are [S2.git.diff] [S2.git.status]', async () => {
    await write('é 💡.txt', 'ünï\r\n💡\n');
    expect((await git('status')).output).toBe('Git status:\n?? "\\303\\251 \\360\\237\\222\\241.txt"\n');
    expect((await git('status')).metadata.entries).toEqual([{ code: '??', path: 'é 💡.txt' }]);
    expect((await git('add', { files: ['é 💡.txt'] })).output).toBe('Staged 1 file(s): é 💡.txt');
    expect((await git('diff', { staged: true })).output).toContain('+ünï\r\n+💡\n');
    expect((await git('commit', { message: 'Ünï 💡\n\nA body.' })).output).toMatch(/\] Ünï 💡\n/);
    expect((await git('log', { count: 1, format: '%s|%b' })).output).toBe('Recent commits:\nÜnï 💡|A body.\n\n');
  });

  it('a large answer keeps its ends, and the whole of it can be read [S2.cap]', async () => {
    await write('large.txt', Array.from({ length: 3000 }, (_, at) => `row ${at}\n`).join(''));
    await git('add', { files: ['large.txt'] });
    const result = await git('diff', { staged: true });
    expect(result.bounds).toMatchObject({ truncated: true });
    expect(result.output).toContain('+row 0\n');
    expect(result.output.endsWith('+row 2999\n')).toBe(true);
    const read = await tools.tool('read_file', { path: result.metadata.log_path as string, offset: 1507, limit: 1 });
    expect(read.metadata.content).toBe('+row 1500\n');
    await git('commit', { message: 'Large' });
  });

  it('calls at the same time all come through [S2.git.add]', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await write(`${name}.txt`, `${name}\n`);
    const results = await Promise.all(['a', 'b', 'c', 'd'].map((name) => git('add', { files: [`${name}.txt`] })));
    expect(results.map(({ output }) => output)).toEqual(['a', 'b', 'c', 'd'].map((name) => `Staged 1 file(s): ${name}.txt`));
    expect((await git('status')).output).toBe('Git status:\nA  a.txt\nA  b.txt\nA  c.txt\nA  d.txt\n');
    expect((await git('commit', { message: 'All' })).ok).toBe(true);
  });

  it('names files as they are, also renamed ones, with blanks and in conflict [S2.git.status] [S2.git.diff]', async () => {
    await write('my dir/a b/one two.txt', 'one\ntwo\nthree\n');
    await write('my dir/"q".txt', 'q\n');
    await git('commit', { message: 'Names', files: ['my dir'] });
    expect(await shell('mkdir -p "my dir/three b" && git mv "my dir/a b/one two.txt" "my dir/three b/four.txt" 2>&1 && echo more >> \'my dir/"q".txt\'')).toBe('');
    expect((await git('status')).metadata.entries).toEqual([{ code: ' M', path: 'my dir/"q".txt' }, { code: 'R ', path: 'my dir/three b/four.txt', from: 'my dir/a b/one two.txt' }]);
    expect((await git('diff', { staged: true })).metadata.files).toEqual(['my dir/three b/four.txt']);
    expect((await git('diff')).metadata.files).toEqual(['my dir/"q".txt']);
    await shell('rm "my dir/three b/four.txt"');
    expect((await git('diff', { file: 'my dir/three b' })).metadata.files).toEqual(['my dir/three b/four.txt']);
    await shell('git commit -q -am one; git switch -q -c side HEAD~1; echo side >> \'my dir/"q".txt\'; git commit -q -am side; git merge main');
    const conflict = await git('diff');
    expect(conflict.output).toMatch(/^diff --cc /);
    expect(conflict.metadata.files).toEqual(['my dir/"q".txt']);
    expect((await git('status')).metadata.entries).toContainEqual({ code: 'UU', path: 'my dir/"q".txt' });
    await shell('git merge --abort; git switch -q main');
  });
});
