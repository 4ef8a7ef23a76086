/**
 * A package registry out of a folder on disk, filled from the configured registry at the first use of each address: the same packages for the
 * sandbox and for native npm, today and tomorrow, and no network once it is filled.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { root } from '../../src/build/paths.ts';
import { REGISTRY_PATH, RegistryPassThrough } from '../../src/build/registry.ts';

const FOLDER = join(root, 'node_modules/.cache/tabloom/registry');

interface Stored { status: number; type: string }

export interface RegistryMirror {
  /** Address with a slash at its end. */
  url: string;
  /** Paths that were asked for, newest last. */
  asked: string[];
  /** While true every request is cut off, as if the network were away. */
  away: boolean;
  close(): Promise<void>;
}

/** Starts it on a free port of this computer. */
export async function startRegistryMirror(): Promise<RegistryMirror> {
  const passThrough = new RegistryPassThrough();
  const upstream = createServer((request, response) => {
    if (!passThrough.handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done));
  const source = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}${REGISTRY_PATH}`;

  const fill = async (path: string, accept: string, file: string): Promise<void> => {
    const response = await fetch(source + path.slice(1), { headers: { accept } });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200 && response.status !== 404) throw new Error(`${path}: the registry answered ${response.status}`);
    mkdirSync(dirname(file), { recursive: true });
    const stored: Stored = { status: response.status, type: response.headers.get('content-type') ?? 'application/octet-stream' };
    writeFileSync(`${file}.json`, JSON.stringify(stored));
    // Last and whole, so that a run that was cut short leaves nothing half.
    writeFileSync(`${file}.${process.pid}`, bytes);
    renameSync(`${file}.${process.pid}`, file);
  };
  const filling = new Map<string, Promise<void>>();

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (mirror.away) return void request.socket.destroy();
    mirror.asked.push(path);
    const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (request.method === 'OPTIONS') return void response.writeHead(204, open).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405, open).end();
    // Short documents and whole ones have the same address.
    const accept = (request.headers.accept ?? '').includes('application/vnd.npm.install-v1+json') ? 'application/vnd.npm.install-v1+json' : 'application/json';
    const file = join(FOLDER, createHash('sha256').update(`${path.endsWith('.tgz') ? '' : accept} ${path.toLowerCase()}`).digest('hex'));
    const there = existsSync(file) ? Promise.resolve() : filling.get(file) ?? fill(path, accept, file).finally(() => filling.delete(file));
    if (!existsSync(file)) filling.set(file, there);
    there.then(() => {
      const { status, type } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Stored;
      const bytes = readFileSync(file);
      const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { ...open, etag }).end();
      response.writeHead(status, { ...open, etag, 'content-type': type, 'content-length': bytes.length, 'cache-control': path.endsWith('.tgz') ? 'public, immutable, max-age=31557600' : 'public, max-age=300' });
      response.end(request.method === 'HEAD' ? undefined : bytes);
    }).catch((error: unknown) => response.writeHead(502, open).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const mirror: RegistryMirror = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked: [],
    away: false,
    async close() {
      for (const one of [server, upstream]) {
        one.closeAllConnections();
        await new Promise((done) => one.close(done));
      }
      await passThrough.close();
    },
  };
  return mirror;
}
