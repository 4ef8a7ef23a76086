/** Brings a remote's refs up to date here, and says what moved as `git fetch` does. */
import * as git from 'isomorphic-git';
import { Config } from '../config.ts';
import type { GitContext } from '../context.ts';
import { fatal } from '../errors.ts';
import { isAncestor } from '../merge/merge-base.ts';
import { removeRef, updateRef } from '../refs.ts';
import { currentBranch, resolveOrUndefined, shortOid } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { hasObject } from '../write-objects.ts';
import type { Remote } from './connect.ts';
import { fullName, mapRef, parseRefspec, shortName } from './refspec.ts';
import type { Refspec } from './refspec.ts';
import type { RemoteRefs, Transport } from './transport.ts';

export interface FetchOptions {
  /** As given on the command line; the remote's own by default. */
  refspecs: readonly string[];
  depth?: number | undefined;
  prune: boolean;
  /** All of them, none, or those that point at what is here anyway. */
  tags: 'all' | 'none' | 'follow';
  quiet: boolean;
  force: boolean;
  /** For the reflog: `fetch origin` or so. */
  action: string;
}

export interface Fetched {
  /** What a pull merges, in order. */
  heads: { oid: string; ref: string }[];
  refused: boolean;
  remote: RemoteRefs;
}

interface Row { mark: string; summary: string; from: string; to: string; note: string }

export async function fetchRefs(repo: Repository, context: GitContext, transport: Transport, remote: Remote, options: FetchOptions): Promise<Fetched> {
  const there = await transport.list();
  const wanted = wantedRefs(there, remote, options);
  const here = await currentBranch(repo);
  for (const one of wanted) {
    if (here === undefined || one.to !== `refs/heads/${here}`) continue;
    // A pull brings the files along; a fetch would leave them behind the branch.
    if (!options.action.startsWith('pull')) throw fatal(`refusing to fetch into branch '${one.to}' checked out at '${repo.dir}'`);
    one.to = '';
  }
  const followed = await followedRef(repo, remote);
  // What the branch follows comes first, as in git.
  if (options.refspecs.length === 0) wanted.sort((a, b) => Number(b.ref === followed) - Number(a.ref === followed));
  const tags = options.tags === 'all' ? [...there.refs].filter(([ref]) => ref.startsWith('refs/tags/')) : [];
  const wants = new Set([...wanted.map(({ oid }) => oid), ...tags.map(([, oid]) => oid)]);
  const missing: string[] = [];
  for (const oid of wants) if (options.depth !== undefined || !(await hasObject(repo, oid))) missing.push(oid);
  if (missing.length > 0) await transport.fetch(repo, { wants: missing, depth: options.depth });
  repo.cache = {};
  if (options.tags === 'follow' && (remote.name !== undefined || wanted.some(({ to }) => to !== ''))) tags.push(...(await followedTags(repo, transport, there)));

  const rows: Row[] = [];
  let refused = false;
  if (options.prune) rows.push(...(await prune(repo, remote, there, options)));
  for (const { ref, oid, to, force } of wanted) {
    if (to === '') {
      rows.push({ mark: '*', summary: ref.startsWith('refs/tags/') ? 'tag' : 'branch', from: shortName(ref), to: 'FETCH_HEAD', note: '' });
      continue;
    }
    const row = await moved(repo, context, { ref, oid, to, force: force || options.force }, options.action);
    if (row?.mark === '!') refused = true;
    if (row) rows.push(row);
  }
  for (const [ref, oid] of tags) {
    if ((await resolveOrUndefined(repo, ref)) !== undefined && options.tags !== 'all') continue;
    const row = await moved(repo, context, { ref, oid, to: ref, force: options.force }, options.action);
    if (row?.mark === '!') refused = true;
    if (row) rows.push(row);
  }
  if (!options.quiet && rows.length > 0) context.err(`From ${shownUrl(transport.url)}\n${rowsText(rows)}`);
  const heads = wanted.map(({ ref, oid }) => ({ ref, oid }));
  await writeFetchHead(repo, transport.url, heads, options.refspecs.length > 0);
  return { heads, refused, remote: there };
}

async function followedRef(repo: Repository, { name }: Remote): Promise<string | undefined> {
  const branch = await currentBranch(repo);
  const config = new Config({ fs: repo.fs, env: {} }, repo.gitdir);
  return branch !== undefined && (await config.get(`branch.${branch}.remote`)) === name ? config.get(`branch.${branch}.merge`) : undefined;
}

interface Wanted { ref: string; oid: string; to: string; force: boolean }

function wantedRefs(there: RemoteRefs, remote: Remote, { refspecs }: FetchOptions): Wanted[] {
  const configured = remote.refspecs.map(parseRefspec);
  if (refspecs.length === 0) {
    if (configured.length === 0) return there.head ? [{ ref: 'HEAD', oid: there.head.oid, to: '', force: false }] : [];
    return [...there.refs].flatMap(([ref, oid]) => configured.flatMap((spec) => {
      const to = mapRef(spec, ref);
      return to === undefined ? [] : [{ ref, oid, to, force: spec.force }];
    }));
  }
  const found: Wanted[] = [];
  for (const text of refspecs) {
    const spec = parseRefspec(text);
    if (spec.from.includes('*')) {
      for (const [ref, oid] of there.refs) {
        const to = mapRef(spec, ref);
        if (to !== undefined) found.push({ ref, oid, to, force: spec.force });
      }
      continue;
    }
    const ref = spec.from === 'HEAD' ? 'HEAD' : fullName(there.refs.keys(), spec.from);
    const oid = ref === 'HEAD' ? there.head?.oid : ref === undefined ? undefined : there.refs.get(ref);
    if (ref === undefined || oid === undefined) throw fatal(`couldn't find remote ref ${spec.from}`);
    found.push({ ref, oid, to: fullTarget(spec, ref), force: spec.force });
    // The branch that stands for the remote's moves along.
    if (spec.to === '') for (const own of configured) {
      const to = mapRef(own, ref);
      if (to !== undefined) found.push({ ref, oid, to, force: own.force });
    }
  }
  return found;
}

function fullTarget({ to }: Refspec, ref: string): string {
  if (to === '' || to.startsWith('refs/')) return to;
  return ref.startsWith('refs/tags/') ? `refs/tags/${to}` : `refs/heads/${to}`;
}

/** Tags whose target is here now; one that is an object of its own still has to be fetched. */
async function followedTags(repo: Repository, transport: Transport, there: RemoteRefs): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const [ref, oid] of there.refs) {
    if (!ref.startsWith('refs/tags/') || (await resolveOrUndefined(repo, ref)) !== undefined) continue;
    const target = there.peeled.get(ref) ?? oid;
    if (await hasObject(repo, target)) found.push([ref, oid]);
  }
  const missing: string[] = [];
  for (const [, oid] of found) if (!(await hasObject(repo, oid))) missing.push(oid);
  if (missing.length > 0) await transport.fetch(repo, { wants: missing });
  return found;
}

async function moved(repo: Repository, context: GitContext, { ref, oid, to, force }: Wanted, action: string): Promise<Row | undefined> {
  const before = await resolveOrUndefined(repo, to);
  if (before === oid) return undefined;
  const row = { from: shortName(ref), to: shortName(to), note: '' };
  if (before === undefined) {
    await updateRef(repo, context, to, oid, `${action}: storing ${ref.startsWith('refs/tags/') ? 'tag' : 'head'}`);
    return { ...row, mark: '*', summary: ref.startsWith('refs/tags/') ? '[new tag]' : ref.startsWith('refs/heads/') ? '[new branch]' : '[new ref]' };
  }
  if (to.startsWith('refs/tags/')) {
    if (!force) return { ...row, mark: '!', summary: '[rejected]', note: '  (would clobber existing tag)' };
    await updateRef(repo, context, to, oid, `${action}: updating tag`);
    return { ...row, mark: 't', summary: '[tag update]' };
  }
  const forward = await isAncestor(repo, before, oid).catch(() => false);
  if (!forward && !force) return { ...row, mark: '!', summary: '[rejected]', note: '  (non-fast-forward)' };
  const ids = `${await shortOid(repo, before)}${forward ? '..' : '...'}${await shortOid(repo, oid)}`;
  await updateRef(repo, context, to, oid, `${action}: ${forward ? 'fast-forward' : 'forced-update'}`);
  return forward ? { ...row, mark: ' ', summary: ids } : { ...row, mark: '+', summary: ids, note: '  (forced update)' };
}

async function prune(repo: Repository, remote: Remote, there: RemoteRefs, { refspecs }: FetchOptions): Promise<Row[]> {
  const specs = (refspecs.length > 0 ? refspecs : remote.refspecs).map(parseRefspec).filter(({ to }) => to !== '');
  const kept = new Set([...there.refs.keys()].flatMap((ref) => specs.flatMap((spec) => mapRef(spec, ref) ?? [])));
  const rows: Row[] = [];
  for (const name of (await git.listRefs({ ...repo, filepath: 'refs' })).sort()) {
    const ref = `refs/${name}`;
    const ours = specs.some(({ from, to }) => to !== '' && mapRef({ force: false, from: to, to: from }, ref) !== undefined);
    if (!ours || kept.has(ref) || ref.endsWith('/HEAD')) continue;
    await removeRef(repo, ref);
    rows.push({ mark: '-', summary: '[deleted]', from: '(none)', to: shortName(ref), note: '' });
  }
  return rows;
}

/** Columns as wide as git makes them. */
function rowsText(rows: readonly Row[]): string {
  const width = Math.max(10, ...rows.map(({ from }) => from.length));
  return rows.map(({ mark, summary, from, to, note }) => ` ${mark} ${summary.padEnd(17)} ${from.padEnd(width)} -> ${to}${note}\n`).join('');
}

export const shownUrl = (url: string): string => url.replace(/\/+$/, '').replace(/\.git$/, '');

async function writeFetchHead(repo: Repository, url: string, heads: Fetched['heads'], merge: boolean): Promise<void> {
  const lines = heads.map(({ oid, ref }) => `${oid}\t${merge ? '' : 'not-for-merge'}\t${ref === 'HEAD' ? '' : `${ref.startsWith('refs/tags/') ? 'tag' : 'branch'} '${shortName(ref)}' of `}${shownUrl(url)}\n`);
  await repo.fs.promises.writeFile(`${repo.gitdir}/FETCH_HEAD`, lines.join(''));
}
