/** Programs run in the sandbox and under the real binary of the same version: output, errors and exit code must be equal. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../src/build/paths.ts';
import { readTree, type SandboxBrowser, type Tree } from '../support/sandbox-browser.ts';

const folder = join(root, 'test', 'differential');
const HOME = '/home/project';

/**
 * One program: a single file, or a folder with `main.*` that runs in a fresh copy of itself. Comment lines at the top of the main file may hold
 * `// node: <flags>`, `// argv: <arguments>` and `// env: NAME=value ...`.
 */
export interface Program { name: string; main: string; node: string[]; argv: string[]; env: Record<string, string>; cwd: string; source: string; isFolder: boolean }
export interface Outcome { code: number | null; signal: string | null; stdout: string; stderr: string; error?: string }

export function findPrograms(filters: string[] = []): Program[] {
  const programs: Program[] = [];
  const base = join(folder, 'programs');
  for (const module of readdirSync(base).sort()) {
    for (const entry of readdirSync(join(base, module), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(base, module, entry.name);
      const main = entry.isDirectory() ? readdirSync(path).find((name) => /^main\.(js|mjs|cjs)$/.test(name)) : /\.(js|mjs|cjs)$/.test(entry.name) ? entry.name : undefined;
      if (main === undefined) continue;
      const name = `${module}/${entry.name}`;
      if (filters.length > 0 && !filters.some((filter) => name.includes(filter))) continue;
      const text = readFileSync(entry.isDirectory() ? join(path, main) : path, 'utf8');
      const words = (key: string): string[] => new RegExp(`^// ${key}: (.*)$`, 'm').exec(text)?.[1]?.trim().split(/\s+/) ?? [];
      programs.push({
        name, main, source: path, isFolder: entry.isDirectory(), node: words('node'), argv: words('argv'),
        env: Object.fromEntries(words('env').map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)])),
        cwd: `${HOME}/${module}-${entry.name.replace(/\W/g, '_')}`,
      });
    }
  }
  return programs;
}

const listOf = (programs: Program[], cwd: (program: Program) => string): string =>
  JSON.stringify(programs.map(({ name, main, node, argv, env, ...program }) => ({ name, main, node, argv, env, cwd: cwd(program as Program) })));

/** Runs all programs under the real binary. Its working folder is written as the sandbox's own. */
export function runNative(binary: string, programs: Program[]): Record<string, Outcome> {
  // As long as the sandbox's own path: `util.inspect` breaks lines by length.
  const base = realpathSync(tmpdir());
  const work = mkdtempSync(join(base, 'd'.padEnd(Math.max(1, HOME.length - base.length - 7), '-')));
  try {
    const place = (program: Program): string => work + program.cwd.slice(HOME.length);
    for (const program of programs) {
      mkdirSync(place(program), { recursive: true });
      cpSync(program.source, program.isFolder ? place(program) : join(place(program), program.main), { recursive: true });
    }
    writeFileSync(join(work, 'list.json'), listOf(programs, place));
    execFileSync(binary, [join(folder, 'driver.cjs'), join(work, 'list.json'), join(work, 'results.json')], { stdio: 'inherit' });
    const results = JSON.parse(readFileSync(join(work, 'results.json'), 'utf8')) as Record<string, Outcome>;
    for (const outcome of Object.values(results)) {
      for (const key of ['stdout', 'stderr'] as const) outcome[key] = outcome[key]?.replaceAll(work, HOME).replaceAll(binary, '/usr/bin/node');
    }
    return results;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Runs all programs in a booted sandbox. */
export async function runInSandbox(sandbox: SandboxBrowser, programs: Program[]): Promise<Record<string, Outcome>> {
  const tree: Tree = {};
  for (const program of programs) {
    const contents = program.isFolder ? readTree(program.source) : { [program.main]: { file: { contents: readFileSync(program.source) } } };
    tree[program.cwd.slice(HOME.length + 1)] = { directory: contents };
  }
  tree['driver.cjs'] = { file: { contents: readFileSync(join(folder, 'driver.cjs')) } };
  tree['list.json'] = { file: { contents: listOf(programs, (program) => program.cwd) } };
  await sandbox.mount(tree);
  const result = await sandbox.run('node', ['driver.cjs', 'list.json', `${HOME}/results.json`], { timeoutMs: 20_000 + programs.length * 5_000 });
  if (result.exit !== 0) throw new Error(`the driver ended with ${result.exit}:\n${result.output}`);
  const text = await sandbox.page.evaluate((path) => window.harness.container.fs.readFile(path, 'utf8'), 'results.json');
  return JSON.parse(text) as Record<string, Outcome>;
}

/** Differences as text, one block per stream; empty when both are equal. */
export function compare(expected: Outcome | undefined, actual: Outcome | undefined): string {
  if (expected === undefined || actual === undefined) return `${expected === undefined ? 'native' : 'sandbox'}: no result\n`;
  let out = '';
  if (actual.error !== undefined) out += `sandbox: ${actual.error}\n`;
  if (expected.code !== actual.code || expected.signal !== actual.signal) out += `exit: native ${expected.code} ${expected.signal ?? ''}, sandbox ${actual.code} ${actual.signal ?? ''}\n`;
  for (const stream of ['stdout', 'stderr'] as const) {
    if (expected[stream] === actual[stream]) continue;
    const a = (expected[stream] ?? '').split('\n'), b = (actual[stream] ?? '').split('\n');
    out += `${stream}:\n`;
    // Common lines at both ends are left out; what lies between differs.
    let from = 0;
    while (from < a.length && from < b.length && a[from] === b[from]) from++;
    let tail = 0;
    while (tail < a.length - from && tail < b.length - from && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
    for (const line of a.slice(from, a.length - tail)) out += `  native  ${from + 1}: ${line}\n`;
    for (const line of b.slice(from, b.length - tail)) out += `  sandbox ${from + 1}: ${line}\n`;
  }
  return out;
}

/**
 * What is wrong with a program's outcome; empty when nothing is. `reason` is that of a listed difference: such a program has to differ still, by what
 * it says; one that hangs, is killed or does not run at all is no known difference.
 */
export function verdict(expected: Outcome | undefined, actual: Outcome | undefined, reason: string | undefined): string {
  const difference = compare(expected, actual);
  if (reason === undefined) return difference;
  if (difference === '') return 'equal now: take it out of known.json\n';
  if (expected === undefined || actual === undefined || actual.error !== undefined || expected.signal !== actual.signal) return difference;
  return '';
}

/** Programs whose difference is known and explained in `known.json` (name -> reason): reported, not hidden, and an error once they pass. */
export function knownDifferences(): Record<string, string> {
  const path = join(folder, 'known.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) as Record<string, string> : {};
}
