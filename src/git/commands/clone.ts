import * as git from 'isomorphic-git';
import { basename, joinPath, normalizePath } from '../../shared/path.ts';
import { Config } from '../config.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { moveFiles } from '../move-files.ts';
import { unknownOption, valueAfter } from '../options.ts';
import { appendReflog } from '../refs.ts';
import { connect, isAddress } from '../remote/connect.ts';
import { withoutPassword } from '../remote/http-client.ts';
import { LocalTransport } from '../remote/local.ts';
import { fullName, shortName } from '../remote/refspec.ts';
import type { RemoteRefs, Transport } from '../remote/transport.ts';
import { resolveOrUndefined, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { treeSnapshot } from '../snapshot.ts';
import { setUpstream } from '../tracking.ts';
import { hasObject } from '../write-objects.ts';
import { depth } from './fetch.ts';
import { init } from './init.ts';

interface Request {
  names: string[];
  branch: string | undefined;
  depth: number | undefined;
  single: boolean | undefined;
  origin: string;
  bare: boolean;
  quiet: boolean;
  checkout: boolean;
  tags: boolean;
  submodules: boolean;
}

export const clone: GitCommand = {
  name: 'clone',
  async run(args, given) {
    const request = parse(args);
    // Progress is for those who look, unless they asked for silence.
    const context = { ...given, quiet: request.quiet };
    const [url, folder, ...more] = request.names;
    if (url === undefined) throw new GitError('fatal: You must specify a repository to clone.', 129);
    if (more.length > 0) throw new GitError('fatal: Too many arguments.', 129);
    const name = folder ?? folderOf(url, request.bare);
    const dir = name.startsWith('/') ? normalizePath(name) : joinPath(context.cwd, name);
    const existed = await refuseOccupied(context, dir, name);
    const remote = isAddress(url) || url.startsWith('/') ? url : `${context.cwd}/${url}`;
    const transport = await open(context, url, remote);
    if (!request.quiet) context.err(`Cloning into ${request.bare ? 'bare repository ' : ''}'${name}'...\n`);
    const remove = (): void => {
      // Half a repository is of no use to anybody.
      if (existed) for (const entry of context.fs.readdirSync(dir).filter(isContent)) context.fs.rmSync(`${dir}/${entry}`, { recursive: true, force: true });
      else context.fs.rmSync(dir, { recursive: true, force: true });
    };
    const settled = context.onInterrupt?.(remove);
    try {
      return await fill(context, { dir, transport, url: isAddress(url) ? withoutPassword(url) : remote }, request);
    } catch (error) {
      remove();
      throw error;
    } finally {
      settled?.();
    }
  },
};

function parse(args: readonly string[]): Request {
  const request: Request = { names: [], branch: undefined, depth: undefined, single: undefined, origin: 'origin', bare: false, quiet: false, checkout: true, tags: true, submodules: false };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '-b' || arg === '--branch') request.branch = valueAfter(args, at++);
    else if (arg.startsWith('--branch=')) request.branch = arg.slice('--branch='.length);
    else if (arg === '--depth') request.depth = depth(valueAfter(args, at++));
    else if (arg.startsWith('--depth=')) request.depth = depth(arg.slice('--depth='.length));
    else if (arg === '-o' || arg === '--origin') request.origin = valueAfter(args, at++);
    else if (arg === '--single-branch') request.single = true;
    else if (arg === '--no-single-branch') request.single = false;
    else if (arg === '--bare') request.bare = true;
    else if (arg === '-q' || arg === '--quiet') request.quiet = true;
    else if (arg === '-n' || arg === '--no-checkout') request.checkout = false;
    else if (arg === '--no-tags') request.tags = false;
    // npm asks every clone for them.
    else if (arg === '--recurse-submodules' || arg === '--recursive') request.submodules = true;
    else if (arg.startsWith('-') && !['--progress', '-v', '--verbose', '-l', '--local', '--no-local', '--no-hardlinks', '--'].includes(arg)) throw unknownOption(arg);
    else if (!arg.startsWith('-')) request.names.push(arg);
  }
  return request;
}

/** The address's last part, without what is usual at its end. */
function folderOf(url: string, bare: boolean): string {
  const name = basename(url.replace(/[?#].*$/, '').replace(/\/+$/, '').replace(/\/\.git$/, '')).replace(/\.(git|bundle)$/, '');
  if (name === '' || name === '.' || name === '..') throw fatal(`could not guess a folder's name from '${url}'; give one`);
  return bare ? `${name}.git` : name;
}

/** Whether the folder was there already, and empty. */
/** What this app keeps in the project's folder does not make it occupied: a new project can be cloned into. */
function isContent(name: string): boolean {
  return name !== '.tabloom';
}

async function refuseOccupied(context: GitContext, dir: string, name: string): Promise<boolean> {
  const entries = await context.fs.promises.readdir(dir).catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : ['']));
  if (entries?.some(isContent)) throw fatal(`destination path '${name}' already exists and is not an empty directory.`);
  return entries !== undefined;
}

async function open(context: GitContext, url: string, place: string): Promise<Transport> {
  try {
    return await connect(context, place, {});
  } catch (error) {
    if (!(error instanceof GitError) || !error.message.includes('does not appear to be a git repository')) throw error;
    throw fatal(`repository '${url}' does not exist`);
  }
}

async function fill(context: GitContext, { dir, transport, url }: { dir: string; transport: Transport; url: string }, request: Request): Promise<number> {
  const there = await transport.list();
  const repo = await begin(context, dir, request, there);
  const config = new Config(context, repo.gitdir);
  const single = request.single ?? (request.depth !== undefined || transport.newestOnly === true);
  const chosen = chosenRef(there, request);
  await config.set(`remote.${request.origin}.url`, url);
  // What it was cloned through, it is fetched through later.
  if (context.env.GIT_CORS_PROXY) await config.set('http.corsProxy', context.env.GIT_CORS_PROXY);
  if (!request.bare) {
    const spec = single && chosen?.ref.startsWith('refs/heads/') ? `+${chosen.ref}:refs/remotes/${request.origin}/${shortName(chosen.ref)}` : `+refs/heads/*:refs/remotes/${request.origin}/*`;
    await config.set(`remote.${request.origin}.fetch`, spec);
  }
  if (!chosen) {
    if (!request.quiet) context.err('warning: You appear to have cloned an empty repository.\n');
    if (there.head === undefined && transport instanceof LocalTransport && !request.quiet) context.err('done.\n');
    return 0;
  }
  const branches = [...there.refs].filter(([ref]) => ref.startsWith('refs/heads/') && (!single || ref === chosen.ref));
  const allTags = request.tags ? [...there.refs].filter(([ref]) => ref.startsWith('refs/tags/') && (!single || ref === chosen.ref)) : [];
  const others = transport.newestOnly ? [] : [...branches, ...allTags].map(([, oid]) => oid);
  await transport.fetch(repo, { wants: [chosen.oid, ...others], depth: request.depth });
  for (const [ref, oid] of branches) {
    if (await hasObject(repo, oid)) await git.writeRef({ ...repo, ref: request.bare ? ref : `refs/remotes/${request.origin}/${shortName(ref)}`, value: oid, force: true });
  }
  for (const [ref, oid] of request.tags ? there.refs : []) if (ref.startsWith('refs/tags/') && (await hasObject(repo, oid))) await git.writeRef({ ...repo, ref, value: oid, force: true });
  if (!request.bare) await place(context, repo, { there, chosen, url }, request);
  if (transport instanceof LocalTransport && !request.quiet) context.err('done.\n');
  return 0;
}

async function begin(context: GitContext, dir: string, request: Request, there: RemoteRefs): Promise<Repository> {
  const branch = there.head?.branch === undefined ? undefined : shortName(there.head.branch);
  if (request.bare) {
    await git.init({ fs: context.fs, dir, gitdir: dir, bare: true, defaultBranch: branch ?? 'main' });
    return { fs: context.fs, dir, gitdir: dir, cache: {}, prefix: '' };
  }
  await init.run(['-q', ...(branch === undefined ? [] : ['-b', branch]), dir], context);
  return { fs: context.fs, dir, gitdir: `${dir}/.git`, cache: {}, prefix: '' };
}

/** What will be checked out. @throws GitError for a branch that the remote does not have. */
function chosenRef(there: RemoteRefs, { branch, origin }: Request): { ref: string; oid: string } | undefined {
  if (branch === undefined) return there.head ? { ref: there.head.branch ?? 'HEAD', oid: there.head.oid } : undefined;
  const heads = [...there.refs.keys()].filter((ref) => ref.startsWith('refs/heads/') || ref.startsWith('refs/tags/'));
  const ref = heads.includes(`refs/heads/${branch}`) ? `refs/heads/${branch}` : fullName(heads, branch);
  if (ref === undefined) throw fatal(`Remote branch ${branch} not found in upstream ${origin}`);
  return { ref, oid: there.refs.get(ref)! };
}

async function place(context: GitContext, repo: Repository, { there, chosen, url }: { there: RemoteRefs; chosen: { ref: string; oid: string }; url: string }, request: Request): Promise<void> {
  const head = there.head?.branch;
  if (head !== undefined && (await resolveOrUndefined(repo, `refs/remotes/${request.origin}/${shortName(head)}`)) !== undefined) {
    await git.writeRef({ ...repo, ref: `refs/remotes/${request.origin}/HEAD`, value: `refs/remotes/${request.origin}/${shortName(head)}`, symbolic: true, force: true });
  }
  const commit = (await tryResolve(repo, chosen.oid)) ?? chosen.oid;
  const message = `clone: from ${url}`;
  if (chosen.ref.startsWith('refs/heads/')) {
    const branch = shortName(chosen.ref);
    await git.writeRef({ ...repo, ref: chosen.ref, value: commit, force: true });
    await git.writeRef({ ...repo, ref: 'HEAD', value: chosen.ref, symbolic: true, force: true });
    await appendReflog(repo, context, chosen.ref, { before: undefined, after: commit, message });
    await setUpstream(repo, context, branch, request.origin, branch);
  } else {
    await repo.fs.promises.writeFile(`${repo.gitdir}/HEAD`, `${commit}\n`);
    if (!request.quiet) context.err(`Note: switching to '${commit}'.\n\n`);
  }
  await appendReflog(repo, context, 'HEAD', { before: undefined, after: commit, message });
  if (request.checkout) await moveFiles(repo, { from: new Map(), to: await treeSnapshot(repo, commit), operation: 'checkout', before: 'switch branches', force: true });
  if (request.submodules && context.fs.existsSync(`${repo.dir}/.gitmodules`)) context.err('warning: this git has no submodules; their folders stay empty\n');
}
