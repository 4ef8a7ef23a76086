/** A server that plays the outside: for the browser it is `outside.test`, another origin than any of ours. */
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { root } from '../../src/build/paths.ts';
import { closePayload, OP, readFrame, writeFrame } from '../../src/runtime/kernel/outside/websocket-frames.ts';

export interface OutsideServer {
  port: number;
  securePort: number;
  /** Requests as they came, newest last: method, path, headers. */
  seen: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

/** For the browser: the name is this computer, and its certificate, signed by itself, is accepted. */
export const OUTSIDE_LAUNCH_ARGS = ['--host-resolver-rules=MAP outside.test 127.0.0.1', '--ignore-certificate-errors'];

const BIG = 3_000_000;

/** Starts it on free ports of this computer. */
export async function startOutsideServer(): Promise<OutsideServer> {
  const seen: OutsideServer['seen'] = [];
  /** Answers to `/bits/<name>` that have written their first part and wait for `/rest/<name>`. */
  const halves = new Map<string, ServerResponse>();
  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    const path = req.url ?? '/';
    seen.push({ method: req.method ?? '', path, headers: req.headers });
    const allow = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'x-answer' };
    const send = (status: number, headers: object, body: string | Buffer = ''): void => {
      res.writeHead(status, { ...headers } as Record<string, string>);
      res.end(body);
    };
    if (req.method === 'OPTIONS') {
      if (/^\/(preflight|proxy\/)/.test(path)) send(204, { ...allow, 'access-control-allow-methods': '*', 'access-control-allow-headers': '*' });
      else send(405, {});
    } else if (path.startsWith('/proxy/') && path.endsWith('/moved')) send(301, { ...allow, location: path.replace(/moved$/, 'there') });
    else if (path.startsWith('/proxy/')) {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => send(200, allow, `proxied ${path.slice('/proxy/'.length)}${req.method === 'GET' ? '' : ` ${req.method} ${Buffer.concat(chunks)}`}`));
    }
    else if (path === '/nocors') send(200, {}, 'secret');
    else if (path === '/redirect') send(301, { ...allow, location: '/plain' });
    else if (path === '/gzip') send(200, { ...allow, 'content-encoding': 'gzip', 'content-type': 'text/plain' }, gzipSync('packed '.repeat(1000)));
    else if (path === '/big') send(200, allow, Buffer.alloc(BIG, 'x'));
    else if (path === '/missing') send(404, allow, 'nothing here');
    else if (path === '/empty') send(204, allow);
    else if (path === '/accents') send(200, { ...allow, 'x-answer': Buffer.from('Éva “x” приз').toString('latin1') }, 'named');
    else if (path === '/cut') {
      res.writeHead(200, { ...allow, 'content-length': '100' });
      res.write('half');
      setTimeout(() => res.destroy(), 50);
    } else if (path.startsWith('/bits/')) {
      res.writeHead(200, { ...allow, 'content-type': 'text/plain' });
      res.write('first ');
      halves.set(path.slice('/bits/'.length), res);
    } else if (path.startsWith('/rest/')) {
      const name = path.slice('/rest/'.length);
      halves.get(name)?.end('second');
      send(halves.delete(name) ? 200 : 404, allow);
    } else if (path === '/slow') {
      // Never answers: for programs that give up.
      req.socket.on('error', () => {});
    } else {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => send(200, { ...allow, 'content-type': 'text/plain', 'x-answer': '42' }, `${req.method} ${path} ${Buffer.concat(chunks).length}`));
    }
  };
  const keys = join(root, 'test/support/keys');
  const plain = createServer(handle);
  const secure = createSecureServer({ key: readFileSync(join(keys, 'outside-key.pem')), cert: readFileSync(join(keys, 'outside-cert.pem')) }, handle);
  for (const server of [plain, secure]) server.on('upgrade', echoMessages);
  const listen = (server: Server): Promise<number> => new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
  const [port, securePort] = await Promise.all([listen(plain), listen(secure)]);
  return {
    port, securePort, seen,
    async close() {
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
      }
    },
  };
}

/** A WebSocket server that sends every message back, and says goodbye with 4001 when it is told "bye". */
function echoMessages(req: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {});
  if (req.url !== '/echo') {
    socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  const accept = createHash('sha1').update(`${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const protocol = req.headers['sec-websocket-protocol'] ? `sec-websocket-protocol: ${String(req.headers['sec-websocket-protocol']).split(',')[0]!.trim()}\r\n` : '';
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n${protocol}\r\n`);
  let bytes: Uint8Array = new Uint8Array(0);
  let closing = false;
  socket.on('data', (part: Buffer) => {
    bytes = Buffer.concat([bytes, part]);
    for (let next = readFrame(bytes); next; next = readFrame(bytes)) {
      bytes = next.rest;
      const { op, payload } = next.frame;
      if (op === OP.TEXT && Buffer.from(payload).toString() === 'bye') {
        closing = true;
        socket.write(writeFrame(OP.CLOSE, closePayload(4001, 'as you say')));
      }
      else if (op === OP.CLOSE) socket.end(closing ? undefined : writeFrame(OP.CLOSE, payload));
      else if (op === OP.TEXT || op === OP.BINARY) socket.write(writeFrame(op, payload));
    }
  });
}
