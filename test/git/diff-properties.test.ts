import fc from 'fast-check';
import { applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { fileDiff, unifiedHunks } from '../../src/git/diff/unified.ts';

const line = fc.constantFrom('a', 'b', '', '  c', '}', 'function f() {');
const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean()).map(([lines, newline]) => lines.join('\n') + (newline && lines.length > 0 ? '\n' : ''));

describe('a unified diff', () => {
  it('turns the old text into the new one', () => {
    fc.assert(fc.property(text, text, fc.nat(4), (before, after, context) => {
      const { text: hunks } = unifiedHunks(before, after, { context });
      if (before === after) expect(hunks).toBe('');
      else expect(applyPatch(before, `--- a\n+++ b\n${hunks}`)).toBe(after);
    }), { numRuns: 500 });
  });

  it('counts what it shows', () => {
    fc.assert(fc.property(text, text, (before, after) => {
      const diff = unifiedHunks(before, after);
      const shown = diff.text.split('\n');
      expect(diff.added).toBe(shown.filter((row) => row.startsWith('+')).length);
      expect(diff.removed).toBe(shown.filter((row) => row.startsWith('-')).length);
    }));
  });

  it('names the file, or /dev/null for one that is new', () => {
    expect(fileDiff('x.txt', null, 'hi\n')).toEqual({ text: '--- /dev/null\n+++ b/x.txt\n@@ -0,0 +1 @@\n+hi\n', added: 1, removed: 0 });
    expect(fileDiff('x.txt', 'hi', 'hi\n').text).toBe('--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-hi\n\\ No newline at end of file\n+hi\n');
  });
});
