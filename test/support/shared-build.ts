/**
 * One build of the runtime, of the host programs and of the tests' own pages for all suites of a run: bundling takes seconds, and some fifty suites start a sandbox. As Vitest's `globalSetup`
 * it makes the folder; outside of Vitest everything is built anew.
 */
import { build } from 'esbuild';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildHostPrograms } from '../../src/build/host-programs.ts';
import { root } from '../../src/build/paths.ts';
import { buildRuntime, type Files } from '../../src/build/runtime.ts';

const FOLDER = 'TABLOOM_SHARED_BUILD';

export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tabloom-build-'));
  process.env[FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** The runtime as it ships; `TABLOOM_READABLE=1` leaves out minification. */
export function testRuntime(): Promise<Files> {
  const minify = process.env.TABLOOM_READABLE !== '1';
  return shared('runtime', () => buildRuntime({ minify, buildId: 'test' }));
}

export function testHostPrograms({ minify }: { minify: boolean }): Promise<Files> {
  return shared(minify ? 'host-minified' : 'host', () => buildHostPrograms({ minify }));
}

/** The script of a test's page, bundled. @param entry its path from the project's folder */
export async function testPage(entry: string): Promise<Uint8Array> {
  const files = await shared(`page-${entry.replaceAll('/', '-')}`, async () => {
    const { outputFiles } = await build({ entryPoints: [join(root, entry)], bundle: true, write: false, format: 'esm', target: 'chrome120', logLevel: 'silent' });
    return new Map([['page.js', outputFiles[0]!.contents]]);
  });
  return files.get('page.js')!;
}

async function shared(name: string, build: () => Promise<Files>): Promise<Files> {
  const folder = process.env[FOLDER];
  if (folder === undefined) return build();
  const done = join(folder, name);
  if (existsSync(done)) return read(done);
  const files = await build();
  const own = mkdtempSync(join(folder, 'part-'));
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), bytes);
  }
  try {
    renameSync(own, done);
  } catch {
    // Another worker was quicker; both are the same.
    rmSync(own, { recursive: true, force: true });
  }
  return files;
}

function read(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]));
}
