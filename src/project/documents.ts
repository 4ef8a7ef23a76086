/** Files open in the editor: their text, whether it differs from the sandbox's, and what happens when both sides changed. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FileSystemAPI } from '@webcontainer/api';
import { AppError } from '../shared/errors.ts';
import { dirname } from '../shared/path.ts';

export interface OpenDocument {
  path: string;
  /** What the editor shows. */
  text: string;
  /** What the sandbox had when it was last read or written here. */
  diskText: string;
  /** Raised whenever `text` was replaced from outside the editor, which then has to show it. */
  revision: number;
  /** Set while unsaved text and the sandbox's file disagree: its new text; null when the file is gone, or (`unreadable`) is no text any more. */
  conflict: { diskText: string | null; unreadable?: 'binary' | 'too large' } | undefined;
  /** Why the file cannot be shown as text. Never of one with unsaved text: nobody would see that it is there. */
  unreadable: 'binary' | 'too large' | undefined;
}

export interface RestoredDocument {
  path: string;
  /** The editor's text, and the file's text that it was made from. */
  unsaved?: { text: string; diskText: string } | undefined;
}

/** A place in a file, both numbers from 1. */
export interface DocumentPlace {
  line: number;
  column?: number;
}

export interface DocumentsState {
  open: readonly OpenDocument[];
  active: string | undefined;
  /** Where somebody wants to be taken; a new object each time, so that the same place can be asked for twice. */
  goTo: (DocumentPlace & { path: string }) | undefined;
}

export interface Documents {
  readonly store: StoreApi<DocumentsState>;
  /** Cursor, selection and scroll place of each file, as the editor gave them. */
  readonly views: StoreApi<ReadonlyMap<string, unknown>>;
  keepView(path: string, view: unknown): void;
  /** Opens a file, or shows it when it is open, at a place if one is given. @throws when it cannot be read. */
  show(path: string, place?: DocumentPlace): Promise<void>;
  close(path: string): void;
  edit(path: string, text: string): void;
  /** Writes the editor's text. @throws when the sandbox refuses. */
  save(path: string): Promise<void>;
  keepMine(path: string): Promise<void>;
  takeTheirs(path: string): void;
  /** Reads changed files again. */
  refresh(paths: ReadonlySet<string>): Promise<void>;
  /** Opens files again as they were left, unsaved text included; what cannot be read any more and had none is left out. */
  restore(documents: readonly RestoredDocument[], active: string | undefined): Promise<void>;
  /** The tab that ran the sandbox is gone, and the next one has the files as they were last stored: what was saved here just before may not be among them. */
  ownerLost(): void;
  /** The explorer renamed a file or folder. */
  moved(from: string, to: string): void;
}

/** Larger files are not edited as text: the page would be slow for no use. */
export const MAX_TEXT_BYTES = 2_000_000;

/** How long before its end was noticed an owner can have stopped without having stored what was saved: a frozen one is given this time. */
const UNSURE_MS = 30_000;
/** Saves that are remembered for that. */
const MAX_UNSURE = 20;

export function isDirty(document: OpenDocument): boolean {
  return document.text !== document.diskText;
}

/** @param onWritten is told each path that was saved. */
export function createDocuments(fs: FileSystemAPI, onWritten: (path: string) => void = () => undefined): Documents {
  const store = createStore<DocumentsState>(() => ({ open: [], active: undefined, goTo: undefined }));
  const views = createStore<ReadonlyMap<string, unknown>>(() => new Map());
  /** Late saves: when, and what the file held before. */
  let saves: { path: string; at: number; before: string }[] = [];
  /** What such files held before, until it is seen whether the next owner has the save. */
  const unsure = new Map<string, Set<string>>();
  const find = (path: string): OpenDocument | undefined => store.getState().open.find((document) => document.path === path);
  const patch = (path: string, change: Partial<OpenDocument>): void => {
    store.setState(({ open }) => ({ open: open.map((document) => (document.path === path ? { ...document, ...change } : document)) }));
  };
  const replaceText = (document: OpenDocument, text: string, unreadable?: OpenDocument['unreadable']): void => {
    patch(document.path, { text, diskText: text, conflict: undefined, unreadable, revision: document.revision + 1 });
  };

  const lateSaves = (): typeof saves => saves.filter(({ at }) => performance.now() - at < UNSURE_MS).slice(-MAX_UNSURE);

  const refreshOne = async (path: string): Promise<void> => {
    let disk: string | null;
    try {
      const read = await readText(fs, path);
      if (read.unreadable) {
        const shown = find(path);
        if (shown && isDirty(shown)) patch(path, { conflict: { diskText: null, unreadable: read.unreadable } });
        else if (shown && (shown.conflict || shown.unreadable !== read.unreadable)) replaceText(shown, '', read.unreadable);
        return;
      }
      disk = read.text;
    } catch {
      disk = null;
    }
    const document = find(path);
    const before = unsure.get(path);
    unsure.delete(path);
    if (document?.unreadable && disk !== null) return replaceText(document, disk);
    // The read took a moment: the document may have been closed or saved in between.
    if (!document || disk === document.diskText) {
      if (document?.conflict) patch(path, { conflict: undefined });
      return;
    }
    // The save went with the tab that had it: the text is here still, and nowhere else.
    if (disk !== null && before?.has(disk)) return patch(path, { diskText: disk, conflict: undefined });
    if (disk === document.text) return patch(path, { diskText: disk, conflict: undefined });
    if (disk !== null && !isDirty(document)) return replaceText(document, disk);
    patch(path, { conflict: { diskText: disk } });
  };

  const write = async (path: string): Promise<void> => {
    const document = find(path);
    if (!document || document.unreadable) return;
    const { text, diskText } = document;
    await fs.writeFile(path, text).catch(async (error: unknown) => {
      // Its folder may be gone as well, as after a change of branches.
      if (dirname(path) === '.') throw error;
      await fs.mkdir(dirname(path), { recursive: true });
      await fs.writeFile(path, text);
    });
    if (text !== diskText) saves = [...lateSaves(), { path, at: performance.now(), before: diskText }];
    onWritten(path);
    patch(path, { diskText: text, conflict: undefined });
  };

  return {
    store,
    views,
    keepView: (path, view) => views.setState(new Map(views.getState()).set(path, view), true),
    async show(path, place) {
      if (!find(path)) {
        const { text, unreadable } = await readText(fs, path);
        if (!find(path)) {
          store.setState(({ open }) => ({ open: [...open, { path, text, diskText: text, revision: 0, conflict: undefined, unreadable }] }));
        }
      }
      store.setState({ active: path, ...(place ? { goTo: { ...place, path } } : {}) });
    },
    close(path) {
      store.setState(({ open, active }) => {
        const at = open.findIndex((document) => document.path === path);
        const rest = open.filter((document) => document.path !== path);
        const next = active === path ? (rest[at] ?? rest[at - 1])?.path : active;
        return { open: rest, active: next };
      });
    },
    edit(path, text) {
      const document = find(path);
      if (document && document.text !== text) patch(path, { text });
    },
    async save(path) {
      // Someone else wrote the file since it was read: the person decides, a plain save must not throw that away.
      await refreshOne(path);
      const document = find(path);
      if (document?.conflict && (document.conflict.diskText !== null || document.conflict.unreadable)) throw new AppError('conflict', `${path} was changed outside the editor. Choose which version to keep.`);
      await write(path);
    },
    keepMine: write,
    takeTheirs(path) {
      const document = find(path);
      if (!document?.conflict) return;
      if (document.conflict.unreadable) replaceText(document, '', document.conflict.unreadable);
      else if (document.conflict.diskText === null) this.close(path);
      else replaceText(document, document.conflict.diskText);
    },
    async refresh(paths) {
      const open = store.getState().open.filter(({ path }) => paths.has(path) || paths.has('') || hasAncestor(path, paths));
      await Promise.all(open.map(({ path }) => refreshOne(path)));
    },
    async restore(documents, active) {
      const read = await Promise.all(documents.map(async ({ path, unsaved }): Promise<OpenDocument | undefined> => {
        const disk = await readText(fs, path).catch(() => undefined);
        if (!unsaved) return disk && { path, text: disk.text, diskText: disk.text, revision: 0, conflict: undefined, unreadable: disk.unreadable };
        const { text, diskText } = unsaved;
        // Saved by somebody in the meantime, or changed by nobody.
        if (!disk?.unreadable && (disk?.text === text || disk?.text === diskText)) return { path, text, diskText: disk.text, revision: 0, conflict: undefined, unreadable: undefined };
        return { path, text, diskText, revision: 0, conflict: disk?.unreadable ? { diskText: null, unreadable: disk.unreadable } : { diskText: disk?.text ?? null }, unreadable: undefined };
      }));
      store.setState(({ open, active: shown }) => {
        // What the person opened meanwhile stays as it is, but for text that was unsaved: it is nowhere else.
        const more = read.filter((document) => document !== undefined && !open.some(({ path }) => path === document.path)) as OpenDocument[];
        const all = [...more, ...open.map((document) => {
          const kept = read.find((one) => one?.path === document.path);
          return kept && isDirty(kept) && !isDirty(document) ? { ...kept, revision: document.revision + 1 } : document;
        })];
        return { open: all, active: shown ?? (all.some(({ path }) => path === active) ? active : all[0]?.path) };
      });
    },
    ownerLost() {
      for (const { path, before } of lateSaves()) unsure.set(path, (unsure.get(path) ?? new Set()).add(before));
      saves = [];
    },
    moved(from, to) {
      const rename = (path: string): string => (path === from ? to : path.startsWith(`${from}/`) ? to + path.slice(from.length) : path);
      store.setState(({ open, active }) => {
        // One of that name may be open still, whose file is gone. There is one document for a name, and text that is not saved is nowhere else.
        const there = new Map(open.filter(({ path }) => rename(path) === path).map((document) => [document.path, document]));
        const gone = new Set<OpenDocument>();
        let shown = active;
        const moved = open.map((document) => {
          const path = rename(document.path);
          const other = path === document.path ? undefined : there.get(path);
          if (other && isDirty(other)) {
            // Both are unsaved: this one stays without its file.
            if (isDirty(document)) return document;
            gone.add(document);
          } else if (other) gone.add(other);
          if (active === document.path) shown = path;
          return { ...document, path, revision: other ? Math.max(document.revision, other.revision) + 1 : document.revision };
        });
        return { open: moved.filter((_document, at) => !gone.has(open[at]!)), active: shown };
      });
      views.setState(new Map([...views.getState()].map(([path, view]) => [rename(path), view])), true);
    },
  };
}

async function readText(fs: FileSystemAPI, path: string): Promise<{ text: string; unreadable: OpenDocument['unreadable'] }> {
  const bytes = await fs.readFile(path);
  if (bytes.length > MAX_TEXT_BYTES) return { text: '', unreadable: 'too large' };
  if (bytes.subarray(0, 8000).includes(0)) return { text: '', unreadable: 'binary' };
  // A byte order mark is kept: saving must not change bytes that the person did not touch.
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), unreadable: undefined };
}

function hasAncestor(path: string, paths: ReadonlySet<string>): boolean {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) if (paths.has(path.slice(0, at))) return true;
  return false;
}
