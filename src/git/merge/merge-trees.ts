/** Three trees become one, with renames followed, as Git's `ort` strategy does it. Works on snapshots in memory; nothing is written. */
import { foldersOf } from '../index-update.ts';
import { findRenames } from '../renames.ts';
import type { Snapshot, SnapshotEntry } from '../snapshot.ts';
import { byPath } from '../snapshot.ts';
import { folderMoves } from './folder-moves.ts';
import type { SideRenames } from './folder-moves.ts';
import { goneFolders, otherSide } from './folder-renames.ts';
import type { GoneFolders, MergeSide } from './folder-renames.ts';
import { kindOf, mergeFiles, sameEntry } from './merge-files.ts';
import type { MergedFile, Sides } from './merge-files.ts';

export interface MergeLabels {
  ours: string;
  theirs: string;
  /** Of the common ancestor, shown with `merge.conflictStyle=diff3`. */
  base: string;
}

export interface MergeOptions {
  labels: MergeLabels;
  style?: 'merge' | 'diff3' | undefined;
  favor?: 'ours' | 'theirs' | undefined;
  /** How deep in a merge of merge bases; 0 for what the person asked for. */
  depth?: number;
  /** Default true. */
  renames?: boolean;
  /** Whether what is new in a folder that the other side renamed follows it: `merge.directoryRenames`, by default as a conflict that suggests it. */
  folderRenames?: 'conflict' | boolean | undefined;
}

export interface MergeOutcome {
  /** False also without any unmerged path, when it is only unclear where a folder went. */
  clean: boolean;
  /** The files that merged. */
  tree: Snapshot;
  /** The sides of those that did not. */
  unmerged: Map<string, Sides<SnapshotEntry>>;
  /** What stands in the working tree for an unmerged path; absent when there is no file. */
  files: Snapshot;
  /** Git's lines about what was merged and what was not, in the order it prints them. */
  messages: string[];
}

/** A path with its three sides, and where each side has the file when that is another place. */
interface Item extends Sides<SnapshotEntry> {
  paths: Sides<string>;
  /** A rename is in conflict here, which has been said already. */
  renameConflict?: boolean;
}

export async function mergeTrees(base: Snapshot, ours: Snapshot, theirs: Snapshot, options: MergeOptions): Promise<MergeOutcome> {
  return new TreeMerge({ base, ours, theirs }, options).run();
}

class TreeMerge {
  readonly #trees: { base: Snapshot; ours: Snapshot; theirs: Snapshot };
  readonly #options: MergeOptions;
  readonly #items = new Map<string, Item>();
  readonly #messages = new Map<string, string[]>();
  readonly #outcome: MergeOutcome = { clean: true, tree: new Map(), unmerged: new Map(), files: new Map(), messages: [] };

  constructor(trees: { base: Snapshot; ours: Snapshot; theirs: Snapshot }, options: MergeOptions) {
    this.#trees = trees;
    this.#options = options;
  }

  async run(): Promise<MergeOutcome> {
    const { base, ours, theirs } = this.#trees;
    for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
      const sides = { base: base.get(path), ours: ours.get(path), theirs: theirs.get(path) };
      if (sameEntry(sides.ours, sides.theirs) && sameEntry(sides.base, sides.ours)) this.#outcome.tree.set(path, sides.ours!);
      else this.#items.set(path, { ...sides, paths: {} });
    }
    if (this.#options.renames !== false) await this.#followRenames();
    for (const [path, item] of [...this.#items].sort(([a], [b]) => byPath(a, b))) await this.#decide(path, item);
    this.#makeRoomForFolders();
    if (this.#outcome.unmerged.size > 0) this.#outcome.clean = false;
    this.#outcome.messages = [...this.#messages].sort(([a], [b]) => byPath(a, b)).flatMap(([, lines]) => lines);
    return this.#outcome;
  }

  #say(path: string, line: string): void {
    this.#messages.set(path, [...(this.#messages.get(path) ?? []), line]);
  }

  #label(side: MergeSide): string {
    return this.#options.labels[side];
  }

  async #renamesOf(side: MergeSide, gone: GoneFolders | undefined): Promise<SideRenames> {
    const { base } = this.#trees;
    const here = this.#trees[side];
    const there = this.#trees[otherSide(side)];
    // What the other side left alone is deleted here and added there with or without knowing that it is one file.
    const relevant = (path: string): boolean => !sameEntry(base.get(path), there.get(path)) || gone?.asked(path) === true;
    let missing = [...base].filter(([path]) => !here.has(path)).map(([path, entry]) => ({ path, entry }));
    // Where no rename matters, git does not look into folders that the other side left alone; a file that was moved from there is a new one then.
    if (!missing.some(({ path }) => relevant(path))) {
      const touched = changedFolders(base, there);
      missing = missing.filter(({ path }) => !path.includes('/') || touched.has(path.slice(0, path.lastIndexOf('/'))));
    }
    const came = [...here].filter(([path]) => !base.has(path)).map(([path, entry]) => ({ path, entry }));
    const paths = came.map(({ path }) => path);
    if (missing.length === 0 || came.length === 0) return { renames: [], came: paths };
    return { renames: await findRenames(missing, came, { limit: 7000, relevant }), came: paths };
  }

  async #followRenames(): Promise<void> {
    const mode = this.#options.depth ? false : this.#options.folderRenames ?? 'conflict';
    const gone = mode === false ? undefined : goneFolders(this.#trees);
    const found = { ours: await this.#renamesOf('ours', gone), theirs: await this.#renamesOf('theirs', gone) };
    const moved = gone && mode !== false ? this.#followFolders(found, gone, mode) : { ours: new Map<string, string>(), theirs: new Map<string, string>() };
    const renames = { ours: this.#renamesThatMatter('ours', found.ours, moved.ours), theirs: this.#renamesThatMatter('theirs', found.theirs, moved.theirs) };
    for (const from of [...new Set([...renames.ours.keys(), ...renames.theirs.keys()])].sort(byPath)) {
      const ours = renames.ours.get(from);
      const theirs = renames.theirs.get(from);
      if (ours !== undefined && theirs !== undefined) await (ours === theirs ? this.#sameRename(from, ours) : this.#twoNames(from, ours, theirs));
      else await this.#oneRename(ours === undefined ? 'theirs' : 'ours', from, (ours ?? theirs)!);
    }
  }

  #renamesThatMatter(side: MergeSide, { renames }: SideRenames, moved: ReadonlyMap<string, string>): Map<string, string> {
    const there = this.#trees[otherSide(side)];
    return new Map(renames.filter(({ from, to }) => moved.has(to) || !sameEntry(this.#trees.base.get(from), there.get(from))).map(({ from, to }) => [from, moved.get(to) ?? to]));
  }

  /** @returns for each side the old places and the new ones of what follows a folder that the other side has moved */
  #followFolders(found: Record<MergeSide, SideRenames>, gone: GoneFolders, mode: 'conflict' | true): Record<MergeSide, Map<string, string>> {
    const { moved, notes, clean } = folderMoves(this.#trees, found, gone);
    for (const { path, line } of notes) this.#say(path, line);
    if (!clean) this.#outcome.clean = false;
    for (const side of ['ours', 'theirs'] as const) for (const [path, target] of moved[side]) this.#moveItem(side, { path, target, from: found[side].renames.find(({ to }) => to === path)?.from }, mode);
    return moved;
  }

  #moveItem(side: MergeSide, { path, target, from }: { path: string; target: string; from: string | undefined }, mode: 'conflict' | true): void {
    const [here, there] = [this.#label(side), this.#label(otherSide(side))];
    const item = this.#items.get(target) ?? { paths: {} };
    item[side] = this.#items.get(path)![side];
    item.paths = { base: target, [otherSide(side)]: target, ...item.paths, [side]: path };
    this.#items.delete(path);
    this.#items.set(target, item);
    const came = from === undefined ? `${path} added in ${here}` : `${from} renamed to ${path} in ${here},`;
    if (mode === true) this.#say(target, `Path updated: ${came} inside a directory that was renamed in ${there}; moving it to ${target}.`);
    else {
      item.renameConflict = true;
      this.#say(target, `CONFLICT (file location): ${came} inside a directory that was renamed in ${there}, suggesting it should perhaps be moved to ${target}.`);
    }
  }

  /** Both sides gave the file the same new name. */
  async #sameRename(from: string, to: string): Promise<void> {
    const item = this.#items.get(to)!;
    item.base = this.#trees.base.get(from);
    this.#items.delete(from);
  }

  async #oneRename(side: MergeSide, from: string, to: string): Promise<void> {
    const old = this.#items.get(from)!;
    const item = this.#items.get(to)!;
    const there = otherSide(side);
    const collides = item[there] !== undefined;
    if (!old[there]) {
      this.#say(to, `CONFLICT (rename/delete): ${from} renamed to ${to} in ${this.#label(side)}, but deleted in ${this.#label(there)}.`);
      item.renameConflict = true;
      if (!collides) item.base = old.base;
      this.#items.delete(from);
      return;
    }
    if (!collides) {
      item.base = old.base;
      item[there] = old[there];
      item.paths = { base: from, [side]: item.paths[side] ?? to, [there]: from };
      this.#items.delete(from);
      return;
    }
    // Something else has the new name on the other side: first the renamed file is merged, then the result with that.
    const merged = await this.#mergeContent(from, { base: old.base, [side]: item[side], [there]: old[there], paths: { base: from, [side]: to, [there]: from } }, 1);
    if (!merged.clean) {
      this.#say(to, `CONFLICT (rename involved in collision): rename of ${from} -> ${to} has content conflicts AND collides with another path; this may result in nested conflict markers.`);
    }
    item[side] = merged.entry;
    this.#items.delete(from);
  }

  /** Each side gave the file another name: it stays under both, with the changes of both. */
  async #twoNames(from: string, oursName: string, theirsName: string): Promise<void> {
    const old = this.#items.get(from)!;
    const left = this.#items.get(oursName)!;
    const right = this.#items.get(theirsName)!;
    const merged = await this.#mergeContent(from, { base: old.base, ours: left.ours, theirs: right.theirs, paths: { base: from, ours: oursName, theirs: theirsName } }, 1);
    left.ours = merged.entry;
    right.theirs = merged.unmergeable === 'binary' ? right.theirs : merged.entry;
    for (const item of [old, left, right]) item.renameConflict = true;
    this.#say(from, `CONFLICT (rename/rename): ${from} renamed to ${oursName} in ${this.#label('ours')} and to ${theirsName} in ${this.#label('theirs')}.`);
  }

  async #decide(path: string, item: Item): Promise<void> {
    const { base, ours, theirs } = item;
    if (!item.renameConflict) {
      // Without a conflict about names: what only one side changed is taken.
      if (sameEntry(ours, theirs)) return this.#take(path, ours);
      if (sameEntry(base, theirs)) return this.#take(path, ours);
      if (sameEntry(base, ours)) return this.#take(path, theirs);
    }
    if (ours && theirs) return kindOf(ours) === kindOf(theirs) ? this.#bothHave(path, item) : this.#differentKinds(path, item);
    const side: MergeSide = ours ? 'ours' : 'theirs';
    const kept = ours ?? theirs;
    if (base && kept) {
      // A rename that the other side deleted has been reported; it is a change of its own only when the content changed too.
      if (!item.renameConflict || base.oid !== kept.oid) {
        const gone = this.#label(otherSide(side));
        this.#say(path, `CONFLICT (modify/delete): ${path} deleted in ${gone} and modified in ${this.#label(side)}.  Version ${this.#label(side)} of ${path} left in tree.`);
      }
      return this.#leave(path, item, this.#options.depth ? base : kept);
    }
    if (item.renameConflict) return this.#leave(path, item, kept);
    return this.#take(path, kept);
  }

  #take(path: string, entry: SnapshotEntry | undefined): void {
    if (entry) this.#outcome.tree.set(path, entry);
  }

  #leave(path: string, { base, ours, theirs }: Sides<SnapshotEntry>, file: SnapshotEntry | undefined): void {
    this.#outcome.unmerged.set(path, { base, ours, theirs });
    if (file) this.#outcome.files.set(path, file);
  }

  async #bothHave(path: string, item: Item): Promise<void> {
    const merged = await this.#mergeContent(path, item);
    if (merged.clean && !item.renameConflict) return this.#take(path, merged.entry);
    if (!merged.clean) {
      const reason = ours(item) === '160000' ? 'submodule' : item.base ? 'content' : 'add/add';
      this.#say(path, `CONFLICT (${reason}): Merge conflict in ${path}`);
    }
    return this.#leave(path, item, merged.entry);
  }

  async #mergeContent(path: string, item: Item, nested = 0): Promise<MergedFile> {
    const { labels, style, favor, depth = 0 } = this.#options;
    const at = item.paths;
    const differ = new Set([at.base, at.ours, at.theirs]).size > 1;
    const named = (side: 'ours' | 'theirs' | 'base'): string => (differ ? `${labels[side]}:${at[side]}` : labels[side]);
    const merged = await mergeFiles({ base: item.base, ours: item.ours!, theirs: item.theirs! }, {
      labels: { ours: named('ours'), base: named('base'), theirs: named('theirs') }, style: style ?? 'merge', favor: depth > 0 ? undefined : favor, markerSize: 7 + nested + depth * 2,
    });
    if (merged.unmergeable === 'binary') this.#say(path, `warning: Cannot merge binary files: ${path} (${named('ours')} vs. ${named('theirs')})`);
    if (merged.compared) this.#say(path, `Auto-merging ${path}`);
    return merged.unmergeable === 'binary' && depth > 0 && item.base ? { ...merged, entry: item.base } : merged;
  }

  /** A file on one side, a link on the other: the file goes under another name. */
  #differentKinds(path: string, item: Item): void {
    const fileSide: MergeSide = kindOf(item.ours!) === '100' ? 'ours' : 'theirs';
    const linkSide = otherSide(fileSide);
    const moved = this.#freePath(path, this.#label(fileSide));
    this.#say(path, `CONFLICT (distinct types): ${path} had different types on each side; renamed one of them so each can be recorded somewhere.`);
    const base = item.base;
    this.#leave(moved, { ...(base && kindOf(base) === '100' ? { base } : {}), [fileSide]: item[fileSide] }, item[fileSide]);
    this.#leave(path, { ...(base && kindOf(base) !== '100' ? { base } : {}), [linkSide]: item[linkSide] }, item[linkSide]);
  }

  /** A file cannot stand where a folder of the other side is. */
  #makeRoomForFolders(): void {
    const { tree, files, unmerged } = this.#outcome;
    const folders = new Set<string>();
    for (const path of [...tree.keys(), ...files.keys()]) for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
    for (const path of [...folders].sort(byPath)) {
      const entry = tree.get(path) ?? files.get(path);
      if (!entry) continue;
      const sides: Sides<SnapshotEntry> = unmerged.get(path) ?? (this.#trees.ours.has(path) ? { ours: entry } : { theirs: entry });
      const side: MergeSide = sides.ours ? 'ours' : 'theirs';
      const moved = this.#freePath(path, this.#label(side));
      this.#say(moved, `CONFLICT (file/directory): directory in the way of ${path} from ${this.#label(side)}; moving it to ${moved} instead.`);
      const said = this.#messages.get(path)?.map((line) => line.replaceAll(`Version ${this.#label(side)} of ${path} left`, `Version ${this.#label(side)} of ${moved} left`).replace(`(modify/delete): ${path} `, `(modify/delete): ${moved} `));
      if (said) {
        this.#messages.delete(path);
        this.#messages.set(moved, [...this.#messages.get(moved)!, ...said]);
      }
      tree.delete(path);
      files.delete(path);
      unmerged.delete(path);
      this.#leave(moved, sides, entry);
    }
  }

  #freePath(path: string, label: string): string {
    const { tree, files } = this.#outcome;
    const wanted = `${path}~${label.replaceAll('/', '_')}`;
    for (let count = 0; ; count++) {
      const name = count === 0 ? wanted : `${wanted}_${count - 1}`;
      if (!tree.has(name) && !files.has(name) && !this.#items.has(name)) return name;
    }
  }
}

const ours = (item: Item): string => item.ours!.mode;

/** Folders with anything below them that differs. */
function changedFolders(one: Snapshot, two: Snapshot): Set<string> {
  const found = new Set<string>();
  for (const path of new Set([...one.keys(), ...two.keys()])) if (!sameEntry(one.get(path), two.get(path))) for (const folder of foldersOf(path)) found.add(folder);
  return found;
}
