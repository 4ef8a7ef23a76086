/** What every place that holds a repository can do: list its refs, give objects, take objects. */
import type { Repository } from '../repository.ts';

export interface RemoteRefs {
  /** Full names with ids, in order; HEAD is not among them. */
  refs: Map<string, string>;
  /** What annotated tags point at, by the tag's ref. */
  peeled: Map<string, string>;
  /** The commit of HEAD, and the branch that it stands on. */
  head?: { oid: string; branch?: string | undefined } | undefined;
}

export interface FetchRequest {
  /** Ids of commits and tags. */
  wants: readonly string[];
  /** Only so many commits of each history. */
  depth?: number | undefined;
}

export interface RefUpdate {
  ref: string;
  /** What the remote is thought to have; undefined for a ref that is new there. */
  before: string | undefined;
  /** Undefined deletes the ref. */
  after: string | undefined;
  force: boolean;
}

export interface Transport {
  /** The address as messages show it. */
  url: string;
  /** Each branch comes as its newest commit alone, so that only what was asked for is worth fetching. */
  newestOnly?: boolean;
  list(): Promise<RemoteRefs>;
  /** Brings objects here; the history may end at `shallow` commits, which the transport notes in the repository. */
  fetch(repo: Repository, request: FetchRequest): Promise<void>;
  /** Moves refs there. @returns why the remote refused, per ref. Absent where nothing can be written. */
  push?(repo: Repository, updates: readonly RefUpdate[]): Promise<Map<string, string>>;
}

/** The branch that HEAD is most likely on, where the remote does not say: the one with its commit. */
export function guessBranch(refs: ReadonlyMap<string, string>, oid: string): string | undefined {
  const branches = [...refs].filter(([ref, id]) => ref.startsWith('refs/heads/') && id === oid).map(([ref]) => ref);
  return branches.find((ref) => ref === 'refs/heads/main' || ref === 'refs/heads/master') ?? branches[0];
}
