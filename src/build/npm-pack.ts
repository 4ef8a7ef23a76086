/** The npm command line of the sandbox: the files of the pinned package, unmodified but for node-gyp, in one asset (`src/runtime/kernel/packs/pack.ts` reads it). */
import { build } from 'esbuild';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './paths.ts';

/** What npm does not read while it runs: its manual; and of node-gyp, which needs Python and a compiler, the program. */
const LEFT_OUT = [/^docs\//, /^man\//, /^node_modules\/node-gyp\/(gyp|src|lib|bin)\//, /(^|\/)test\//, /(^|\/)(changelog|contributing|security)\.md$/i, /\.(map|d\.ts|d\.mts|d\.cts)$/];

/**
 * What the sandbox's npm is told where npm itself would take another default: things installed globally go to the person's own folder, and of
 * packages that come in a build for each processor the one in WebAssembly is taken. It comes with Tabloom, so it does not look for a newer self.
 * Addresses (`npm docs`, `npm repo`) it prints, as no program here opens a tab of the browser; files it edits with the editor there is. A request that the
 * browser refuses is made three times in eleven seconds, not in seventy: most of them are of servers that allow no pages, and end alike each time.
 * npm reads it before every other configuration, so all of them win over it.
 */
const NPMRC = 'prefix=/usr/local\ncpu=wasm32\nupdate-notifier=false\nbrowser=false\neditor=nano\nfetch-retry-mintimeout=1000\n';

/** gzip of a line of JSON, the files as `[path, bytes, executable]`, and of their contents in that order. */
export async function npmPack(): Promise<Uint8Array> {
  const folder = join(root, 'node_modules/npm');
  const paths = list(folder, '').filter((path) => !LEFT_OUT.some((pattern) => pattern.test(path))).sort();
  const files = paths.map((path) => [path, readFileSync(join(folder, path)), (statSync(join(folder, path)).mode & 0o111) !== 0] as const);
  const all = [...files, ['npmrc', Buffer.from(NPMRC), false] as const, ...adaptors(), ...await launcher()];
  const index = JSON.stringify(all.map(([path, bytes, executable]) => (executable ? [path, bytes.length, 1] : [path, bytes.length])));
  return gzipSync(Buffer.concat([Buffer.from(`${index}\n`), ...all.map(([, bytes]) => bytes)]), { level: 9 });
}

/** What stands between packages and the builds in WebAssembly of their native parts (`src/runtime/kernel/packages/adaptors.ts`). */
function adaptors(): (readonly [string, Buffer, boolean])[] {
  const folder = join(root, 'src/runtime/npm/adaptors');
  return readdirSync(folder).sort().map((name) => [`tabloom/adaptors/${name}`, readFileSync(join(folder, name)), false] as const);
}

/** What `/usr/bin/npm` and `/usr/bin/npx` are, beside npm's own files, and what is there in place of node-gyp. */
function launcher(): Promise<(readonly [string, Buffer, boolean])[]> {
  return Promise.all(['npm', 'npx', 'ci', 'node-gyp'].map(async (name) => {
    const result = await build({ entryPoints: [join(root, `src/runtime/npm/${name}.ts`)], bundle: true, write: false, format: 'cjs', platform: 'node', target: 'node24', minifyWhitespace: true, minifySyntax: true, legalComments: 'none', logLevel: 'silent', banner: { js: '#!/usr/bin/env node' }, alias: { semver: join(root, 'node_modules/npm/node_modules/semver') } });
    return [name === 'node-gyp' ? 'node_modules/node-gyp/bin/node-gyp.js' : `tabloom/${name}.cjs`, Buffer.from(result.outputFiles[0]!.contents), name !== 'ci'] as const;
  }));
}

function list(folder: string, prefix: string): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = `${prefix}${entry.name}`;
    return entry.isDirectory() ? list(folder, `${path}/`) : [path];
  });
}
