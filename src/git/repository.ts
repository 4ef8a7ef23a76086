import * as git from 'isomorphic-git';
import { joinPath, relativeInside } from '../shared/path.ts';
import type { GitContext } from './context.ts';
import { fatal } from './errors.ts';
import { readIndexFile } from './index-stages.ts';
import { atSuffix } from './revision-suffix.ts';

export interface Repository {
  fs: GitContext['fs'];
  /** Root of the working tree. */
  dir: string;
  gitdir: string;
  /** isomorphic-git keeps the parsed index and packs here; shared within one command. */
  cache: object;
  /** The folder that the command was called in, relative to the root; '' for the root. */
  prefix: string;
  processes?: GitContext['processes'];
  /** Which folders of the working tree are links; known for one command. */
  links?: Map<string, boolean>;
  /** Folders of the working tree that surely are folders, and no links; known for one command. */
  folders?: Set<string>;
}

/** The repository around the current folder. @throws GitError in git's words when there is none. */
export async function findRepository(context: GitContext): Promise<Repository> {
  const dir = await git.findRoot({ fs: context.fs, filepath: context.cwd }).catch(() => undefined);
  if (dir === undefined) throw fatal('not a git repository (or any of the parent directories): .git');
  const inside = relativeInside(dir, context.cwd);
  return { fs: context.fs, dir, gitdir: joinPath(dir, '.git'), cache: {}, prefix: inside === undefined || inside === '.' ? '' : inside, ...(context.processes ? { processes: context.processes } : {}) };
}

/** The commit that a ref names, or undefined on a branch without commits. Of what was fetched last, the first. */
export async function resolveOrUndefined(repo: Repository, ref: string): Promise<string | undefined> {
  if (ref === 'FETCH_HEAD') return repo.fs.promises.readFile(`${repo.gitdir}/FETCH_HEAD`, 'utf8').then((text) => /^[0-9a-f]{40}/.exec(text)?.[0], () => undefined);
  return git.resolveRef({ ...repo, ref }).catch(() => undefined);
}

/** The branch's short name even before its first commit; undefined when HEAD is detached. */
export async function currentBranch(repo: Repository): Promise<string | undefined> {
  return (await git.currentBranch({ ...repo, test: false })) ?? undefined;
}

/**
 * The commit that a revision names: refs, short and long ids, `@`, `name@{1}`, `@{-1}`, `@{upstream}`, and any row of `~n`, `^n`, `^0`, `^{commit}`.
 * @throws GitError for what names nothing.
 */
export async function resolveCommit(repo: Repository, revision: string): Promise<string> {
  const oid = await tryResolve(repo, revision);
  if (oid !== undefined) return oid;
  throw fatal(`ambiguous argument '${revision}': unknown revision or path not in the working tree.\nUse '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'`);
}

export async function tryResolve(repo: Repository, revision: string): Promise<string | undefined> {
  const match = /^(.*?)((?:~\d*|\^\d*|\^\{(?:commit)?\})*)$/.exec(revision)!;
  let oid = await baseCommit(repo, match[1] === '@' || match[1] === '' ? 'HEAD' : match[1]!);
  for (const step of match[2]!.match(/[~^](?:\{(?:commit)?\}|\d*)/g) ?? []) {
    if (oid === undefined) return undefined;
    const count = step[1] === '{' ? 0 : step.length === 1 ? 1 : Number(step.slice(1));
    if (step[0] === '^') oid = count === 0 ? oid : await parentOf(repo, oid, count - 1);
    else for (let left = count; left > 0 && oid !== undefined; left--) oid = await parentOf(repo, oid, 0);
  }
  return oid;
}

export interface NamedObject {
  oid: string;
  type: 'commit' | 'tree' | 'blob' | 'tag';
}

/** What a name stands for: a commit or tag, `rev:path`, `:path` (the index), `rev^{tree}`, or an id of any object. @returns undefined when it names nothing. */
export async function resolveObject(repo: Repository, name: string): Promise<NamedObject | undefined> {
  const peeled = /^(.*)\^\{(\w*)\}$/.exec(name);
  if (peeled) {
    const commit = await tryResolve(repo, peeled[1]!);
    if (commit === undefined) return undefined;
    return peeled[2] === 'tree' ? typed(repo, (await git.readCommit({ ...repo, oid: commit })).commit.tree) : typed(repo, commit);
  }
  const colon = name.indexOf(':');
  if (colon === 0) {
    const path = name.slice(1).replace(/^0:/, '');
    const entry = (await readIndexFile(repo)).find((one) => one.path === path && one.stage === 0);
    return entry && { oid: entry.oid, type: 'blob' };
  }
  if (colon > 0) {
    const commit = await tryResolve(repo, name.slice(0, colon));
    if (commit === undefined) return undefined;
    const given = name.slice(colon + 1);
    const path = (/^\.\.?\//.test(given) ? joinPath(repo.prefix, given) : given).replace(/\/+$/, '').replace(/^\.$/, '');
    return git.readObject({ ...repo, oid: commit, filepath: path, format: 'deflated' }).then(({ oid }) => typed(repo, oid), () => undefined);
  }
  const ref = await resolveOrUndefined(repo, name);
  if (ref !== undefined) return typed(repo, ref);
  const commit = await tryResolve(repo, name);
  if (commit !== undefined) return typed(repo, commit);
  const whole = /^[0-9a-f]{4,40}$/.test(name) ? await git.expandOid({ ...repo, oid: name }).catch(() => undefined) : undefined;
  return whole === undefined ? undefined : typed(repo, whole);
}

async function typed(repo: Repository, oid: string): Promise<NamedObject | undefined> {
  const object = await git.readObject({ ...repo, oid, format: 'content' }).catch(() => undefined);
  return object && { oid, type: object.type as NamedObject['type'] };
}

async function parentOf(repo: Repository, oid: string, index: number): Promise<string | undefined> {
  return (await git.readCommit({ ...repo, oid })).commit.parent[index];
}

async function baseCommit(repo: Repository, given: string): Promise<string | undefined> {
  const at = /^(.*)@\{([^}]*)\}$/.exec(given);
  const name = at ? await atSuffix(repo, at[1]!, at[2]!, await currentBranch(repo)) : given;
  if (name === undefined) return undefined;
  const oid = (await resolveOrUndefined(repo, name))
    ?? (/^[0-9a-f]{4,40}$/.test(name) ? await git.expandOid({ ...repo, oid: name }).catch(() => undefined) : undefined);
  if (oid === undefined) return undefined;
  // An annotated tag is followed to its commit.
  return git.readCommit({ ...repo, oid }).then((commit) => commit.oid, () => undefined);
}

/** Seven digits, more when that would be ambiguous. */
export async function shortOid(repo: Repository, oid: string): Promise<string> {
  for (let length = 7; length < 40; length++) {
    const expanded = await git.expandOid({ ...repo, oid: oid.slice(0, length) }).catch((error: unknown) => ((error as { code?: string }).code === 'AmbiguousError' ? undefined : oid));
    if (expanded !== undefined) return oid.slice(0, length);
  }
  return oid;
}
