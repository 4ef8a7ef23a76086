/**
 * Which tab this is, and what it begins with. A reload is the same tab and gets everything back. A new tab takes over what a tab that is gone left
 * behind, unsaved text first, or begins like the one that was used last, without what belongs to that one alone.
 */
import type { SessionDb, TabRecord } from './session-db.ts';
import { parseSession, type SessionState } from './session-record.ts';
import type { Sealed } from './secrets.ts';
import type { Locks } from './project-use.ts';

export interface ClaimedSession {
  /** Under which this tab is kept from now on. */
  tab: string;
  state: SessionState | undefined;
  terminals: Sealed | undefined;
}

export interface ClaimOptions {
  project: string;
  db: Pick<SessionDb, 'tabs' | 'putTab' | 'removeTabs'>;
  locks: Locks | undefined;
  /** Lasts as long as the tab; undefined where the browser refuses it. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
}

const KEY = 'tabloom.tab';
/** The page before this one, in the same tab, may still be on its way out. */
const LEAVING_MS = 1500;
/** Of each project; those with unsaved text do not count, up to `MAX_UNSAVED`. */
const MAX_TABS = 8;
const MAX_UNSAVED = 24;

/** Never fails: where nothing is kept the tab begins empty. */
export async function claimSession({ project, db, locks, storage }: ClaimOptions): Promise<ClaimedSession> {
  const before = storage?.getItem(KEY) ?? undefined;
  // A tab that was duplicated brings its original's name with it.
  const own = before !== undefined && await holdTab(before, locks, LEAVING_MS);
  const tab = own ? before : crypto.randomUUID();
  if (!own) await holdTab(tab, locks, LEAVING_MS);
  try {
    storage?.setItem(KEY, tab);
  } catch {
    // Then a reload is a new tab, which takes over what this one leaves.
  }
  try {
    const records = (await db.tabs(project)).sort((a, b) => b.at - a.at);
    const mine = records.find((record) => record.tab === tab);
    if (mine) return { tab, state: parseSession(mine.state), terminals: mine.terminals };
    return await takeOver(records, tab, db, locks);
  } catch {
    return { tab, state: undefined, terminals: undefined };
  }
}

async function takeOver(records: readonly TabRecord[], tab: string, db: ClaimOptions['db'], locks: Locks | undefined): Promise<ClaimedSession> {
  const alive = await livingTabs(locks);
  const [latest] = records;
  for (const left of [...records.filter(({ unsaved }) => unsaved), ...(latest ? [latest] : [])]) {
    if (alive.has(left.tab)) continue;
    const moved = await whileGone(left.tab, locks, () => db.putTab({ ...left, tab, at: Date.now() }, [left.tab, ...superfluous(records, alive, left.tab)]));
    if (moved) return { tab, state: parseSession(left.state), terminals: left.terminals };
  }
  const state = latest && parseSession(latest.state);
  return { tab, state: state && { ...state, documents: state.documents.map(({ unsaved: _theirs, ...document }) => document), conversation: undefined }, terminals: undefined };
}

/** Tabs that are gone and of which there are too many to keep. */
function superfluous(records: readonly TabRecord[], alive: ReadonlySet<string>, taken: string): string[] {
  const gone = records.filter((record) => !alive.has(record.tab) && record.tab !== taken);
  return [...gone.filter(({ unsaved }) => !unsaved).slice(MAX_TABS), ...gone.filter(({ unsaved }) => unsaved).slice(MAX_UNSAVED)].map((record) => record.tab);
}

const lockOf = (tab: string): string => `tabloom-tab:${tab}`;

/** Holds the tab's lock for as long as the page exists; false when another page has it for longer than `ms`. Without locks every name is ours. */
async function holdTab(tab: string, locks: Locks | undefined, ms: number): Promise<boolean> {
  if (!locks) return true;
  return new Promise<boolean>((resolve) => {
    try {
      locks.request(lockOf(tab), { signal: AbortSignal.timeout(ms) }, () => {
        resolve(true);
        return new Promise<never>(() => undefined);
      }).catch((error: unknown) => resolve((error as Error).name !== 'TimeoutError'));
    } catch {
      resolve(true);
    }
  });
}

async function livingTabs(locks: Locks | undefined): Promise<ReadonlySet<string>> {
  const { held = [] } = await locks?.query().catch(() => ({ held: [] })) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(lockOf('')) ? [name.slice(lockOf('').length)] : [])));
}

/** Two new tabs may want the same one; only one gets it. @returns whether the work was done */
async function whileGone(tab: string, locks: Locks | undefined, work: () => Promise<void>): Promise<boolean> {
  const done = async (): Promise<boolean> => {
    await work();
    return true;
  };
  if (!locks) return done();
  return locks.request(lockOf(tab), { ifAvailable: true }, (lock) => (lock ? done() : false)) as Promise<boolean>;
}
