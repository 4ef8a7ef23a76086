/** Which commits `git log` shows, in which order. */
import type { ReadCommitResult } from 'isomorphic-git';
import * as git from 'isomorphic-git';
import { changesBetween, detectRenames } from '../changes.ts';
import type { Change } from '../changes.ts';
import { anyMatch } from '../pathspec.ts';
import type { Pathspec } from '../pathspec.ts';
import type { Repository } from '../repository.ts';
import { treeSnapshot } from '../snapshot.ts';

export interface HistoryOptions {
  tips: readonly string[];
  /** Commits that, with all before them, are left out. */
  hidden: ReadonlySet<string>;
  specs: readonly Pathspec[];
  /** The one file that is followed through its names, from the root. */
  follow: string | undefined;
  order: 'date' | 'date-topo' | 'graph';
  firstParent: boolean;
  /** Whether a commit that was reached is shown. */
  wanted: (commit: ReadCommitResult) => boolean;
}

export interface HistoryCommit extends ReadCommitResult {
  /** The parents as they are in what is shown. */
  shownParents: string[];
  /** Where the followed file was in this commit. */
  followed?: string;
}

/** One commit after the other, the newest first; in the orders of the graph all are read before. */
export async function* history(repo: Repository, options: HistoryOptions): AsyncGenerator<HistoryCommit> {
  const walk = walkByDate(repo, options);
  if (options.order === 'date') {
    for await (const commit of walk) if (commit.shown) yield commit;
    return;
  }
  const all: Walked[] = [];
  for await (const commit of walk) all.push(commit);
  yield* inGraphOrder(all, options.order === 'date-topo');
}

interface Walked extends HistoryCommit { shown: boolean }

async function* walkByDate(repo: Repository, { tips, hidden, specs, follow, firstParent, wanted }: HistoryOptions): AsyncGenerator<Walked> {
  const shallow = await repo.fs.promises.readFile(`${repo.gitdir}/shallow`, 'utf8').then((text) => new Set(text.split('\n')), () => new Set<string>());
  const read = (oid: string): Promise<ReadCommitResult> => git.readCommit({ ...repo, oid });
  const seen = new Set(tips.filter((oid) => !hidden.has(oid)));
  const queue: { commit: ReadCommitResult; path: string | undefined }[] = [];
  const put = (commit: ReadCommitResult, path: string | undefined): void => {
    // After those of the same second, so that of two the one that was reached first stays first.
    let at = queue.length;
    while (at > 0 && queue[at - 1]!.commit.commit.committer.timestamp < commit.commit.committer.timestamp) at--;
    queue.splice(at, 0, { commit, path });
  };
  for (const oid of seen) put(await read(oid), follow);
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { commit, path } = next;
    const parents = shallow.has(commit.oid) ? [] : firstParent ? commit.commit.parent.slice(0, 1) : commit.commit.parent;
    let kept: readonly string[] = parents;
    let shown = wanted(commit);
    let before = path;
    if (path !== undefined) {
      const change = (await changesOf(repo, commit)).find((one) => one.path === path);
      shown &&= change !== undefined;
      if (change?.from !== undefined) before = change.from;
    } else if (specs.length > 0) {
      const same = await sameParent(repo, commit.oid, parents, specs);
      if (same !== undefined) {
        shown = false;
        kept = same === '' ? [] : [same];
      }
    }
    const shownParents = kept.filter((oid) => !hidden.has(oid));
    yield { ...commit, shown, shownParents, ...(path === undefined ? {} : { followed: path }) };
    for (const oid of shownParents) {
      if (seen.has(oid)) continue;
      seen.add(oid);
      put(await read(oid), before);
    }
  }
}

/** The first parent that has the same in these paths: history goes on there alone. '' for a first commit without them, undefined when the commit changed them. */
async function sameParent(repo: Repository, oid: string, parents: readonly string[], specs: readonly Pathspec[]): Promise<string | undefined> {
  const own = await pathState(repo, oid, specs);
  if (parents.length === 0) return own === '' ? '' : undefined;
  for (const parent of parents) if ((await pathState(repo, parent, specs)) === own) return parent;
  return undefined;
}

/** What a commit has in these paths, in a form that two commits can be compared by. */
async function pathState(repo: Repository, oid: string, specs: readonly Pathspec[]): Promise<string> {
  if (specs.every(({ literal }) => literal !== undefined && literal !== '.')) {
    const found = await Promise.all(specs.map(async ({ literal }) => entryAt(repo, oid, literal!)));
    return found.every((entry) => entry === '') ? '' : found.join(' ');
  }
  const files = [...(await treeSnapshot(repo, oid))].filter(([path]) => anyMatch(specs, path));
  return files.map(([path, { mode, oid: blob }]) => `${path}\0${mode}\0${blob}`).join('\0');
}

async function entryAt(repo: Repository, commit: string, path: string): Promise<string> {
  let oid = commit;
  let mode = '';
  for (const part of path.split('/')) {
    const { tree } = await git.readTree({ ...repo, oid });
    const entry = tree.find((one) => one.path === part);
    if (!entry) return '';
    if (entry.type !== 'tree' && !path.endsWith(part)) return '';
    ({ oid, mode } = entry);
  }
  return `${mode}:${oid}`;
}

/** Children before parents, one line of history after the other; with `byDate` the newest that can come. */
function* inGraphOrder(all: readonly Walked[], byDate: boolean): Generator<HistoryCommit> {
  const shown = linked(all);
  const waiting = new Map(shown.map(({ oid }) => [oid, 0]));
  for (const { shownParents } of shown) for (const parent of shownParents) if (waiting.has(parent)) waiting.set(parent, waiting.get(parent)! + 1);
  const byId = new Map(shown.map((commit) => [commit.oid, commit]));
  const ready = shown.filter(({ oid }) => waiting.get(oid) === 0);
  if (!byDate) ready.reverse();
  while (ready.length > 0) {
    let at = byDate ? 0 : ready.length - 1;
    if (byDate) for (let i = 1; i < ready.length; i++) if (ready[i]!.commit.committer.timestamp > ready[at]!.commit.committer.timestamp) at = i;
    const commit = ready.splice(at, 1)[0]!;
    yield commit;
    for (const parent of commit.shownParents) {
      const left = (waiting.get(parent) ?? 0) - 1;
      waiting.set(parent, left);
      if (left === 0) ready.push(byId.get(parent)!);
    }
  }
}

/** Without the commits that are not shown: whoever led to one of them leads on to the next that is. */
function linked(all: readonly Walked[]): Walked[] {
  const byId = new Map(all.map((commit) => [commit.oid, commit]));
  const next = (oid: string): string[] => {
    const found: string[] = [];
    const open = [oid];
    const seen = new Set<string>();
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      const commit = byId.get(id);
      if (!commit || seen.has(id)) continue;
      seen.add(id);
      if (commit.shown) found.push(id);
      else open.unshift(...commit.shownParents);
    }
    return found;
  };
  return all.filter(({ shown }) => shown).map((commit) => ({ ...commit, shownParents: [...new Set(commit.shownParents.flatMap(next))] }));
}

/** What a commit changed against its first parent; nothing is shown for merges. */
export async function changesOf(repo: Repository, { oid, commit }: Pick<ReadCommitResult, 'oid' | 'commit'>, renames = true): Promise<Change[]> {
  if (commit.parent.length > 1) return [];
  const changes = changesBetween(await treeSnapshot(repo, commit.parent[0]), await treeSnapshot(repo, oid));
  return renames ? detectRenames(changes) : changes;
}
