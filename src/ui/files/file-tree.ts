/** The folders that the explorer has opened, read from the sandbox when first needed and again when they change. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FileSystemAPI } from '@webcontainer/api';
import { dirname } from '../../shared/path.ts';

export interface TreeEntry {
  /** Relative to the project; `''` is the project itself. */
  path: string;
  name: string;
  directory: boolean;
}

export interface FileTreeState {
  entries: ReadonlyMap<string, TreeEntry>;
  /** Sorted paths inside each folder that was read. */
  children: ReadonlyMap<string, readonly string[]>;
}

export interface FileTree {
  readonly store: StoreApi<FileTreeState>;
  /** Paths of the folders that the explorer shows open. */
  readonly expanded: StoreApi<readonly string[]>;
  /** Reads a folder unless it is known. */
  open(path: string): Promise<void>;
  refresh(paths: ReadonlySet<string>): Promise<void>;
}

/** The project's own machinery, which people do not edit by hand. */
const HIDDEN = new Set(['.git', '.tabloom']);
const ROOT: TreeEntry = { path: '', name: 'project', directory: true };

export function createFileTree(fs: FileSystemAPI): FileTree {
  const store = createStore<FileTreeState>(() => ({ entries: new Map([['', ROOT]]), children: new Map() }));

  const read = async (folder: string): Promise<void> => {
    let found: TreeEntry[] | undefined;
    try {
      const entries = await fs.readdir(folder === '' ? '.' : folder, { withFileTypes: true });
      found = entries
        .filter((entry) => folder !== '' || !HIDDEN.has(entry.name))
        .map((entry) => ({ path: folder === '' ? entry.name : `${folder}/${entry.name}`, name: entry.name, directory: entry.isDirectory() }))
        .sort(byKindThenName);
    } catch {
      // The folder went while it was read; the change of its parent removes it from the tree.
      found = undefined;
    }
    store.setState((state) => replaceFolder(state, folder, found));
  };

  return {
    store,
    expanded: createStore<readonly string[]>(() => []),
    async open(path) {
      if (!store.getState().children.has(path)) await read(path);
    },
    async refresh(paths) {
      const { children } = store.getState();
      const folders = new Set<string>();
      for (const path of paths) {
        if (path === '') for (const known of children.keys()) folders.add(known);
        const parent = dirname(path);
        folders.add(parent === '.' ? '' : parent);
        // A folder that was replaced by another of the same name has other contents.
        folders.add(path);
      }
      await Promise.all([...folders].filter((folder) => children.has(folder)).map(read));
    },
  };
}

function replaceFolder({ entries, children }: FileTreeState, folder: string, found: TreeEntry[] | undefined): FileTreeState {
  const nextEntries = new Map(entries);
  const nextChildren = new Map(children);
  const keep = new Set(found?.map((entry) => entry.path));
  for (const gone of children.get(folder) ?? []) if (!keep.has(gone)) forget(gone, nextEntries, nextChildren);
  for (const entry of found ?? []) {
    if (!entry.directory) nextChildren.delete(entry.path);
    nextEntries.set(entry.path, entry);
  }
  if (found) nextChildren.set(folder, found.map((entry) => entry.path));
  else if (folder !== '') forget(folder, nextEntries, nextChildren);
  return { entries: nextEntries, children: nextChildren };
}

function forget(path: string, entries: Map<string, TreeEntry>, children: Map<string, readonly string[]>): void {
  for (const inside of children.get(path) ?? []) forget(inside, entries, children);
  entries.delete(path);
  children.delete(path);
}

function byKindThenName(a: TreeEntry, b: TreeEntry): number {
  return Number(b.directory) - Number(a.directory) || a.name.localeCompare(b.name, 'en', { numeric: true });
}
