/** Patches that native git makes of random trees, applied by us and by `git apply`: the same bytes, or refused by both. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyPatchText } from '../../src/host/patch/apply.ts';
import { random, SEED, SOAK } from '../support/sample.ts';

type Node = { bytes: Buffer; exec?: boolean } | { link: string };
type Tree = Map<string, Node>;

let folder: string;
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'tabloom-patch-')); });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const quiet = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_CEILING_DIRECTORIES: tmpdir() };
const git = (cwd: string, args: string[], input?: string | Buffer): Buffer => execFileSync('git', args, { cwd, env: quiet, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'pipe'], ...(input === undefined ? {} : { input }) });

function put(root: string, tree: Tree): void {
  for (const [path, node] of tree) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    if ('link' in node) symlinkSync(node.link, join(root, path));
    else {
      writeFileSync(join(root, path), node.bytes);
      chmodSync(join(root, path), node.exec ? 0o755 : 0o644);
    }
  }
}

/** Everything in a folder, empty folders included, in a form that compares. */
function look(root: string, at = ''): string[] {
  return readdirSync(join(root, at)).sort().flatMap((name) => {
    const path = at === '' ? name : `${at}/${name}`;
    if (path === '.git' || path === '.tabloom') return [];
    const stat = lstatSync(join(root, path));
    if (stat.isDirectory()) return [`${path}/`, ...look(root, path)];
    if (stat.isSymbolicLink()) return [`${path} -> ${readlinkSync(join(root, path))}`];
    return [`${path} ${stat.mode & 0o100 ? 'x' : '-'} ${readFileSync(join(root, path)).toString('latin1')}`];
  });
}

const NAMES = ['a.txt', 'b.txt', 'src/main.ts', 'src/deep/x y.ts', 'src/é.ts', 'a/a.txt', 'b/b.txt', 'q"uote.md', 'tab\tname', 'bin/run.sh', 'data.bin', 'c', 'c2/inner/only.txt'];

function makeText(next: () => number): Buffer {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const count = next() < 0.1 ? 0 : Math.floor(next() * (next() < 0.3 ? 120 : 14)) + 1;
  const eol = next() < 0.2 ? '\r\n' : '\n';
  const words = ['{', '}', '', '  x', 'return;', 'é', '--- a/no', '+++ b/no', '@@ -1 +1 @@', '\\ odd', 'line', '\tindented', 'trailing  ', 'diff --git a/x b/x', '-- ', '2.39'];
  const lines = Array.from({ length: count }, () => (next() < 0.5 ? pick(words) : `line ${Math.floor(next() * 1000)}`) + (next() < 0.05 ? '\r\n' : eol));
  let text = lines.join('');
  if (next() < 0.25) text = text.replace(/\r?\n$/, '');
  if (next() < 0.06) return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0x41, 0x0a])]);
  return Buffer.from(text);
}

function makeNode(path: string, next: () => number): Node {
  if (next() < 0.05) return { link: next() < 0.5 ? 'c' : 'nowhere/at all' };
  if (path.endsWith('.bin') || next() < 0.05) return { bytes: Buffer.from(Array.from({ length: Math.floor(next() * 3000) + 1 }, (_, i) => (i % 7 === 0 ? 0 : Math.floor(next() * 256)))) };
  return { bytes: makeText(next), exec: next() < 0.2 };
}

/** `c` may be a file or a folder. */
function clashes(tree: Tree, path: string): boolean {
  return [...tree.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
}

function makeTree(next: () => number): Tree {
  const tree: Tree = new Map();
  for (const name of NAMES) if (next() < 0.55 && !clashes(tree, name)) tree.set(name, makeNode(name, next));
  return tree;
}

function edited(bytes: Buffer, next: () => number): Buffer {
  const lines = bytes.toString('latin1').split(/(?<=\n)/);
  for (let edits = Math.floor(next() * 4) + 1; edits > 0; edits--) {
    const at = Math.floor(next() * (lines.length + 1));
    const what = next();
    if (what < 0.35) lines.splice(at, Math.floor(next() * 3) + 1);
    else if (what < 0.7) lines.splice(at, 0, ...Array.from({ length: Math.floor(next() * 3) + 1 }, () => `new ${Math.floor(next() * 100)}\n`));
    else if (lines[at] !== undefined) lines[at] = `changed ${lines[at]!}`;
  }
  return Buffer.from(lines.join(''), 'latin1');
}

function changed(before: Tree, next: () => number): Tree {
  const tree = new Map(before);
  const pick = (): string | undefined => [...tree.keys()][Math.floor(next() * tree.size)];
  for (let steps = Math.floor(next() * 5) + 1; steps > 0; steps--) {
    const path = pick();
    const what = next();
    const free = NAMES.filter((name) => !tree.has(name) && (!clashes(tree, name) || path === 'c'));
    const other = free[Math.floor(next() * free.length)];
    if (path === undefined || what < 0.12) {
      if (other !== undefined && !clashes(tree, other)) tree.set(other, makeNode(other, next));
      continue;
    }
    const node = tree.get(path)!;
    if (what < 0.25) tree.delete(path);
    else if (what < 0.4 && other !== undefined) {
      tree.delete(path);
      if (clashes(tree, other)) tree.set(path, node);
      else tree.set(other, 'bytes' in node && next() < 0.5 ? { ...node, bytes: edited(node.bytes, next) } : node);
    } else if (what < 0.46 && other !== undefined && !clashes(tree, other)) tree.set(other, node);
    else if (what < 0.54 && 'bytes' in node) tree.set(path, { ...node, exec: !node.exec });
    else if (what < 0.58) tree.set(path, 'link' in node ? { bytes: makeText(next) } : { link: 'c' });
    else if (what < 0.62) {
      const second = pick()!;
      const mine = tree.get(path)!;
      tree.set(path, tree.get(second)!);
      tree.set(second, mine);
    } else if ('bytes' in node) tree.set(path, { ...node, bytes: edited(node.bytes, next) });
  }
  return tree;
}

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
  mkdirSync(root);
  git(root, ['init', '-q']);
  const ids = (['before', 'after'] as const).map((which) => {
    for (const entry of readdirSync(root)) if (entry !== '.git') rmSync(join(root, entry), { recursive: true });
    for (const one of made) put(join(root, one.name), one[which]);
    git(root, ['add', '-A']);
    return git(root, ['write-tree']).toString().trim();
  });
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

  it(`leaves the same bytes as git apply, and as the tree that it was made of (${count} cases, seed ${SEED}) [S1.apply_patch]`, async () => {
    for (const one of makeCases(SEED * 100_000, count, false)) {
      if (one.patch.length === 0) continue;
      const { native, ours, start } = await both(one);
      // Git refuses some of its own: a broken rename onto a file that stays.
      const refused = typeof native === 'string' ? expect.stringContaining(native.split('\n')[0]!) : native;
      expect(ours, `seed ${one.seed}\n${one.patch.toString()}\n${JSON.stringify(start)}`).toEqual(refused);
    }
  });

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
  });
});
