/**
 * The package registry for sandboxes of this server (decisions 15): `GET /registry/...` on the sandbox's host passes a request on to the registry that
 * the builder's npm is configured with. It carries none of the builder's tokens, answers reads alone, and by default only those from this computer.
 */
import { execFile } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { type Dispatcher, EnvHttpProxyAgent, interceptors, request as send } from 'undici';

/** The address by which npm, and every lockfile, knows the default registry. */
export const PUBLIC_REGISTRY = 'https://registry.npmjs.org/';

/** Path on the sandbox's host. */
export const REGISTRY_PATH = '/registry/';

/** Request headers that are passed on. */
const ASKED = ['accept', 'if-none-match', 'if-modified-since', 'range'];
/** Response headers that are passed back. */
const ANSWERED = ['content-type', 'etag', 'last-modified', 'cache-control', 'content-range', 'npm-notice', 'retry-after'];
/** Bytes of a package's document: of the largest there are 50 MB. */
const MAX_DOCUMENT = 256 * 1024 * 1024;

const OPEN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': ASKED.join(', '),
  'Access-Control-Expose-Headers': ANSWERED.join(', '),
  'Access-Control-Max-Age': '86400',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

export interface RegistryOptions {
  /** Where requests go; default: what npm says at the first request. */
  address?: string;
  /** Whether other computers may use it too. */
  everybody?: boolean;
}

export class RegistryPassThrough {
  private readonly everybody: boolean;
  private target: Promise<string> | null = null;
  private readonly given: string | undefined;
  private readonly agent = new EnvHttpProxyAgent();
  /** Registries lead to where their archives lie; a page could not follow there. */
  private readonly following: Dispatcher = this.agent.compose(interceptors.redirect({ maxRedirections: 5 }));

  constructor({ address, everybody = false }: RegistryOptions = {}) {
    this.given = address;
    this.everybody = everybody;
  }

  /** Answers the request when it is one for the registry; false when it is not. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    if (!request.url?.startsWith(REGISTRY_PATH)) return false;
    void this.answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 502, `the registry cannot be reached: ${error instanceof Error ? error.message : String(error)}`);
    });
    return true;
  }

  /** Ends the connections that it keeps. */
  close(): Promise<void> {
    return this.agent.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.everybody && !isLoopback(request.socket.remoteAddress)) return refuse(response, 403, 'the registry of this server is for this computer alone');
    if (request.method === 'OPTIONS') return void response.writeHead(204, OPEN).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'the registry of this server is for reading');
    this.target ??= this.given === undefined ? configuredRegistry() : Promise.resolve(slashed(this.given));
    const base = await this.target;
    const url = new URL(request.url!.slice(REGISTRY_PATH.length), base);
    // Dots and double slashes in the path lead elsewhere: only what lies below the registry's own address is passed on.
    if (!url.href.startsWith(base)) return refuse(response, 400, 'this is no address of a package');
    const headers = Object.fromEntries(ASKED.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]])));
    const cancelled = new AbortController();
    response.once('close', () => cancelled.abort());
    const answer = await send(url, { method: request.method, headers: { ...headers, 'accept-encoding': 'identity' }, dispatcher: this.following, signal: cancelled.signal });
    const passed: Record<string, string | string[]> = {};
    for (const name of ANSWERED) if (answer.headers[name] !== undefined) passed[name] = answer.headers[name];
    const isDocument = /json/.test(String(answer.headers['content-type'] ?? ''));
    if (request.method === 'HEAD' || answer.statusCode === 304 || !isDocument) {
      const length = answer.headers['content-length'];
      if (length !== undefined) passed['content-length'] = length;
      response.writeHead(answer.statusCode, { ...OPEN, ...passed });
      return pipeline(answer.body, response);
    }
    const bytes = Buffer.from(known(await whole(answer.body), base));
    response.writeHead(answer.statusCode, { ...OPEN, ...passed, 'content-length': bytes.length });
    response.end(bytes);
  }
}

/** A registry that names itself in the addresses of its tarballs is not the one that the sandbox knows: they are written as the public registry's, which lead here too. */
function known(document: string, base: string): string {
  return base === PUBLIC_REGISTRY ? document : document.replaceAll(new RegExp(`("tarball"\\s*:\\s*")${literal(base)}`, 'g'), `$1${PUBLIC_REGISTRY}`);
}

async function whole(body: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_DOCUMENT) throw new Error('the document is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** What `npm config get registry` says; npm passes it on to its scripts when it is not the default. */
async function configuredRegistry(): Promise<string> {
  const passed = process.env.npm_config_registry;
  if (passed) return slashed(passed);
  const { stdout } = await promisify(execFile)(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['config', 'get', 'registry'], { shell: process.platform === 'win32' }).catch(() => ({ stdout: '' }));
  return slashed(/^https?:\/\/\S+/.exec(stdout.trim())?.[0] ?? PUBLIC_REGISTRY);
}

/** @throws Error for what is no web address */
function slashed(address: string): string {
  const { href } = new URL(address);
  return href.endsWith('/') ? href : `${href}/`;
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const isLoopback = (address: string | undefined): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address ?? '');

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...OPEN, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
