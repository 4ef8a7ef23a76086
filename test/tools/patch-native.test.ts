/** Patches that native git makes of random trees, applied by us and by `git apply`: the same bytes, or refused by both. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPatchText } from '../../src/host/patch/apply.ts';
import { changed, git, look, makeTree, put, quiet, writeTrees } from '../support/patch-trees.ts';
import type { Tree } from '../support/patch-trees.ts';
import { random, SEED, SOAK } from '../support/sample.ts';

let folder: string;
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'tabloom-patch-')); });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPTIONS: { diff: string[]; apply: string[] }[] = [
  { diff: ['--binary', '-M'], apply: [] },
  { diff: ['--binary', '-M', '-C', '--find-copies-harder'], apply: [] },
  { diff: ['--binary', '--no-renames'], apply: [] },
  { diff: ['--binary', '-M', '-B'], apply: [] },
  { diff: ['--binary', '-U1'], apply: [] },
  { diff: ['--binary', '-U0', '-M'], apply: ['--unidiff-zero'] },
  { diff: ['--binary', '--no-prefix', '--no-renames'], apply: ['-p0'] },
  { diff: ['--binary', '--src-prefix=i/', '--dst-prefix=w/'], apply: [] },
  { diff: ['--binary', '-M', '-W', '--full-index'], apply: [] },
  { diff: ['--binary', '-M40%', '--patience', '-U8'], apply: [] },
];

interface Case { before: Tree; after: Tree; target: Tree; patch: Buffer; apply: string[]; zero: boolean; name: string; seed: number }

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** The trees of all cases go into one repository: git is started three times, and once more for each diff. */
function makeCases(first: number, count: number, disturb: boolean): Case[] {
  const made = Array.from({ length: count }, (_, index) => {
    const next = random(first + index);
    const options = OPTIONS[Math.floor(next() * OPTIONS.length)]!;
    const before = makeTree(next);
    const after = changed(before, next);
    return { before, after, target: disturb ? changed(before, next) : before, options, name: `c${first + index}`, seed: first + index };
  });
  const root = join(folder, `repo${first}`);
  const ids = writeTrees(root, made);
  return made.map(({ options, ...one }) => {
    const [from, to] = [one.before, one.after].map((tree, at) => (tree.size === 0 ? EMPTY_TREE : `${ids[at]!}:${one.name}`));
    return { ...one, patch: git(root, ['diff', ...options.diff, from!, to!]), apply: options.apply, zero: options.apply.includes('--unidiff-zero') };
  });
}

async function both({ target, patch, apply, name }: Case): Promise<{ native: string[] | string; ours: string[] | string; start: string[]; tolerated: boolean }> {
  const roots = ['native', 'ours'].map((who) => join(folder, `${name}-${who}`));
  for (const root of roots) {
    mkdirSync(root, { recursive: true });
    put(root, target);
  }
  const start = look(roots[1]!);
  const ran = spawnSync('git', ['apply', '--whitespace=nowarn', ...apply, '-'], { cwd: roots[0]!, env: quiet, input: patch, maxBuffer: 1 << 28 });
  const native = ran.status === 0 ? look(roots[0]!) : ran.stderr.toString();
  let ours: string[] | string;
  let tolerated = false;
  try {
    const files = await applyPatchText({ root: roots[1]! }, patch.toString('latin1'));
    tolerated = files.some((file) => file.placed.some((one) => one.fuzz > 0 || one.ignored !== undefined));
    ours = look(roots[1]!);
  } catch (error) {
    ours = String((error as Error).message);
    expect(look(roots[1]!), 'a refused patch changes nothing').toEqual(start);
  }
  for (const root of roots) rmSync(root, { recursive: true, force: true });
  return { native, ours, start, tolerated };
}

describe('a patch of native git', () => {
  const count = SOAK ? 1500 : 25;
  const LONG = SOAK ? 3_600_000 : 120_000;

  it(`leaves the same bytes as git apply, and as the tree that it was made of (${count} cases, seed ${SEED}) [S1.apply_patch]`, async () => {
    for (const one of makeCases(SEED * 100_000, count, false)) {
      if (one.patch.length === 0) continue;
      const { native, ours, start } = await both(one);
      // Git refuses some of its own: a broken rename onto a file that stays.
      const refused = typeof native === 'string' ? expect.stringContaining(native.split('\n')[0]!) : native;
      expect(ours, `seed ${one.seed}\n${one.patch.toString()}\n${JSON.stringify(start)}`).toEqual(refused);
    }
  }, LONG);

  it(`on a tree that has changed meanwhile does what git does, or says what it tolerated (${count} cases, seed ${SEED})`, async () => {
    let refused = 0;
    let more = 0;
    for (const one of makeCases(SEED * 100_000 + 50_000, count, true)) {
      if (one.patch.length === 0 || one.zero) continue;
      const { native, ours, start, tolerated } = await both(one);
      const why = `seed ${one.seed}\n${one.patch.toString()}\n${JSON.stringify(start)}\n${String(native)}`;
      if (typeof native !== 'string') expect(ours, why).toEqual(native);
      else if (typeof ours === 'string') refused++;
      else {
        expect(tolerated, `${why}\n${JSON.stringify(ours)}`).toBe(true);
        more++;
      }
    }
    expect(refused).toBeGreaterThan(more);
  }, LONG);
});
