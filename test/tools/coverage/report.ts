/**
 * `npm run tools:coverage`: every item of the five documents with the tests that prove it, as a table in `test/reports/tools-coverage.md`. Fails when an item of now has
 * no test, or a test names an item that there is none of.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cache, root } from '../../../src/build/paths.ts';
import { idsInTitle, items } from './items.ts';
import type { CoverageItem, Seed } from './items.ts';
import { gaps, scanSources } from './scan.ts';

interface Test { title: string; file: string }

interface PlaywrightSuite { title: string; file: string; suites?: PlaywrightSuite[]; specs?: { title: string; file: string }[] }

function run(args: string[]): string {
  // Large lists do not fit the default buffer.
  const result = spawnSync('npx', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, shell: process.platform === 'win32' });
  if (result.status !== 0) throw new Error(`npx ${args.join(' ')} failed:\n${result.stdout.slice(-3000)}\n${result.stderr.slice(-3000)}`);
  return result.stdout;
}

/** The titles as vitest collects them: a title that is made at run time counts as it will be shown. */
function vitestTitles(files: readonly string[]): Test[] {
  if (files.length === 0) return [];
  const out = join(cache, 'reports', 'vitest-list.json');
  mkdirSync(join(cache, 'reports'), { recursive: true });
  rmSync(out, { force: true });
  run(['vitest', 'list', `--json=${out}`, '--config', 'test/vitest.config.ts', ...files.map((file) => `test/${file}`)]);
  return (JSON.parse(readFileSync(out, 'utf8')) as { name: string; file: string }[]).map(({ name, file }) => ({ title: name, file: relative(root, file).replaceAll('\\', '/') }));
}

function playwrightTitles(files: readonly string[]): Test[] {
  if (files.length === 0) return [];
  const list = JSON.parse(run(['playwright', 'test', '--config', 'test/playwright.config.ts', '--list', '--reporter=json', ...files.map((file) => file.replace(/^e2e\//, ''))])) as { suites: PlaywrightSuite[] };
  const walk = (suite: PlaywrightSuite): Test[] => [
    ...(suite.specs ?? []).map((spec) => ({ title: spec.title, file: `test/e2e/${spec.file}` })), ...(suite.suites ?? []).flatMap(walk),
  ];
  return list.suites.flatMap(walk);
}

const sources = [...scanSources().keys()];
const found = [...vitestTitles(sources.filter((file) => !file.startsWith('e2e/'))), ...playwrightTitles(sources.filter((file) => file.startsWith('e2e/')))];
const proofs = new Map<string, Test[]>();
for (const test of found) for (const id of new Set(idsInTitle(test.title))) proofs.set(id, [...(proofs.get(id) ?? []), test]);

const later = { agent: 'comes with the agent\'s design' } as const;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replace(/\s*\[S[1-5]\.[\w.-]+\]/g, '');

function row({ id, title, kind, later: when }: CoverageItem): string {
  const tests = proofs.get(id) ?? [];
  const files = [...new Set(tests.map((test) => test.file))];
  const proof = tests.length === 0 ? (when ? `(${later[when]})` : '**none**')
    : files.map((file) => { const inFile = tests.filter((test) => test.file === file); return `${file}: ${cell(inFile[0]!.title)}${inFile.length > 1 ? ` (and ${inFile.length - 1} more)` : ''}`; }).join('<br>');
  return `| ${id} | ${kind} | ${cell(title)} | ${proof} |`;
}

const names: Record<Seed, string> = { S1: 'Loom (Go)', S2: 'Loom (Elixir)', S3: 'Action Llama', S4: 'loom-mcp', S5: 'atloop' };
const { unproven, unknown } = gaps(new Set(proofs.keys()));
const proven = items.filter((item) => proofs.has(item.id)).length;
const waiting = items.filter((item) => item.later && !proofs.has(item.id)).length;
const summary = `${items.length} items: ${proven} proven by ${found.filter((test) => idsInTitle(test.title).length > 0).length} tests, ${waiting} still to come, ${unproven.length} without a test.`;
const tables = (Object.keys(names) as Seed[]).map((seed) => [
  `## ${seed}: ${names[seed]}`, '', '| item | kind | what | proof |', '|---|---|---|---|', ...items.filter((item) => item.seed === seed).map(row), '',
].join('\n'));
const report = `# What the five systems' documents promise, and the tests that prove it\n\nMade by \`npm run tools:coverage\`. ${summary}\n\n${tables.join('\n')}`;
mkdirSync(join(root, 'test/reports'), { recursive: true });
writeFileSync(join(root, 'test/reports/tools-coverage.md'), report);
console.log(report);
for (const id of unproven) console.error(`No test proves ${id}`);
for (const id of unknown) console.error(`There is no item ${id}`);
console.error(summary);
process.exit(unproven.length + unknown.length === 0 ? 0 : 1);
