/**
 * A reload comes back to the same place. What the page shows is written soon after it changes, and put back at the next start. Loaded by itself: the
 * page is drawn without it, and it is there before the first terminal is opened.
 */
import type { StoreApi } from 'zustand/vanilla';
import { claimSession } from '../../project/session-claim.ts';
import type { SessionDb } from '../../project/session-db.ts';
import { parseTerminals, type SessionState, type TerminalsSession } from '../../project/session-record.ts';
import type { Sealed, SecretStore } from '../../project/secrets.ts';
import { isDirty } from '../../project/documents.ts';
import type { Workspace } from '../app-model.ts';
import { workTabs } from '../panels/work/work-panels.ts';
import { type PendingSaves, type UnsavedText, watchSaves } from './pending-saves.ts';
import { writeLater } from './write-later.ts';

/** The parts of the page that are kept. */
export type SessionParts = Pick<Workspace, 'documents' | 'tree' | 'terminals' | 'workPanels' | 'previews' | 'saving'> & { tabs: Pick<Workspace['tabs'], 'flush'> };

export interface SessionOptions {
  project: string;
  db: SessionDb;
  secrets: Pick<SecretStore, 'seal' | 'unseal'>;
  /** The conversation that is shown. */
  conversation: StoreApi<string | undefined>;
  locks?: Parameters<typeof claimSession>[0]['locks'];
  storage?: Parameters<typeof claimSession>[0]['storage'];
}

export interface Session {
  /** Puts back what was shown, terminals last; to be called once. @param shells resolves when a shell can be started */
  restore(parts: SessionParts, shells: Promise<unknown>): Promise<void>;
  /** Writes what has changed; resolves when it is written, or cannot be. */
  flush(): Promise<void>;
  /** Whether everything unsaved would come back after a reload. */
  safe(): boolean;
  /** Stops writing, for a project that is being removed. */
  close(): void;
  /** Of this tab's earlier page, for whoever restores it. */
  readonly conversation: string | undefined;
}

/** After a change this long passes until it is written. */
const WRITE_MS = 400;
/** Terminals change all the time, and reading their screens costs more. */
const TERMINALS_MS = 1000;
/** Characters of one terminal, and of all unsaved text together. */
const MAX_TERMINAL = 200_000;
const MAX_UNSAVED = 20_000_000;

export async function openSession({ project, db, secrets, conversation, locks = globalThis.navigator?.locks, storage = tabStorage() }: SessionOptions): Promise<Session> {
  const claimed = await claimSession({ project, db, locks, storage });
  let parts: SessionParts | undefined;
  let saves: PendingSaves | undefined;
  let terminals: Sealed | undefined = claimed.terminals;
  let terminalsTimer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  /** What is unsaved as of the last write that succeeded. */
  let kept = new Map<string, string>();

  const unsavedNow = (): Map<string, UnsavedText> => {
    const found = new Map<string, UnsavedText>();
    let size = 0;
    for (const document of parts?.documents.store.getState().open ?? []) {
      const { path, text, diskText, unreadable } = document;
      const saved = saves?.texts.get(path);
      const unsaved = isDirty(document) ? { text, diskText } : saved?.text === text ? saved : undefined;
      if (!unsaved || unreadable) continue;
      size += text.length + unsaved.diskText.length;
      if (size <= MAX_UNSAVED) found.set(path, unsaved);
    }
    return found;
  };

  const write = async (): Promise<void> => {
    if (!parts || closed) return;
    const unsaved = unsavedNow();
    const state = stateOf(parts, unsaved, conversation.getState());
    try {
      await db.putTab({ project, tab: claimed.tab, at: Date.now(), unsaved: unsaved.size > 0, state, ...(terminals ? { terminals } : {}) });
      kept = new Map([...unsaved].map(([path, { text }]) => [path, text]));
    } catch {
      // Refused or full storage: what is unsaved is then not safe, and leaving the page asks.
    }
  };
  const writer = writeLater(write, WRITE_MS);
  const { flush, soon } = writer;

  const readTerminals = async (): Promise<void> => {
    terminalsTimer = undefined;
    if (!parts || closed) return;
    const began = performance.now();
    const { tabs, active } = parts.terminals.store.getState();
    const texts = tabs.map(({ session }) => session?.serialize(MAX_TERMINAL) ?? '');
    const cost = performance.now() - began;
    const place = Math.max(0, tabs.findIndex(({ id }) => id === active));
    const text = JSON.stringify({ active: place, texts } satisfies TerminalsSession);
    if (text !== lastTerminals) {
      lastTerminals = text;
      terminals = await secrets.seal(text).catch(() => undefined);
      soon();
    }
    // No event says that a screen changed; large ones are read less often.
    terminalsTimer = setTimeout(() => void readTerminals(), Math.max(TERMINALS_MS, cost * 50));
  };
  let lastTerminals = '';

  const onHide = (): void => { if (document.visibilityState === 'hidden') void flush(); };
  const onPageHide = (): void => void flush();

  return {
    conversation: claimed.state?.conversation,
    flush,
    safe() {
      for (const [path, { text }] of unsavedNow()) if (kept.get(path) !== text) return false;
      return (parts?.documents.store.getState().open ?? []).every((document) => !isDirty(document) || document.unreadable !== undefined || kept.has(document.path));
    },
    close() {
      closed = true;
      writer.cancel();
      saves?.close();
      clearTimeout(terminalsTimer);
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('pagehide', onPageHide);
    },
    async restore(into, shells) {
      if (claimed.state) await putBack(into, claimed.state);
      // Only now: what is on the page before would be written over what was kept.
      parts = into;
      saves = watchSaves(into.documents, into.saving, into.tabs.flush, soon);
      document.addEventListener('visibilitychange', onHide);
      addEventListener('pagehide', onPageHide);
      for (const store of [into.documents.store, into.documents.views, into.tree.expanded, into.workPanels.store, into.previews.store, into.terminals.store, conversation]) (store as StoreApi<unknown>).subscribe(soon);
      soon();
      const shown = claimed.terminals && await secrets.unseal(claimed.terminals).then(parseTerminals, () => undefined);
      await shells;
      await reopenTerminals(into, shown);
      void readTerminals();
    },
  };
}

function stateOf({ documents, tree, workPanels, previews }: SessionParts, unsaved: ReadonlyMap<string, UnsavedText>, conversation: string | undefined): SessionState {
  const { open, active } = documents.store.getState();
  const views = documents.views.getState();
  const { visible, tab } = workPanels.store.getState();
  const { shown, path, visible: previewed } = previews.store.getState();
  return {
    documents: open.map((document) => ({
      path: document.path,
      ...(unsaved.has(document.path) ? { unsaved: unsaved.get(document.path)! } : {}),
      // As JSON: what the editor gives may have undefined fields.
      ...(views.has(document.path) ? { view: JSON.parse(JSON.stringify(views.get(document.path) ?? null)) as SessionState['documents'][number]['view'] } : {}),
    })),
    active,
    folders: [...tree.expanded.getState()],
    work: { visible, tab },
    ...(shown === undefined || !previewed ? {} : { preview: { port: shown, path } }),
    conversation,
  };
}

async function putBack({ documents, tree, workPanels, previews }: SessionParts, state: SessionState): Promise<void> {
  if (state.folders.length > 0) tree.expanded.setState([...new Set([...tree.expanded.getState(), ...state.folders])], true);
  for (const { path, view } of state.documents) if (view !== undefined && view !== null) documents.keepView(path, view);
  const tab = workTabs.find(({ id }) => id === state.work?.tab);
  if (state.work?.visible && tab) workPanels.show(tab.id);
  if (state.preview) previews.expect(state.preview.port, state.preview.path);
  await documents.restore(state.documents, state.active);
}

async function reopenTerminals({ terminals }: SessionParts, shown: TerminalsSession | undefined): Promise<void> {
  // Somebody was faster.
  if (terminals.store.getState().tabs.length > 0) return;
  for (const text of shown?.texts.length ? shown.texts : ['']) await terminals.open(text === '' ? {} : { restored: text });
  const { tabs } = terminals.store.getState();
  const active = tabs[shown?.active ?? 0];
  if (active) terminals.show(active.id);
}

function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
