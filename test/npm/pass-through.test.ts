/** The registry that a server gives its sandboxes: reads alone, nothing but the registry, none of the builder's secrets. */
import { createServer, type IncomingMessage, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RegistryPassThrough } from '../../src/build/registry.ts';
import { serveSites } from '../../src/build/server.ts';

const seen: IncomingMessage[] = [];
let registry: Server;
let front: Server;
let base = '';
let passThrough: RegistryPassThrough;
const listen = (server: Server): Promise<number> => new Promise((done) => server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port)));

beforeAll(async () => {
  registry = createServer((request, response) => {
    seen.push(request);
    if (request.url === '/npm/name') response.writeHead(200, { 'content-type': 'application/json', etag: '"e"', 'set-cookie': 'a=b' }).end(`{"dist":{"tarball":"${base}name/-/name-1.0.0.tgz"},"home":"${base}"}`);
    else if (request.url?.endsWith('.tgz')) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.from([0x1f, 0x8b, 255]));
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('no');
  });
  base = `http://127.0.0.1:${await listen(registry)}/npm/`;
  passThrough = new RegistryPassThrough({ address: base.slice(0, -1) });
  front = createServer((request, response) => {
    if (!passThrough.handle(request, response)) response.writeHead(418).end();
  });
  await listen(front);
});
afterAll(async () => {
  await passThrough.close();
  for (const server of [registry, front]) {
    server.closeAllConnections();
    server.close();
  }
});

/** A request with the path as it is: `fetch` would tidy it up. */
function ask(path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}): Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }> {
  return new Promise((done, fail) => {
    const request = send({ port: (front.address() as AddressInfo).port, host: '127.0.0.1', path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) }));
    });
    request.on('error', fail);
    request.end();
  });
}

it('passes documents and archives on, open to every origin, with the addresses that the sandbox knows', async () => {
  const document = await ask('/registry/name', { headers: { accept: 'application/json', authorization: 'Bearer x', cookie: 'c=d', 'if-none-match': '"f"' } });
  expect(document.status).toBe(200);
  expect(JSON.parse(document.body.toString())).toEqual({ dist: { tarball: 'https://registry.npmjs.org/name/-/name-1.0.0.tgz' }, home: base });
  expect(document.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin', etag: '"e"' });
  expect(document.headers['set-cookie']).toBeUndefined();
  const asked = seen.at(-1)!;
  expect(asked.headers).toMatchObject({ accept: 'application/json', 'if-none-match': '"f"' });
  expect([asked.headers.authorization, asked.headers.cookie, asked.headers.origin]).toEqual([undefined, undefined, undefined]);
  expect((await ask('/registry/name/-/name-1.0.0.tgz')).body).toEqual(Buffer.from([0x1f, 0x8b, 255]));
  expect((await ask('/registry/missing')).status).toBe(404);
});

it('is for reading, and for what lies below the registry', async () => {
  const before = seen.length;
  for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask('/registry/name', { method })).status).toBe(405);
  for (const path of ['/registry/../secret', '/registry/%2e%2e/secret', '/registry//elsewhere.test/x', '/registry/http://elsewhere.test/x']) expect([path, (await ask(path)).status]).toEqual([path, 400]);
  expect((await ask('/registry/name', { method: 'OPTIONS' })).status).toBe(204);
  expect(seen.length).toBe(before);
  expect((await ask('/other')).status).toBe(418);
});

it('says so when the registry is not there', async () => {
  const lost = new RegistryPassThrough({ address: 'http://127.0.0.1:1/' });
  const server = createServer((request, response) => void lost.handle(request, response));
  const response = await fetch(`http://127.0.0.1:${await listen(server)}/registry/name`);
  expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('the registry cannot be reached')]);
  server.close();
  await lost.close();
});

it('the relay learns of it from its page, and only where there is one', async () => {
  const sandbox = new Map([['headless.html', Buffer.from('{"registry":null}')]]);
  for (const [given, text] of [[passThrough, '{"registry":"/registry/"}'], [undefined, '{"registry":null}']] as const) {
    const server = await serveSites({ app: new Map(), sandbox }, { port: 0, ...(given ? { registry: new RegistryPassThrough({ address: base }) } : {}) });
    const headers = { host: `sandbox.tabloom.localhost:${server.port}` };
    const page = await new Promise<string>((done) => send({ port: server.port, host: '127.0.0.1', path: '/headless', headers }, (response) => {
      let body = '';
      response.on('data', (part: Buffer) => { body += part.toString(); });
      response.on('end', () => done(body));
    }).end());
    expect(page).toBe(text);
    await server.close();
  }
});
