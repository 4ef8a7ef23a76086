/**
 * Folders that one side of a merge gave another name, and files that the other side put there since: these are suggested to follow
 * (Git's `directory-rename-detection`; `merge.directoryRenames`).
 */
import type { Snapshot } from '../snapshot.ts';
import { foldersOf } from '../index-update.ts';

export type MergeSide = 'ours' | 'theirs';

export const otherSide = (side: MergeSide): MergeSide => (side === 'ours' ? 'theirs' : 'ours');

interface Trees { base: Snapshot; ours: Snapshot; theirs: Snapshot }

/** How much a folder that a side has no more matters: because of files that the other side added to it, or only because that is so for one above. */
type Matters = 'self' | 'above' | 'no';

export interface GoneFolders {
  ours: Map<string, Matters>;
  theirs: Map<string, Matters>;
  /** Whether all that was renamed below this path's folder has to be known, to tell where the folder went. */
  asked: (path: string) => boolean;
}

interface Folder {
  in: Set<keyof Trees>;
  folders: Set<string>;
  /** Sides that alone added a file. */
  added: Set<MergeSide>;
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Folders of the common ancestor that a side has no more. */
export function goneFolders(trees: Trees): GoneFolders {
  const folders = new Map<string, Folder>([['', { in: new Set(), folders: new Set(), added: new Set() }]]);
  for (const where of ['base', 'ours', 'theirs'] as const) for (const path of trees[where].keys()) {
    let above = folders.get('')!;
    above.in.add(where);
    for (const name of foldersOf(path)) {
      let folder = folders.get(name);
      if (!folder) folders.set(name, folder = { in: new Set(), folders: new Set(), added: new Set() });
      above.folders.add(name);
      folder.in.add(where);
      above = folder;
    }
    if (where !== 'base' && !trees.base.has(path) && !trees[otherSide(where)].has(path)) above.added.add(where);
  }
  const gone: Record<MergeSide, Map<string, Matters>> = { ours: new Map(), theirs: new Map() };
  const wide = new Set<string>();
  /** @param kept the side that still has the folder around, which the other one has not; `both`: the other one's renames are asked for */
  const visit = (path: string, folder: Folder, kept: MergeSide | 'both' | undefined): void => {
    const state = kept !== undefined && kept !== 'both' && folder.added.has(kept) ? 'both' : kept;
    if (state === 'both') {
      wide.add(path);
      for (const side of folder.added) gone[otherSide(side)].set(path, 'self');
    }
    for (const name of folder.folders) {
      const inner = folders.get(name)!;
      const one = inner.in.has('base') && inner.in.has('ours') !== inner.in.has('theirs') ? (inner.in.has('ours') ? 'ours' : 'theirs') : undefined;
      const next = state === 'both' || one === undefined ? state : one;
      if (inner.in.has('base')) for (const side of ['ours', 'theirs'] as const) if (!inner.in.has(side)) gone[side].set(name, next === 'both' ? 'above' : 'no');
      visit(name, inner, next);
    }
  };
  visit('', folders.get('')!, undefined);
  return { ...gone, asked: (path) => wide.size > 0 && foldersOf(path).some((folder) => wide.has(folder)) };
}

export interface FolderRenames {
  /** Old folder to new one. */
  to: Map<string, string>;
  /** Folders that went to several places, to none of them most of all. */
  split: string[];
}

/** Where most files of each folder went. @param renames all of one side, old path to new path */
export function folderRenames(renames: Iterable<{ from: string; to: string }>, gone: ReadonlyMap<string, Matters>): FolderRenames {
  const counts = new Map<string, Map<string, number>>();
  for (const { from, to } of renames) {
    let [before, after] = [parentOf(from), parentOf(to)];
    for (let first = true; ; first = false) {
      const matters = gone.get(before) ?? 'no';
      if (matters === 'no') break;
      if (first || matters === 'self') {
        const count = counts.get(before) ?? new Map<string, number>();
        counts.set(before, count.set(after, (count.get(after) ?? 0) + 1));
      }
      // `a/x/f` that became `b/x/f` speaks for `a` having become `b`, but `a/x/f` that became `b/y/f` does not.
      if (before === '' || after === '' || nameOf(before) !== nameOf(after)) break;
      [before, after] = [parentOf(before), parentOf(after)];
    }
  }
  const found: FolderRenames = { to: new Map(), split: [] };
  for (const [folder, count] of counts) {
    const most = Math.max(...count.values());
    const best = [...count].filter(([, number]) => number === most);
    if (best.length > 1) found.split.push(folder);
    else found.to.set(folder, best[0]![0]);
  }
  return found;
}

/** The nearest renamed folder around a path, and where the path would follow it to. */
export function followed(path: string, renames: ReadonlyMap<string, string>): { from: string; to: string; path: string } | undefined {
  const from = foldersOf(path).reverse().find((folder) => renames.has(folder));
  if (from === undefined) return undefined;
  const to = renames.get(from)!;
  return { from, to, path: to === '' ? path.slice(from.length + 1) : `${to}${path.slice(from.length)}` };
}
