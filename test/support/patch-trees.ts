/** Random trees of files, changes of them, and what native git makes of both. */
import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type TreeNode = { bytes: Buffer; exec?: boolean } | { link: string };
export type Tree = Map<string, TreeNode>;

/** The environment in which no setting of this machine counts. */
export const quiet = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_CEILING_DIRECTORIES: tmpdir() };
export const git = (cwd: string, args: string[], input?: string | Buffer): Buffer => execFileSync('git', args, { cwd, env: quiet, maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'pipe'], ...(input === undefined ? {} : { input }) });

export function put(root: string, tree: Tree): void {
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
export function look(root: string, at = ''): string[] {
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

function makeNode(path: string, next: () => number): TreeNode {
  if (next() < 0.05) return { link: next() < 0.5 ? 'c' : 'nowhere/at all' };
  if (path.endsWith('.bin') || next() < 0.05) return { bytes: Buffer.from(Array.from({ length: Math.floor(next() * 3000) + 1 }, (_, i) => (i % 7 === 0 ? 0 : Math.floor(next() * 256)))) };
  return { bytes: makeText(next), exec: next() < 0.2 };
}

/** `c` may be a file or a folder. */
function clashes(tree: Tree, path: string): boolean {
  return [...tree.keys()].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
}

export function makeTree(next: () => number): Tree {
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

export function changed(before: Tree, next: () => number): Tree {
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

/** The trees of all cases, each in a folder of its name, as two trees of a repository. */
export function writeTrees(root: string, cases: readonly { name: string; before: Tree; after: Tree }[]): [string, string] {
  mkdirSync(root);
  git(root, ['init', '-q']);
  const [before, after] = (['before', 'after'] as const).map((which) => {
    for (const entry of readdirSync(root)) if (entry !== '.git') rmSync(join(root, entry), { recursive: true });
    for (const one of cases) put(join(root, one.name), one[which]);
    git(root, ['add', '-A']);
    return git(root, ['write-tree']).toString().trim();
  });
  return [before!, after!];
}
