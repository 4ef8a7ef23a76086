/**
 * A repository on GitHub, read and written through its REST API, which answers pages of any origin; its git servers do not. Objects are rebuilt from the
 * answers and compared with their ids. Without a proxy only the newest commit of a history comes, as with `--depth 1`.
 */
import * as git from 'isomorphic-git';
import type { GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { reachable } from '../merge/merge-base.ts';
import type { Repository } from '../repository.ts';
import { blobId } from '../snapshot.ts';
import { hasObject } from '../write-objects.ts';
import { commitFields, rebuildCommit } from './github-commit.ts';
import type { GithubCommit } from './github-commit.ts';
import { knownCredentials, request, withoutPassword } from './http-client.ts';
import { addShallow, behind, objectsOf } from './objects.ts';
import { ProgressLine } from './progress.ts';
import type { FetchRequest, RefUpdate, RemoteRefs, Transport } from './transport.ts';

export interface GithubPlace {
  owner: string;
  name: string;
  /** Of the API, and of the files as they are. */
  api: string;
  raw: string;
}

/** So many files at a time. */
const AT_ONCE = 8;
/** One of these is one request each. */
const MOST_FILES = 20_000;

/** Undefined for addresses elsewhere. `GITHUB_API_URL` and `GITHUB_RAW_URL` name other servers that speak this API. */
export function githubPlace(context: GitContext, url: string): GithubPlace | undefined {
  const match = /^https:\/\/(?:[^/@]*@)?(?:www\.)?github\.com\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/i.exec(url);
  if (!match) return undefined;
  return { owner: match[1]!, name: match[2]!, api: context.env.GITHUB_API_URL ?? 'https://api.github.com', raw: context.env.GITHUB_RAW_URL ?? 'https://raw.githubusercontent.com' };
}

/** A fetch goes back at most so many commits. */
const MOST_NEW_COMMITS = 100;

interface Walk {
  /** Commits whose parents are left out. */
  ends: string[];
  /** How many more parents may be fetched. */
  left: number;
}

interface ApiRef { ref: string; object: { sha: string; type: string } }
interface ApiTree { sha: string; truncated?: boolean; tree: { path: string; mode: string; type: 'blob' | 'tree' | 'commit'; sha: string }[] }

export class GithubTransport implements Transport {
  readonly url: string;
  readonly newestOnly = true;
  readonly #context: GitContext;
  readonly #place: GithubPlace;
  readonly #token: string | undefined;

  constructor(context: GitContext, url: string, place: GithubPlace) {
    this.#context = context;
    this.#place = place;
    this.#token = knownCredentials(context, url)?.password;
    this.url = withoutPassword(url);
  }

  async list(): Promise<RemoteRefs> {
    const about = await this.#get<{ default_branch: string }>('');
    const refs = new Map<string, string>();
    for (const kind of ['heads', 'tags']) {
      for (let page = 1; ; page++) {
        const found = await this.#get<ApiRef[]>(`/git/matching-refs/${kind}/?per_page=100&page=${page}`);
        for (const { ref, object } of found) refs.set(ref, object.sha);
        if (found.length < 100) break;
      }
    }
    const branch = `refs/heads/${about.default_branch}`;
    const oid = refs.get(branch);
    return { refs, peeled: new Map(), head: oid === undefined ? undefined : { oid, branch } };
  }

  async fetch(repo: Repository, { wants }: FetchRequest): Promise<void> {
    const ends: string[] = [];
    // A repository that has some history gets what is new of it, so that the old commits stay connected.
    const grown = (await git.listRefs({ ...repo, filepath: 'refs' })).length > 0;
    const walk: Walk = { ends, left: grown ? MOST_NEW_COMMITS : 0 };
    for (const oid of new Set(wants)) await this.#fetchCommit(repo, oid, walk);
    repo.cache = {};
  }

  async push(repo: Repository, updates: readonly RefUpdate[]): Promise<Map<string, string>> {
    if (this.#token === undefined) throw new GitError(`fatal: pushing to '${this.url}' needs a token\nhint: Put one with write access into the environment variable GIT_TOKEN.`);
    const refused = new Map<string, string>();
    for (const { ref, before, after, force } of updates) {
      if (after === undefined) await this.#call('DELETE', `/git/${ref}`);
      else {
        await this.#upload(repo, after, before);
        const answer = before === undefined ? await this.#try('POST', '/git/refs', { ref, sha: after }) : await this.#try('PATCH', `/git/${ref}`, { sha: after, force });
        if (answer.status >= 300) refused.set(ref, answer.status === 422 && /fast.forward/i.test(answer.text) ? 'non-fast-forward' : messageOf(answer.text) ?? `HTTP ${answer.status}`);
      }
    }
    return refused;
  }

  /** A commit with its files; an annotated tag with its commit. */
  async #fetchCommit(repo: Repository, oid: string, walk: Walk): Promise<void> {
    const answer = await this.#try('GET', `/git/commits/${oid}`);
    if (answer.status === 404) return this.#fetchTag(repo, oid, walk);
    if (answer.status !== 200) throw this.#failure(answer.status, answer.text);
    const commit = JSON.parse(answer.text) as GithubCommit;
    const bytes = rebuildCommit(commit);
    if (!bytes) throw fatal(`GitHub's answer does not hold all of commit ${oid}; name a proxy with git config http.corsProxy to read it as it is`);
    await this.#fetchTree(repo, commit.tree.sha, oid);
    for (const { sha } of commit.parents) {
      if (await hasObject(repo, sha)) continue;
      if (walk.left-- > 0) await this.#fetchCommit(repo, sha, walk);
      else if (!walk.ends.includes(oid)) walk.ends.push(oid);
    }
    // Last of all: an object that is here is here with all that it needs. Whoever is cut short begins again where he was.
    if (walk.ends.includes(oid)) await addShallow(repo, [oid]);
    await git.writeObject({ ...repo, type: 'commit', object: bytes, format: 'content' });
  }

  async #fetchTag(repo: Repository, oid: string, walk: Walk): Promise<void> {
    const tag = await this.#get<{ tag: string; message: string; tagger: GithubCommit['author']; object: { sha: string; type: string }; verification?: GithubCommit['verification'] }>(`/git/tags/${oid}`);
    const bytes = rebuildCommit({ sha: oid, tag, verification: tag.verification });
    if (!bytes) throw fatal(`GitHub's answer does not hold all of tag ${tag.tag}`);
    if (!(await hasObject(repo, tag.object.sha))) await this.#fetchCommit(repo, tag.object.sha, walk);
    await git.writeObject({ ...repo, type: 'tag', object: bytes, format: 'content' });
  }

  async #fetchTree(repo: Repository, tree: string, commit: string): Promise<void> {
    if (await hasObject(repo, tree)) return;
    const files = new Map<string, string>();
    const trees = await this.#trees(tree, files, '');
    if (files.size > MOST_FILES) throw fatal(`the commit has ${files.size} files, and more than ${MOST_FILES} cannot be read through GitHub's API; name a proxy with git config http.corsProxy`);
    const progress = new ProgressLine(this.#context);
    const open = [...files];
    let done = 0;
    const worker = async (): Promise<void> => {
      for (let next = open.pop(); next; next = open.pop()) {
        const [oid, path] = next;
        if (!(await hasObject(repo, oid))) await git.writeBlob({ ...repo, blob: await this.#blob(oid, path, commit) });
        progress.counted('Receiving files', ++done, files.size);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    progress.done();
    for (const { wanted, entries } of trees) {
      const written = await git.writeTree({ ...repo, tree: entries });
      if (written !== wanted) throw fatal(`GitHub's answer does not hold all of tree ${wanted}`);
    }
  }

  /** The trees, the deepest first, and in `files` the files' ids with a path for each. */
  async #trees(oid: string, files: Map<string, string>, prefix: string): Promise<{ wanted: string | undefined; entries: git.TreeEntry[] }[]> {
    const trees: { wanted: string | undefined; entries: git.TreeEntry[] }[] = [];
    const answer = await this.#get<ApiTree>(`/git/trees/${oid}?recursive=1`);
    // A very large tree comes in part: then folder by folder.
    const all = answer.truncated ? (await this.#get<ApiTree>(`/git/trees/${oid}`)).tree : answer.tree;
    const folders = new Map<string, ApiTree['tree']>([['', []]]);
    for (const entry of all) if (entry.type === 'tree' && !answer.truncated) folders.set(entry.path, []);
    for (const entry of all) {
      const at = entry.path.lastIndexOf('/');
      folders.get(at < 0 ? '' : entry.path.slice(0, at))?.push({ ...entry, path: entry.path.slice(at + 1) });
      if (entry.type === 'blob') files.set(entry.sha, prefix + entry.path);
      if (entry.type === 'tree' && answer.truncated) trees.push(...(await this.#trees(entry.sha, files, `${prefix}${entry.path}/`)));
    }
    const expected = new Map(all.flatMap((entry) => (entry.type === 'tree' ? [[entry.path, entry.sha]] : [])));
    for (const [path, entries] of [...folders].reverse()) {
      trees.push({ wanted: path === '' ? oid : expected.get(path), entries: entries.map((entry) => ({ path: entry.path, mode: entry.mode, oid: entry.sha, type: entry.type })) });
    }
    return trees;
  }

  /** Files as they are cost no calls of the API, of which there are few without a token; whatever differs comes through the API. */
  async #blob(oid: string, path: string, commit: string): Promise<Uint8Array> {
    if (this.#token === undefined) {
      const { owner, name, raw } = this.#place;
      const answer = await request(this.#context, `${raw}/${owner}/${name}/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`, {}).catch(() => undefined);
      if (answer?.status === 200 && blobId(answer.body) === oid) return answer.body;
    }
    const { content } = await this.#get<{ content: string }>(`/git/blobs/${oid}`);
    const bytes = Buffer.from(content, 'base64');
    if (blobId(bytes) !== oid) throw fatal(`GitHub's answer is not blob ${oid}`);
    return bytes;
  }

  /** All that GitHub does not have yet, from the files up. */
  async #upload(repo: Repository, after: string, before: string | undefined): Promise<void> {
    const known = await behind(repo, [...(before === undefined ? [] : [before]), ...(await this.#list()).values()]);
    const news = new Set(await objectsOf(repo, [after], (oid) => known.has(oid)));
    const ordered: Record<string, string[]> = { blob: [], tree: [], commit: [] };
    for (const oid of news) ordered[((await git.readObject({ ...repo, oid, format: 'parsed' })) as { type: string }).type]?.push(oid);
    const progress = new ProgressLine(this.#context);
    let done = 0;
    const made = async (oid: string, path: string, body: unknown): Promise<void> => {
      const { sha } = await this.#call<{ sha: string }>('POST', path, body);
      if (sha !== oid) throw fatal(`GitHub made ${sha} of ${oid}; nothing was pushed`);
      progress.counted('Sending objects', ++done, news.size);
    };
    for (const oid of ordered.blob!) await made(oid, '/git/blobs', { content: Buffer.from((await git.readBlob({ ...repo, oid })).blob).toString('base64'), encoding: 'base64' });
    const sent = new Set<string>();
    const sendTree = async (oid: string): Promise<void> => {
      if (!news.has(oid) || sent.has(oid)) return;
      sent.add(oid);
      const { tree } = await git.readTree({ ...repo, oid });
      for (const entry of tree) if (entry.type === 'tree') await sendTree(entry.oid);
      await made(oid, '/git/trees', { tree: tree.map((entry) => ({ path: entry.path, mode: entry.mode.padStart(6, '0'), type: entry.type, sha: entry.oid })) });
    };
    // Parents come before what builds upon them.
    const order = [...(await reachable(repo, [after]))].filter((oid) => news.has(oid));
    const commits = new Set<string>();
    const sendCommit = async (oid: string): Promise<void> => {
      if (!news.has(oid) || commits.has(oid)) return;
      commits.add(oid);
      const { commit } = await git.readCommit({ ...repo, oid });
      for (const parent of commit.parent) await sendCommit(parent);
      await sendTree(commit.tree);
      await made(oid, '/git/commits', commitFields(commit));
    };
    for (const oid of order) await sendCommit(oid);
    progress.done();
  }

  async #list(): Promise<Map<string, string>> {
    return (await this.list()).refs;
  }

  async #get<T>(path: string): Promise<T> {
    return this.#call<T>('GET', path);
  }

  async #call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const answer = await this.#try(method, path, body);
    if (answer.status >= 300) throw this.#failure(answer.status, answer.text);
    return (answer.text === '' ? undefined : JSON.parse(answer.text)) as T;
  }

  async #try(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<{ status: number; text: string }> {
    const { owner, name, api } = this.#place;
    const answer = await request(this.#context, `${api}/repos/${owner}/${name}${path}`, {
      method, headers: { accept: 'application/vnd.github+json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }) },
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    });
    return { status: answer.status, text: answer.body.toString('utf8') };
  }

  #failure(status: number, text: string): GitError {
    const said = messageOf(text);
    if (status === 401) return fatal(`Authentication failed for '${this.url}/'`);
    if (status === 404) return new GitError(`fatal: repository '${this.url}/' not found${this.#token === undefined ? '\nhint: A private repository needs a token in the environment variable GIT_TOKEN.' : ''}`);
    if ((status === 403 || status === 429) && /rate limit/i.test(said ?? '')) return new GitError(`fatal: GitHub answers no more for now: ${said}\nhint: With a token in the environment variable GIT_TOKEN it answers more.`);
    return fatal(`unable to access '${this.url}/': ${said ?? `The requested URL returned error: ${status}`}`);
  }
}

function messageOf(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
