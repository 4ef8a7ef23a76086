/** What our applier of patches takes that git does not, and what it reports; native git is the oracle of patch-native.test.ts. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyHunks } from '../../src/host/patch/apply-hunks.ts';
import { applyPatchText } from '../../src/host/patch/apply.ts';
import { isSensitive } from '../../src/host/patch/guard.ts';
import { parsePatch } from '../../src/host/patch/parse.ts';

const numbered = (count: number): string => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('');
const head = '--- a/f\n+++ b/f\n';

/** The text after the patch, and what had to be tolerated for it; or why not. */
function apply(text: string, patch: string): { text: string; placed: object[] } | string {
  const outcome = applyHunks(text, parsePatch(patch)[0]!.hunks);
  return outcome.failed.length > 0 ? outcome.failed.map((one) => `#${one.hunk} ${one.reason}`).join('; ') : { text: outcome.text, placed: outcome.placed };
}

describe('a hunk with wrong counts or lines', () => {
  const exact = { text: 'a\nB\nc\n', placed: [] };

  it.each([
    ['counts that are too large', '@@ -1,9 +1,9 @@\n a\n-b\n+B\n c\n'],
    ['counts that are too small', '@@ -1,1 +1,1 @@\n a\n-b\n+B\n c\n'],
    ['no newline at the end of the patch', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c'],
    ['empty lines after it', '@@ -1,9 +1,9 @@\n a\n-b\n+B\n c\n\n\n'],
    ['a fence around it', '@@ -1,9 +1,9 @@\n a\n-b\n+B\n c\n```\n'],
    ['a mail around it', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n-- \n2.39.2\n\n'],
    ['a mail around it, and wrong counts', '@@ -1,7 +1,7 @@\n a\n-b\n+B\n c\n-- \n2.39.2\n\n'],
    ['no numbers', '@@ ... @@\n a\n-b\n+B\n c\n'],
  ])('is read: %s', (_what, hunk) => {
    expect(apply('a\nb\nc\n', head + hunk)).toEqual(exact);
  });

  it('keeps empty context lines whose space was lost', () => {
    expect(apply('a\n\nb\n', `${head}@@ -1,3 +1,3 @@\n a\n\n-b\n+B\n`)).toEqual({ text: 'a\n\nB\n', placed: [] });
    expect(apply('a\n\nb\n', `${head}@@ -1,8 +1,8 @@\n a\n\n-b\n+B\n`)).toEqual({ text: 'a\n\nB\n', placed: [] });
  });

  it('goes on after an empty line where its counts end by accident', () => {
    const [text, changed] = ['one\ntwo\n\nthree\nfour\nfive\n', 'one\nTWO\n\nthree\nFOUR\nfive\n'];
    expect(apply(text, `${head}@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n\n three\n-four\n+FOUR\n five\n`)).toEqual({ text: changed, placed: [] });
    expect(apply(text, `${head}@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n\n-missing\n`)).toContain('#1 ');
    // What stands after the patch is not part of it.
    for (const after of ['\n- a remark\n- another\n', '\n\n  \n', '\nThat is all.\n', '\n-- \n2.39.2\n', '\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-x\n+y\n', '\n  This makes it loud.\n\n  Nothing else changes.\n', '\n    as said above\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-x\n+y\n']) {
      expect(apply('one\ntwo\nthree\n', `${head}@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n${after}`)).toEqual({ text: 'one\nTWO\nthree\n', placed: [] });
    }
  });

  it('is refused when a line has no mark at all', () => {
    expect(() => parsePatch(`${head}@@ -1,3 +1,3 @@\n a\nb\n+B\n`)).toThrow('patch validation failed: error: corrupt patch at line 5: a line of a hunk begins with a space, "+" or "-", not as "b"');
    expect(() => parsePatch(`${head}@@ -1,3 +1,3 @@\n`)).toThrow('patch validation failed: error: corrupt patch at line 3: the hunk @@ -1,3 +1,3 @@ has no lines');
  });

  it('is told from the next file by what follows', () => {
    const two = `${head}@@ -1,9 +1,9 @@\n a\n-b\n+B\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-x\n+y\n`;
    expect(parsePatch(two).map((file) => [file.newPath, file.hunks.map((hunk) => hunk.marks)])).toEqual([['f', [' -+']], ['g', ['-+']]]);
    // A deleted line `-- a/g` and an added one `++ b/g`, by the counts.
    const lines = `${head}@@ -1,2 +1,2 @@\n--- a/g\n+++ b/g\n c\n`;
    expect(parsePatch(lines).map((file) => file.hunks.map((hunk) => [hunk.marks, hunk.texts]))).toEqual([[['-+ ', ['-- a/g\n', '++ b/g\n', 'c\n']]]]);
  });
});

describe('a hunk that is elsewhere', () => {
  it('is found by its context, and the distance is told', () => {
    const text = numbered(30);
    expect(apply(text, `${head}@@ -5,3 +5,3 @@\n line 19\n-line 20\n+X\n line 21\n`)).toEqual({ text: text.replace('line 20\n', 'X\n'), placed: [{ hunk: 1, line: 19, offset: 14, fuzz: 0 }] });
  });

  it('goes to the nearest of several places, forwards first, as in git', () => {
    const text = 'a\nb\nc\n'.repeat(5);
    const placed = apply(text, `${head}@@ -6,3 +6,3 @@\n a\n-b\n+X\n c\n`);
    expect(placed).toMatchObject({ placed: [{ line: 7, offset: 1 }] });
  });

  it('may leave out outer context when the rest is in one place only', () => {
    const text = 'one\ntwo\nthree\nfour\nfive\n';
    expect(apply(text, `${head}@@ -1,4 +1,4 @@\n ONE\n two\n-three\n+3\n four\n five\n`)).toEqual({ text: 'one\ntwo\n3\nfour\nfive\n', placed: [{ hunk: 1, line: 1, offset: 0, fuzz: 1 }] });
    expect(apply(`${text}${text}`, `${head}@@ -30,4 +30,4 @@\n ONE\n two\n-three\n+3\n four\n FIVE\n`)).toMatch(/^#1 /);
  });

  it('without any context goes where its header says, and never to the file\'s end', () => {
    expect(apply('x\ny\nx\n', `${head}@@ -1 +1 @@\n-x\n+z\n`)).toEqual({ text: 'z\ny\nx\n', placed: [{ hunk: 1, line: 1, offset: 0, fuzz: 0, ignored: 'file_edges' }] });
    expect(apply(numbered(9), `${head}@@ -4,0 +5 @@\n+new\n`)).toMatchObject({ text: numbered(9).replace('line 5\n', 'new\nline 5\n') });
  });

  it('says what is there instead, or that it is applied already', () => {
    expect(apply('a\nq\nc\n', `${head}@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n`)).toBe('#1 line 2 is "q", the patch expects "b"');
    expect(apply('a\nB\nc\n', `${head}@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n`)).toBe('#1 its new lines are in the file already');
    expect(apply('a\n', `${head}@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n`)).toBe('#1 the file ends before line 2, where the patch expects "b"');
  });

  it('does not overlap what another hunk has written', () => {
    const twice = `${head}@@ -1,3 +1,3 @@\n a\n-b\n+b\n c\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n`;
    expect(apply('a\nb\nc\n', twice)).toMatch(/^#2 /);
  });
});

describe('line endings', () => {
  it('of the file stay, and new lines get them', () => {
    expect(apply('a\r\nb\r\nc\r\n', `${head}@@ -1,3 +1,4 @@\n a\n-b\n+B\n+x\n c\n`)).toEqual({ text: 'a\r\nB\r\nx\r\nc\r\n', placed: [{ hunk: 1, line: 1, offset: 0, fuzz: 0, ignored: 'line_endings' }] });
    expect(apply('a\nb\nc\n', `${head}@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n`.replaceAll('\n', '\r\n'))).toEqual({ text: 'a\nB\nc\n', placed: [] });
    expect(apply('a\r\nb\r\nc\r\n', `${head}@@ -1,3 +1,3 @@\n a\r\n-b\r\n+B\r\n c\r\n`)).toEqual({ text: 'a\r\nB\r\nc\r\n', placed: [] });
  });

  it('at the end of a file may be missing on either side', () => {
    expect(apply('a\nb', `${head}@@ -1,2 +1,3 @@\n a\n b\n+c\n`)).toMatchObject({ text: 'a\nb\nc\n' });
    expect(apply('a\nb\nrest\n', `${head}@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+B\n\\ No newline at end of file\n`)).toMatchObject({ text: 'a\nB\nrest\n' });
    expect(apply('a', `${head}@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n`)).toEqual({ text: 'a\n', placed: [] });
  });

  it('with blanks before them are the same line', () => {
    expect(apply('a  \nb\t\nc\n', `${head}@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n`)).toEqual({ text: 'a  \nB\nc\n', placed: [{ hunk: 1, line: 1, offset: 0, fuzz: 0, ignored: 'trailing_space' }] });
  });
});

describe('names', () => {
  const names = (patch: string): (string | undefined)[] => parsePatch(patch).flatMap((file) => [file.oldPath, file.newPath]);
  const hunk = '@@ -1 +1 @@\n-a\n+b\n';

  it.each([
    ['--- a/x\n+++ b/x\n', 'x', 'x'], ['--- x\n+++ x\n', 'x', 'x'], ['--- a/x\n+++ a/x\n', 'a/x', 'a/x'], ['--- i/x\n+++ w/x\n', 'x', 'x'], ['--- b/x\n+++ a/x\n', 'x', 'x'],
    ['--- /dev/null\n+++ b/x\n', undefined, 'x'], ['--- a/x\n+++ /dev/null\n', 'x', undefined], ['--- /dev/null\n+++ x\n', undefined, 'x'],
    ['--- a/x y\t2024-01-01 00:00:00\n+++ b/x y\t2024-01-01 00:00:00\n', 'x y', 'x y'], ['--- "a/\\303\\251\\t\\"q"\n+++ "b/\\303\\251\\t\\"q"\n', 'é\t"q', 'é\t"q'],
    ['diff --git a/b/x b/b/x\n--- a/b/x\n+++ b/b/x\n', 'b/x', 'b/x'], ['diff --git b/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n', undefined, 'b/x'],
    ['--- main.ts.orig\n+++ main.ts\n', 'main.ts', 'main.ts'],
  ])('%j', (header, oldPath, newPath) => {
    expect(names(header + hunk)).toEqual([oldPath, newPath]);
  });

  it('without hunks come from the header', () => {
    expect(names('diff --git a/x y b/x y\nold mode 100644\nnew mode 100755\n')).toEqual(['x y', 'x y']);
    expect(names('diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n')).toEqual(['x', 'y']);
    expect(names('diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n')).toEqual([undefined, 'e']);
    expect(() => parsePatch('diff --git a/x b/y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n')).toThrow('corrupt patch at line 1: the names x and y differ; a rename has the lines "rename from" and "rename to"');
    expect(() => parsePatch('nothing\n')).toThrow('invalid patch format: no files found in patch');
  });

  it('of keys are refused, of programs never', () => {
    expect(['.env', '.env.local', 'a/.env', 'x.pem', 'id_rsa', 'id_ed25519.pub', 'credentials', 'credentials.json', 'credentials/x', '.env/x'].filter((name) => !isSensitive(name))).toEqual([]);
    expect(['keyboard.ts', 'monkey.go', 'tokenizer.ts', 'password.tsx', 'secretary.md', 'environment.ts', 'src/id_map.ts', 'credentials-form.tsx', 'env', 'my.env'].filter(isSensitive)).toEqual([]);
  });
});

describe('a patch for a folder', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tabloom-apply-'));
    writeFileSync(join(root, 'x'), 'a\n');
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const run = (patch: string, only?: string) => applyPatchText({ root }, patch, only);
  const diff = (name: string, hunk = '@@ -1 +1 @@\n-a\n+b\n'): string => `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${hunk}`;

  it('creates a file when nothing of it is needed, even if the patch does not call it new', async () => {
    expect(await run('--- a/n\n+++ b/n\n@@ -0,0 +1 @@\n+new\n')).toMatchObject([{ path: 'n', op: 'create' }]);
    expect(readFileSync(join(root, 'n'), 'utf8')).toBe('new\n');
    await expect(run('--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+new\n')).rejects.toThrow('error: n: already exists in working directory');
  });

  it('whose wrong counts happen to take in the next file\'s header is read the way that fits; where both do, the counts win', async () => {
    writeFileSync(join(root, 'y'), '1\n2\n');
    await run('--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n');
    expect([readFileSync(join(root, 'x'), 'utf8'), readFileSync(join(root, 'y'), 'utf8')]).toEqual(['b\n', '1\n3\n']);
    writeFileSync(join(root, 'x'), 'a\n-- a/y\n1\n');
    await run('--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -3 +3 @@\n-1\n+2\n');
    expect([readFileSync(join(root, 'x'), 'utf8'), readFileSync(join(root, 'y'), 'utf8')]).toEqual(['b\n++ b/y\n2\n', '1\n3\n']);
  });

  it('swaps two names, whatever the order', async () => {
    writeFileSync(join(root, 'y'), 'y\n');
    const move = (from: string, to: string): string => `diff --git a/${from} b/${to}\nsimilarity index 100%\nrename from ${from}\nrename to ${to}\n`;
    await run(move('x', 'y') + move('y', 'x'));
    expect([readFileSync(join(root, 'x'), 'utf8'), readFileSync(join(root, 'y'), 'utf8')]).toEqual(['y\n', 'a\n']);
  });

  it('lists the problems of every file', async () => {
    await expect(run(diff('x', '@@ -1 +1 @@\n-q\n+b\n') + diff('y') + diff('x/z'))).rejects.toThrow(
      'patch validation failed: error: patch failed: x:1\nHunk #1 does not fit: line 1 is "a", the patch expects "q"\nerror: x: patch does not apply\nerror: y: No such file or directory. Did you mean x?\nerror: x/z: No such file or directory\nNothing was changed.');
  });

  it('keeps away from links that lead out, from what lies beyond links, and from git\'s own files', async () => {
    symlinkSync('/etc', join(root, 'l'));
    const link = (target: string): string => `diff --git a/new b/new\nnew file mode 120000\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+${target}\n\\ No newline at end of file\n`;
    await expect(run(diff('l/passwd'))).rejects.toThrow("error: affected file 'l/passwd' is beyond a symbolic link");
    await expect(run(link('../outside'))).rejects.toThrow('path escapes project workdir');
    await expect(run(link('/etc/passwd'))).rejects.toThrow('path must be relative');
    await expect(run(link('.git/hooks'))).rejects.toThrow('path is not allowed');
    await expect(run(`${link('x')}diff --git a/new/f b/new/f\nnew file mode 100644\n--- /dev/null\n+++ b/new/f\n@@ -0,0 +1 @@\n+f\n`)).rejects.toThrow("affected file 'new/f' is beyond a symbolic link");
    await expect(run(diff('sub/.git/config'))).rejects.toThrow('patch modifies blocked file: sub/.git/config');
    await expect(run(diff('x') + diff('y'), 'x')).rejects.toThrow('patch modifies unauthorized file: y (only x may be changed)');
    await expect(run('diff --git a/m b/m\nnew file mode 160000\n--- /dev/null\n+++ b/m\n@@ -0,0 +1 @@\n+Subproject commit 0\n')).rejects.toThrow('m: submodules cannot be patched');
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('a\n');
  });

  it('refuses binary data that is damaged, incomplete or meant for another file', async () => {
    const binary = (body: string, ids = `${'1'.repeat(40)}..${'2'.repeat(40)}`): string => `diff --git a/x b/x\nindex ${ids} 100644\n${body}`;
    await expect(run(binary('Binary files a/x and b/x differ\n'))).rejects.toThrow("cannot apply binary patch to 'x' without full index line");
    await expect(run(binary('GIT binary patch\nliteral 3\nHcmV?d00001\n\n'))).rejects.toThrow("the patch applies to 'x' (1111111111111111111111111111111111111111), which does not match the current contents.");
    await expect(run(binary('GIT binary patch\nliteral 3\nHcmV\n\n'))).rejects.toThrow('corrupt patch at line 5: a line of binary data has the wrong length');
    await expect(run(binary('GIT binary patch\nwhatever\n'))).rejects.toThrow('unrecognized binary patch');
    // The id of "a\n", then one of the content that the data cannot make.
    await expect(run(binary('GIT binary patch\nliteral 0\nHcmV?d00001\n\n', `78981922613b2afb6025042ff6bd878ac1994e85..${'2'.repeat(40)}`))).rejects.toThrow("binary patch to 'x' creates incorrect result");
  });
});
