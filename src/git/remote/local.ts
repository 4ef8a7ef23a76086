/** A repository in another folder of the same file system. */
import * as git from 'isomorphic-git';
import { joinPath } from '../../shared/path.ts';
import type { GitContext } from '../context.ts';
import { fatal } from '../errors.ts';
import { reachable } from '../merge/merge-base.ts';
import { currentBranch, resolveOrUndefined } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { addShallow, copyObjects } from './objects.ts';
import type { FetchRequest, RefUpdate, RemoteRefs, Transport } from './transport.ts';

/** The repository at a path, with a working tree or bare; undefined when there is none. */
export async function repositoryAt(fs: GitContext['fs'], path: string): Promise<Repository | undefined> {
  for (const gitdir of [joinPath(path, '.git'), path, `${path}.git`, joinPath(`${path}.git`, '.git')]) {
    if (await fs.promises.stat(`${gitdir}/HEAD`).then(() => fs.promises.stat(`${gitdir}/objects`)).then(() => true, () => false)) {
      return { fs, dir: gitdir.endsWith('/.git') ? gitdir.slice(0, -5) : gitdir, gitdir, cache: {}, prefix: '' };
    }
  }
  return undefined;
}

export class LocalTransport implements Transport {
  readonly url: string;
  readonly #repo: Repository;

  constructor(url: string, repo: Repository) {
    this.url = url;
    this.#repo = repo;
  }

  async list(): Promise<RemoteRefs> {
    const from = this.#repo;
    const refs = new Map<string, string>();
    const peeled = new Map<string, string>();
    for (const name of (await git.listRefs({ ...from, filepath: 'refs' })).sort()) {
      const ref = `refs/${name}`;
      const oid = await resolveOrUndefined(from, ref);
      if (oid === undefined) continue;
      refs.set(ref, oid);
      const target = ref.startsWith('refs/tags/') ? await peel(from, oid) : oid;
      if (target !== oid) peeled.set(ref, target);
    }
    const head = await resolveOrUndefined(from, 'HEAD');
    const branch = await currentBranch(from);
    return { refs, peeled, head: head === undefined ? undefined : { oid: head, branch: branch === undefined ? undefined : `refs/heads/${branch}` } };
  }

  async fetch(repo: Repository, { wants }: FetchRequest): Promise<void> {
    await copyObjects(this.#repo, repo, wants);
    const ends = await this.#repo.fs.promises.readFile(`${this.#repo.gitdir}/shallow`, 'utf8').catch(() => '');
    if (ends !== '') await addShallow(repo, ends.split('\n').filter((line) => line !== ''));
  }

  async push(repo: Repository, updates: readonly RefUpdate[]): Promise<Map<string, string>> {
    const to = this.#repo;
    const refused = new Map<string, string>();
    const bare = to.dir === to.gitdir;
    const current = bare ? undefined : await currentBranch(to);
    for (const { ref, after, force } of updates) {
      const now = await resolveOrUndefined(to, ref);
      if (current !== undefined && ref === `refs/heads/${current}` && now !== undefined) {
        refused.set(ref, after === undefined ? 'deletion of the current branch prohibited' : 'branch is currently checked out');
        continue;
      }
      if (after === undefined) {
        await git.deleteRef({ ...to, ref });
        continue;
      }
      await copyObjects(repo, to, [after]);
      if (now !== undefined && !force && ref.startsWith('refs/heads/') && !(await reachable(to, [after])).has(now)) refused.set(ref, 'non-fast-forward');
      else await git.writeRef({ ...to, ref, value: after, force: true });
    }
    return refused;
  }
}

/** What a tag points at in the end. */
export async function peel(repo: Repository, oid: string): Promise<string> {
  for (let at = oid, depth = 0; depth < 10; depth++) {
    const { type, object } = await git.readObject({ ...repo, oid: at, format: 'content' }) as { type: string; object: Uint8Array };
    if (type !== 'tag') return at;
    at = /^object ([0-9a-f]{40})/.exec(Buffer.from(object).toString('latin1'))![1]!;
  }
  throw fatal(`tag ${oid} points at too many tags`);
}
