import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { applyPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { fileDiff, unifiedHunks } from '../../src/git/diff/unified.ts';
import { random, SOAK } from '../support/sample.ts';

const line = fc.constantFrom('a', 'b', '', '  c', '}', 'function f() {');
const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.boolean()).map(([lines, newline]) => lines.join('\n') + (newline && lines.length > 0 ? '\n' : ''));

/** Lines of which some occur often, some once: what git's search treats differently. */
function randomText(next: () => number, size: number, kinds: number): string[] {
  const common = ['a', 'b', '', '  c', '}', 'function f() {', '\treturn 1;', '    x = 2;', '', '{'];
  return Array.from({ length: size }, () => {
    const at = Math.floor(next() * (common.length + kinds));
    return common[at] ?? `only ${at}`;
  });
}

function edited(next: () => number, lines: readonly string[], edits: number, kinds: number): string[] {
  const out = [...lines];
  for (let count = 0; count < edits; count++) {
    const at = Math.floor(next() * out.length);
    const kind = next();
    if (kind < 0.3) out.splice(at, 1 + Math.floor(next() * 3));
    else if (kind < 0.6) out.splice(at, 0, ...randomText(next, 1 + Math.floor(next() * 4), kinds));
    else if (kind < 0.8) out[at] = randomText(next, 1, kinds)[0]!;
    else out.splice(Math.floor(next() * out.length), 0, ...out.slice(at, at + 5));
  }
  return out;
}

describe('a unified diff', () => {
  it('is that of native git, line by line [S2.git.diff]', () => {
    const next = random();
    const dir = mkdtempSync(join(tmpdir(), 'tabloom-diff-'));
    try {
      const pairs = Array.from({ length: SOAK ? 3000 : 150 }, (_, at) => {
        const size = at % 50 === 0 ? 3000 : Math.floor(next() * 60);
        const kinds = [1000, 3, 0][at % 3]!;
        const lines = randomText(next, size, kinds);
        const after = next() < 0.2 ? randomText(next, Math.floor(next() * size), kinds) : edited(next, lines, 1 + Math.floor(next() * (size > 1000 ? 600 : 8)), kinds);
        const written = (text: string[]): string => text.join('\n') + (next() < 0.9 && text.length > 0 ? '\n' : '');
        return { name: String(at).padStart(5, '0'), before: written(lines), after: written(after) };
      });
      for (const side of ['before', 'after'] as const) {
        mkdirSync(join(dir, side));
        for (const pair of pairs) writeFileSync(join(dir, side, pair.name), pair[side]);
      }
      const native = spawnSync('git', ['diff', '--no-index', '--no-color', '--no-renames', 'before', 'after'], { cwd: dir, encoding: 'utf8', maxBuffer: 1e9, env: { PATH: process.env.PATH ?? '', HOME: dir, GIT_CONFIG_NOSYSTEM: '1' } }).stdout;
      const hunks = new Map([...native.matchAll(/^diff --git a\/before\/(\d+) [^]*?(?=^diff --git a\/|$(?![^]))/gm)].map(([text, name]) => [name, text.includes('\n@@ ') ? text.slice(text.indexOf('\n@@ ') + 1) : '']));
      const wrong = pairs.filter(({ name, before, after }) => unifiedHunks(before, after).text !== (hunks.get(name) ?? ''));
      expect(wrong.map(({ name }) => name)).toEqual([]);
      expect(hunks.size).toBeGreaterThan(pairs.length / 2);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

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
