/**
 * `npm ci` for lockfiles without anything unusual, in the one place where packages are already: the kernel fetches, checks and unpacks them straight into the
 * filesystem. What it does not know it leaves to npm, before it has changed anything; and whatever goes wrong afterwards npm makes good, for it begins by
 * removing what is there.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import satisfies from 'semver/functions/satisfies.js';
import { beginBuilds, buildsFor } from './builds.ts';
import { entriesToInstall, type LockEntry, type Lockfile, Unusual } from './lockfile.ts';
import { type Progress, progressOf } from './progress.ts';
import { settingsOf } from './settings.ts';

const SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
const DEVICE = '/dev/packages';

interface Manifest extends LockEntry { workspaces?: unknown; overrides?: unknown; bundleDependencies?: unknown; bundledDependencies?: unknown; devEngines?: unknown; allowScripts?: unknown; scripts?: { [name: string]: string } }

/** True when it was done, false when npm has to do it. `npm` is npm's own folder. */
export function cleanInstall(npm: string, begun: number): boolean {
  try {
    const settings = settingsOf(process.argv.slice(2), process.env);
    const manifest = json<Manifest>('package.json');
    if (existsSync('npm-shrinkwrap.json') || existsSync('binding.gyp')) throw new Unusual('another kind of project');
    for (const field of ['workspaces', 'overrides', 'bundleDependencies', 'bundledDependencies', 'devEngines', 'allowScripts'] as const) if (manifest[field] !== undefined) throw new Unusual(`the field ${field}`);
    if (!settings.ignoreScripts && SCRIPTS.some((name) => manifest.scripts?.[name] !== undefined)) throw new Unusual('the project has scripts');
    if (mayBeWorkspace(process.cwd())) throw new Unusual('a folder around it has workspaces');
    const lock = json<Lockfile>('package-lock.json');
    const npmVersion = json<{ version: string }>(`${npm}/package.json`).version;
    const entries = entriesToInstall(lock, manifest, { os: 'linux', cpu: 'wasm32', node: process.version, npm: npmVersion }, satisfies, settings.ignoreScripts);
    const links = linksOf(entries);
    empty('node_modules');
    // Side by side with the packages; they are waited for at the end (`native-parts.ts`). `settingsOf` knows no `--offline`.
    beginBuilds(buildsFor(entries));
    if (entries.length > 0) unpack(entries, progressOf(settings.progress && !settings.silent, entries.length, begun));
    for (const [path, target] of links) link(path, target);
    if (entries.length > 0) writeHidden(lock, entries);
    if (!settings.silent) report(entries, settings.fund, begun);
    return true;
  } catch (error) {
    if (process.env.TABLOOM_NPM_DEBUG) process.stderr.write(`npm ci by npm itself: ${String(error)}\n`);
    return false;
  }
}

/** Then npm may install for the project around it, by that one's lockfile. */
function mayBeWorkspace(folder: string): boolean {
  for (let at = dirname(folder); ; at = dirname(at)) {
    const path = join(at, 'package.json');
    if (existsSync(path) && readFileSync(path, 'utf8').includes('"workspaces"')) return true;
    if (at === dirname(at)) return false;
  }
}

/** @throws Unusual when it is missing or no JSON object: npm says so better */
function json<T>(path: string): T {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null) return value as T;
  } catch {
    // Falls through.
  }
  throw new Unusual(path);
}

/** Links of programs: path and target. Where two packages bring the same, as jest and jest-cli do, npm links that of the first by path, and only that. @throws Unusual when one leads elsewhere */
function linksOf(entries: [string, LockEntry][]): Map<string, string> {
  const links = new Map<string, string>();
  for (const [location, { bin = {} }] of [...entries].sort(([a], [b]) => a.localeCompare(b, 'en'))) {
    const folder = location.slice(0, location.lastIndexOf('node_modules/') + 12);
    for (const [name, file] of Object.entries(bin)) {
      const path = join(folder, '.bin', name);
      const target = join(location, file);
      if (dirname(path) !== `${folder}/.bin` || !target.startsWith(`${location}/`)) throw new Unusual(`the program ${name}`);
      if (!links.has(path)) links.set(path, target);
    }
  }
  return links;
}

function empty(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** @throws Error when one cannot be had */
function unpack(entries: [string, LockEntry][], progress: Progress): void {
  const orders = entries.map(([location, { resolved, integrity }]) => [resolved, integrity, join(process.cwd(), location)]);
  const request = Buffer.from(`${JSON.stringify(progress.wanted ? { counted: orders } : orders)}\n`);
  const device = openSync(DEVICE, 'r+');
  try {
    for (let at = 0; at < request.length;) at += writeSync(device, request, at);
    const answer = Buffer.alloc(64 * 1024);
    for (;;) {
      // Lines with numbers, and then one with words.
      const [, counts, words] = /^((?:\d+\n)*)([^]*)$/.exec(answer.toString('utf8', 0, readSync(device, answer)))!;
      if (words === 'done\n') return;
      if (words !== '' || counts === '') throw new Error(words!.trim());
      progress.show(Number(counts!.trim().split('\n').at(-1)));
    }
  } finally {
    progress.clear();
    closeSync(device);
  }
}

/** As npm links a program: executable, with a `#!` line that Linux reads. */
function link(path: string, target: string): void {
  if (!existsSync(target)) return;
  chmodSync(target, 0o755);
  const text = readFileSync(target, 'latin1');
  if (/^#![^\n]+\r\n/.test(text)) writeFileSync(target, text.replace(/^(#![^\n]+)\r\n/, '$1\n'), 'latin1');
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}

/** npm's note of what it has installed, newer than everything it describes. */
function writeHidden({ name, version, lockfileVersion }: Lockfile, entries: [string, LockEntry][]): void {
  const hidden = { ...(name === undefined ? {} : { name }), ...(version === undefined ? {} : { version }), lockfileVersion, requires: true, packages: Object.fromEntries(entries) };
  writeFileSync('node_modules/.package-lock.json', `${JSON.stringify(hidden, null, 2)}\n`);
}

function report(entries: [string, LockEntry][], fund: boolean, begun: number): void {
  const colours = process.stderr.isTTY === true && process.env.NO_COLOR === undefined;
  const paint = (code: number, end: number, text: string): string => (colours ? `\x1b[${code}m${text}\x1b[${end}m` : text);
  for (const [location, { name, version, deprecated }] of entries) {
    if (deprecated) process.stderr.write(`${paint(1, 22, 'npm')} ${paint(33, 39, 'warn')} ${paint(94, 39, 'deprecated')} ${name ?? location.slice(location.lastIndexOf('node_modules/') + 13)}@${version}: ${deprecated}\n`);
  }
  const ms = Date.now() - begun;
  const words = entries.length === 0 ? 'up to date' : `added ${entries.length} package${entries.length === 1 ? '' : 's'}`;
  process.stdout.write(`\n${words} in ${ms < 1000 ? `${ms}ms` : ms < 60_000 ? `${Math.round(ms / 1000)}s` : `${Math.round(ms / 60_000)}m`}\n`);
  const funded = new Set(entries.filter(([, { funding }]) => funding !== undefined).map(([location, { version }]) => `${location.slice(location.lastIndexOf('node_modules/') + 13)}@${version}`)).size;
  if (fund && funded > 0) process.stdout.write(`\n${funded} package${funded === 1 ? ' is' : 's are'} looking for funding\n  run \`npm fund\` for details\n`);
}
