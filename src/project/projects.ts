/** The list of projects, the same in all tabs: the store in IndexedDB decides, a BroadcastChannel tells that it changed. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../shared/errors.ts';
import { folderOfName, MAX_NAME, newProjectId, type ProjectRecord } from './project-record.ts';
import { openCounts, whileClosed, whileKept } from './project-use.ts';
import { openProjectsDb, type ProjectsDb } from './projects-db.ts';
import { isFull } from './storage-full.ts';
import type { SnapshotNode } from './snapshot.ts';

export interface ProjectsState {
  /** Last opened first, deleted ones included; undefined until they are read. */
  projects: readonly ProjectRecord[] | undefined;
  /** How many tabs have each project open, this one included. */
  open: ReadonlyMap<string, number>;
  /** Why the list cannot be read or kept, as a sentence. */
  problem: string | undefined;
}

export interface Projects {
  readonly store: StoreApi<ProjectsState>;
  /** Reads list and open tabs again; a tab that ended tells nobody. */
  refresh(): Promise<void>;
  /** @throws AppError `invalid_arguments` for a name that cannot be one */
  create(name: string, what: { begin: ProjectRecord['begin']; clone?: string; files?: SnapshotNode }): Promise<ProjectRecord>;
  /** Puts back a project that this page has open and the list has lost: nobody can remove one that is open, so the browser did. */
  keep(record: ProjectRecord): Promise<void>;
  /** The repository that it was to begin with is there, or no longer wanted. */
  cloned(id: string): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  /** A project of its own with the same files, git history and shared work; conversations with the agent stay with the first. */
  duplicate(id: string): Promise<ProjectRecord>;
  /** Moves it to the deleted ones, where it stays for `KEPT_DAYS`. @throws AppError `storage_full` */
  delete(id: string): Promise<void>;
  restore(id: string): Promise<void>;
  /** For good, with all that is kept of it. @throws AppError `in_use` while a tab has it open */
  remove(id: string): Promise<void>;
  /** Removes what was deleted longer ago than `KEPT_DAYS` and is open nowhere. */
  prune(): Promise<void>;
  /** Counts what the kept projects take; those that were never saved have no size. */
  measure(): Promise<void>;
  close(): void;
}

/** What is kept of a project besides its entry in the list. */
export interface ProjectContents {
  /** The first files of a project. */
  write(id: string, files: SnapshotNode): Promise<void>;
  /** Everything of one project that a duplicate has too. */
  copy(from: string, to: string): Promise<void>;
  /** Bytes of its saved files. */
  size(id: string): Promise<number>;
  /** Everything; must be repeatable, since a tab may end half-way. */
  remove(id: string): Promise<void>;
}

export const KEPT_DAYS = 7;
const KEPT_MS = KEPT_DAYS * 24 * 3600 * 1000;

export interface ProjectsOptions {
  contents: ProjectContents;
  db?: ProjectsDb;
  now?: () => number;
  locks?: Parameters<typeof openCounts>[0];
  channelName?: string;
}

/** A project's name as it is kept. @throws AppError `invalid_arguments` */
export function checkedName(name: string): string {
  // Line breaks and the like would break out of every list.
  const plain = name.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (plain === '') throw new AppError('invalid_arguments', 'Give the project a name.');
  if ([...plain].length > MAX_NAME) throw new AppError('invalid_arguments', `A name has at most ${MAX_NAME} characters.`);
  return plain;
}

export function openProjects({ contents, db = openProjectsDb(), now = Date.now, locks = globalThis.navigator?.locks, channelName = 'tabloom-projects' }: ProjectsOptions): Projects {
  const store = createStore<ProjectsState>(() => ({ projects: undefined, open: new Map(), problem: undefined }));
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);

  const refresh = async (): Promise<void> => {
    try {
      const [projects, open] = await Promise.all([db.all(), openCounts(locks)]);
      store.setState({ projects: projects.sort((a, b) => b.opened - a.opened || a.name.localeCompare(b.name)), open, problem: undefined });
    } catch (error) {
      store.setState({ problem: `This browser keeps no list of projects here: ${AppError.from(error).message}` });
    }
  };
  const changed = async (): Promise<void> => {
    channel?.postMessage('changed');
    await refresh();
  };
  if (channel) channel.onmessage = () => void refresh();
  db.onLost(() => void refresh());
  // In Node an open channel would keep the process; browsers have no such method.
  (channel as { unref?: () => void } | undefined)?.unref?.();

  const change = (id: string, next: (record: ProjectRecord) => ProjectRecord): Promise<void> => db.change((records) => ({ put: [next(find(records, id))], value: undefined }));
  const patch = async (id: string, next: (record: ProjectRecord) => ProjectRecord): Promise<void> => {
    await change(id, next);
    await changed();
  };
  /** @param fill saves what it begins with: nothing is in the list before it is whole */
  const add = async (record: ProjectRecord, fill: () => Promise<void>): Promise<ProjectRecord> => {
    try {
      await fill();
      await db.change(() => ({ put: [record], value: undefined }));
    } catch (error) {
      // Under an id that is in no list it would take up room for good, and nobody could remove it.
      await contents.remove(record.id).catch(() => undefined);
      throw error;
    }
    return record;
  };
  /** @param work holds the project meanwhile: whoever counts the tabs that have it open would count that */
  const thenChanged = async <T>(work: Promise<T>): Promise<T> => {
    const made = await work;
    await changed();
    return made;
  };
  const isOld = ({ deleted }: ProjectRecord): boolean => deleted !== undefined && deleted + KEPT_MS < now();
  /** @param still as it is now, and not when somebody looked: it may have been restored meanwhile, in any tab */
  const removeNow = (id: string, still: (record: ProjectRecord) => boolean = () => true): Promise<void> => whileClosed(id, async () => {
    if (!(await db.all()).some((record) => record.id === id && still(record))) return;
    // The entry goes last: until then a second try finds what is left.
    await contents.remove(id);
    await db.change(() => ({ remove: [id], value: undefined }));
  }, locks);

  return {
    store,
    refresh,
    async create(name, { begin, clone, files }) {
      const plain = checkedName(name);
      const id = newProjectId();
      const at = now();
      return thenChanged(add({ id, name: plain, folder: folderOfName(plain), begin, ...(clone === undefined ? {} : { clone }), created: at, opened: at }, async () => { if (files) await contents.write(id, files); }));
    },
    async keep(record) {
      const back = await db.change((records) => (records.some(({ id }) => id === record.id) ? { value: false } : { put: [record], value: true }));
      if (back) await changed();
    },
    cloned: (id) => patch(id, ({ clone: _clone, ...record }) => record),
    async rename(id, name) {
      const plain = checkedName(name);
      await patch(id, (record) => ({ ...record, name: plain }));
    },
    // Not while it is being removed: what is gone would look as if it had never been saved, and its copy would be an empty one.
    duplicate: (id) => thenChanged(whileKept(id, async () => {
      const records = await db.all();
      const { deleted: _deleted, clone: _clone, ...original } = find(records, id);
      const copy = { ...original, id: newProjectId(), name: copyName(original.name, new Set(records.map(({ name }) => name))), created: now(), opened: now() };
      return add(copy, () => contents.copy(id, copy.id));
    }, locks)),
    delete: (id) => patch(id, (record) => ({ ...record, deleted: now() })).catch((error: unknown) => {
      throw isFull(error) ? new AppError('storage_full', 'This browser has no room left to note that the project is deleted. It can be removed for good, which makes room.', { cause: error }) : error;
    }),
    restore: (id) => thenChanged(whileKept(id, () => change(id, ({ deleted: _deleted, ...record }) => record), locks)),
    async remove(id) {
      await removeNow(id);
      await changed();
    },
    async prune() {
      const old = (await db.all()).filter(isOld);
      // One that is open somewhere waits for another day.
      for (const { id } of old) await removeNow(id, isOld).catch(() => undefined);
      if (old.length > 0) await changed();
    },
    async measure() {
      const sizes = new Map<string, number>();
      // One after the other: each is read from a database of its own.
      for (const { id, deleted } of await db.all()) {
        const bytes = deleted === undefined ? await contents.size(id).catch(() => 0) : 0;
        if (bytes > 0) sizes.set(id, bytes);
      }
      await db.change((records) => ({ put: records.filter(({ id, bytes }) => sizes.has(id) && bytes !== sizes.get(id)).map((record) => ({ ...record, bytes: sizes.get(record.id)! })), value: undefined }));
      await changed();
    },
    close() {
      channel?.close();
      db.close();
    },
  };
}

function find(records: readonly ProjectRecord[], id: string): ProjectRecord {
  const record = records.find((candidate) => candidate.id === id);
  if (!record) throw new AppError('project_unknown', 'This project is no longer in this browser.');
  return record;
}

/** "shop" becomes "shop (copy)", "shop (copy 2)"...; a long name is cut so that the mark is seen. */
function copyName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/ \(copy(?: \d+)?\)$/, '');
  for (let count = 1; ; count++) {
    const mark = count === 1 ? ' (copy)' : ` (copy ${count})`;
    const candidate = [...base].slice(0, MAX_NAME - mark.length).join('') + mark;
    if (!taken.has(candidate)) return candidate;
  }
}
