/** Where two lines of history meet. */
import * as git from 'isomorphic-git';
import type { Repository } from '../repository.ts';

interface Node { oid: string; time: number; parents: string[] }

/** Commits as a graph; each is read once. */
class History {
  readonly #repo: Repository;
  readonly #known = new Map<string, Promise<Node>>();
  readonly #ends: ReadonlySet<string>;

  constructor(repo: Repository, ends: ReadonlySet<string>) {
    this.#repo = repo;
    this.#ends = ends;
  }

  node(oid: string): Promise<Node> {
    let node = this.#known.get(oid);
    if (!node) {
      node = git.readCommit({ ...this.#repo, oid }).then(({ commit }) => ({ oid, time: commit.committer.timestamp, parents: this.#ends.has(oid) ? [] : commit.parent }));
      this.#known.set(oid, node);
    }
    return node;
  }
}

async function history(repo: Repository): Promise<History> {
  return new History(repo, await shallowCommits(repo));
}

/** Commits of a shallow clone whose parents are not here. */
export async function shallowCommits(repo: Repository): Promise<Set<string>> {
  const text = await repo.fs.promises.readFile(`${repo.gitdir}/shallow`, 'utf8').catch(() => '');
  return new Set(text.split('\n').filter((line) => line !== ''));
}

/** Every commit that can be reached from `from`, itself included, but not from `without`. */
export async function reachable(repo: Repository, from: readonly string[], without: readonly string[] = []): Promise<Set<string>> {
  const graph = await history(repo);
  const excluded = await walk(graph, without, new Set());
  return walk(graph, from, excluded);
}

async function walk(graph: History, from: readonly string[], excluded: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>();
  const open = [...from];
  while (open.length > 0) {
    const oid = open.pop()!;
    if (found.has(oid) || excluded.has(oid)) continue;
    found.add(oid);
    open.push(...(await graph.node(oid)).parents);
  }
  return found;
}

/** The best common ancestors, newest first: those that no other common ancestor descends from. More than one when branches were merged crosswise. */
export async function mergeBases(repo: Repository, one: string, two: string): Promise<string[]> {
  if (one === two) return [one];
  const graph = await history(repo);
  const left = await walk(graph, [one], new Set());
  const common: Node[] = [];
  const open = [two];
  const seen = new Set<string>();
  while (open.length > 0) {
    const oid = open.pop()!;
    if (seen.has(oid)) continue;
    seen.add(oid);
    const node = await graph.node(oid);
    // What lies below a common ancestor is common too, and never better.
    if (left.has(oid)) common.push(node);
    else open.push(...node.parents);
  }
  const best: Node[] = [];
  for (const candidate of common) {
    const others = common.filter((other) => other !== candidate);
    const below = others.length === 0 ? new Set() : await walk(graph, others.flatMap((other) => other.parents), new Set());
    if (!below.has(candidate.oid)) best.push(candidate);
  }
  return best.sort((a, b) => b.time - a.time).map((node) => node.oid);
}

export async function isAncestor(repo: Repository, ancestor: string, commit: string): Promise<boolean> {
  return ancestor === commit || (await walk(await history(repo), [commit], new Set())).has(ancestor);
}
