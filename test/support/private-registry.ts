/** A registry of somebody's own, with packages made for a test: open or with credentials, with or without CORS. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface PrivatePackage { name: string; version: string; files: { [path: string]: string }; manifest?: object }

export interface PrivateRegistry {
  port: number;
  /** What was asked for, newest last. */
  seen: { path: string; authorization: string | undefined }[];
  close(): Promise<void>;
}

/** `authorization` is what every request has to carry; by default none. `archivesAt` is where archives are said to be; by default at the name by which the registry was asked. */
export async function startPrivateRegistry(packages: readonly PrivatePackage[], { authorization, cors = true, archivesAt }: { authorization?: string; cors?: boolean; archivesAt?: string } = {}): Promise<PrivateRegistry> {
  const archives = new Map<string, Buffer>();
  for (const { name, version, files, manifest } of packages) {
    archives.set(`/${name}/-/${name.split('/').at(-1)}-${version}.tgz`, archiveOf({ 'package.json': JSON.stringify({ name, version, ...manifest }), ...files }));
  }
  const seen: PrivateRegistry['seen'] = [];
  const server = createServer((request, response) => {
    const allow = cors ? { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' } : {};
    if (request.method === 'OPTIONS') return void response.writeHead(204, allow).end();
    const path = decodeURIComponent(request.url!);
    seen.push({ path, authorization: request.headers.authorization });
    if (authorization !== undefined && request.headers.authorization !== authorization) return void response.writeHead(401, { ...allow, 'content-type': 'application/json' }).end('{"error":"who are you?"}');
    const archive = archives.get(path);
    if (archive) return void response.writeHead(200, { ...allow, 'content-type': 'application/octet-stream' }).end(archive);
    const versions = packages.filter(({ name }) => path === `/${name}`);
    if (versions.length === 0) return void response.writeHead(404, { ...allow, 'content-type': 'application/json' }).end('{"error":"Not found"}');
    response.writeHead(200, { ...allow, 'content-type': 'application/json' }).end(JSON.stringify({
      name: versions[0]!.name, 'dist-tags': { latest: versions.at(-1)!.version },
      versions: Object.fromEntries(versions.map(({ name, version, manifest = {} }) => {
        const at = `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
        const { scripts = {} } = manifest as { scripts?: { [name: string]: string } };
        const hasInstallScript = ['preinstall', 'install', 'postinstall'].some((one) => one in scripts);
        return [version, { name, version, ...manifest, ...(hasInstallScript && { hasInstallScript }), dist: { tarball: `${archivesAt ?? `http://${request.headers.host}`}${at}`, integrity: `sha512-${createHash('sha512').update(archives.get(at)!).digest('base64')}` } }];
      })),
    }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port, seen,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function archiveOf(files: { [path: string]: string }): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const bytes = Buffer.from(text);
    const head = Buffer.alloc(512);
    head.write(`package/${path}`, 0);
    head.write('000644 \0', 100);
    head.write(`${bytes.length.toString(8).padStart(11, '0')} `, 124);
    head.write('00000000000 ', 136);
    head.write(' '.repeat(8), 148);
    head.write('0', 156);
    head.write('ustar\x0000', 257, 'latin1');
    head.write(`${head.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0')}\0 `, 148);
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
