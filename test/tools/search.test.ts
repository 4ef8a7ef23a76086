/** read_tree, ls, search, glob and their other names, on the real sandbox. Every example of the documents is a test; what a document leaves open is in src/tools/README.md. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolResult } from '../../src/tools/result.ts';
import { paging } from '../../src/tools/search/paging.ts';
import { SOAK } from '../support/sample.ts';
import { openTools } from '../support/tools-browser.ts';
import type { ToolsBrowser } from '../support/tools-browser.ts';

let tools: ToolsBrowser;
const tool = (name: string, args: unknown): Promise<ToolResult> => tools.tool(name, args);
const output = async (name: string, args: unknown): Promise<string> => (await tool(name, args)).output;
const failure = async (name: string, args: unknown): Promise<[string | undefined, string]> => {
  const { error, message } = await tool(name, args);
  return [error?.code, message];
};

const longLine = `${'x'.repeat(700)}needle${'y'.repeat(700)}`;

beforeAll(async () => {
  tools = await openTools();
  await tools.files({
    // What the fifth document's examples look for.
    'py/app.py': 'import os\nimport sys\n\n\ndef main():\n    pass  # TODO one\n\n\nclass App:\n    def run_all(self):\n        return 1\n',
    'py/test_app.py': 'from py.app import main\n\ndef test_main():\n    main()  # FIXME two\n',
    'py/pkg/deep.py': 'from x import y\nclass Deep:\n    pass\n',
    'py/notes.txt': 'todo three\nTODO four\n',
    'src/main.go': 'package main\n\n// TODO write it\nfunc main() {}\n',
    'src/a/b/c/d.ts': 'export const deep = true;\n',
    'src/view.tsx': 'const a = [1];\n',
    'src/[id].ts': 'export {};\n',
    'src/.hidden.ts': 'const secret = "TODO";\n',
    // What git leaves out: at the root, deeper, with an exception, and in this clone alone.
    'ign/.gitignore': 'dist/\n*.log\n!keep.log\n/only-here\n',
    'ign/dist/out.js': 'needle\n', 'ign/a.log': 'needle\n', 'ign/keep.log': 'needle\n', 'ign/only-here': 'needle\n',
    'ign/sub/.gitignore': '!b.log\ntmp\n',
    'ign/sub/b.log': 'needle\n', 'ign/sub/tmp': 'needle\n', 'ign/sub/only-here': 'needle\n', 'ign/mine.txt': 'needle\n', 'ign/node_modules/m/i.js': 'needle\n',
    'txt/crlf.txt': 'one\r\nneedle two\r\n\r\nthree\r\n', 'txt/bom.txt': '\ufeffneedle first\n', 'txt/empty.txt': '', 'txt/long.min.js': `${longLine}\n`,
    'txt/ünï/💡.txt': 'eine needle für alle: grün\nGRÜN 💡\n', 'txt/no-end.txt': 'a\nneedle', 'txt/x.bin': [110, 101, 101, 100, 108, 101, 0, 10],
    'txt/paren.txt': 'f(x) = a.b\nf(y)\nfxx a-b\n',
    'many/list.txt': Array.from({ length: 120 }, (_, i) => `hit ${i + 1}\n`).join(''),
    'many/wide.txt': `${'wide '.repeat(90)}\n`.repeat(200),
    'slow.txt': `${'a'.repeat(60)}b\n`,
    'empty/.gitkeep/x': '',
  });
  const setUp = await tools.tool('run_command', { command: 'rm -r empty/.gitkeep; mkdir -p .git/info; printf "mine.txt\\n" > .git/info/exclude; ln -s /etc out; ln -s src/main.go txt/link.go; touch -d 2001-01-01 py/app.py; touch -d 2003-01-01 py/pkg/deep.py; touch -d 2002-01-01 py/test_app.py' });
  if (!setUp.ok) throw new Error(setUp.output);
});
afterAll(() => tools?.close());

describe('read_tree', () => {
  it('lists a folder as the example asks, without what git ignores [S1.read_tree]', async () => {
    const result = await tool('read_tree', { path: 'src', max_depth: 3, limit: 100 });
    expect(result).toMatchObject({ ok: true, status: 'executed', bounds: { returned: 7, truncated: false, total: 7 } });
    expect(result.output).toBe('src/.hidden.ts\nsrc/[id].ts\nsrc/a/\nsrc/a/b/\nsrc/a/b/c/\nsrc/main.go\nsrc/view.tsx');
    expect(result.metadata.entries).toContainEqual({ path: 'src/a/b/c', type: 'dir', depth: 3 });
    expect(await output('read_tree', { path: 'ign' })).toBe('ign/.gitignore\nign/keep.log\nign/sub/\nign/sub/.gitignore\nign/sub/b.log\nign/sub/only-here');
  });

  it('counts depth from the folder, and begins at the project without one [S1.read_tree]', async () => {
    expect(await output('read_tree', { path: 'src/a/b/c', max_depth: 1 })).toBe('src/a/b/c/d.ts');
    const whole = await tool('read_tree', { max_depth: 1 });
    expect(whole.output).toBe('empty/\nign/\nmany/\nout\npy/\nslow.txt\nsrc/\ntxt/');
    expect(await output('read_tree', { path: '/workspace/empty' })).toBe('(empty directory)');
  });

  it('shows what is ignored when it is named [S1.read_tree]', async () => {
    expect(await output('read_tree', { path: 'ign/dist' })).toBe('ign/dist/out.js');
    expect(await output('read_tree', { path: 'ign/node_modules' })).toBe('ign/node_modules/m/\nign/node_modules/m/i.js');
  });

  it('pages with a cursor that survives changes, and refuses one of another call [S1.read_tree] [S4.paging]', async () => {
    const first = await tool('read_tree', { path: 'py', limit: 2 });
    expect([first.output.split('\n').slice(0, 2), first.bounds?.returned, first.bounds?.total, first.bounds?.truncated]).toEqual([['py/app.py', 'py/notes.txt'], 2, 5, true]);
    const cursor = first.bounds!.next_cursor!;
    expect(first.output).toContain(`[2 of 5 entries shown. List a folder below it, or use cursor=${JSON.stringify(cursor)} to continue.]`);
    // The entry that the cursor names may be gone.
    await tool('run_command', { command: 'mv py/notes.txt py/other.md' });
    expect(await output('read_tree', { path: 'py', limit: 10, cursor })).toBe('py/other.md\npy/pkg/\npy/pkg/deep.py\npy/test_app.py');
    await tool('run_command', { command: 'mv py/other.md py/notes.txt' });
    expect(await failure('read_tree', { path: 'src', limit: 2, cursor })).toEqual(['invalid_arguments', 'The cursor belongs to a call with other arguments. Leave all other arguments unchanged, or start again without it.']);
    expect(await failure('read_tree', { cursor: 'nonsense' })).toEqual(['invalid_arguments', 'Not a cursor of this tool: nonsense. Start again without it.']);
    expect((await tool('read_tree', { path: 'py', limit: 5 })).bounds).toEqual({ returned: 5, truncated: false, total: 5 });
  });

  it.each([
    [{ path: 'srd' }, 'not_found', 'File not found: srd. Did you mean src?'], [{ path: 'src/main.go' }, 'invalid_arguments', 'path is a directory'],
    [{ path: '../x' }, 'path_escape', 'path escapes project workdir: ../x'], [{ path: 'out' }, 'path_escape', 'path escapes project workdir: out (through a symbolic link)'],
    [{ path: '.git' }, 'blocked', 'path is not allowed: .git'], [{ max_depth: 0 }, 'invalid_arguments', 'read_tree: max_depth'], [{ depth: 1 }, 'invalid_arguments', 'json: unknown field "depth"'],
  ] as const)('refuses %j', async (args, code, text) => {
    const [gotCode, message] = await failure('read_tree', args);
    expect(gotCode).toBe(code);
    expect(message).toContain(code === 'invalid_arguments' && 'path' in args ? 'path is not a directory: src/main.go' : text);
  });
});

describe('ls', () => {
  it('lists one folder: slashes for folders, dotfiles, sizes, and marks on what git ignores [S3.ls]', async () => {
    const result = await tool('ls', { path: 'ign' });
    expect(result.output).toBe('.gitignore\na.log\ndist/\nkeep.log\nmine.txt\nnode_modules/\nonly-here\nsub/');
    expect(result.metadata).toMatchObject({ path: '/home/project/ign', rel_path: 'ign' });
    expect(result.metadata.entries).toEqual([
      { name: '.gitignore', type: 'file', size: 33 }, { name: 'a.log', type: 'file', size: 7, ignored: true }, { name: 'dist', type: 'dir', ignored: true }, { name: 'keep.log', type: 'file', size: 7 },
      { name: 'mine.txt', type: 'file', size: 7, ignored: true }, { name: 'node_modules', type: 'dir', ignored: true }, { name: 'only-here', type: 'file', size: 7, ignored: true }, { name: 'sub', type: 'dir' },
    ]);
    expect(await output('ls', { path: 'txt/ünï' })).toBe('💡.txt');
    expect((await tool('ls', { path: 'txt' })).metadata.entries).toContainEqual({ name: 'link.go', type: 'symlink' });
    // The app's own folder is no part of the project.
    expect(await output('directory_list', {})).toBe('.git/\nempty/\nign/\nmany/\nout\npy/\nslow.txt\nsrc/\ntxt/');
  });

  it('says when a folder is empty, and when there is more [S3.ls]', async () => {
    expect(await output('ls', { path: 'empty' })).toBe('(empty directory)');
    const cut = await tool('ls', { path: 'py', limit: 3 });
    expect(cut.output).toBe('app.py\nnotes.txt\npkg/\n\n[3 entries limit reached. Use limit=6 for more, or list a folder below it]');
    expect(cut.bounds).toEqual({ returned: 3, truncated: true, total: 4, refinement_hint: '3 entries limit reached. Use limit=6 for more, or list a folder below it' });
    expect((await tool('ls', { path: 'py', limit: 4 })).bounds).toEqual({ returned: 4, truncated: false, total: 4 });
    expect(await failure('ls', { path: 'py/app.py' })).toEqual(['invalid_arguments', 'path is not a directory: py/app.py']);
    expect((await failure('ls', { path: 'nope' }))[0]).toBe('not_found');
  });
});

describe('glob', () => {
  it.each([
    [{ pattern: '*.py', path: 'py' }, ['py/app.py', 'py/test_app.py']], [{ pattern: '**/*.py' }, ['py/app.py', 'py/pkg/deep.py', 'py/test_app.py']], [{ pattern: 'test_*.py', path: 'py' }, ['py/test_app.py']],
    [{ pattern: 'src/*.go' }, ['src/main.go']], [{ pattern: 'py/*.txt' }, ['py/notes.txt']], [{ pattern: '*.py', path: 'py', max_results: 10 }, ['py/app.py', 'py/test_app.py']],
  ])('finds the files of the document\'s example %j [S5.glob]', async (args, files) => {
    const result = await tool('glob', args);
    expect(result.output).toBe(`Found ${files.length} file(s) matching pattern '${args.pattern}':\n${files.map((file) => `  - ${file}`).join('\n')}`);
    expect(result.metadata).toEqual({ pattern: args.pattern, max_results: (args as { max_results?: number }).max_results ?? 100, matched_count: files.length, matched_files: files });
  });

  it.each([
    ['src/**/*.ts', ['src/.hidden.ts', 'src/[id].ts', 'src/a/b/c/d.ts']], ['./src/*.tsx', ['src/view.tsx']], ['src/*.{go,tsx}', ['src/main.go', 'src/view.tsx']], ['src/[mv]*', ['src/main.go', 'src/view.tsx']],
    ['src/\\[id\\].ts', ['src/[id].ts']], ['src/.h*', ['src/.hidden.ts']], ['/home/project/py/*.txt', ['py/notes.txt']], ['/workspace/py/*.txt', ['py/notes.txt']], ['a/b/*.ts', []], ['**/c/*.ts', ['src/a/b/c/d.ts']],
    ['txt/**/💡.*', ['txt/ünï/💡.txt']], ['ign/**', ['ign/.gitignore', 'ign/keep.log', 'ign/sub/.gitignore', 'ign/sub/b.log', 'ign/sub/only-here']], ['ign/node_modules/**', ['ign/node_modules/m/i.js']], ['src/?ain.go', ['src/main.go']],
  ])('takes %s for a real glob [S5.glob]', async (pattern, files) => {
    expect((await tool('glob', { pattern })).metadata.matched_files).toEqual(files);
  });

  it('says that nothing was found, and pages [S5.glob] [S3.find]', async () => {
    expect(await output('glob', { pattern: 'lib/*.rb' })).toBe("No files found matching pattern 'lib/*.rb'");
    expect(await output('glob', { pattern: '*.rb' })).toBe("No files found matching pattern '*.rb'\nUse **/*.rb to look in all folders.");
    const page = await tool('glob', { pattern: '**/*.py', max_results: 2 });
    expect(page.bounds).toMatchObject({ returned: 2, truncated: true, total: 3 });
    expect((await tool('glob', { pattern: '**/*.py', max_results: 2, cursor: page.bounds!.next_cursor })).metadata.matched_files).toEqual(['py/test_app.py']);
    expect(await failure('glob', { pattern: '../*' })).toEqual(['path_escape', 'pattern escapes project workdir: ../*']);
    expect((await failure('glob', { pattern: '/etc/*' }))[0]).toBe('path_escape');
    expect((await failure('glob', { pattern: 'out/*' }))[0]).toBe('path_escape');
    expect((await failure('glob', { pattern: '*', path: 'nope' }))[0]).toBe('not_found');
    expect(await failure('glob', {})).toEqual(['missing_fields', 'glob requires pattern']);
  });

  it('find takes names at any depth, ends at its limit, and has its own words [S3.find]', async () => {
    expect(await output('find', { pattern: '*.py' })).toBe('py/app.py\npy/pkg/deep.py\npy/test_app.py');
    expect(await output('find', { pattern: 'pkg/*.py', path: 'py' })).toBe('py/pkg/deep.py');
    expect(await output('find', { pattern: '*.rb' })).toBe('No files found matching pattern');
    expect(await output('find', { pattern: '*.py', limit: 2 })).toBe('py/app.py\npy/pkg/deep.py\n\n[2 results limit reached. Use limit=4 for more, or refine the pattern]');
    expect((await tool('find', { pattern: '*.py', max_results: 2 })).error?.message).toContain('json: unknown field "max_results"');
  });

  it('ls and find end at 50 KB [S3.find] [S3.ls]', async () => {
    await tool('run_command', { command: `node -e "for (let i = 0; i < 300; i++) { require('fs').mkdirSync('names', { recursive: true }); require('fs').writeFileSync('names/' + String(i).padStart(3, '0') + 'ü'.repeat(100), ''); }"` });
    // 204 bytes each with its line break, and six more below their folder.
    const listed = await tool('ls', { path: 'names' });
    expect(listed.bounds).toEqual({ returned: 250, truncated: true, total: 300, refinement_hint: '50.0KB limit reached. List a folder below it' });
    expect([listed.output.split('\n').length, (listed.metadata.entries as unknown[]).length]).toEqual([252, 250]);
    const found = await tool('find', { pattern: '*ü' });
    expect(found.bounds).toMatchObject({ returned: 243, truncated: true, total: 300 });
    expect(found.output.endsWith('\n\n[50.0KB limit reached. Refine the pattern]')).toBe(true);
    expect((await tool('glob', { pattern: '**/*ü', max_results: 300 })).bounds).toEqual({ returned: 300, truncated: false, total: 300 });
    await tool('run_command', { command: 'rm -r names' });
  });

  it('file_search puts the newest first', async () => {
    expect((await tool('file_search', { pattern: '**/*.py' })).metadata.matched_files).toEqual(['py/pkg/deep.py', 'py/test_app.py', 'py/app.py']);
  });
});

describe('search', () => {
  it('finds the definitions of the document\'s example [S5.search] [S5.search.mode.content]', async () => {
    const result = await tool('search', { query: 'def \\w+', glob: '*.py' });
    expect(result.output).toBe('py/app.py:5:def main():\npy/app.py:10:    def run_all(self):\npy/test_app.py:3:def test_main():');
    expect(result.stdout).toBe(`${result.output}\n`);
    expect(result.bounds).toEqual({ returned: 3, truncated: false, total: 3 });
    expect(result.metadata).toMatchObject({
      query: 'def \\w+', glob: '*.py', output_mode: 'content', max_results: 50, counts: { 'py/app.py': 2, 'py/test_app.py': 1 }, files: ['py/app.py', 'py/test_app.py'], total_matches: 3, total_files: 2, files_searched: 3,
    });
    expect(result.metadata.matches).toContainEqual({ path: 'py/app.py', line: 5, text: 'def main():', before: [], after: [] });
  });

  it('shows the lines around a match, as the example asks [S5.search]', async () => {
    expect(await output('search', { query: '^import |^from ', glob: '*.py', '-C': 2 })).toBe(
      'py/app.py:1:import os\npy/app.py:2:import sys\npy/app.py-3-\npy/app.py-4-\n--\npy/pkg/deep.py:1:from x import y\npy/pkg/deep.py-2-class Deep:\npy/pkg/deep.py-3-    pass\n--\npy/test_app.py:1:from py.app import main\npy/test_app.py-2-\npy/test_app.py-3-def test_main():');
    expect(await output('search', { query: 'class', path: 'py/app.py', '-B': 1, '-A': 1 })).toBe('py/app.py-8-\npy/app.py:9:class App:\npy/app.py-10-    def run_all(self):');
    expect(await output('search', { query: 'class', path: 'py/app.py', context: 3, after: 0, before: 1 })).toBe('py/app.py-8-\npy/app.py:9:class App:');
    expect(await output('search', { query: 'import', path: 'py/app.py', '-n': false, max_results: 1 })).toMatch(/^py\/app\.py:import os\n\[1 of 2 matches shown\. Refine the query, or use cursor="[^"]+" to continue\.\]$/);
  });

  it('ignores case, lists files, and counts, as the examples ask [S5.search] [S5.search.mode.files_with_matches] [S5.search.mode.count]', async () => {
    expect(await output('search', { query: 'TODO|FIXME', '-i': true, path: 'py' })).toBe('py/app.py:6:    pass  # TODO one\npy/notes.txt:1:todo three\npy/notes.txt:2:TODO four\npy/test_app.py:4:    main()  # FIXME two');
    expect(await output('search', { query: 'def main', output_mode: 'files_with_matches' })).toBe('py/app.py');
    const counted = await tool('search', { query: 'class \\w+', output_mode: 'count' });
    expect(counted.output).toBe('py/app.py:1\npy/pkg/deep.py:1');
    expect(counted.metadata).toMatchObject({ counts: { 'py/app.py': 1, 'py/pkg/deep.py': 1 }, total_matches: 2, total_files: 2 });
    const page = await tool('search', { query: 'e', path: 'py', output_mode: 'files_with_matches', max_results: 2 });
    expect([page.metadata.files, page.bounds?.total, page.bounds?.truncated]).toEqual([['py/app.py', 'py/notes.txt'], 4, true]);
    expect((await tool('search', { query: 'e', path: 'py', output_mode: 'files_with_matches', max_results: 2, cursor: page.bounds!.next_cursor })).metadata.files).toEqual(['py/pkg/deep.py', 'py/test_app.py']);
  });

  it.each([
    ['^def', ['py/app.py:5', 'py/test_app.py:3']], ['main$', ['py/test_app.py:1']], ['sys|os', ['py/app.py:1', 'py/app.py:2']], ['\\.app', ['py/test_app.py:1']], ['[[:upper:]][[:lower:]]+:', ['py/app.py:9', 'py/pkg/deep.py:2']],
    ['\\d', ['py/app.py:11']], ['(?<=return )1', ['py/app.py:11']], ['pass(?!  #)', ['py/pkg/deep.py:3']], ['^$', ['py/app.py:3', 'py/app.py:4', 'py/app.py:7', 'py/app.py:8', 'py/test_app.py:2']], ['self\\)[^a]$', ['py/app.py:10']],
    ['^\\s+pass\\s*$', ['py/pkg/deep.py:3']], ['\\-|import\\Z', []],
  ] as const)('%s matches the lines it should [S5.search]', async (query, lines) => {
    const { metadata } = await tool('search', { query, glob: '*.py' });
    expect((metadata.matches as { path: string; line: number }[]).map(({ path, line }) => `${path}:${line}`)).toEqual(lines);
  });

  it('reads CRLF, a byte order mark, Unicode, no final newline; leaves out binary files and follows no links [S5.search]', async () => {
    const found = await tool('search', { query: '^needle|needle$|eine', path: 'txt', glob: '!*.js' });
    expect((found.metadata.matches as { path: string; line: number; text: string }[]).map(({ path, line, text }) => [path, line, text])).toEqual([
      ['txt/bom.txt', 1, 'needle first'], ['txt/crlf.txt', 2, 'needle two'], ['txt/no-end.txt', 2, 'needle'], ['txt/ünï/💡.txt', 1, 'eine needle für alle: grün'],
    ]);
    expect(found.metadata.skipped).toEqual({ binary: 1, too_large: 0 });
    expect(await output('search', { query: 'two$', path: 'txt' })).toBe('txt/crlf.txt:2:needle two');
    expect(await output('search', { query: '^.$', path: 'txt/ünï' })).toBe('No matches in 1 files searched.');
    expect(await output('search', { query: 'grün.💡|GRÜN .$', path: 'txt' })).toBe('txt/ünï/💡.txt:2:GRÜN 💡');
    expect(await output('search', { query: 'grün', ignore_case: true, path: 'txt', output_mode: 'count' })).toBe('txt/ünï/💡.txt:2');
    expect(await output('search', { query: 'package', path: 'txt' })).toBe('No matches in 7 files searched. Left out: 1 binary.');
    expect(await output('search', { query: 'x', path: 'txt/x.bin' })).toBe('No matches in 0 files searched. Left out: 1 binary.');
  });

  it('shows a long line around its match, and leaves out what git ignores [S5.search]', async () => {
    const long = await tool('search', { query: 'needle', path: 'txt/long.min.js' });
    expect((long.metadata.matches as { text: string }[])[0]!.text).toBe(`…${'x'.repeat(100)}needle${'y'.repeat(394)}…`);
    expect(long.output).toContain('\n[Some lines are longer than 500 characters and were cut. Read the file to see them whole.]');
    expect((await tool('search', { query: 'needle', path: 'ign', output_mode: 'files_with_matches' })).metadata.files).toEqual(['ign/keep.log', 'ign/sub/b.log', 'ign/sub/only-here']);
    expect((await tool('search', { query: 'needle', path: 'ign/dist', output_mode: 'files_with_matches' })).metadata.files).toEqual(['ign/dist/out.js']);
  });

  it('pages through all matches once, in order [S4.paging] [S5.search]', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page: ToolResult = await tool('search', { query: '^hit', path: 'many', ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...(page.metadata.matches as { line: number }[]).map(({ line }) => line));
      expect(page.bounds).toMatchObject({ total: 120, truncated: seen.length < 120, returned: seen.length < 120 ? 50 : 20 });
      cursor = page.bounds!.next_cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    const size = await tool('search', { query: 'wide', path: 'many', max_results: 1000 });
    expect([size.bounds!.truncated, size.bounds!.total, size.output.length < 60_500, size.bounds!.returned > 100]).toEqual([true, 200, true, true]);
    expect((await tool('search', { query: 'wide', path: 'many', max_results: 1000, cursor: size.bounds!.next_cursor })).bounds).toEqual({ returned: 200 - size.bounds!.returned, truncated: false, total: 200 });
    expect((await failure('search', { query: 'hit', path: 'many', ignore_case: true, cursor: size.bounds!.next_cursor }))[0]).toBe('invalid_arguments');
  });

  it('refuses what is no expression, and what is not there [S5.search]', async () => {
    expect(await failure('search', { query: '(' })).toEqual(['invalid_arguments', 'Invalid regular expression: /(/: Unterminated group. Set literal to true to search for the text itself.']);
    expect((await failure('search', { query: 'x', path: 'nope' }))[0]).toBe('not_found');
    expect((await failure('search', { query: 'x', path: '/etc/passwd' }))[0]).toBe('path_escape');
    expect(await failure('search', { query: '' })).toEqual(['invalid_arguments', expect.stringContaining('query')]);
    expect((await failure('search', { query: 'x', max_results: 1001 }))[0]).toBe('invalid_arguments');
  });

  it('search_text finds the text itself, as the example asks, and an expression only where there is none [S1.search_text]', async () => {
    const result = await tool('search_text', { path: 'src', query: 'TODO', limit: 50 });
    expect(result.output).toBe('src/.hidden.ts:1:const secret = "TODO";\nsrc/main.go:3:// TODO write it');
    expect((result.metadata.matches as unknown[])[1]).toEqual({ path: 'src/main.go', line: 3, text: '// TODO write it', before: [], after: [] });
    expect((await tool('search_text', { query: 'f(x) = a.b' })).metadata).toMatchObject({ literal: true, total_matches: 1 });
    expect((await tool('search_text', { query: 'a.b', path: 'txt/paren.txt' })).metadata.total_matches).toBe(1);
    const fallback = await tool('search_text', { query: 'f\\([xy]\\)', path: 'txt' });
    expect(fallback.output).toBe('txt/paren.txt:1:f(x) = a.b\ntxt/paren.txt:2:f(y)\n[No line has the text itself; these match it as a regular expression.]');
    expect(fallback.metadata.literal).toBe(false);
    expect(await output('search_text', { query: '((' })).toMatch(/^No matches in \d+ files searched\./);
    const cut = await tool('search_text', { query: 'hit', path: 'many', limit: 100 });
    expect(cut.bounds).toEqual({ returned: 100, truncated: true, total: 120, refinement_hint: '100 matches limit reached. Use limit=200 for more, or refine the query' });
    const far = { returned: 600, total: 5_000, truncated: true, unit: 'matches', narrow: 'Refine the query' };
    expect(paging('search_text', far).note).toBe('\n\n[600 matches limit reached. Use limit=1000 for more, or refine the query]');
    expect(paging('grep', { ...far, returned: 1_000 }).note).toBe('\n\n[1000 matches limit reached. Refine the query]');
    expect((await tool('search_text', { query: 'wide ', path: 'many' })).bounds).toMatchObject({ truncated: true, refinement_hint: '50.0KB limit reached. Refine the query' });
    expect(await failure('search_text', {})).toEqual(['missing_fields', 'search_text requires query']);
  });

  it('grep has its own names, limits and words [S3.grep]', async () => {
    expect(await output('grep', { pattern: 'todo', path: 'py', ignoreCase: true, glob: '*.py' })).toBe('py/app.py:6:    pass  # TODO one');
    expect(await output('grep', { pattern: 'f(x)', literal: true })).toBe('txt/paren.txt:1:f(x) = a.b');
    expect(await output('grep', { pattern: 'class App', context: 1 })).toBe('py/app.py-8-\npy/app.py:9:class App:\npy/app.py-10-    def run_all(self):');
    expect(await output('grep', { pattern: 'nowhere at all' })).toBe('No matches found');
    const cut = await tool('grep', { pattern: 'hit', path: 'many' });
    expect(cut.bounds).toMatchObject({ returned: 100, truncated: true, total: 120 });
    expect(cut.output.endsWith('many/list.txt:100:hit 100\n\n[100 matches limit reached. Use limit=200 for more, or refine the query]')).toBe(true);
    const bytes = await tool('grep', { pattern: 'wide', path: 'many', limit: 1000 });
    expect(new TextEncoder().encode(bytes.output).length).toBeLessThan(50 * 1024 + 100);
    expect(bytes.output.endsWith('\n\n[50.0KB limit reached. Refine the query]')).toBe(true);
    expect((await tool('grep', { query: 'x' })).error).toMatchObject({ code: 'missing_fields', message: 'grep requires pattern', retry_hint: { unknown_fields: ['query'] } });
    // Basic expressions are the other way round, and "nothing found" would be believed.
    expect(await output('search', { query: 'class\\|def' })).toMatch(/^No matches in \d+ files searched\..*\n\[\\\| is the character itself here; \| alone separates alternatives\.\]$/);
    expect(await output('content_search', { pattern: 'class \\w+', glob: '*.py' })).toBe('py/app.py:9:class App:\npy/pkg/deep.py:2:class Deep:');
  });
});

describe('a search that takes long', () => {
  it('keeps nobody else waiting, and ends when it is stopped [S5.search]', async () => {
    // Without its own process this expression would keep the tool host for longer than anybody waits.
    const { first, answers } = await tools.beside(['search', { query: '^(a+)+$', path: 'slow.txt' }], ['search', { query: 'TODO', path: 'src', output_mode: 'count' }], 5);
    expect(first.error).toEqual({ code: 'aborted', message: 'Stopped.' });
    expect(answers.map((answer) => answer.output)).toEqual(Array(5).fill('src/.hidden.ts:1\nsrc/main.go:1'));
    expect(await output('ls', { path: 'empty' })).toBe('(empty directory)');
  });

  it('many at a time all get their own answers [S5.search]', async () => {
    const asked = ['TODO', 'package', 'class', 'needle', 'hit 7$', 'wide$', 'main', 'nothing of the kind'];
    const together = await Promise.all(asked.map((query) => tool('search', { query, output_mode: 'count' })));
    const oneByOne: ToolResult[] = [];
    for (const query of asked) oneByOne.push(await tool('search', { query, output_mode: 'count' }));
    expect(together.map(({ output: text }) => text)).toEqual(oneByOne.map(({ output: text }) => text));
  });

  it('a search worker that was killed is replaced, and one that serves many calls stays one', async () => {
    const worker = async (): Promise<string[]> => (await tool('run_command', { command: 'pgrep -f "[s]earch.cjs"' })).stdout!.trim().split('\n');
    const [before] = await worker();
    for (let at = 0; at < 15; at++) await tool('search', { query: 'TODO', path: 'src' });
    expect(await worker()).toEqual([before]);
    await tool('run_command', { command: `kill -KILL ${before!}` });
    expect((await tool('search', { query: 'TODO', path: 'src' })).bounds?.total).toBe(2);
    expect(await worker()).toEqual([expect.not.stringMatching(`^${before!}$`)]);
  });

  const files = SOAK ? 100_000 : 8_000;
  it(`${files} files are searched and listed while other calls are answered [S5.search] [S1.read_tree]`, async () => {
    const made = await tool('run_command', {
      command: `node -e "const fs = require('fs'); let n = 0; for (let d = 0; n < ${files}; d++) { fs.mkdirSync('big/' + d, { recursive: true }); for (let i = 0; i < 200; i++, n++) fs.writeFileSync('big/' + d + '/' + i + '.txt', 'line one of ' + n + '\\n' + (n % 100 === 7 ? 'needle' : 'hay') + '\\n'); }"`,
      timeout_ms: 600_000,
    });
    expect(made.output).toBe('Exit code: 0\n(no output)');
    for (const [name, args, expected] of [
      ['search', { query: 'needle$', path: 'big', output_mode: 'count', max_results: 10 }, { total: files / 100, returned: 10 }],
      ['read_tree', { path: 'big', limit: 10 }, { total: files + files / 200, returned: 10 }],
      ['glob', { pattern: 'big/**/7.txt', max_results: 10 }, { total: files / 200, returned: 10 }],
    ] as const) {
      const { first, answers } = await tools.beside([name, args], ['ls', { path: 'py' }], Infinity);
      expect(first.bounds).toMatchObject({ ...expected, truncated: true });
      // A second one is asked only while the first call still runs: the one before it was answered beside it.
      expect(answers.length).toBeGreaterThan(1);
      expect(new Set(answers.map((answer) => answer.output))).toEqual(new Set(['app.py\nnotes.txt\npkg/\ntest_app.py']));
    }
  }, SOAK ? 600_000 : 60_000);

  it.runIf(SOAK)('is ended after a minute, with its words', async () => {
    expect(await failure('search', { query: '^(a+)+$', path: 'slow.txt' })).toEqual(['timeout', 'The search took longer than 60 s and was stopped. Use a simpler pattern, or search a part of the project.']);
  }, 120_000);
});
