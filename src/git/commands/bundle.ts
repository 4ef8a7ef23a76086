import * as git from 'isomorphic-git';
import type { GitCommand, GitContext } from '../context.ts';
import { fatal, GitError } from '../errors.ts';
import { bundleBytes, missingNeeds, parseBundle, subjectOf, unbundle } from '../remote/bundle-file.ts';
import type { Bundle } from '../remote/bundle-file.ts';
import { behind, objectsOf, packOf } from '../remote/objects.ts';
import { fullName } from '../remote/refspec.ts';
import { reachable } from '../merge/merge-base.ts';
import { findRepository, resolveOrUndefined, tryResolve } from '../repository.ts';
import type { Repository } from '../repository.ts';

export const bundle: GitCommand = {
  name: 'bundle',
  async run(args, context) {
    const quiet = args.includes('-q') || args.includes('--quiet');
    const [verb, name, ...rest] = args.filter((arg) => arg !== '-q' && arg !== '--quiet' && arg !== '--progress');
    if (verb === undefined || name === undefined) throw new GitError('error: need a subcommand', 129);
    const path = name.startsWith('/') ? name : `${context.cwd}/${name}`;
    if (verb === 'create') return create(await findRepository(context), context, path, rest);
    if (!['verify', 'list-heads', 'unbundle'].includes(verb)) throw new GitError(`error: Unknown subcommand: ${verb}`, 129);
    const bytes = await context.fs.promises.readFile(path).catch(() => { throw new GitError(`error: could not open '${name}'`, 1); });
    const found = parseBundle(bytes, name);
    const shown = (): void => { for (const [ref, oid] of found.refs) if (rest.length === 0 || rest.includes(ref)) context.out(`${oid} ${ref}\n`); };
    if (verb === 'list-heads') {
      shown();
      return 0;
    }
    const repo = await findRepository(context);
    if (verb === 'unbundle') {
      await unbundle(repo, found);
      shown();
      return 0;
    }
    return verify(repo, context, found, { name, quiet });
  },
};

async function verify(repo: Repository, context: GitContext, found: Bundle, { name, quiet }: { name: string; quiet: boolean }): Promise<number> {
  const missing = await missingNeeds(repo, found);
  if (missing.length > 0) throw new GitError(`error: Repository lacks these prerequisite commits:\n${missing.map(({ oid }) => `error: ${oid} `).join('\n')}`, 1);
  if (quiet) return 0;
  const list = (what: string, rows: readonly string[]): string => `The bundle ${what} ${rows.length === 1 ? 'this ref' : `these ${rows.length} refs`}:\n${rows.map((row) => `${row}\n`).join('')}`;
  context.out(list('contains', [...found.refs].map(([ref, oid]) => `${oid} ${ref}`)));
  context.out(found.needs.length === 0 ? 'The bundle records a complete history.\n' : list('requires', found.needs.map(({ oid }) => `${oid} `)));
  context.out('The bundle uses this hash algorithm: sha1\n');
  context.err(`${name} is okay\n`);
  return 0;
}

async function create(repo: Repository, context: GitContext, path: string, args: readonly string[]): Promise<number> {
  const local = (await git.listRefs({ ...repo, filepath: 'refs' })).sort().map((ref) => `refs/${ref}`);
  const refs = new Map<string, string>();
  const without: string[] = [];
  const add = async (name: string): Promise<void> => {
    const ref = name === 'HEAD' ? 'HEAD' : fullName(local, name);
    const oid = ref === undefined ? undefined : await resolveOrUndefined(repo, ref);
    if (ref !== undefined && oid !== undefined) refs.set(ref, oid);
    else if ((await tryResolve(repo, name)) === undefined) throw fatal(`ambiguous argument '${name}': unknown revision or path not in the working tree.`);
  };
  const exclude = async (name: string): Promise<void> => {
    const oid = await tryResolve(repo, name);
    if (oid === undefined) throw fatal(`bad revision '${name}'`);
    without.push(oid);
  };
  for (const arg of args) {
    const range = /^(.+?)\.\.(.*)$/.exec(arg);
    if (arg === '--all' || arg === '--branches' || arg === '--tags') {
      for (const ref of local) if (arg === '--all' || ref.startsWith(arg === '--tags' ? 'refs/tags/' : 'refs/heads/')) await add(ref);
      if (arg === '--all' && (await resolveOrUndefined(repo, 'HEAD')) !== undefined) refs.set('HEAD', (await resolveOrUndefined(repo, 'HEAD'))!);
    } else if (arg.startsWith('^')) await exclude(arg.slice(1));
    else if (range) {
      await exclude(range[1]!);
      await add(range[2] === '' ? 'HEAD' : range[2]!);
    } else await add(arg);
  }
  const known = await behind(repo, without);
  for (const [ref, oid] of refs) if (known.has(oid)) refs.delete(ref);
  if (refs.size === 0) throw fatal('Refusing to create empty bundle.');
  const needs = await boundary(repo, [...refs.values()], without);
  const pack = await packOf(repo, await objectsOf(repo, [...refs.values()], (oid) => known.has(oid)));
  await context.fs.promises.writeFile(path, bundleBytes({ needs, refs, pack }));
  return 0;
}

/** Commits outside whose children are inside. */
async function boundary(repo: Repository, from: readonly string[], without: readonly string[]): Promise<Bundle['needs']> {
  if (without.length === 0) return [];
  const commits = await Promise.all(from.map((oid) => git.readCommit({ ...repo, oid }).then((found) => found.oid)));
  const inside = await reachable(repo, commits, without);
  const needs = new Set<string>();
  for (const oid of inside) for (const parent of (await git.readCommit({ ...repo, oid })).commit.parent) if (!inside.has(parent)) needs.add(parent);
  return Promise.all([...needs].map(async (oid) => ({ oid, subject: await subjectOf(repo, oid) })));
}
