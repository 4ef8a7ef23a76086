/** Carries the project's changes from the sandbox into its durable copy, soon after they happen. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { HISTORY_FILE } from '../sandbox/history-file.ts';
import { AppError } from '../shared/errors.ts';
import type { ProjectChanges } from './changes.ts';
import type { DurableFs } from './durable-fs.ts';
import { durableScope, isIgnoreFile, type DurableScope } from './durable-scope.ts';
import { createBarrier } from './mirror-barrier.ts';
import { isGitsOwn } from './mirror-git.ts';
import { makeRoom } from './mirror-room.ts';
import { copyRound, type Dirty } from './mirror-round.ts';
import { createFileReader, type FileReader, listFolder, MAX_FILE_BYTES, type MirrorSource } from './mirror-source.ts';
import { isFull } from './storage-full.ts';

export type SaveState =
  | { state: 'saved' }
  | { state: 'saving' }
  /** The last attempt failed and is tried again by itself; `reason` is a sentence. `full`: the browser has no room left. */
  | { state: 'failed'; reason: string; full?: true }
  /** Another page owns the durable copy by now, or it was deleted: nothing is saved from here any more. */
  | { state: 'stopped'; reason: string }
  /** This browser refuses storage here: the project lasts as long as the page. */
  | { state: 'memory' };

export interface DurableMirror {
  readonly status: StoreApi<SaveState>;
  /** Saves all that happened before this call; resolves when it is on disk, or has failed and the status says so. @throws AppError `no_answer` when the sandbox has died */
  flush(): Promise<void>;
  /** Compares everything, not only what was announced. */
  rescan(): Promise<void>;
  close(): void;
}

const DEBOUNCE_MS = 250;
/** After a failure, doubled each time. */
const RETRY_MS = 2000;
const RETRY_MAX_MS = 30_000;
/** Rounds that `flush` waits for: a program that never stops writing must not keep it for ever. */
const FLUSH_ROUNDS = 20;

/**
 * Starts mirroring; `rescan` once afterwards brings in what was there before.
 * @param complete resolves when the project is whole. Nothing is saved before: a sample whose first commit was cut short must not come back that way.
 */
export function mirrorProject(engine: MirrorSource, changes: ProjectChanges, durable: DurableFs, complete: Promise<unknown> = Promise.resolve()): DurableMirror {
  const status = createStore<SaveState>(() => ({ state: 'saved' }));
  const readFile = createFileReader(engine);
  const tooLarge = new Set<string>();
  const unfinished = new Map<string, number>();
  let waiting = new Set<string>();
  /** Told since somebody last asked for it. */
  let news = new Set<string>();
  let scope: DurableScope | undefined;
  /** How often it was told that rules may have changed, and how often when `scope` was read: a round may take that word out of `waiting` after its rules were read. */
  let rulesTold = 0;
  let rulesRead = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  let closed = false;

  const save = async (): Promise<void> => {
    await complete.catch(() => undefined);
    news = new Set();
    // For the case that the round fails: then all of it is looked at again.
    const taken = new Set<string>();
    const dirty: Dirty = {
      take(wanted) {
        const found = [...waiting].reverse().filter(wanted);
        for (const path of found) {
          waiting.delete(path);
          taken.add(path);
        }
        return found;
      },
      later(paths) {
        waiting = new Set([...paths, ...waiting]);
      },
      has: (wanted) => [...waiting].some(wanted),
    };
    try {
      // Other rules mean that other files last: everything is compared.
      if (rulesTold !== rulesRead) {
        scope = undefined;
        waiting.add('');
      }
      if (!scope) {
        const told = rulesTold;
        scope = durableScope(await readIgnoreFiles(engine, readFile));
        rulesRead = told;
      }
      await copyRound({ engine, durable, readFile, barrier, dirty, scope, rulesFound: () => void rulesTold++, mayMatter, tooLarge, unfinished });
      failures = 0;
      const [left] = tooLarge;
      if (closed) return;
      if (rulesTold !== rulesRead) waiting.add('');
      if (waiting.size > 0) {
        status.setState({ state: 'saving' }, true);
        soon(DEBOUNCE_MS);
      } else if (left === undefined) status.setState({ state: 'saved' }, true);
      else status.setState({ state: 'failed', reason: `${left} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB and is not kept in this browser. Everything else is saved.` }, true);
    } catch (refused) {
      dirty.later(taken);
      const error = await makeSomeRoom(refused);
      if (closed) return;
      if (error === undefined) return soon(0);
      const { code, message } = AppError.from(error);
      if (code === 'superseded') {
        close();
        status.setState({ state: 'stopped', reason: message }, true);
      } else if (code === 'storage_removed') {
        // The project itself is here, so all of it is saved once more.
        durable.reset();
        waiting.add('');
        soon(0);
      } else {
        status.setState(isFull(error) ? { state: 'failed', reason: 'this browser has no room left', full: true } : { state: 'failed', reason: message }, true);
        soon(Math.min(RETRY_MS * 2 ** failures++, RETRY_MAX_MS));
      }
    }
  };

  /** Where there is no room: takes away what is gone. Returns nothing when that is worth another try, else what to say. */
  const makeSomeRoom = async (refused: unknown): Promise<unknown> => {
    if (!isFull(refused) || !scope || closed) return refused;
    const takeNews = (): string[] => {
      const told = [...news];
      news = new Set();
      return told;
    };
    try {
      return await makeRoom({ engine, durable, readFile, barrier, scope, mayMatter, unsaved: waiting, news: takeNews }) ? undefined : refused;
    } catch (error) {
      return /^(superseded|storage_removed)$/.test(AppError.from(error).code) ? error : refused;
    }
  };

  const round = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    // A round that runs has taken what there was already; what came since needs one of its own.
    while (running) await running;
    if (waiting.size === 0 || closed) return;
    running = save().finally(() => { running = undefined; });
    await running;
  };

  const soon = (ms: number): void => {
    timer ??= setTimeout(() => void round(), ms);
  };

  const flush = async (): Promise<void> => {
    await Promise.race([barrier.pass(), stopped]).catch((error: unknown) => {
      // A round would wait for it without end.
      if (AppError.from(error).code === 'no_answer') throw error;
    });
    for (let rounds = 0; rounds < FLUSH_ROUNDS && !closed; rounds++) {
      const before = failures;
      await round();
      if (waiting.size === 0 || failures > before) return;
    }
  };

  const touch = (paths: Iterable<string>): void => {
    let any = false;
    for (const path of paths) {
      if (!mayMatter(path)) continue;
      any = true;
      // When too much changes at once that is all that is said; and of a folder that is moved only its name is, not its rules.
      if (path === '' || isIgnoreFile(path) || scope?.hasRules(path)) rulesTold++;
      // The latest come last.
      waiting.delete(path);
      waiting.add(path);
      news.add(path);
    }
    if (!any) return;
    // Said once, not once more with each change, until there is room again.
    const now = status.getState();
    if (now.state !== 'failed' || !now.full) status.setState({ state: 'saving' }, true);
    // A retry that waits for half a minute must not keep a new change that long.
    if (failures > 0) clearTimeout(timer), timer = undefined;
    soon(DEBOUNCE_MS);
  };

  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => { stop = resolve; });
  // First, so that whoever passes the barrier finds all that was told in `waiting`.
  const unsubscribe = changes.subscribe(touch);
  const barrier = createBarrier(engine, changes);
  const onHide = (): void => { if (document.visibilityState === 'hidden') void round(); };
  const onPageHide = (): void => void round();
  document.addEventListener('visibilitychange', onHide);
  window.addEventListener('pagehide', onPageHide);

  const close = (): void => {
    closed = true;
    stop();
    unsubscribe();
    barrier.close();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onHide);
    window.removeEventListener('pagehide', onPageHide);
  };

  return {
    status,
    flush,
    async rescan() {
      touch(['']);
      await round();
    },
    close,
  };
}

/** Cheap test before anything is read: an install changes tens of thousands of paths that never last. */
function mayMatter(path: string): boolean {
  return path === HISTORY_FILE || (!/(^|\/)(node_modules|\.tabloom)(\/|$)/.test(path) && !isGitsOwn(path));
}

async function readIgnoreFiles(engine: Pick<MirrorSource, 'fs'>, readFile: FileReader): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const walk = async (folder: string): Promise<void> => {
    for (const [name, kind] of await listFolder(engine, folder) ?? []) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (name === '.gitignore' && kind === 'file') found.set(folder, await readText(readFile, path));
      else if (kind === 'directory' && name !== '.git' && mayMatter(path)) await walk(path);
    }
  };
  await walk('');
  return found;
}

/** Rules of a size that nobody writes are no rules. */
async function readText(readFile: FileReader, path: string): Promise<string> {
  const file = await readFile(path);
  return typeof file === 'object' ? new TextDecoder().decode(file.data) : '';
}
