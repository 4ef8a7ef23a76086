/** The tree itself, on headless-tree: arrow keys, type-ahead, F2, Delete, and a menu on each entry. */
import { hotkeysCoreFeature, renamingFeature, selectionFeature, syncDataLoaderFeature, type ItemInstance } from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { ChevronRight, Download, File, FilePlus, Folder, FolderOpen, FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { AppError } from '../../shared/errors.ts';
import { dirname } from '../../shared/path.ts';
import { useWorkspace } from '../context.ts';
import type { ContextMenu, MenuEntries } from '../kit/menu.tsx';
import { renameEntry } from './file-actions.ts';
import type { TreeEntry } from './file-tree.ts';
import css from './files.module.css';

interface Props {
  /** The folder where something new would go. */
  onTarget(folder: string): void;
  onOpen(path: string): void;
  onCreate(kind: 'file' | 'folder', folder: string): void;
  onDelete(entry: TreeEntry): void;
  onDownload(entry: TreeEntry): void;
  onProblem(text: string): void;
}

/** headless-tree takes an empty id for "nothing", and keeps items in plain objects by their ids: a file may be called `__proto__`. So ids begin with a slash. */
const toId = (path: string): string => `/${path}`;
const toPath = (id: string): string => id.slice(1);
const ROOT_ID = toId('');
const GONE: TreeEntry = { path: '', name: '', directory: false };

export function TreeView({ onTarget, onOpen, onCreate, onDelete, onDownload, onProblem }: Props) {
  const { tree: source, sandbox, changes, documents } = useWorkspace();
  const state = useStore(source.store);
  const folders = useStore(source.expanded);
  const activeFile = useStore(documents.store, ({ active }) => active);
  const current = useRef(state);
  /** The entry that takes the focus as soon as it is drawn: the one that had it before bears this name now. */
  const renamed = useRef<string>(undefined);
  current.current = state;

  const loader = useMemo(() => ({
    getItem: (id: string) => current.current.entries.get(toPath(id)) ?? GONE,
    getChildren: (id: string) => (current.current.children.get(toPath(id)) ?? []).map(toId),
  }), []);

  const expanded = useMemo(() => folders.map(toId), [folders]);
  const tree = useTree<TreeEntry>({
    rootItemId: ROOT_ID,
    state: { expandedItems: expanded },
    setExpandedItems: (next) => source.expanded.setState((typeof next === 'function' ? next(source.expanded.getState().map(toId)) : next).map(toPath), true),
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().directory,
    dataLoader: loader,
    onPrimaryAction: (item) => { if (!item.isFolder()) onOpen(toPath(item.getId())); },
    onRename: (item, value) => {
      const from = toPath(item.getId());
      renameEntry(sandbox.fs, from, value).then(async (to) => {
        if (to === from) return;
        documents.moved(from, to);
        changes.announce(from, to);
        await source.refresh(new Set([from, to]));
        renamed.current = toId(to);
      }).catch((error: unknown) => onProblem(AppError.from(error).message));
    },
    features: [syncDataLoaderFeature, selectionFeature, hotkeysCoreFeature, renamingFeature],
    hotkeys: {
      customDelete: { hotkey: 'Delete', handler: (_event, instance) => onDelete(instance.getFocusedItem().getItemData()) },
      customOpen: { hotkey: 'Enter', handler: (_event, instance) => activate(instance.getFocusedItem()) },
    },
  });

  useEffect(() => { tree.rebuildTree(); }, [state, expanded, tree]);
  useEffect(() => { for (const id of [ROOT_ID, ...expanded]) void source.open(toPath(id)); }, [expanded, source, state]);

  const focused = tree.getState().focusedItem;
  useEffect(() => {
    const entry = focused ? state.entries.get(toPath(focused)) : undefined;
    const folder = !entry ? '' : entry.directory ? entry.path : dirname(entry.path);
    onTarget(folder === '.' ? '' : folder);
  }, [focused, state, onTarget]);

  const Menu = useContextMenu(() => {
    // With its menu a row is another element: the one that has the focus now takes it again.
    const { activeElement } = window.document;
    if (activeElement instanceof HTMLElement && activeElement.dataset.path !== undefined && activeElement.closest('[role=tree]')) renamed.current = toId(activeElement.dataset.path);
  });
  const items = tree.getItems();
  /** Where the entry stands that the keys are for. When it is deleted, the one in its place follows it; else Tab would find no way into the tree. */
  const place = useRef(0);
  useEffect(() => {
    const at = items.findIndex((candidate) => candidate.getId() === focused);
    if (at >= 0) place.current = at;
    const next = items[Math.min(place.current, items.length - 1)];
    if (at >= 0 || !focused || !next) return;
    next.setFocused();
    if (document.activeElement === document.body) next.getElement()?.focus();
  });
  useEffect(() => {
    const item = items.find((candidate) => candidate.getId() === renamed.current);
    if (!item) return;
    renamed.current = undefined;
    item.setFocused();
    item.getElement()?.focus();
  });
  return (
    <div {...tree.getContainerProps('Project files')} className={css.tree} data-folder="">
      {items.length === 0 && <p className={css.hint}>This project has no files yet.</p>}
      {items.map((item) => (
        <Row key={item.getId()} item={item} Menu={Menu} shown={toPath(item.getId()) === activeFile}
          entries={menuOf(item, { onOpen, onCreate, onDelete, onDownload })} />
      ))}
    </div>
  );
}

/** The menu's code is not needed to show the files; it comes right after them. `onSwap` is called before the rows are drawn with it. */
function useContextMenu(onSwap: () => void): typeof ContextMenu | undefined {
  const [menu, setMenu] = useState<{ ContextMenu: typeof ContextMenu }>();
  const swap = useRef(onSwap);
  swap.current = onSwap;
  useEffect(() => {
    let over = false;
    void import('../kit/menu.tsx').then((module) => {
      if (over) return;
      swap.current();
      setMenu(module);
    }, () => undefined);
    return () => { over = true; };
  }, []);
  return menu?.ContextMenu;
}

function activate(item: ItemInstance<TreeEntry>): void {
  if (item.isFolder()) (item.isExpanded() ? item.collapse() : item.expand());
  else item.primaryAction();
}

function Row({ item, Menu, shown, entries }: { item: ItemInstance<TreeEntry>; Menu: typeof ContextMenu | undefined; shown: boolean; entries: MenuEntries }) {
  const entry = item.getItemData();
  const style = { paddingLeft: 8 + item.getItemMeta().level * 14 };
  const Icon = !entry.directory ? File : item.isExpanded() ? FolderOpen : Folder;
  const folder = entry.directory ? entry.path : dirname(entry.path);
  const inside = (
    <>
      <ChevronRight size={14} aria-hidden className={css.chevron} data-open={item.isExpanded()} data-folder-mark={entry.directory} />
      <Icon size={15} aria-hidden className={entry.directory ? css.folderIcon : css.fileIcon} />
    </>
  );
  if (item.isRenaming()) {
    return <div className={css.row} style={style}>{inside}<input {...item.getRenameInputProps()} className={css.rename} aria-label={`New name of ${entry.name}`} spellCheck={false} /></div>;
  }
  const props = item.getProps();
  const row = (
    <div {...props} onFocus={() => { if (!item.isFocused()) item.setFocused(); }} className={shown ? `${css.row} ${css.shown}` : css.row} style={style} data-path={entry.path} data-folder={folder === '.' ? '' : folder}>
      {inside}<span className={css.name}>{entry.name}</span>
    </div>
  );
  return Menu ? <Menu entries={entries}>{row}</Menu> : row;
}

function menuOf(item: ItemInstance<TreeEntry>, { onOpen, onCreate, onDelete, onDownload }: Pick<Props, 'onOpen' | 'onCreate' | 'onDelete' | 'onDownload'>): MenuEntries {
  const entry = item.getItemData();
  const folder = entry.directory ? entry.path : dirname(entry.path) === '.' ? '' : dirname(entry.path);
  return [
    ...(entry.directory ? [] : [{ label: 'Open', icon: <File size={14} aria-hidden />, keys: 'Enter', run: () => onOpen(entry.path) }]),
    { label: 'New file…', icon: <FilePlus size={14} aria-hidden />, run: () => onCreate('file', folder) },
    { label: 'New folder…', icon: <FolderPlus size={14} aria-hidden />, run: () => onCreate('folder', folder) },
    null,
    { label: 'Rename', icon: <Pencil size={14} aria-hidden />, keys: 'F2', run: () => item.startRenaming() },
    { label: entry.directory ? 'Download as zip' : 'Download', icon: <Download size={14} aria-hidden />, run: () => onDownload(entry) },
    null,
    { label: 'Delete…', icon: <Trash2 size={14} aria-hidden />, keys: 'Del', danger: true, run: () => onDelete(entry) },
  ];
}
