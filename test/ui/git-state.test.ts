import { describe, expect, it } from 'vitest';
import { readGitState, readLog, splitPatch } from '../../src/ui/panels/source-control/git-state.ts';
import { createSourceControl } from '../../src/ui/panels/source-control/source-control.ts';

const oid = '0'.repeat(40);

describe('what git says, for the source control panel', () => {
  it('reads branch, distance, files on both sides, renames and conflicts', () => {
    const status = ['# branch.oid 1234567890123456789012345678901234567890', '# branch.head main', '# branch.upstream origin/main', '# branch.ab +2 -1',
      `1 M. N... 100644 100644 100644 ${oid} ${oid} a b.txt`, `1 .D N... 100644 100644 000000 ${oid} ${oid} gone`, `2 RM N... 100644 100644 100644 ${oid} ${oid} R90 new name.txt`, 'old name.txt',
      `u UU N... 100644 100644 100644 100644 ${oid} ${oid} ${oid} both sides.txt`, '? odd\nname', ''].join('\0');
    const counts = { staged: '3\t1\ta b.txt\0' + '1\t2\t\0old name.txt\0new name.txt\0', unstaged: '0\t5\tgone\0-\t-\tnew name.txt\0' };
    expect(readGitState(status, counts)).toEqual({
      branch: 'main', head: '1234567', upstream: 'origin/main', ahead: 2, behind: 1,
      staged: [{ path: 'a b.txt', from: undefined, kind: 'M', added: 3, removed: 1 }, { path: 'new name.txt', from: 'old name.txt', kind: 'R', added: 1, removed: 2 }],
      unstaged: [
        { path: 'gone', from: undefined, kind: 'D', added: 0, removed: 5 }, { path: 'new name.txt', from: undefined, kind: 'M', added: undefined, removed: undefined },
        { path: 'both sides.txt', from: undefined, kind: 'U', added: undefined, removed: undefined }, { path: 'odd\nname', from: undefined, kind: '?', added: undefined, removed: undefined },
      ],
    });
  });

  it('knows a branch without commits, and no branch at all', () => {
    expect(readGitState('# branch.oid (initial)\0# branch.head main\0', { staged: '', unstaged: '' })).toMatchObject({ branch: 'main', head: undefined, staged: [], unstaged: [] });
    expect(readGitState(`# branch.oid ${oid}\0# branch.head (detached)\0`, { staged: '', unstaged: '' })).toMatchObject({ branch: undefined, head: '0000000' });
  });

  it('cuts a patch into hunks that are whole again together', () => {
    const patch = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-@@ not a heading\n+x\n@@ -9 +9 @@ f\n-y\n+z\n';
    const { head, hunks } = splitPatch(patch);
    expect(hunks).toEqual(['@@ -1 +1 @@\n-@@ not a heading\n+x\n', '@@ -9 +9 @@ f\n-y\n+z\n']);
    expect(head + hunks.join('')).toBe(patch);
    expect(splitPatch('Binary files differ\n')).toEqual({ head: 'Binary files differ\n', hunks: [] });
  });

  it('is asked for one file by its name, whatever signs are in it', async () => {
    const asked: string[][] = [];
    const call = async (_operation: string, { command }: { command: string[] }) => {
      asked.push(command);
      return { exit_code: 0, stdout: '', stderr: '', combined: '' };
    };
    const control = createSourceControl({ host: { call } } as never, { announce: () => undefined, subscribe: () => () => undefined } as never);
    const file = { path: 'app/[p]/page.tsx', from: undefined, kind: 'M', added: 1, removed: 1 };
    // What cannot be read afterwards is not asked here.
    for (const act of [() => control.discard(file), () => control.stage([file.path]), () => control.unstage([file.path])]) await act().catch(() => undefined);
    await control.patch(file, false);
    expect(asked.filter(([program]) => program === 'git').map((command) => command.at(-1))).toEqual(Array(4).fill(':(literal)app/[p]/page.tsx'));
  });

  it('reads the history', () => {
    expect(readLog('abc\u001fab\u001fSubject | with\ttab\u001fA B\u001f2 days ago\u001fHEAD -> main, tag: v1\n')).toEqual([{ id: 'abc', short: 'ab', subject: 'Subject | with\ttab', author: 'A B', when: '2 days ago', refs: 'HEAD -> main, tag: v1' }]);
  });
});
