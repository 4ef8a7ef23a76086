/** A git server: `git http-backend` behind a small HTTP server, with a token or without; and a proxy as those for pages are. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GitHttpServer {
  url: string;
  /** Method and path of every request, and whether it had credentials. */
  seen: string[];
  close(): Promise<void>;
}

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-allow-methods': '*', 'access-control-expose-headers': '*' };

/** Serves the repositories below `root`, which need `http.receivepack` to be pushed to. With `cors` pages of any origin may use it. */
export async function startGitServer(root: string, { token, cors = false }: { token?: string; cors?: boolean } = {}): Promise<GitHttpServer> {
  const seen: string[] = [];
  const headers = cors ? CORS : {};
  return serve(seen, (req, res) => {
    if (req.method === 'OPTIONS') return void res.writeHead(cors ? 204 : 405, headers).end();
    const given = req.headers.authorization;
    seen.push(`${req.method} ${req.url}${given ? ' authorized' : ''}`);
    if (token !== undefined && given !== `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`) {
      return void res.writeHead(401, { ...headers, 'www-authenticate': 'Basic realm="test"' }).end('no');
    }
    backend(root, req, res, headers);
  });
}

/** Passes `/host/path` on to `http://host/path`. */
export async function startProxy(): Promise<GitHttpServer> {
  const seen: string[] = [];
  return serve(seen, (req, res) => {
    if (req.method === 'OPTIONS') return void res.writeHead(204, CORS).end();
    seen.push(`${req.method} ${req.url}`);
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      const pass = Object.fromEntries(['content-type', 'accept', 'authorization'].flatMap((name) => (req.headers[name] === undefined ? [] : [[name, String(req.headers[name])]])));
      fetch(`http:/${req.url}`, { method: req.method ?? 'GET', headers: pass, ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}) })
        .then(async (answer) => res.writeHead(answer.status, { ...CORS, 'content-type': answer.headers.get('content-type') ?? '' }).end(Buffer.from(await answer.arrayBuffer())))
        .catch(() => res.writeHead(502, CORS).end());
    });
  });
}

function backend(root: string, req: IncomingMessage, res: ServerResponse, headers: Record<string, string>): void {
  const { pathname, search } = new URL(req.url ?? '/', 'http://x');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH ?? '', GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', REQUEST_METHOD: req.method ?? 'GET', PATH_INFO: decodeURIComponent(pathname), QUERY_STRING: search.slice(1), REMOTE_USER: 'test',
      CONTENT_TYPE: req.headers['content-type'] ?? '', HTTP_CONTENT_ENCODING: String(req.headers['content-encoding'] ?? ''), GIT_CONFIG_NOSYSTEM: '1', HOME: root, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*',
      ...(req.headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: req.headers['content-length'] }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  req.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    const head = Object.fromEntries(all.toString('latin1', 0, Math.max(0, end)).split('\r\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    const status = Number(/^\d+/.exec(head.Status ?? '')?.[0] ?? (end < 0 ? 500 : 200));
    delete head.Status;
    res.writeHead(status, { ...headers, ...head }).end(all.subarray(end + 4));
  });
}

async function serve(seen: string[], handle: (req: IncomingMessage, res: ServerResponse) => void): Promise<GitHttpServer> {
  const server: Server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
  };
}
