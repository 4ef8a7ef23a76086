/** Patches as models write them, and patches that are no longer any: put right, or refused with a reason; nothing else ever happens. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileDiff } from '../../src/git/diff/unified.ts';
import { applyPatchText } from '../../src/host/patch/apply.ts';
import { AppError } from '../../src/shared/errors.ts';
import { random, SEED, SOAK } from '../support/sample.ts';

const LONG = SOAK ? 3_600_000 : 120_000;

let folder: string;
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'tabloom-damaged-')); });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const look = (root: string): string[] => (readdirSync(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile() && !entry.parentPath.includes('.tabloom'))
  .map((entry) => `${join(entry.parentPath, entry.name).slice(root.length)} ${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`).sort();

interface Case { before: Map<string, string>; after: Map<string, string>; patch: string }

/** Lines mostly differ from each other, as in programs. */
function makeCase(next: () => number): Case {
  const pick = (max: number): number => Math.floor(next() * max);
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  let patch = '';
  for (let file = 0; file <= pick(3); file++) {
    const name = ['src/a.ts', 'b.md', 'deep/er/c d.txt'][file]!;
    const lines = Array.from({ length: 4 + pick(60) }, (_, index) => (next() < 0.15 ? '' : `${'  '.repeat(pick(3))}line ${index} ${pick(1000)} é`));
    const changed = [...lines];
    for (let edits = 1 + pick(3); edits > 0; edits--) {
      const at = pick(changed.length);
      if (next() < 0.4) changed.splice(at, 1 + pick(2), `changed ${pick(1000)}`);
      else changed.splice(at, 0, `added ${pick(1000)}`, '');
    }
    before.set(name, `${lines.join('\n')}\n`);
    after.set(name, `${changed.join('\n')}\n`);
    patch += fileDiff(name, before.get(name)!, after.get(name)!).text;
  }
  return { before, after, patch };
}

async function run({ before, patch }: Case, index: number): Promise<{ outcome: 'applied' | string; start: string[]; end: string[] }> {
  const root = join(folder, String(index));
  for (const [name, text] of before) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  mkdirSync(join(root, '.git'));
  const start = look(root);
  let outcome = 'applied';
  try {
    await applyPatchText({ root }, Buffer.from(patch).toString('latin1'));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcome = `${error.code}: ${error.message}`;
  }
  const end = look(root);
  rmSync(root, { recursive: true });
  return { outcome, start, end };
}

const rows = (tree: Map<string, string>): string[] => [...tree].map(([name, text]) => `/${name} ${Buffer.from(text).toString('latin1')}`).sort();

/** What models do to patches. */
const slips: Record<string, (patch: string, next: () => number) => string> = {
  'counts that are wrong': (patch, next) => patch.replace(/^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@.*$/gm, (_, old: string, now: string) => `@@ -${old},${1 + Math.floor(next() * 20)} +${now},${1 + Math.floor(next() * 20)} @@`),
  'no newline at the end': (patch) => patch.replace(/\n$/, ''),
  'a fence': (patch) => `Here is the patch:\n\n\`\`\`diff\n${patch}\`\`\`\n`,
  'carriage returns': (patch) => patch.replaceAll('\n', '\r\n'),
  'no prefixes': (patch) => patch.replace(/^(--- |\+\+\+ )[ab]\//gm, '$1'),
  'lines that are off': (patch, next) => patch.replace(/^@@ -(\d+)(.*?) \+(\d+)/gm, (_, old: string, counts: string, now: string) => {
    const off = Math.floor(next() * 9);
    return `@@ -${Number(old) + off}${counts} +${Number(now) + off}`;
  }),
  'empty lines without their space': (patch) => patch.replace(/^ $/gm, ''),
};

describe('a patch with the slips of models', () => {
  const count = SOAK ? 2000 : 15;

  it.each(Object.keys(slips))(`makes the same change: %s (${count} cases, seed ${SEED}) [S1.apply_patch]`, async (name) => {
    const next = random();
    for (let index = 0; index < count; index++) {
      const one = makeCase(next);
      const patch = slips[name]!(one.patch, next);
      const { outcome, end } = await run({ ...one, patch }, index);
      // With wrong counts, empty lines at a hunk's end cannot be told from those after it; the change is the same.
      expect([outcome, end], `${patch}\n---\n${one.patch}`).toEqual(['applied', rows(one.after)]);
    }
  }, LONG);
});

describe('a damaged patch', () => {
  const count = SOAK ? 20_000 : 150;

  it(`is applied or refused, never half, and never with another error (${count} cases, seed ${SEED})`, async () => {
    const next = random(SEED + 1);
    const pick = (max: number): number => Math.floor(next() * max);
    const outcomes = { applied: 0, refused: 0 };
    const odd = ['@@ -1 +1 @@', '@@', '\\', '--- a/b.md', '+++ /dev/null', 'GIT binary patch', 'literal 5', 'delta 0', 'rename from ..', 'diff --git a/x b/x', 'new file mode 120000', '-', '+', ' ', '--- "a/\\', 'index 0..1', 'z\u0000', '@@ -99999999999999999999 +0,0 @@', '+++ b/.git/config'];
    for (let index = 0; index < count; index++) {
      const one = makeCase(next);
      const lines = one.patch.split('\n');
      for (let damage = 1 + pick(4); damage > 0; damage--) {
        const at = pick(lines.length);
        const what = next();
        if (what < 0.3) lines.splice(at, 1 + pick(3));
        else if (what < 0.6) lines.splice(at, 0, odd[pick(odd.length)]!);
        else if (what < 0.8) lines[at] = (lines[at] ?? '').slice(0, pick(6)) + odd[pick(odd.length)]!;
        else lines.splice(at, 0, ...lines.slice(pick(lines.length), pick(lines.length)));
      }
      const { outcome, start, end } = await run({ ...one, patch: lines.join('\n') }, index);
      if (outcome === 'applied') outcomes.applied++;
      else {
        outcomes.refused++;
        expect(end, outcome).toEqual(start);
        expect(outcome).toMatch(/^(patch_failed: patch validation failed: |invalid_arguments: invalid patch format|invalid_arguments: (a parent of the path|path holds a NUL)|blocked: patch modifies|path_escape: )/);
      }
    }
    expect(outcomes.applied).toBeGreaterThan(count / 20);
    expect(outcomes.refused).toBeGreaterThan(count / 20);
  }, LONG);
});
