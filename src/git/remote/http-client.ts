/** Requests to servers outside: through a CORS proxy when one is set, with a token when there is one, and with errors that say what to do. */
import { Config } from '../config.ts';
import type { GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';

/** A repository larger than this does not fit beside everything else in a page. */
const MOST_BYTES = 512 * 1024 * 1024;

export interface HttpAnswer {
  status: number;
  type: string;
  body: Buffer;
}

export interface HttpRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: Uint8Array | undefined;
  /** Bytes so far, while the answer comes. */
  onBytes?: (bytes: number) => void;
}

/** The proxy's address before which no protocol stands: `https://proxy.example/github.com/...`, as the library's has it; one that ends in `?` gets the whole URL. */
export function throughProxy(proxy: string | undefined, url: string): string {
  if (!proxy) return url;
  return proxy.endsWith('?') ? `${proxy}${url}` : `${proxy.replace(/\/$/, '')}/${url.replace(/^https?:\/\//, '')}`;
}

/** The person's setting: the environment counts more than files, since the page's settings come through it. */
export async function corsProxy(context: GitContext, gitdir: string | undefined): Promise<string | undefined> {
  return context.env.GIT_CORS_PROXY || (await new Config(context, gitdir).get('http.corsProxy')) || undefined;
}

/** @throws GitError when the server cannot be reached; any status is an answer. */
export async function request(context: GitContext, url: string, { method = 'GET', headers = {}, body, onBytes }: HttpRequest): Promise<HttpAnswer> {
  if (!context.fetch) throw fatal(`unable to access '${url}': this git has no network`);
  let answer: Response;
  try {
    answer = await context.fetch(url, { method, headers, redirect: 'follow', ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}) });
  } catch (error) {
    throw unreachable(url, error);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body ?? []) {
      chunks.push(chunk as Uint8Array);
      size += (chunk as Uint8Array).length;
      if (size > MOST_BYTES) throw fatal(`the answer of '${url}' is larger than ${MOST_BYTES / 1024 / 1024} MiB; try --depth 1`);
      onBytes?.(size);
    }
  } catch (error) {
    throw error instanceof GitError ? error : unreachable(url, error);
  }
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', body: Buffer.concat(chunks) };
}

/** Node says only "fetch failed"; the sandbox's gateway puts the reason into the cause. */
function unreachable(url: string, error: unknown): GitError {
  const reasons: string[] = [];
  let cors = false;
  for (let at = error as { message?: string; code?: string; cause?: unknown } | undefined; at; at = at.cause as typeof at) {
    if (at.message && at.message !== 'fetch failed') reasons.push(at.message);
    cors ||= at.code === 'ERR_TABLOOM_CORS';
  }
  const text = `fatal: unable to access '${url}': ${reasons[0] ?? 'fetch failed'}`;
  if (!cors) return new GitError(text);
  return new GitError(`${text}\nhint: A page may only read from servers that allow it (CORS), and most git servers do not.\nhint: GitHub's repositories need no more than their usual address, https://github.com/owner/name.\nhint: For others, name a proxy: git config --global http.corsProxy https://your.proxy`);
}

export interface Credentials {
  username: string;
  password: string;
}

/** From the environment or the address. Never kept: neither in the project nor in `.git/config`. */
export function knownCredentials(context: GitContext, url: string): Credentials | undefined {
  const { username, password } = new URL(url);
  if (username !== '' && password !== '') return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  const token = context.env.GIT_TOKEN;
  return token ? { username: username || context.env.GIT_USERNAME || 'x-access-token', password: token } : undefined;
}

/** Asks the person in the terminal. @throws GitError where nobody can answer. */
export async function askCredentials(context: GitContext, url: string): Promise<Credentials> {
  const { origin, username } = new URL(url);
  if (!context.tty || !context.readLine || context.env.GIT_TERMINAL_PROMPT === '0') {
    throw new GitError(`fatal: could not read Username for '${origin}': terminal prompts disabled\nhint: Put a token into the environment variable GIT_TOKEN.`);
  }
  let name = username;
  if (name === '') {
    context.err(`Username for '${origin}': `);
    name = (await context.readLine()) ?? '';
  }
  // Hidden first: whoever types at once would see the beginning.
  const password = context.readLine(true);
  context.err(`Password or token for '${origin.replace('://', `://${encodeURIComponent(name)}@`)}': `);
  return { username: name, password: (await password) ?? '' };
}

export const basic = ({ username, password }: Credentials): string => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** An address as it may be shown and kept: without a password. */
export function withoutPassword(url: string): string {
  return url.replace(/^(https?:\/\/)([^/@]*?)(:[^/@]*)?@/, (_all, scheme: string, name: string, secret: string | undefined) => (secret === undefined ? `${scheme}${name}@` : scheme));
}
