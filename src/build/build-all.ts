/** The whole build, and whether the last one is still current. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build as viteBuild } from 'vite';
import { buildHostPrograms } from './host-programs.ts';
import { licenceNotices } from './licences.ts';
import { dist, root } from './paths.ts';
import { buildRuntime, type Files } from './runtime.ts';

const INPUTS = ['src', 'public', 'index.html', 'package-lock.json', 'tsconfig.json'];

/** Hash of names, sizes and times of everything the build reads: it changes when any of them does. */
export function inputsId(): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const info = statSync(join(root, path), { throwIfNoEntry: false });
    if (!info) return;
    if (info.isDirectory()) for (const name of readdirSync(join(root, path)).sort()) add(`${path}/${name}`);
    else hash.update(`${path} ${info.size} ${info.mtimeMs}\n`);
  };
  for (const path of INPUTS) add(path);
  return hash.digest('hex').slice(0, 16);
}

/** Builds when `dist/` is missing or older than its inputs. */
export async function ensureBuilt(): Promise<void> {
  const stamp = join(dist, 'build-id');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputsId()) return;
  console.log('Building (once, and again when the sources change)');
  await buildAll();
}

export async function buildAll(): Promise<void> {
  const id = inputsId();
  rmSync(dist, { recursive: true, force: true });
  // Vite believes this variable more than its own mode: a test runner's "test" would put React's development build into dist.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await viteBuild({ configFile: join(root, 'src/build/vite.config.ts'), define: { __BUILD_ID__: JSON.stringify(id) }, logLevel: 'warn' });
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
  write('app', await buildHostPrograms({ minify: true }));
  write('app', new Map([['notices.txt', Buffer.from(licenceNotices())]]));
  write('sandbox', await buildRuntime({ minify: true, buildId: id }));
  // Last: a build that was cut short must not count as current.
  writeFileSync(join(dist, 'build-id'), id);
}

function write(site: string, files: Files): void {
  for (const [name, bytes] of files) {
    const path = join(dist, site, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}
