/** A server that speaks the part of GitHub's REST API that git here uses, over a real bare repository; its objects are native git's. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GithubServer {
  url: string;
  seen: string[];
  close(): Promise<void>;
}

interface Person { name: string; email: string; date: string }

/** The repository is `owner/name` there. Writing needs the token, and reading too when it is private. */
export async function startGithub(bare: string, { token = 'secret', isPrivate = false, truncated = false }: { token?: string; isPrivate?: boolean; truncated?: boolean } = {}): Promise<GithubServer> {
  const seen: string[] = [];
  const git = (args: string[], input?: string | Buffer, env: Record<string, string> = {}): Buffer => execFileSync('git', args, { cwd: bare, env: { PATH: process.env.PATH ?? '', HOME: bare, ...env }, stdio: ['pipe', 'pipe', 'pipe'], ...(input === undefined ? {} : { input }) });
  const text = (...args: string[]): string => git(args).toString('utf8').trim();
  const kind = (oid: string): string | undefined => {
    try {
      return text('cat-file', '-t', oid);
    } catch {
      return undefined;
    }
  };
  const person = (line: string): Person => {
    const [, name, email, seconds] = /^(.*) <(.*)> (\d+) /.exec(line)!;
    return { name: name!, email: email!, date: new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z') };
  };
  const headers = (oid: string): { fields: Map<string, string[]>; message: string } => {
    const raw = git(['cat-file', '-p', oid]).toString('utf8');
    const at = raw.indexOf('\n\n');
    const fields = new Map<string, string[]>();
    for (const line of raw.slice(0, at).split('\n')) {
      const [key = '', ...value] = line.split(' ');
      fields.set(key, [...(fields.get(key) ?? []), value.join(' ')]);
    }
    return { fields, message: raw.slice(at + 2).replace(/\n$/, '') };
  };
  const commit = (oid: string): unknown => {
    const { fields, message } = headers(oid);
    return { sha: oid, message, author: person(fields.get('author')![0]!), committer: person(fields.get('committer')![0]!), tree: { sha: fields.get('tree')![0] }, parents: (fields.get('parent') ?? []).map((sha) => ({ sha })), verification: { payload: null, signature: null } };
  };
  const tree = (oid: string, recursive: boolean): unknown => ({
    sha: oid, truncated: truncated && recursive,
    tree: git(['ls-tree', '-z', ...(recursive ? ['-r', '-t'] : []), oid]).toString('utf8').split('\0').filter((row) => row !== '').slice(0, truncated && recursive ? 1 : undefined).map((row) => {
      const [, mode, type, sha, path] = /^(\d+) (\w+) ([0-9a-f]{40})\t(.*)$/s.exec(row)!;
      return { mode, type, sha, path };
    }),
  });
  const identity = ({ name, email, date }: Person, role: string): Record<string, string> => ({ [`GIT_${role}_NAME`]: name, [`GIT_${role}_EMAIL`]: email, [`GIT_${role}_DATE`]: date });

  const answer = (method: string, path: string, query: URLSearchParams, body: Record<string, unknown>): [number, unknown] => {
    if (method === 'GET' && path === '') return [200, { default_branch: text('symbolic-ref', '--short', 'HEAD') }];
    const refs = /^\/git\/matching-refs\/(heads|tags)\/$/.exec(path);
    if (refs) {
      const rows = text('for-each-ref', '--format=%(refname) %(objectname) %(objecttype)', `refs/${refs[1]}`).split('\n').filter((row) => row !== '');
      const page = Number(query.get('page') ?? 1);
      return [200, rows.slice((page - 1) * 100, page * 100).map((row) => { const [ref, sha, type] = row.split(' '); return { ref, object: { sha, type } }; })];
    }
    const object = /^\/git\/(commits|trees|blobs|tags)\/([0-9a-f]{40})$/.exec(path);
    if (method === 'GET' && object) {
      const oid = object[2]!;
      if (`${kind(oid)}s` !== object[1]) return [404, { message: 'Not Found' }];
      if (object[1] === 'commits') return [200, commit(oid)];
      if (object[1] === 'trees') return [200, tree(oid, query.has('recursive'))];
      if (object[1] === 'blobs') return [200, { sha: oid, content: git(['cat-file', 'blob', oid]).toString('base64').replace(/.{60}/g, '$&\n'), encoding: 'base64' }];
      const { fields, message } = headers(oid);
      return [200, { sha: oid, tag: fields.get('tag')![0], message, tagger: person(fields.get('tagger')![0]!), object: { sha: fields.get('object')![0], type: fields.get('type')![0] }, verification: { payload: null, signature: null } }];
    }
    if (method === 'POST' && path === '/git/blobs') return [201, { sha: git(['hash-object', '-w', '--stdin'], Buffer.from(String(body.content), 'base64')).toString().trim() }];
    if (method === 'POST' && path === '/git/trees') {
      const rows = (body.tree as { mode: string; type: string; sha: string; path: string }[]).map((entry) => `${entry.mode} ${entry.type} ${entry.sha}\t${entry.path}\0`).join('');
      return [201, { sha: git(['mktree', '-z'], rows).toString().trim() }];
    }
    if (method === 'POST' && path === '/git/commits') {
      const parents = (body.parents as string[]).flatMap((parent) => ['-p', parent]);
      // `-F -` adds nothing: the message is kept as it came.
      const sha = git(['commit-tree', body.tree as string, ...parents, '-F', '-'], body.message as string, { ...identity(body.author as Person, 'AUTHOR'), ...identity(body.committer as Person, 'COMMITTER') }).toString().trim();
      return [201, { sha }];
    }
    if (method === 'POST' && path === '/git/refs') {
      git(['update-ref', String(body.ref), String(body.sha)]);
      return [201, {}];
    }
    const ref = /^\/git\/(refs\/.+)$/.exec(path)?.[1];
    if (method === 'PATCH' && ref !== undefined) {
      const before = text('rev-parse', ref);
      try {
        if (body.force !== true) git(['merge-base', '--is-ancestor', before, String(body.sha)]);
      } catch {
        return [422, { message: 'Update is not a fast forward' }];
      }
      git(['update-ref', ref, String(body.sha)]);
      return [200, {}];
    }
    if (method === 'DELETE' && ref !== undefined) {
      git(['update-ref', '-d', ref]);
      return [204, undefined];
    }
    return [404, { message: 'Not Found' }];
  };

  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://x');
    seen.push(`${req.method} ${pathname}`);
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => {
      const allowed = req.headers.authorization === `Bearer ${token}`;
      const send = (status: number, body: unknown): void => void res.writeHead(status, { 'access-control-allow-origin': '*', 'content-type': 'application/json' }).end(body === undefined ? '' : Buffer.isBuffer(body) ? body : JSON.stringify(body));
      if (req.headers.authorization !== undefined && !allowed) return send(401, { message: 'Bad credentials' });
      if ((isPrivate || req.method !== 'GET') && !allowed) return send(404, { message: 'Not Found' });
      const raw = /^\/raw\/owner\/name\/([0-9a-f]{40})\/(.+)$/.exec(pathname);
      if (raw) return send(200, git(['cat-file', 'blob', `${raw[1]}:${decodeURIComponent(raw[2]!)}`]));
      const path = /^\/repos\/owner\/name(.*)$/.exec(pathname)?.[1];
      if (path === undefined) return send(404, { message: 'Not Found' });
      const [status, body] = answer(req.method ?? 'GET', decodeURIComponent(path), searchParams, chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown> : {});
      send(status, body);
    });
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen,
    close: () => new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
  };
}
