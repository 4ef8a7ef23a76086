/** Which files follow a folder that the other side of a merge has moved, and why others do not. */
import type { Rename } from '../renames.ts';
import type { Snapshot } from '../snapshot.ts';
import { byPath } from '../snapshot.ts';
import { folderRenames, followed, otherSide } from './folder-renames.ts';
import type { FolderRenames, GoneFolders, MergeSide } from './folder-renames.ts';

/** Of one side: its renames, and all files that are new there, renamed or not. */
export interface SideRenames {
  renames: Rename[];
  came: string[];
}

export interface FolderMoves {
  /** For each side old place to new place of what it added to a folder, or moved into it. */
  moved: Record<MergeSide, Map<string, string>>;
  /** Git's lines, each with the path that it is sorted by. */
  notes: { path: string; line: string }[];
  /** False when it is unclear where something goes. */
  clean: boolean;
}

export function folderMoves(trees: Record<MergeSide, Snapshot>, found: Record<MergeSide, SideRenames>, gone: GoneFolders): FolderMoves {
  const result: FolderMoves = { moved: { ours: new Map(), theirs: new Map() }, notes: [], clean: true };
  const refuse = (path: string, why: string): void => {
    result.notes.push({ path, line: `CONFLICT ${why}` });
    result.clean = false;
  };
  const folders: Record<MergeSide, FolderRenames> = { ours: folderRenames(found.ours.renames, gone.ours), theirs: folderRenames(found.theirs.renames, gone.theirs) };
  for (const side of ['ours', 'theirs'] as const) for (const folder of folders[side].split) {
    refuse(folder, `(directory rename split): Unclear where to rename ${folder} to; it was renamed to multiple other directories, with no destination getting a majority of the files.`);
  }
  // What both sides have renamed is a matter of each file.
  for (const folder of [...folders.ours.to.keys()]) if (folders.theirs.to.delete(folder)) folders.ours.to.delete(folder);
  for (const side of ['ours', 'theirs'] as const) {
    const targets = new Map<string, string[]>();
    for (const path of [...found[side].came].sort(byPath)) {
      const target = followed(path, folders[otherSide(side)].to);
      if (!target) continue;
      if (folders[side].to.has(target.to)) {
        result.notes.push({ path: target.from, line: `WARNING: Avoiding applying ${target.from} -> ${target.to} rename to ${path}, because ${target.to} itself was renamed.` });
        continue;
      }
      targets.set(target.path, [...(targets.get(target.path) ?? []), path]);
    }
    for (const [target, paths] of targets) {
      const names = paths.join(', ');
      if (isTaken(trees[side], target)) refuse(target, `(implicit dir rename): Existing file/dir at ${target} in the way of implicit directory rename(s) putting the following path(s) there: ${names}.`);
      else if (paths.length > 1) refuse(target, `(implicit dir rename): Cannot map more than one path to ${target}; implicit directory renames tried to put these paths there: ${names}`);
      else result.moved[side].set(paths[0]!, target);
    }
  }
  return result;
}

function isTaken(tree: Snapshot, path: string): boolean {
  return tree.has(path) || [...tree.keys()].some((name) => name.startsWith(`${path}/`));
}
