/** The tools that read and change files, through the registry, on a real sandbox. */
import { isUtf8 } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolRegistry } from '../../src/tools/index.ts';
import { atloop } from '../../src/tools/systems/atloop.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { changed, git, makeTree, put as putTree, writeTrees } from '../support/patch-trees.ts';
import type { Tree } from '../support/patch-trees.ts';
import { random } from '../support/sample.ts';
import { openTools } from '../support/tools-browser.ts';
import type { ToolsBrowser } from '../support/tools-browser.ts';

let box: ToolsBrowser;
beforeAll(async () => { box = await openTools(); });
afterAll(() => box?.close());

const call = (name: string, args: unknown): Promise<ToolResult> => box.tool(name, args);
const put = (contents: Record<string, string | number[]>): Promise<void> => box.files(contents);
const bytes = (path: string): Promise<string> => box.bytes(path);
/** What a text is as bytes, one character each. */
const raw = (text: string): string => Buffer.from(text).toString('latin1');
const node = async (program: string): Promise<string> => (await box.terminal('node', ['-e', program])).output.trim();
const refusal = async (name: string, args: unknown): Promise<[string | undefined, string]> => {
  const { error, message, is_error, status } = await call(name, args);
  expect([is_error, status]).toEqual([true, 'error']);
  return [error?.code, message];
};

describe('read_file', () => {
  it('returns content and facts: the examples of both documents [S1.read_file] [S5.read_file]', async () => {
    await put({ 'src/main.go': 'package main\n\nfunc main() {}\n', 'src/main.py': Array.from({ length: 250 }, (_, i) => `line ${i + 1}\n`).join('') });
    const go = await call('read_file', { path: 'src/main.go' });
    expect(go).toMatchObject({ ok: true, message: 'file read', output: 'package main\n\nfunc main() {}\n', bounds: { returned: 3, truncated: false, total: 3 } });
    expect(go.metadata).toEqual({
      path: expect.stringMatching(/^\/.+\/src\/main\.go$/), rel_path: 'src/main.go', content: 'package main\n\nfunc main() {}\n', size: 29, file_type: 'text', start_line: 1, end_line: 3, total_lines: 3,
    });
    const windows: [object, number, number][] = [[{}, 1, 250], [{ offset: 1, limit: 100 }, 1, 100], [{ offset: 50, limit: 51 }, 50, 100], [{ offset: 200 }, 200, 250], [{ offset: 250, limit: 9 }, 250, 250]];
    for (const [range, start_line, end_line] of windows) {
      const { metadata } = await call('read_file', { path: 'src/main.py', ...range });
      expect(metadata).toMatchObject({ start_line, end_line, total_lines: 250, content: Array.from({ length: end_line - start_line + 1 }, (_, i) => `line ${start_line + i}\n`).join('') });
    }
  });

  it('has other names, each with its own terms and caps [S1.read_code] [S3.read]', async () => {
    const long = Array.from({ length: 2500 }, (_, i) => `${i + 1}\n`).join('');
    await put({ 'src/main.go': 'package main\n\nfunc main() {}\n', 'many.txt': long, 'wide.txt': `${'é'.repeat(600)}\n`.repeat(60) });
    expect(await call('read_code', { path: 'src/main.go' })).toMatchObject({ ok: true, tool: 'read_file', called_as: 'read_code', output: 'package main\n\nfunc main() {}\n' });
    const read = await call('read', { path: 'many.txt' });
    expect([read.metadata.end_line, read.output.slice(-66)]).toEqual([2000, '\n1999\n2000\n\n[Showing lines 1-2000 of 2500. Use offset=2001 to continue.]'.slice(-66)]);
    expect((await call('read', { path: 'many.txt', offset: 2001 })).bounds).toEqual({ returned: 500, truncated: false, total: 2500 });
    // 50 KB are 42 lines of 1,201 bytes.
    expect((await call('read', { path: 'wide.txt' })).bounds).toMatchObject({ returned: 42, truncated: true, total: 60 });
    expect((await call('read_file', { path: 'many.txt' })).bounds).toEqual({ returned: 2500, truncated: false, total: 2500 });
    expect((await call('file_read', { file_path: 'src/main.go', offset: 3 })).output).toBe('     3\tfunc main() {}\n');
    expect(await refusal('read', { path: 'many.txt', offset: 2501 })).toEqual(['invalid_arguments', 'Offset 2501 is beyond end of file (2500 lines total)']);
    expect(await refusal('read', { file_path: 'many.txt' })).toEqual(['missing_fields', 'read requires path']);
  });

  it('says what is wrong with a path [S1.read_file] [S1.error.file_not_found]', async () => {
    expect(await refusal('read_file', { path: 'src/mian.go' })).toEqual(['not_found', 'File not found: src/mian.go. Did you mean src/main.go?']);
    expect(await refusal('read_code', { path: '../x' })).toEqual(['path_escape', 'path escapes project workdir: ../x']);
    expect(await refusal('read_file', { path: '/etc/passwd' })).toEqual(['path_escape', 'path must be relative, or lie below the project: /etc/passwd']);
    expect((await refusal('read_file', { path: 'a/.git/config' }))[1]).toMatch(/^path is not allowed: a\/\.git\/config/);
    expect(await refusal('read_file', { path: 'src' })).toEqual(['invalid_arguments', 'path is a directory: src']);
    expect(await refusal('read_file', { path: 'src/main.go/x' })).toEqual(['not_found', 'File not found: src/main.go/x']);
    expect((await call('read_file', { path: '/workspace/src/main.go' })).metadata.rel_path).toBe('src/main.go');
    expect(await refusal('read_file', { path: 'src\\main.go' })).toEqual(['not_found', 'File not found: src\\main.go. Did you mean src/main.go?']);
    expect(await refusal('write_file', { path: 'made/', content: 'x' })).toEqual(['invalid_arguments', 'path names a folder: made/']);
    expect(await refusal('write_file', { path: 'é'.repeat(200), content: 'x' })).toEqual(['invalid_arguments', `a name in the path is longer than 255 bytes: ${'é'.repeat(60)}...`]);
  });

  it('describes what is no text, and reads ranges of a file of any size [S5.read_file]', async () => {
    await put({ 'nul.dat': [65, 0, 66], 'latin.txt': [0xe9, 10], 'dot.png': [0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0] });
    await node(`const fs=require('fs'); const line='0123456789abcdef'.repeat(8).slice(1)+'\\n'; fs.writeFileSync('huge.log', line.repeat(90000)+'é end'); fs.writeFileSync('mib.txt', 'x'.repeat(1023).concat('\\n').repeat(1024)); fs.writeFileSync('mib1.txt', 'x'.repeat(1023).concat('\\n').repeat(1024)+'y')`);
    const about = (name: string, type: string, size: number): string => `[File: ${name}]\nType: ${type}\nSize: ${size} bytes\n\n`;
    expect(await call('read_file', { path: 'nul.dat' })).toMatchObject({ ok: true, is_error: false, output: `${about('nul.dat', 'binary', 3)}This file is binary or too large to display.`, metadata: { file_type: 'binary', size: 3 } });
    expect((await call('read_file', { path: 'latin.txt' })).metadata).toMatchObject({ file_type: 'binary', size: 2 });
    const image = await call('read', { path: 'dot.png' });
    expect(image.output).toBe(`${about('dot.png', 'image/png', 10)}This file is a picture; it is attached for the person who watches, and has no text.`);
    expect(image.server_data).toEqual([{ kind: 'image', audience: 'timeline', data: { mime_type: 'image/png', base64: 'iVBORw0KGgoAAA==', path: 'dot.png' } }]);

    const huge = await call('read_file', { path: 'huge.log' });
    expect(huge.output).toBe(`${about('huge.log', 'text', 90000 * 128 + 6)}This file is binary or too large to display. Read a range of lines with offset and limit.`);
    expect(await call('read_file', { path: 'huge.log', offset: 90001 })).toMatchObject({ output: 'é end', bounds: { returned: 1, truncated: false, total: 90001 } });
    expect((await call('read_file', { path: 'huge.log', offset: 45000, limit: 2 })).metadata.content).toBe(`${'0123456789abcdef'.repeat(8).slice(1)}\n`.repeat(2));
    expect(await refusal('read_file', { path: 'huge.log', offset: 90002 })).toEqual(['invalid_arguments', 'Offset 90002 is beyond end of file (90001 lines total)']);
    // The third document's cap makes every file one that can be read; 50 KB are 400 lines.
    expect((await call('read', { path: 'huge.log' })).bounds).toMatchObject({ returned: 400, truncated: true, total: 90001 });
    // The first document's limit is 1 MiB: in its words, and still no failure.
    expect(await call('read_code', { path: 'mib1.txt' })).toMatchObject({ ok: true, message: 'file exceeds 1048576 bytes limit' });
    expect((await call('read_code', { path: 'mib.txt' })).message).toBe('file read in part');
    expect((await call('read_file', { path: 'mib1.txt' })).bounds).toMatchObject({ returned: 58, truncated: true, total: 1025 });
  });

  it('cuts at 60,000 code points, never inside a character, and keeps marks and line endings', async () => {
    await put({ 'emoji.txt': '💡'.repeat(60_001), 'even.txt': '💡'.repeat(60_000), 'bom.txt': '\ufeffa\r\nb\r\n', 'empty.txt': '', 'none.txt': 'x' });
    const cut = await call('read_file', { path: 'emoji.txt' });
    expect([cut.metadata.content === '💡'.repeat(60_000), cut.bounds?.truncated]).toEqual([true, true]);
    expect((await call('read_file', { path: 'even.txt' })).bounds).toEqual({ returned: 1, truncated: false, total: 1 });
    expect((await call('read_file', { path: 'bom.txt' })).metadata).toMatchObject({ content: '\ufeffa\r\nb\r\n', total_lines: 2 });
    expect(await call('read_file', { path: 'empty.txt' })).toMatchObject({ ok: true, output: '', bounds: { returned: 0, truncated: false, total: 0 } });
    expect((await call('read_file', { path: 'none.txt', line_numbers: true })).output).toBe('     1\tx');
  });
});

describe('write_file', () => {
  it('creates and overwrites, with a newline at the end [S1.write_file] [S5.write_file]', async () => {
    const first = await call('write_file', { path: 'src/config.json', content: '{"key": "value"}' });
    expect(first).toMatchObject({ ok: true, message: 'file written', metadata: { path: expect.stringMatching(/^\/.+\/src\/config\.json$/), rel_path: 'src/config.json', bytes_written: 17, created: true } });
    expect(await bytes('src/config.json')).toBe('{"key": "value"}\n');
    expect((await call('write_file', { path: 'src/config.json', content: '{}\n' })).metadata).toMatchObject({ bytes_written: 3, created: false, added: 1, removed: 1 });
    await call('write_file', { path: 'new/deep/é 💡.txt', content: '' });
    expect([await bytes('src/config.json'), await bytes('new/deep/é 💡.txt')]).toEqual(['{}\n', '']);
    // Two newlines stay two; a file of CRLF lines gets its kind.
    await call('write_file', { path: 'two.txt', content: 'a\n\n' });
    await call('write_file', { path: 'crlf.txt', content: 'a\r\nb' });
    expect([await bytes('two.txt'), await bytes('crlf.txt')]).toEqual(['a\n\n', 'a\r\nb\r\n']);
  });

  it('ends with a newline in atloop\'s terms, even when it is empty [S5.write_file]', async () => {
    const { alias } = atloop(toolRegistry).registry.resolve('write_file')!;
    const written: string[] = [];
    for (const content of ['', 'x', 'x\n', 'x\n\n']) {
      await call('write_file', alias!.map({ path: 'atloop.txt', content }));
      written.push(await bytes('atloop.txt'));
    }
    expect(written).toEqual(['\n', 'x\n', 'x\n', 'x\n\n']);
  });

  it('writes exactly what it is given under the names of the other systems [S3.write]', async () => {
    expect(await call('write', { path: 'w.txt', content: '\ufeffé\r\n💡' })).toMatchObject({ ok: true, output: 'Successfully wrote 11 bytes to w.txt' });
    await call('file_write', { file_path: 'f.txt', content: 'no newline' });
    await call('write_file', { path: 'p.txt', content: 'kept', final_newline: 'preserve' });
    expect([await bytes('w.txt'), await bytes('f.txt'), await bytes('p.txt')]).toEqual([raw('\ufeffé\r\n💡'), 'no newline', 'kept']);
    expect(await refusal('write', { path: 'w.txt' })).toEqual(['missing_fields', 'write requires content']);
    expect((await refusal('write', { path: 'w.txt', content: 'x', final_newline: 'ensure' }))[1]).toMatch(/^json: unknown field "final_newline"/);
  });

  it('keeps modes, writes through links, and says what stands in the way', async () => {
    await node(`const fs=require('fs'); fs.writeFileSync('run.sh','x'); fs.chmodSync('run.sh',0o750); fs.symlinkSync('run.sh','link.sh'); fs.symlinkSync('/etc','out'); fs.mkdirSync('folder',{recursive:true});`);
    await call('write_file', { path: 'link.sh', content: 'through\n' });
    expect(await node(`const fs=require('fs'); console.log((fs.statSync('run.sh').mode&0o777).toString(8), fs.readlinkSync('link.sh'), fs.readFileSync('run.sh','utf8'))`)).toBe('750 run.sh through');
    expect((await refusal('write_file', { path: 'out/x', content: '' }))[0]).toBe('path_escape');
    expect(await refusal('write_file', { path: 'folder', content: 'x' })).toEqual(['invalid_arguments', 'path is a directory: folder']);
    expect(await refusal('write_file', { path: 'run.sh/x', content: 'x' })).toEqual(['invalid_arguments', 'a parent of the path is a file: run.sh/x']);
    expect(await refusal('write_file', { path: '.git/config', content: 'x' })).toEqual(['blocked', expect.stringMatching(/^path is not allowed: \.git\/config/)]);
  });
});

describe('append_file', () => {
  it('adds exactly what it is given to a file that exists: the examples of the document [S5.append_file]', async () => {
    await put({ 'long_document.md': '# Title', 'app.log': '', 'crlf.log': 'a\r\n' });
    const chapter = await call('append_file', { path: 'long_document.md', content: '\n\n## Chapter 2\nThis is the continuation...' });
    expect(chapter).toMatchObject({ ok: true, metadata: { rel_path: 'long_document.md', bytes_written: 42, size: 49, added: 4, removed: 1 } });
    await call('append_file', { path: 'app.log', content: '[2024-01-01] User logged in\n' });
    await call('append_file', { path: 'app.log', content: 'é💡' });
    await call('append_file', { path: 'crlf.log', content: 'b\n' });
    expect([await bytes('long_document.md'), await bytes('app.log'), await bytes('crlf.log')]).toEqual(['# Title\n\n## Chapter 2\nThis is the continuation...', raw('[2024-01-01] User logged in\né💡'), 'a\r\nb\n']);
    expect(await refusal('append_file', { path: 'missing.log', content: 'x' })).toEqual(['not_found', 'File not found: missing.log. append_file appends to existing files.']);
    expect(await refusal('append_file', { path: 'src', content: 'x' })).toEqual(['invalid_arguments', 'path is a directory: src']);
  });

  it('loses nothing of calls that come at the same time, and leaves the file the same file', async () => {
    await put({ 'same.log': '' });
    const before = await node(`console.log(require('fs').statSync('same.log').ino)`);
    await Promise.all(Array.from({ length: 20 }, (_, i) => call('append_file', { path: 'same.log', content: `${i}\n` })));
    expect((await bytes('same.log')).trim().split('\n').map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(await node(`console.log(require('fs').statSync('same.log').ino)`)).toBe(before);
  });
});

describe('edit_file', () => {
  it('replaces a text that occurs once: the examples of the document, in both forms [S5.edit_file]', async () => {
    await put({ 'src/utils.py': 'import math\n\ndef calculate(x, y):\n    return x + y\n', 'src/main.py': '# Configuration\nDEBUG = True\n# End config\n' });
    const tagged = await call('edit_file', { path: 'src/utils.py', content: '<old>def calculate(x, y):\n    return x + y</old><new>def calculate(x, y):\n    return x * y</new>' });
    expect(tagged).toMatchObject({ ok: true, message: 'Updated src/utils.py: +1 -1 lines' });
    expect(tagged.metadata).toEqual({
      path: 'src/utils.py', created: false, match_strategy: 'exact', occurrences: 1, added: 1, removed: 1, bytes_written: 51, operation: 'replace', replace_all: false,
      summary: 'Updated file: 1 lines modified.', diff: '--- a/src/utils.py\n+++ b/src/utils.py\n@@ -1,4 +1,4 @@\n import math\n \n def calculate(x, y):\n-    return x + y\n+    return x * y\n',
    });
    await call('edit_file', { path: 'src/main.py', old_string: '# Configuration\nDEBUG = True\n# End config', new_string: '# Configuration\nDEBUG = False\n# End config' });
    expect([await bytes('src/utils.py'), await bytes('src/main.py')]).toEqual(['import math\n\ndef calculate(x, y):\n    return x * y\n', '# Configuration\nDEBUG = False\n# End config\n']);
  });

  it('counts lines in the words of the document', async () => {
    await put({ 'count.txt': 'a\nb\nc\nd\n' });
    const summary = async (old_string: string, new_string: string): Promise<unknown> => (await call('edit_file', { path: 'count.txt', old_string, new_string })).metadata.summary;
    expect(await summary('b', 'b1\nb2\nb3')).toBe('Updated file: +3 lines, -1 lines, +2 lines total.');
    expect(await summary('b1\nb2\nb3', 'x')).toBe('Updated file: +1 lines, -3 lines, -2 lines total.');
    expect(await summary('x\nc\n', '')).toBe('Removed 2 lines.');
    expect((await call('edit_file', { path: 'made.txt', old_string: '', new_string: 'one\ntwo' })).metadata).toMatchObject({ operation: 'create', match_strategy: 'create', created: true, summary: 'Created file: 2 lines.' });
    expect([await bytes('count.txt'), await bytes('made.txt')]).toEqual(['a\nd\n', 'one\ntwo\n']);
  });

  it('says why an edit does not fit, each name in its own words [S5.edit_file] [S3.edit] [S1.edit_code]', async () => {
    const text = 'x = 1\ny = 2\nx = 1\n';
    await put({ 'e.txt': text });
    const tried = 'tried exact, line endings, trailing spaces, indentation';
    expect(await refusal('edit_file', { path: 'e.txt', old_string: 'x = 1', new_string: 'z' })).toEqual(['ambiguous_match', 'Edit failed: old_string found 2 times in file. e.txt, at lines 1, 3. Add surrounding lines to make it unique, or set replace_all.']);
    expect(await refusal('edit_file', { path: 'e.txt', old_string: 'y = 2\nq', new_string: 'z' })).toEqual(['no_match', `Edit failed: old_string not found in file. e.txt: ${tried}. Its first line is at line 2, but what follows differs. Re-read the file and copy the text exactly.`]);
    expect(await refusal('edit_file', { path: 'e.txt', old_string: 'y', new_string: 'y' })).toEqual(['invalid_arguments', 'old_string and new_string are the same. No changes to make.']);
    expect(await refusal('edit_file', { path: 'zzzzzzzz', old_string: 'y', new_string: 'z' })).toEqual(['not_found', 'File not found: zzzzzzzz. Cannot edit non-existent file.']);
    expect(await refusal('edit_file', { path: 'e.txx', content: '<old>y</old><new>z</new>' })).toEqual(['not_found', 'File not found: e.txx. Cannot edit non-existent file. Did you mean e.txt?']);
    expect(await refusal('edit_file', { path: 'e.txt', content: '<old>y<new>z</new>' })).toEqual(['invalid_arguments', 'content must be in format: <old>old_string</old><new>new_string</new>']);
    expect(await refusal('edit_file', { path: 'e.txt', old_string: '', new_string: 'z' })).toEqual(['already_exists', 'File already exists: e.txt. An empty old_string creates a file; give the text to replace.']);
    expect(await refusal('edit_file', { path: 'e.txt', old_string: 'y' })).toEqual(['missing_fields', 'edit_file requires new_string']);
    expect(await refusal('edit_file', { path: 'e.txt', old_string: 'y', content: 'y' })).toEqual(['invalid_arguments', 'edit_file takes either content, or old_string and new_string']);
    expect(await refusal('edit', { path: 'e.txt', oldText: 'x = 1', newText: 'z' })).toEqual(['ambiguous_match', 'Found 2 occurrences of the text in e.txt, at lines 1, 3. The text must be unique: add surrounding lines.']);
    expect(await refusal('edit', { path: 'e.txt', oldText: 'q', newText: 'z' })).toEqual(['no_match', `Could not find the text in e.txt (${tried}). Re-read the file and copy the text exactly.`]);
    expect((await refusal('edit', { path: 'e.txt', oldText: 'y', newText: 'y' }))[1]).toMatch(/^No changes made/);
    expect(await refusal('edit_code', { path: 'e.txt', old_text: 'q', new_text: 'z' })).toEqual(['no_match', `OLD text not found in e.txt (${tried}). Re-read the file and copy the text exactly.`]);
    expect((await refusal('edit_code', { path: 'e.txt', old_text: 'x = 1', new_text: 'z' }))[0]).toBe('ambiguous_match');
    expect(await refusal('edit_code', { path: 'e.txt' })).toEqual(['missing_fields', 'edit_code requires patch']);
    expect((await refusal('file_edit', { file_path: 'e.txt', old_string: 'x = 1', new_string: 'z' }))[1]).toMatch(/^old_string appears 2 times\. Use replace_all/);
    expect((await refusal('edit_file', { path: 'nul.dat', old_string: 'A', new_string: 'B' }))[0]).toBe('binary');
    expect(await bytes('e.txt')).toBe(text);
  });

  it('leaves every byte outside the edit as it is, and the end of the file by the called name [S3.edit]', async () => {
    await put({ 'crlf.txt': '\ufeffa\r\nb\r\nc\nd', 'keep.txt': 'a\nb', 'all.txt': 'x é x 💡 x' });
    await call('edit', { path: 'crlf.txt', oldText: 'a\nb\n', newText: 'a\nB\nx\n' });
    expect(await bytes('crlf.txt')).toBe(raw('\ufeffa\r\nB\r\nx\r\nc\nd'));
    await call('edit_code', { path: 'keep.txt', old_text: 'b', new_text: 'c' });
    expect(await bytes('keep.txt')).toBe('a\nc');
    await call('edit_file', { path: 'keep.txt', old_string: 'c', new_string: 'd' });
    expect(await bytes('keep.txt')).toBe('a\nd\n');
    expect((await call('edit_file', { path: 'all.txt', old_string: 'x', new_string: '$& $1', replace_all: true })).metadata).toMatchObject({ occurrences: 3 });
    expect(await bytes('all.txt')).toBe(raw('$& $1 é $& $1 💡 $& $1\n'));
    await call('file_edit', { file_path: 'all.txt', old_string: '💡', new_string: '' });
    expect(await bytes('all.txt')).toBe(raw('$& $1 é $& $1  $& $1\n'));
  });

  it('makes every one of many edits that come at the same time', async () => {
    await put({ 'busy.txt': Array.from({ length: 12 }, (_, i) => `slot ${i};\n`).join('') });
    const results = await Promise.all(Array.from({ length: 12 }, (_, i) => call('edit_file', { path: 'busy.txt', old_string: `slot ${i};`, new_string: `done ${i};` })));
    expect(results.every((result) => result.ok)).toBe(true);
    expect(await bytes('busy.txt')).toBe(Array.from({ length: 12 }, (_, i) => `done ${i};\n`).join(''));
  });
});

describe('multi_edit_file', () => {
  it('edits several files as one change: the example of the document [S5.multi_edit_file]', async () => {
    await put({ 'src/file1.py': 'from utils import helper\n', 'src/file2.py': 'import os\nfrom utils import helper' });
    const edits = ['src/file1.py', 'src/file2.py'].map((path) => ({ path, old_string: 'from utils import helper', new_string: 'from utils.helpers import helper' }));
    const result = await call('multi_edit_file', { edits });
    expect(result).toMatchObject({ ok: true, output: 'Successfully edited 2 file(s):\n  - src/file1.py\n  - src/file2.py' });
    expect(result.metadata).toMatchObject({ successful_edits: 2, failed_edits: 0, total_edits: 2, edited_files: ['src/file1.py', 'src/file2.py'] });
    expect([await bytes('src/file1.py'), await bytes('src/file2.py')]).toEqual(['from utils.helpers import helper\n', 'import os\nfrom utils.helpers import helper\n']);
  });

  it('lets edits of one file follow each other, and creates only what is not there', async () => {
    await put({ 'chain.txt': 'one\n' });
    const result = await call('multi_edit_file', { edits: [
      { path: 'chain.txt', old_string: 'one', new_string: 'two' }, { path: './chain.txt', old_string: 'two', new_string: 'three' },
      { path: 'fresh/new.txt', old_string: '', new_string: 'made' }, { path: 'fresh/new.txt', old_string: 'made', new_string: 'made and edited' },
    ] });
    expect(result.metadata).toMatchObject({ successful_edits: 4, edited_files: ['chain.txt', 'fresh/new.txt'] });
    expect([await bytes('chain.txt'), await bytes('fresh/new.txt')]).toEqual(['three\n', 'made and edited\n']);
    expect(await refusal('multi_edit_file', { edits: [{ path: 'chain.txt', old_string: 'three', new_string: '4' }, { path: 'fresh/new.txt', old_string: '', new_string: 'x' }] }))
      .toEqual(['already_exists', 'edits[1] (fresh/new.txt): File already exists: fresh/new.txt. An empty old_string creates a file; give the text to replace. Nothing was changed.']);
    expect(await bytes('chain.txt')).toBe('three\n');
  });

  it('changes nothing when one edit does not fit, or one write fails half-way [S5.multi_edit_file]', async () => {
    await put({ 't/a.txt': 'a\n', 't/b.txt': 'b\nb\n', 'locked/c.txt': 'c\n' });
    const a = { path: 't/a.txt', old_string: 'a', new_string: 'changed' };
    expect((await refusal('multi_edit_file', { edits: [a, { path: 't/b.txt', old_string: 'zz', new_string: 'x' }] }))[1]).toMatch(/^edits\[1\] \(t\/b\.txt\): Edit failed: old_string not found in file\. .* Nothing was changed\.$/);
    expect((await refusal('multi_edit_file', { edits: [a, { path: 't/b.txt', old_string: 'b', new_string: 'x' }] }))[0]).toBe('ambiguous_match');
    expect((await refusal('multi_edit_file', { edits: [a, { path: 't/zz.txt', old_string: 'b', new_string: 'x' }] }))[0]).toBe('not_found');
    // Here the first file has been written when the second cannot be.
    expect(await refusal('multi_edit_file', { edits: [a, { path: 't/made/x.txt', old_string: '', new_string: 'x' }, { path: 't/b.txt/inner', old_string: '', new_string: 'x' }] }))
      .toEqual(['invalid_arguments', 'a parent of the path is a file: t/b.txt/inner']);
    const state = `const fs=require('fs'); console.log(JSON.stringify([fs.readdirSync('t').sort(), fs.readFileSync('t/a.txt','utf8'), fs.readdirSync('.tabloom/tmp'), process.getuid()]))`;
    const [names, text, leftovers, uid] = JSON.parse(await node(state)) as [string[], string, string[], number];
    expect([names, text, leftovers]).toEqual([['a.txt', 'b.txt'], 'a\n', []]);
    expect(uid).not.toBe(0);
    await node(`require('fs').chmodSync('locked', 0o555)`);
    expect(await refusal('multi_edit_file', { edits: [a, { path: 'locked/c.txt', old_string: 'c', new_string: 'x' }] })).toEqual(['blocked', 'permission denied: locked/c.txt']);
    expect([await bytes('t/a.txt'), await bytes('locked/c.txt')]).toEqual(['a\n', 'c\n']);
    expect(await refusal('multi_edit_file', { edits: [] })).toEqual(['invalid_arguments', expect.stringMatching(/^multi_edit_file: edits/)]);
  });
});

describe('apply_patch', () => {
  const gitPatch = 'diff --git a/p/one.txt b/p/one.txt\nindex 1..2 100644\n--- a/p/one.txt\n+++ b/p/one.txt\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n'
    + 'diff --git a/p/gone.txt b/p/gone.txt\ndeleted file mode 100644\n--- a/p/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n'
    + 'diff --git a/p/old.txt b/p/moved/new.txt\nsimilarity index 80%\nrename from p/old.txt\nrename to p/moved/new.txt\n--- a/p/old.txt\n+++ b/p/moved/new.txt\n@@ -1 +1 @@\n-old\n\\ No newline at end of file\n+new\n\\ No newline at end of file\n'
    + 'diff --git a/p/run.sh b/p/run.sh\nold mode 100644\nnew mode 100755\n'
    + 'diff --git "a/p/\\303\\251.txt" "b/p/\\303\\251.txt"\nnew file mode 100644\n--- /dev/null\n+++ "b/p/\\303\\251.txt"\n@@ -0,0 +1 @@\n+é\n';
  const start = { 'p/one.txt': 'a\nb\nc\n', 'p/gone.txt': 'bye\n', 'p/old.txt': 'old', 'p/run.sh': 'echo\n' };

  it('changes, creates, deletes, renames files and modes, and reports each [S1.apply_patch]', async () => {
    await put(start);
    const result = await call('apply_patch', { patch: gitPatch });
    expect(result).toMatchObject({ ok: true, message: 'patch applied' });
    const none = { hunks: 1, fuzz: 0, placed: [], binary: false };
    expect(result.metadata.files).toEqual([
      { path: 'p/one.txt', op: 'modify', ...none, added: 1, removed: 1 }, { path: 'p/gone.txt', op: 'delete', ...none, added: 0, removed: 1 },
      { path: 'p/moved/new.txt', op: 'rename', from: 'p/old.txt', ...none, added: 1, removed: 1 },
      { path: 'p/run.sh', op: 'mode', mode: '100755', ...none, hunks: 0, added: 0, removed: 0 }, { path: 'p/é.txt', op: 'create', mode: '100644', ...none, added: 1, removed: 0 },
    ]);
    expect(result.output).toBe('Updated p/one.txt: +1 -1 lines in 1 hunk\nDeleted p/gone.txt: +0 -1 lines in 1 hunk\nRenamed p/old.txt to p/moved/new.txt: +1 -1 lines in 1 hunk\nChanged the mode of p/run.sh: 100755\nCreated p/é.txt: +1 -0 lines in 1 hunk');
    expect(await node(`const fs=require('fs'); console.log(JSON.stringify([fs.readdirSync('p',{recursive:true}).sort(), fs.readFileSync('p/one.txt','utf8'), fs.readFileSync('p/moved/new.txt','utf8'), fs.statSync('p/run.sh').mode&0o111, fs.readFileSync('p/é.txt','utf8')]))`))
      .toBe(JSON.stringify([['moved', 'moved/new.txt', 'one.txt', 'run.sh', 'é.txt'], 'a\nB\nc\n', 'new', 0o111, 'é\n']));
  });

  it('changes nothing when one of its files does not fit, and says which and why [S1.apply_patch] [S1.error.patch_failed]', async () => {
    await put({ ...start, 'p/one.txt': 'a\nx\nc\n' });
    expect(await refusal('apply_patch', { patch: gitPatch })).toEqual(['patch_failed',
      'patch validation failed: error: patch failed: p/one.txt:1\nHunk #1 does not fit: line 2 is "x", the patch expects "b"\nerror: p/one.txt: patch does not apply\nerror: p/moved/new.txt: already exists in working directory\nerror: p/é.txt: already exists in working directory\nNothing was changed.']);
    expect(await bytes('p/gone.txt')).toBe('bye\n');
    // The last file cannot be written: the folder is no folder.
    const blocked = `${gitPatch.split('diff --git a/p/run.sh')[0]!.replace('-b\n+B', '-x\n+X')}diff --git a/p/run.sh/x b/p/run.sh/x\nnew file mode 100644\n--- /dev/null\n+++ b/p/run.sh/x\n@@ -0,0 +1 @@\n+x\n`.replace('p/moved/new.txt', 'p/moved/new.txt');
    await node(`require('fs').rmSync('p/moved',{recursive:true})`);
    expect(await refusal('apply_patch', { patch: blocked })).toEqual(['invalid_arguments', 'a parent of the path is a file: p/run.sh/x']);
    expect(await node(`const fs=require('fs'); console.log(JSON.stringify([fs.readdirSync('p').sort(), fs.readFileSync('p/one.txt','utf8'), fs.readFileSync('p/gone.txt','utf8'), fs.readdirSync('.tabloom/tmp')]))`))
      .toBe(JSON.stringify([['gone.txt', 'old.txt', 'one.txt', 'run.sh', 'é.txt'], 'a\nx\nc\n', 'bye\n', []]));
  });

  it('refuses in the words of the document [S1.apply_patch] [S1.edit_code]', async () => {
    const simple = (name: string): string => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-a\n+b\n`;
    expect(await refusal('apply_patch', {})).toEqual(['missing_fields', 'apply_patch requires patch']);
    expect(await refusal('apply_patch', { patch: '' })).toEqual(['invalid_arguments', 'patch is required']);
    expect(await refusal('apply_patch', { patch: 'hello' })).toEqual(['invalid_arguments', 'invalid patch format: no files found in patch']);
    // The document's example, which has dots for the rest.
    expect(await refusal('apply_patch', { patch: '*** Begin Patch\n*** Update File: a.txt\n@@\n-a\n+b\n*** End Patch\n' })).toEqual([
      'invalid_arguments', 'invalid patch format: no files found in patch (a unified diff is needed, with lines of "--- a/file" and "+++ b/file", not "*** Begin Patch")',
    ]);
    expect(await refusal('apply_patch', { patch: 'diff --git a/file1.go b/file1.go\n...' })).toEqual(['invalid_arguments', 'invalid patch format: no files found in patch']);
    expect(await refusal('apply_patch', { patch: `${'x'.repeat(10 * 1024 * 1024)}y` })).toEqual(['too_large', 'patch too large (max 10MB)']);
    expect(await refusal('apply_patch', { patch: simple('.git/hooks/pre-commit') })).toEqual(['blocked', 'patch modifies blocked file: .git/hooks/pre-commit']);
    expect((await refusal('apply_patch', { patch: simple('../x') }))[0]).toBe('path_escape');
    for (const name of ['.env', 'config/.env.local', 'key.pem', 'id_rsa', 'aws/credentials', 'credentials.json']) expect(await refusal('apply_patch', { patch: simple(name) })).toEqual(['blocked', `patch modifies potentially sensitive file: ${name}`]);
    expect((await refusal('apply_patch', { patch: simple('nothing.txt') }))[1]).toBe('patch validation failed: error: nothing.txt: No such file or directory\nNothing was changed.');
    expect((await refusal('apply_patch', { patch: '@@ -1 +1 @@\n-a\n+b\n' }))[1]).toBe('patch validation failed: error: patch fragment without header at line 1: @@ -1 +1 @@');
    await put({ 'src/keyboard.ts': 'a\n', 'monkey.go': 'a\n', 'tokenizer.ts': 'a\n', 'password-field.tsx': 'a\n' });
    for (const name of ['src/keyboard.ts', 'monkey.go', 'tokenizer.ts', 'password-field.tsx']) expect((await call('apply_patch', { patch: simple(name), path: name })).ok).toBe(true);
    expect(await refusal('edit_code', { path: 'monkey.go', patch: simple('tokenizer.ts').replace('-a\n+b', '-b\n+a') })).toEqual(['blocked', 'patch modifies unauthorized file: tokenizer.ts (only monkey.go may be changed)']);
    expect(await bytes('tokenizer.ts')).toBe('b\n');
  });

  it('puts right what models get wrong: the example of edit_code, with its counts and its line [S1.edit_code]', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `\tline ${i + 1}\n`);
    lines[13] = '\told code\n';
    await put({ 'src/main.go': lines.join('') });
    const result = await call('edit_code', { path: 'src/main.go', patch: '--- a/src/main.go\n+++ b/src/main.go\n@@ -10,7 +10,7 @@\n-\told code\n+\tnew code' });
    expect(result).toMatchObject({ ok: true, called_as: 'edit_code', message: 'patch applied', output: 'Updated src/main.go: +1 -1 lines in 1 hunk\nHunk #1 succeeded at 14 (offset 4 lines, not at the edge of the file).' });
    lines[13] = '\tnew code\n';
    expect(await bytes('src/main.go')).toBe(lines.join(''));
    // A file of CRLF lines, and a patch without them.
    await put({ 'dos.txt': 'a\r\nb\r\nc\r\n' });
    expect((await call('apply_patch', { patch: '--- dos.txt\n+++ dos.txt\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n+x\n c\n' })).metadata.files).toMatchObject([{ placed: [{ hunk: 1, line: 1, offset: 0, fuzz: 0, ignored: 'line_endings' }] }]);
    expect(await bytes('dos.txt')).toBe('a\r\nB\r\nx\r\nc\r\n');
  });

  it('leaves in the sandbox what native git leaves: modes, links, renames, copies, binary data [S1.apply_patch]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tabloom-sandbox-patch-'));
    try {
      const next = random();
      // A patch comes as text: other encodings than UTF-8 cannot be said in it.
      const sayable = (tree: Tree): boolean => [...tree.values()].every((node) => 'link' in node || node.bytes.includes(0) || isUtf8(node.bytes));
      const cases = Array.from({ length: 40 }, (_, index) => {
        const before = makeTree(next);
        return { name: `case${index}`, before, after: changed(before, next) };
      }).filter(({ before, after }) => sayable(before) && sayable(after)).slice(0, 15);
      const [from, to] = writeTrees(join(folder, 'repo'), cases);
      const text = git(join(folder, 'repo'), ['diff', '--binary', '-M', '-C', from, to]).toString();
      expect(['GIT binary patch', 'rename from', 'new mode', 'new file mode 120000', 'deleted file'].filter((what) => !text.includes(what))).toEqual([]);
      const nodes = cases.flatMap(({ name, before }) => [...before].map(([path, node]) => ({ path: `${name}/${path}`, ...('link' in node ? node : { base64: node.bytes.toString('base64'), exec: node.exec === true }) })));
      await put({ 'patched/nodes.json': JSON.stringify(nodes) });
      await node(`const fs=require('fs'), path=require('path');
        for (const n of JSON.parse(fs.readFileSync('patched/nodes.json'))) { fs.mkdirSync(path.dirname(n.path),{recursive:true}); if (n.link) fs.symlinkSync(n.link,n.path); else { fs.writeFileSync(n.path,Buffer.from(n.base64,'base64')); fs.chmodSync(n.path,n.exec?0o755:0o644); } }`);
      const result = await call('apply_patch', { patch: text });
      expect(result.message).toBe('patch applied');
      const listing = `const fs=require('fs'); const look=(at)=>fs.readdirSync(at).sort().flatMap((name)=>{ const p=at+'/'+name, s=fs.lstatSync(p);
        return s.isDirectory() ? [p+'/', ...look(p)] : [s.isSymbolicLink() ? p+' -> '+fs.readlinkSync(p) : p+' '+(s.mode&0o100?'x':'-')+' '+require('crypto').createHash('sha1').update(fs.readFileSync(p)).digest('hex')]; });
        fs.writeFileSync('patched/listing.json', JSON.stringify(fs.readdirSync('.').filter((name)=>/^case\\d+$/.test(name)).sort().flatMap((name)=>look(name))))`;
      await node(listing);
      const after = join(folder, 'after');
      for (const one of cases) putTree(join(after, one.name), one.after);
      mkdirSync(join(after, 'patched'));
      execFileSync(process.execPath, ['-e', listing], { cwd: after });
      const whole = JSON.parse(readFileSync(join(after, 'patched/listing.json'), 'utf8')) as string[];
      expect(JSON.parse(Buffer.from(await bytes('patched/listing.json'), 'latin1').toString())).toEqual(whole);
      expect(whole.length).toBeGreaterThan(40);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
