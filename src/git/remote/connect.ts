/** From a remote's name or address to the place itself. */
import { joinPath, normalizePath } from '../../shared/path.ts';
import { Config } from '../config.ts';
import type { GitContext } from '../context.ts';
import { fatal } from '../errors.ts';
import type { Repository } from '../repository.ts';
import { BundleTransport } from './bundle-file.ts';
import { githubPlace, GithubTransport } from './github.ts';
import { corsProxy } from './http-client.ts';
import { LocalTransport, repositoryAt } from './local.ts';
import { SmartHttpTransport } from './smart-http.ts';
import type { Transport } from './transport.ts';

export interface Remote {
  /** Undefined for an address without a name. */
  name: string | undefined;
  url: string;
  /** From the remote's refs to ours, such as `+refs/heads/*:refs/remotes/origin/*`. */
  refspecs: string[];
}

/** @throws GitError for what is neither a configured remote nor an address. */
export async function findRemote(repo: Repository, context: GitContext, given: string): Promise<Remote> {
  const config = new Config(context, repo.gitdir);
  const url = await config.get(`remote.${given}.url`);
  if (url !== undefined) return { name: given, url, refspecs: (await config.list()).filter(({ key }) => key === `remote.${given}.fetch`).map(({ value }) => value) };
  return { name: undefined, url: given, refspecs: [] };
}

/** Whether this names another computer, or says so of a file; anything else is a path. */
export function isAddress(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) || /^[^/.:][^/:]*:/.test(url);
}

/** @throws GitError when there is nothing at the address, or no way to it. */
export async function connect(context: GitContext, url: string, { repo, base = context.cwd }: { repo?: Repository | undefined; base?: string }): Promise<Transport> {
  if (/^https?:\/\//i.test(url)) {
    const proxy = await corsProxy(context, repo?.gitdir);
    const place = githubPlace(context, url);
    // Through a proxy the whole history can be had; without one GitHub only talks to pages through its API.
    if (place && !proxy && context.env.TABLOOM_GITHUB_API !== '0') return new GithubTransport(context, url, place);
    return new SmartHttpTransport(context, url, proxy);
  }
  if (isAddress(url) && !/^file:/i.test(url)) {
    throw fatal(`unable to access '${url}': only http, https, folders and bundles can be reached from a page; use the repository's https address`);
  }
  const path = url.startsWith('file://') ? normalizePath(decodeURIComponent(url.slice('file://'.length))) : url.startsWith('/') ? normalizePath(url) : joinPath(base, url);
  const stat = await context.fs.promises.stat(path).catch(() => undefined);
  if (stat?.isFile()) return BundleTransport.open(context, path, url);
  const there = await repositoryAt(context.fs, path);
  if (there) return new LocalTransport(url, there);
  throw fatal(`'${url}' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.`);
}
