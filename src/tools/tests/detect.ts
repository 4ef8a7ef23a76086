/** Which test framework a project uses, and in which folder. The order is in the README beside the tools. */
import { AppError } from '../../shared/errors.ts';
import type { ToolContext } from '../tool.ts';
import { readManifest } from './manifest.ts';
import { findRunner, isPlaceholder } from './script.ts';
import type { FrameworkName, TestFolder } from './framework.ts';
import type { RunnerCall } from './script.ts';

export interface TestPlan {
  framework: FrameworkName;
  folder: TestFolder;
  target: { path: string; type: 'file' | 'dir' } | undefined;
  call: RunnerCall | undefined;
  /** Other frameworks for which there are signs, in their order. */
  also: FrameworkName[];
}

interface Candidate {
  framework: FrameworkName;
  call?: RunnerCall;
  /** A sign that a folder of a workspace may show without having tests of its own kind. */
  weak?: boolean;
}

const texts = ['package.json', 'go.mod', 'setup.cfg', 'tox.ini', 'requirements.txt', 'requirements-dev.txt', 'pyproject.toml'];
const programs = ['go', 'python3', 'npm', 'node', 'tsx', 'jest', 'vitest', 'mocha', '_mocha', 'react-scripts', 'craco'];
const markers = new Set(['package.json', 'go.mod', 'pyproject.toml', 'pytest.ini', 'setup.cfg', 'setup.py', 'conftest.py']);
const scriptFile = /(^test-.*|^test|.*[._-]test)\.[cm]?[jt]s$/;
const pythonFile = /^(test_.*|.*_test)\.py$/;

/** @throws AppError `not_configured` when there is nothing to go by, `not_found` when `path` is not there. */
export async function planTests(context: ToolContext, asked: FrameworkName | undefined, path: string | undefined): Promise<TestPlan> {
  const { host, workdir } = context.sandbox;
  const options = { signal: context.signal };
  const wanted = path === undefined ? undefined : await host.call('stat', { path }, options);
  if (wanted && wanted.type !== 'file' && wanted.type !== 'dir') throw new AppError('invalid_arguments', `path is no file and no folder: ${path}`);
  let weak: TestPlan | undefined;
  for (const at of foldersUp(wanted)) {
    const found = await host.call('project', { path: at, read: texts, programs }, options);
    if (at !== '.' && !found.entries.some((entry) => markers.has(entry.name))) continue;
    const manifest = found.texts['package.json'];
    // Where the framework is given, a damaged package.json is its own business.
    const folder: TestFolder = { ...found, manifest: manifest === undefined ? undefined : asked === undefined ? readManifest(manifest) : manifestIfGood(manifest) };
    const candidates = byToolchain(await candidatesIn(folder, context), folder);
    const chosen = asked === undefined ? candidates[0] : candidates.find(({ framework }) => framework === asked) ?? { framework: asked, weak: candidates.length === 0 && at !== '.' };
    if (!chosen) continue;
    const target = wanted && wanted.rel_path !== at && at !== '.' ? wanted.rel_path.slice(at.length + 1) : wanted && at === '.' && wanted.rel_path !== '.' ? wanted.rel_path : undefined;
    const plan: TestPlan = {
      framework: chosen.framework, folder, call: chosen.call, target: target === undefined || !wanted ? undefined : { path: target, type: wanted.type as 'file' | 'dir' },
      also: [...new Set(candidates.filter((other) => other.weak !== true && other.framework !== chosen.framework).map((other) => other.framework))],
    };
    if (chosen.weak !== true) return plan;
    weak ??= plan;
  }
  if (weak && asked === undefined && weak.framework === 'npm') throw new AppError('not_configured', 'test runner not configured: package.json has no test script, and there are no tests of a known framework');
  if (weak) return weak;
  throw new AppError('not_configured', `failed to detect test framework: could not detect test framework in ${wanted ? wanted.path : workdir}`);
}

/** The folder of what is wanted, then those above it, the project's own last. */
function foldersUp(wanted: { rel_path: string; type: string } | undefined): string[] {
  const parts = !wanted || wanted.rel_path === '.' ? [] : wanted.rel_path.split('/');
  if (wanted?.type === 'file') parts.pop();
  return [...parts.map((_part, index) => parts.slice(0, parts.length - index).join('/')), '.'];
}

function manifestIfGood(text: string): TestFolder['manifest'] {
  try {
    return readManifest(text);
  } catch {
    return undefined;
  }
}

/** Every framework of which there are signs, strongest first. */
async function candidatesIn(folder: TestFolder, context: ToolContext): Promise<Candidate[]> {
  const names = new Set(folder.entries.map((entry) => entry.name));
  const files = folder.entries.filter((entry) => entry.type === 'file').map((entry) => entry.name);
  const script = scriptCandidate(folder);
  return [
    ...(names.has('go.mod') ? [{ framework: 'go' } as const] : []),
    ...(script ? [script] : []),
    ...await pythonCandidates(folder, names, files, context),
    ...(files.some((name) => name.endsWith('_test.go')) && !names.has('go.mod') ? [{ framework: 'go' } as const] : []),
    ...(!script && (files.some((name) => scriptFile.test(name)) || await hasScriptTests(folder, context)) ? [{ framework: 'node', weak: folder.rel_path !== '.' } as const] : []),
    ...(!script && folder.manifest ? [{ framework: 'npm', weak: true } as const] : []),
  ];
}

/** What package.json says: its test script, else the names of its dependencies and its configurations. Never a substring: `@testing-library/jest-dom` is not jest. */
function scriptCandidate({ manifest, entries }: TestFolder): Candidate | undefined {
  if (!manifest) return undefined;
  const { test } = manifest.scripts;
  if (typeof test === 'string' && test.trim() !== '' && !isPlaceholder(test)) {
    const call = findRunner(test, manifest.scripts);
    return call ? { framework: call.runner, call: withNeighbours(call, manifest.scripts) } : { framework: 'npm' };
  }
  for (const framework of ['vitest', 'jest', 'mocha'] as const) {
    const configured = entries.some(({ name }) => new RegExp(`^(${framework}\\.config\\.[cm]?[jt]s|jest\\.config\\.json|\\.mocharc\\.(js|cjs|mjs|json|jsonc|ya?ml))$`).test(name) && name.includes(framework));
    if (manifest.dependencies.has(framework) || manifest.keys.has(framework) || configured) return { framework };
  }
  return undefined;
}

/** What npm would run before and after it, on which the tests may depend. */
function withNeighbours(call: RunnerCall, { pretest, posttest }: Readonly<Record<string, unknown>>): RunnerCall {
  const before = typeof pretest === 'string' ? `${pretest} && ` : '';
  const after = typeof posttest === 'string' ? ` && ${posttest}` : '';
  const moved = (at: number): number => at + before.length;
  return { ...call, line: before + call.line + after, optionsAt: moved(call.optionsAt), end: moved(call.end), words: call.words.map((word) => ({ ...word, start: moved(word.start), end: moved(word.end) })) };
}

async function pythonCandidates(folder: TestFolder, names: ReadonlySet<string>, files: readonly string[], context: ToolContext): Promise<Candidate[]> {
  const says = (file: string, pattern: RegExp): boolean => pattern.test(folder.texts[file] ?? '');
  const configured = names.has('pytest.ini') || names.has('conftest.py') || says('setup.cfg', /^\[tool:pytest\]/m) || says('tox.ini', /^\[pytest\]/m)
    || ['pyproject.toml', 'requirements.txt', 'requirements-dev.txt', 'setup.cfg'].some((file) => says(file, /\bpytest\b/));
  if (configured) return [{ framework: 'pytest' }];
  const tests = folder.entries.some((entry) => entry.type === 'dir' && entry.name === 'tests') ? 'tests' : undefined;
  const inTests = tests === undefined ? [] : (await context.sandbox.host.call('project', { path: joined(folder.rel_path, tests), read: [], programs: [] }, { signal: context.signal })).entries.map(({ name }) => `${tests}/${name}`);
  const found = [...files, ...inTests].filter((name) => pythonFile.test(name.slice(name.lastIndexOf('/') + 1)));
  if (found.length > 0) return [{ framework: await onlyUnittest(folder, found, context) ? 'unittest' : 'pytest' }];
  return names.has('pyproject.toml') ? [{ framework: 'pytest', weak: folder.manifest !== undefined }] : [];
}

/** pytest runs these as well, but they need no more than Python itself. */
async function onlyUnittest(folder: TestFolder, files: readonly string[], context: ToolContext): Promise<boolean> {
  const { texts: sources } = await context.sandbox.host.call('project', { path: folder.rel_path, read: files.slice(0, 20), programs: [] }, { signal: context.signal });
  const all = Object.values(sources);
  return all.length > 0 && all.every((source) => /^\s*(import|from) unittest\b/m.test(source) && !/^\s*(import|from) pytest\b/m.test(source));
}

async function hasScriptTests(folder: TestFolder, context: ToolContext): Promise<boolean> {
  const scripts = '?(c|m)@(js|ts)';
  const patterns = [`**/*[._-]test.${scripts}`, `**/test-*.${scripts}`, `**/test/**/*.${scripts}`, `**/test.${scripts}`].map((pattern) => joined(folder.rel_path, pattern));
  return (await context.sandbox.host.call('expand', { patterns, limit: 1 }, { signal: context.signal })).entries.length > 0;
}

function joined(folder: string, path: string): string {
  return folder === '.' ? path : `${folder}/${path}`;
}

/** A toolchain that is here goes before one that is not: a project in Go and JavaScript is tested with what can run. */
function byToolchain(candidates: Candidate[], { programs: found }: TestFolder): Candidate[] {
  const needs: Partial<Record<FrameworkName, string>> = { go: 'go', pytest: 'python3', unittest: 'python3' };
  const runs = ({ framework }: Candidate): boolean => needs[framework] === undefined || found[needs[framework]] !== undefined;
  const strong = candidates.filter((candidate) => candidate.weak !== true);
  return [...strong.filter(runs), ...strong.filter((candidate) => !runs(candidate)), ...candidates.filter((candidate) => candidate.weak === true)];
}
