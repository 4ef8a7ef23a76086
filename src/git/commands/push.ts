import * as git from 'isomorphic-git';
import { Config } from '../config.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { findHook, runHook } from '../hooks.ts';
import { isAncestor } from '../merge/merge-base.ts';
import { unknownOption } from '../options.ts';
import { NO_OID } from '../reflog.ts';
import { removeRef, updateRef } from '../refs.ts';
import { connect, findRemote } from '../remote/connect.ts';
import type { Remote } from '../remote/connect.ts';
import { fullName, mapRef, parseRefspec, shortName } from '../remote/refspec.ts';
import type { RefUpdate, RemoteRefs } from '../remote/transport.ts';
import { currentBranch, findRepository, resolveOrUndefined, shortOid, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { setUpstream } from '../tracking.ts';
import { hasObject } from '../write-objects.ts';
import { defaultRemote } from './fetch.ts';

interface Request {
  names: string[];
  force: boolean;
  /** Only when the remote still has what was last fetched. */
  lease: boolean;
  /** The same for one ref, or only when it still has this commit; '' for none. */
  leases: Map<string, string | undefined>;
  setUpstream: boolean;
  tags: boolean;
  all: boolean;
  delete: boolean;
  quiet: boolean;
  dryRun: boolean;
  noVerify: boolean;
}

interface Planned extends RefUpdate {
  /** As messages show it: a local name, or '' for a deletion. */
  from: string;
  refused?: string;
}

export const push: GitCommand = {
  name: 'push',
  async run(args, context) {
    const repo = await findRepository(context);
    const request = parse(args);
    const [given, ...refspecs] = request.names;
    const name = given ?? (await defaultRemote(repo, context));
    const found = await findRemote(repo, context, name);
    const remote: Remote = { ...found, url: (found.name === undefined ? undefined : await new Config(context, repo.gitdir).get(`remote.${name}.pushurl`)) ?? found.url };
    if (given === undefined && remote.name === undefined) {
      throw fatal('No configured push destination.\nEither specify the URL from the command-line or configure a remote repository using\n\n    git remote add <name> <url>\n\nand then push using the remote name\n\n    git push <name>\n');
    }
    const transport = await connect({ ...context, quiet: request.quiet }, remote.url, { repo, base: repo.dir });
    const specs = await refspecsOf(repo, context, { request, refspecs, name });
    const there = await transport.list();
    const planned = await plan(repo, there, { specs, request, remote });
    if (!request.noVerify && !(await allowed(repo, context, remote, planned))) {
      context.err(`error: failed to push some refs to '${transport.url}'\n`);
      return 1;
    }
    const sent = planned.filter((one) => one.refused === undefined && one.before !== one.after);
    if (sent.length > 0 && !request.dryRun) {
      if (!transport.push) throw fatal(`'${remote.url}' cannot be pushed to`);
      for (const [ref, reason] of await transport.push(repo, sent)) {
        const one = planned.find((candidate) => candidate.ref === ref);
        if (one) one.refused = reason === 'fetch first' || reason === 'non-fast-forward' ? `rejected:${reason}` : `remote rejected:${reason}`;
      }
    }
    return report(repo, context, { planned, url: transport.url, remote, request });
  },
};

/** Asks the hook `pre-push`, which is told of every ref that would move. */
async function allowed(repo: Repository, context: GitContext, remote: Remote, planned: readonly Planned[]): Promise<boolean> {
  if ((await findHook(repo, context, 'pre-push')) === undefined) return true;
  const lines = await Promise.all(planned.filter(({ refused, before, after }) => refused === undefined && before !== after).map(async ({ from, ref, before, after }) => {
    const full = from === '' ? '(delete)' : (await resolveOrUndefined(repo, `refs/heads/${from}`)) !== undefined ? `refs/heads/${from}` : (await resolveOrUndefined(repo, `refs/tags/${from}`)) !== undefined ? `refs/tags/${from}` : from;
    return `${full} ${after ?? NO_OID} ${ref} ${before ?? NO_OID}\n`;
  }));
  return (await runHook(repo, context, 'pre-push', [remote.name ?? remote.url, remote.url], lines.join(''))) === 0;
}

function parse(args: readonly string[]): Request {
  const request: Request = { names: [], force: false, lease: false, leases: new Map(), setUpstream: false, tags: false, all: false, delete: false, quiet: false, dryRun: false, noVerify: false };
  for (const arg of args) {
    if (arg === '-f' || arg === '--force') request.force = true;
    else if (arg === '--force-with-lease') request.lease = true;
    else if (arg.startsWith('--force-with-lease=')) {
      const [ref = '', ...commit] = arg.slice('--force-with-lease='.length).split(':');
      request.leases.set(ref, commit.length === 0 ? undefined : commit.join(':'));
    }
    else if (arg === '-u' || arg === '--set-upstream') request.setUpstream = true;
    else if (arg === '--tags') request.tags = true;
    else if (arg === '--all') request.all = true;
    else if (arg === '-d' || arg === '--delete') request.delete = true;
    else if (arg === '-q' || arg === '--quiet') request.quiet = true;
    else if (arg === '-n' || arg === '--dry-run') request.dryRun = true;
    else if (arg === '--no-verify') request.noVerify = true;
    else if (arg.startsWith('-') && arg !== '-v' && arg !== '--verbose' && arg !== '--progress') throw unknownOption(arg);
    else if (!arg.startsWith('-')) request.names.push(arg);
  }
  return request;
}

async function refspecsOf(repo: Repository, context: GitContext, { request, refspecs, name }: { request: Request; refspecs: readonly string[]; name: string }): Promise<string[]> {
  if (request.delete) return refspecs.map((ref) => `:${ref}`);
  const specs = [...refspecs];
  if (request.tags) specs.push(...(await git.listTags(repo)).map((tag) => `refs/tags/${tag}:refs/tags/${tag}`));
  if (request.all) specs.push(...(await git.listBranches(repo)).map((branch) => `refs/heads/${branch}:refs/heads/${branch}`));
  if (specs.length > 0 || request.tags || request.all) return specs;
  const branch = await currentBranch(repo);
  if (branch === undefined) throw fatal('You are not currently on a branch.\nTo push the history leading to the current (detached HEAD)\nstate now, use\n\n    git push ' + `${name} HEAD:<name-of-remote-branch>\n`);
  const config = new Config(context, repo.gitdir);
  const merge = await config.get(`branch.${branch}.merge`);
  if (request.setUpstream || (await config.get('push.default')) === 'current' || (await config.get('push.autoSetupRemote')) === 'true') {
    request.setUpstream ||= (await config.get('push.autoSetupRemote')) === 'true';
    return [`refs/heads/${branch}:refs/heads/${branch}`];
  }
  if (merge === undefined) throw fatal(`The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream ${name} ${branch}\n\nTo have this happen automatically for branches without a tracking\nupstream, see 'push.autoSetupRemote' in 'git help config'.\n`);
  if (merge !== `refs/heads/${branch}`) throw fatal(`The upstream branch of your current branch does not match\nthe name of your current branch.  To push to the upstream branch\non the remote, use\n\n    git push ${name} HEAD:${shortName(merge)}\n\nTo push to the branch of the same name on the remote, use\n\n    git push ${name} HEAD\n`);
  return [`refs/heads/${branch}:${merge}`];
}

async function plan(repo: Repository, there: RemoteRefs, { specs, request, remote }: { specs: readonly string[]; request: Request; remote: Remote }): Promise<Planned[]> {
  const local = (await git.listRefs({ ...repo, filepath: 'refs' })).map((ref) => `refs/${ref}`);
  const branch = await currentBranch(repo);
  const planned: Planned[] = [];
  for (const text of specs) {
    const { force: plus, from, to } = parseRefspec(text);
    const force = plus || request.force;
    if (from === '') {
      const ref = fullName(there.refs.keys(), to);
      if (ref === undefined) throw new GitError(`error: unable to delete '${to}': remote ref does not exist\nerror: failed to push some refs to '${remote.url}'`, 1);
      const gone: Planned = { ref, before: there.refs.get(ref), after: undefined, force: true, from: '' };
      planned.push(gone);
      if ((await isLeased(repo, gone, { request, remote })) === false && !force) gone.refused = STALE;
      continue;
    }
    const source = from === 'HEAD' && branch !== undefined ? `refs/heads/${branch}` : fullName(local, from);
    const after = source === undefined ? await tryResolve(repo, from) : await resolveOrUndefined(repo, source);
    if (after === undefined) throw new GitError(`error: src refspec ${from} does not match any\nerror: failed to push some refs to '${remote.url}'`, 1);
    const ref = to === '' ? source ?? `refs/heads/${from}` : fullName(there.refs.keys(), to) ?? (to.startsWith('refs/') ? to : source?.startsWith('refs/tags/') ? `refs/tags/${to}` : `refs/heads/${to}`);
    const before = there.refs.get(ref);
    const one: Planned = { ref, before, after, force, from: source === undefined ? from : from === 'HEAD' ? 'HEAD' : shortName(source) };
    planned.push(one);
    if (before === after) continue;
    const leased = await isLeased(repo, one, { request, remote });
    if (leased === false && !force) one.refused = STALE;
    else if (leased !== undefined) one.force = true;
    if (before === undefined || one.force || one.refused !== undefined) continue;
    if (ref.startsWith('refs/tags/')) one.refused = 'rejected:already exists';
    else if (!(await hasObject(repo, before))) one.refused = 'rejected:fetch first';
    else if (!(await isAncestor(repo, before, after))) one.refused = 'rejected:non-fast-forward';
  }
  return planned;
}

const STALE = 'rejected:stale info';

/** Whether the remote still has what a lease says, be it nothing; undefined without one. For what is forced anyway that counts for nothing. */
async function isLeased(repo: Repository, { ref, before }: Planned, { request, remote }: { request: Request; remote: Remote }): Promise<boolean | undefined> {
  const lease = [...request.leases].find(([name]) => fullName([ref], name) === ref);
  if (!request.lease && !lease) return undefined;
  if (lease?.[1] !== undefined) {
    const expected = lease[1] === '' ? undefined : await tryResolve(repo, lease[1]);
    if (lease[1] !== '' && expected === undefined) throw new GitError(`error: cannot parse expected object name '${lease[1]}'`, 129);
    return before === expected;
  }
  const known = remote.refspecs.map((spec) => mapRef(parseRefspec(spec), ref)).find((tracking) => tracking !== undefined);
  return before === (known === undefined ? undefined : await resolveOrUndefined(repo, known));
}

async function report(repo: Repository, context: GitContext, { planned, url, remote, request }: { planned: readonly Planned[]; url: string; remote: Remote; request: Request }): Promise<number> {
  const failed = planned.some(({ refused }) => refused !== undefined);
  const rows: string[] = [];
  for (const one of planned) {
    if (one.refused === undefined && one.before === one.after) continue;
    rows.push(await rowText(repo, one));
    if (one.refused === undefined && !request.dryRun) await follow(repo, context, remote, one);
  }
  if (!request.quiet || failed) {
    if (rows.length > 0) context.err(`To ${url}\n${rows.join('')}`);
    else if (planned.every(({ refused }) => refused === undefined)) context.err('Everything up-to-date\n');
  }
  if (failed) context.err(`error: failed to push some refs to '${url}'\n`);
  if (request.setUpstream && remote.name !== undefined) {
    for (const { ref, refused, from } of planned) {
      const branch = from === 'HEAD' ? await currentBranch(repo) : from;
      if (refused !== undefined || !ref.startsWith('refs/heads/') || branch === undefined) continue;
      await setUpstream(repo, context, branch, remote.name, shortName(ref));
      if (!request.quiet) context.out(`branch '${branch}' set up to track '${remote.name}/${shortName(ref)}'.\n`);
    }
  }
  return failed ? 1 : 0;
}

async function rowText(repo: Repository, { ref, before, after, refused, from }: Planned): Promise<string> {
  const to = shortName(ref);
  const row = (mark: string, summary: string, note = '', source = from): string => ` ${mark} ${summary.padEnd(17)} ${source === '' ? to : `${source} -> ${to}`}${note}\n`;
  if (refused !== undefined) {
    const at = refused.indexOf(':');
    return row('!', `[${refused.slice(0, at)}]`, ` (${refused.slice(at + 1)})`, from === '' && refused.startsWith('rejected:') ? '(delete)' : from);
  }
  if (after === undefined) return row('-', '[deleted]');
  if (before === undefined) return row('*', ref.startsWith('refs/tags/') ? '[new tag]' : ref.startsWith('refs/heads/') ? '[new branch]' : '[new reference]');
  const known = await hasObject(repo, before);
  const forward = known && (await isAncestor(repo, before, after).catch(() => false));
  const ids = `${known ? await shortOid(repo, before) : before.slice(0, 7)}${forward ? '..' : '...'}${await shortOid(repo, after)}`;
  return forward ? row(' ', ids) : row('+', ids, ' (forced update)');
}

/** The branch that stands for the remote's moves with it. */
async function follow(repo: Repository, context: GitContext, remote: Remote, { ref, after }: Planned): Promise<void> {
  for (const spec of remote.refspecs.map(parseRefspec)) {
    const to = mapRef(spec, ref);
    if (to === undefined || to === '') continue;
    if (after === undefined) await removeRef(repo, to);
    else await updateRef(repo, context, to, after, 'update by push');
  }
}
