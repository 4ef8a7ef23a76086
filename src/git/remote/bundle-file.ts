/** A repository, or a part of its history, in one file (Git's `gitformat-bundle`, version 2; version 3 with SHA-1 is read too). */
import * as git from 'isomorphic-git';
import type { GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import type { Repository } from '../repository.ts';
import { hasObject } from '../write-objects.ts';
import { storePack } from './objects.ts';
import { guessBranch } from './transport.ts';
import type { FetchRequest, RemoteRefs, Transport } from './transport.ts';

export interface Bundle {
  /** Commits that a repository must have before it can take this in, with their subjects. */
  needs: { oid: string; subject: string }[];
  refs: Map<string, string>;
  pack: Buffer;
}

const SIGNATURES = ['# v2 git bundle', '# v3 git bundle'];

/** @throws GitError for what is no bundle. */
export function parseBundle(bytes: Uint8Array, name: string): Bundle {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const next = (): string | undefined => {
    const end = buffer.indexOf(10, at);
    if (end < 0) return undefined;
    const line = buffer.toString('utf8', at, end);
    at = end + 1;
    return line;
  };
  if (!SIGNATURES.includes(next() ?? '')) throw new GitError(`error: '${name}' does not look like a v2 or v3 bundle file`, 1);
  const bundle: Bundle = { needs: [], refs: new Map(), pack: Buffer.alloc(0) };
  for (let line = next(); line !== ''; line = next()) {
    const need = /^-([0-9a-f]{40})(?: (.*))?$/.exec(line ?? '');
    const ref = /^([0-9a-f]{40}) (.+)$/.exec(line ?? '');
    if (need) bundle.needs.push({ oid: need[1]!, subject: need[2] ?? '' });
    else if (ref) bundle.refs.set(ref[2]!, ref[1]!);
    else if (line === undefined || (line.startsWith('@') && line !== '@object-format=sha1')) throw fatal(`unrecognized header: ${line ?? ''}`);
  }
  bundle.pack = buffer.subarray(at);
  return bundle;
}

export function bundleBytes({ needs, refs, pack }: { needs: Bundle['needs']; refs: ReadonlyMap<string, string>; pack: Uint8Array }): Uint8Array {
  const head = `${SIGNATURES[0]}\n${needs.map(({ oid, subject }) => `-${oid} ${subject}\n`).join('')}${[...refs].map(([ref, oid]) => `${oid} ${ref}\n`).join('')}\n`;
  return Buffer.concat([Buffer.from(head), pack]);
}

/** The commits that are missing here. */
export async function missingNeeds(repo: Repository, bundle: Bundle): Promise<Bundle['needs']> {
  const missing: Bundle['needs'] = [];
  for (const need of bundle.needs) if (!(await hasObject(repo, need.oid))) missing.push(need);
  return missing;
}

/** @throws GitError when the repository lacks what the bundle builds upon. */
export async function unbundle(repo: Repository, bundle: Bundle): Promise<void> {
  const missing = await missingNeeds(repo, bundle);
  if (missing.length > 0) throw new GitError(`error: Repository lacks these prerequisite commits:\n${missing.map(({ oid }) => `error: ${oid} `).join('\n')}`, 1);
  await storePack(repo, bundle.pack);
}

export class BundleTransport implements Transport {
  readonly url: string;
  readonly #bundle: Bundle;

  constructor(url: string, bundle: Bundle) {
    this.url = url;
    this.#bundle = bundle;
  }

  static async open(context: GitContext, path: string, url: string): Promise<BundleTransport> {
    return new BundleTransport(url, parseBundle(await context.fs.promises.readFile(path), url));
  }

  async list(): Promise<RemoteRefs> {
    const refs = new Map(this.#bundle.refs);
    const oid = refs.get('HEAD');
    refs.delete('HEAD');
    return { refs, peeled: new Map(), head: oid === undefined ? undefined : { oid, branch: guessBranch(refs, oid) } };
  }

  async fetch(repo: Repository, _request: FetchRequest): Promise<void> {
    await unbundle(repo, this.#bundle);
  }
}

/** A commit's first paragraph in one line. */
export async function subjectOf(repo: Repository, oid: string): Promise<string> {
  return (await git.readCommit({ ...repo, oid })).commit.message.replace(/^\n+/, '').split('\n\n')[0]!.replace(/\n/g, ' ').trim();
}
