/** Who may import whom. The table is the picture in src/README.md; an arrow that is not in it fails here. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../src/build/paths.ts';

const src = join(root, 'src');

/** layer -> layers it may import. The longest matching prefix names a file's layer. */
const ALLOWED: Record<string, string[]> = {
  shared: [],
  sandbox: ['shared', 'host/protocol', 'host/folder'],
  git: ['shared'],
  host: ['shared', 'git', 'host/protocol', 'host/folder'],
  'host/protocol': ['shared', 'host/folder'],
  'host/folder': [],
  work: ['shared'],
  // Locks, calls and waiting of several tabs.
  peers: ['shared'],
  tools: ['shared', 'sandbox', 'host/protocol', 'work', 'peers'],
  agent: ['shared', 'tools', 'sandbox', 'work', 'peers'],
  project: ['shared', 'sandbox', 'agent', 'work', 'peers'],
  ui: ['shared', 'sandbox', 'work', 'peers', 'tools', 'agent', 'project'],
  // The names of the runtime's files are in the messages between its frames.
  build: ['shared', 'runtime/frames/messages', 'runtime/preview/messages', 'build/node-parts.json'],
  // Generated data: what the real binary's bindings look like. The build's script writes it, the runtime reads it.
  'build/node-shapes.json': [],
  // Which sources of Node's library are in files of their own.
  'build/node-parts.json': [],
  'runtime/abi': [],
  'runtime/kernel': ['runtime/abi', 'runtime/preview/messages', 'runtime/preview/contract', 'runtime/shell/commands/names', 'runtime/frames/messages'],
  'runtime/node': ['runtime/abi', 'build/node-shapes.json', 'build/node-parts.json'],
  // Previews: the service in the kernel's worker, the service worker, the script in pages. Each is a bundle of its own.
  'runtime/preview': ['runtime/preview/messages', 'runtime/preview/contract', 'runtime/frames/messages'],
  'runtime/preview/messages': [],
  'runtime/preview/contract': ['runtime/preview/messages'],
  'runtime/shell': ['runtime/abi', 'runtime/shell/commands/names'],
  'runtime/npm': ['runtime/abi'],
  'runtime/shell/commands/names': [],
  'runtime/frames': ['runtime/abi', 'runtime/frames/messages', 'runtime/preview/messages'],
  'runtime/frames/messages': ['runtime/abi', 'runtime/preview/messages'],
  // The entries wire everything.
  main: ['compose', 'page'],
  page: ['ui'],
  compose: ['shared', 'sandbox', 'work', 'peers', 'tools', 'agent', 'project', 'ui', 'open-workspace'],
  'open-workspace': ['shared', 'sandbox', 'work', 'peers', 'tools', 'agent', 'project', 'ui'],
};

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return path.endsWith('/project/sample') ? [] : files(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

function imports(path: string): { specifier: string; typeOnly: boolean }[] {
  const text = readFileSync(path, 'utf8');
  const found = [...text.matchAll(/^(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'/gm)].map((m) => ({ specifier: m[2]!, typeOnly: Boolean(m[1]) }));
  for (const m of text.matchAll(/^import\s+'([^']+)'/gm)) found.push({ specifier: m[1]!, typeOnly: false });
  for (const m of text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)) found.push({ specifier: m[1]!, typeOnly: false });
  return found;
}

function layerOf(path: string): string {
  const name = relative(src, path).replace(/\.tsx?$/, '');
  const match = Object.keys(ALLOWED).filter((layer) => name === layer || name.startsWith(`${layer}/`)).sort((a, b) => b.length - a.length)[0];
  return match ?? `(none: ${name})`;
}

const resolve = (from: string, specifier: string): string => normalize(join(dirname(from), specifier.replace(/\?.*$/, '')));

describe('architecture', () => {
  const all = files(src);

  it('sees the sources', () => {
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((path) => layerOf(path).startsWith('(none'))).toEqual([]);
  });

  it('has only the arrows of the table', () => {
    const wrong: string[] = [];
    for (const path of all) {
      const from = layerOf(path);
      for (const { specifier } of imports(path)) {
        if (!specifier.startsWith('.')) continue;
        const to = layerOf(resolve(path, specifier));
        if (to !== from && !ALLOWED[from]?.includes(to)) wrong.push(`${relative(src, path)} (${from}) imports ${specifier} (${to})`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('keeps the sandbox client in one folder and away from the runtime', () => {
    const users = all.filter((path) => imports(path).some(({ specifier, typeOnly }) => specifier.startsWith('@webcontainer/api') && !typeOnly)).map(layerOf);
    expect([...new Set(users)]).toEqual(['sandbox']);
  });

  it('has no import cycles', () => {
    const known = new Set(all);
    const graph = new Map(all.map((path) => [path, imports(path).filter(({ specifier, typeOnly }) => specifier.startsWith('.') && !typeOnly).map(({ specifier }) => resolve(path, specifier)).filter((target) => known.has(target))]));
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (path: string, trail: string[]): void => {
      if (state.get(path) === 'done') return;
      if (state.get(path) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(path)), path].map((p) => relative(src, p)).join(' -> '));
        return;
      }
      state.set(path, 'open');
      for (const next of graph.get(path)!) visit(next, [...trail, path]);
      state.set(path, 'done');
    };
    for (const path of all) visit(path, []);
    expect(cycles).toEqual([]);
  });

  it('keeps files short enough to be one thing', () => {
    const long = all.map((path) => [relative(src, path), readFileSync(path, 'utf8').split('\n').length] as const).filter(([, lines]) => lines > 401);
    expect(long).toEqual([]);
  });

  it('keeps the top level clean', () => {
    const allowed = ['package.json', 'package-lock.json', 'tsconfig.json', 'index.html', 'src', 'public', 'test', 'README.md', 'LICENSE', '.ci', '.git', '.gitignore', '.npmrc', '.gitattributes', 'node_modules', 'dist', 'test-results'];
    expect(readdirSync(root).filter((name) => !allowed.includes(name))).toEqual([]);
  });
});
