/** Carries the project's changes from the sandbox into its durable copy, soon after they happen. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { HISTORY_FILE } from '../sandbox/history-file.ts';
import { AppError } from '../shared/errors.ts';
import { basename, dirname } from '../shared/path.ts';
import type { ProjectChanges } from './changes.ts';
import type { DurableFs } from './durable-fs.ts';
import { durableScope, isIgnoreFile, type DurableScope } from './durable-scope.ts';
import { createFileReader, type FileReader, isGone, MAX_FILE_BYTES, type MirrorSource } from './mirror-source.ts';

export type SaveState =
  | { state: 'saved' }
  | { state: 'saving' }
  /** The last attempt failed and is tried again with the next change; `reason` is a sentence. `full`: the browser has no room left. */
  | { state: 'failed'; reason: string; full?: true }
  /** This browser refuses storage here: the project lasts as long as the page. */
  | { state: 'memory' };

export interface DurableMirror {
  readonly status: StoreApi<SaveState>;
  /** Saves what is waiting; resolves when it is on disk, or has failed and the status says so. */
  flush(): Promise<void>;
  /** Compares everything, not only what was announced. */
  rescan(): Promise<void>;
  close(): void;
}

const DEBOUNCE_MS = 250;

type Entry = 'file' | 'directory' | 'symlink' | undefined;

/**
 * Starts mirroring; `rescan` once afterwards brings in what was there before.
 * @param complete resolves when the project is whole. Nothing is saved before: a sample whose first commit was cut short must not come back that way.
 */
export function mirrorProject(engine: MirrorSource, changes: ProjectChanges, durable: DurableFs, complete: Promise<unknown> = Promise.resolve()): DurableMirror {
  const status = createStore<SaveState>(() => ({ state: 'saved' }));
  const readFile = createFileReader(engine);
  let dirty = new Set<string>();
  const tooLarge = new Set<string>();
  let scope: DurableScope | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  const kindOf = async (path: string): Promise<Entry> => {
    const entries = await listFolder(engine, dirname(path));
    return entries?.get(basename(path));
  };

  const copy = async (path: string, kind: Entry, rules: DurableScope): Promise<void> => {
    if (kind !== 'file') for (const gone of tooLarge) if (gone === path || gone.startsWith(`${path}/`)) tooLarge.delete(gone);
    if (kind === undefined || !rules.keeps(path, kind === 'directory')) {
      tooLarge.delete(path);
      return durable.remove(path);
    }
    if (kind === 'symlink') return copySymlink(engine, durable, path);
    if (kind === 'file') {
      const file = await readFile(path);
      if (file === 'too large') tooLarge.add(path);
      else tooLarge.delete(path);
      return typeof file === 'object' ? durable.writeFile(path, file.data, file.mode) : durable.remove(path);
    }
    await copyFolder(path, rules);
  };

  const copyFolder = async (path: string, rules: DurableScope): Promise<void> => {
    const entries = await listFolder(engine, path === '' ? '.' : path) ?? new Map<string, Entry>();
    await durable.mkdir(path);
    for (const gone of await durable.list(path)) {
      const top = gone.slice(path === '' ? 0 : path.length + 1).split('/')[0];
      if (!entries.has(top)) await durable.remove(gone);
    }
    for (const [name, kind] of entries) await copy(path === '' ? name : `${path}/${name}`, kind, rules);
  };

  const save = async (): Promise<void> => {
    await complete.catch(() => undefined);
    const batch = dirty;
    dirty = new Set();
    try {
      // Other rules mean that other files last: everything is compared.
      if ([...batch].some(isIgnoreFile)) {
        scope = undefined;
        batch.add('');
      }
      scope ??= durableScope(await readIgnoreFiles(engine, readFile));
      if (batch.has('')) await copyFolder('', scope);
      else for (const path of withoutNested(batch)) if (mayMatter(path)) await copy(path, await kindOf(path), scope);
      await durable.commit();
      const [left] = tooLarge;
      if (dirty.size > 0) status.setState({ state: 'saving' }, true);
      else if (left === undefined) status.setState({ state: 'saved' }, true);
      else status.setState({ state: 'failed', reason: `${left} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB and is not kept in this browser. Everything else is saved.` }, true);
    } catch (error) {
      for (const path of batch) dirty.add(path);
      status.setState(isFull(error) ? { state: 'failed', reason: 'this browser has no room left', full: true } : { state: 'failed', reason: AppError.from(error).message }, true);
    }
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    // A save that runs has taken its batch already; what came since needs one of its own.
    while (running) await running;
    if (dirty.size === 0) return;
    running = save().finally(() => { running = undefined; });
    await running;
  };

  const touch = (paths: Iterable<string>): void => {
    for (const path of paths) if (mayMatter(path)) dirty.add(path);
    if (dirty.size === 0) return;
    // Said once, not once more with each change, until there is room again.
    const now = status.getState();
    if (now.state !== 'failed' || !now.full) status.setState({ state: 'saving' }, true);
    timer ??= setTimeout(() => void flush(), DEBOUNCE_MS);
  };

  const unsubscribe = changes.subscribe(touch);
  const onHide = (): void => { if (document.visibilityState === 'hidden') void flush(); };
  const onPageHide = (): void => void flush();
  document.addEventListener('visibilitychange', onHide);
  window.addEventListener('pagehide', onPageHide);

  return {
    status,
    flush,
    rescan() {
      touch(['']);
      return flush();
    },
    close() {
      unsubscribe();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', onPageHide);
    },
  };
}

/** By name: browsers are on the way from a `DOMException` to a class of its own. */
function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}

/** Cheap test before anything is read: an install changes tens of thousands of paths that never last. */
function mayMatter(path: string): boolean {
  return path === HISTORY_FILE || !/(^|\/)(node_modules|\.tabloom)(\/|$)/.test(path);
}

/** A folder that is copied brings what is inside; paths below it need no turn of their own. */
function withoutNested(paths: ReadonlySet<string>): string[] {
  return [...paths].filter((path) => {
    for (let up = dirname(path); up !== '.'; up = dirname(up)) if (paths.has(up)) return false;
    return true;
  });
}

async function listFolder(engine: Pick<MirrorSource, 'fs'>, path: string): Promise<Map<string, Entry> | undefined> {
  try {
    const entries = await engine.fs.readdir(path, { withFileTypes: true });
    return new Map(entries.map((entry) => [entry.name, entry.isDirectory() ? 'directory' : entry.isFile() ? 'file' : 'symlink']));
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** The client has no readlink, but its export tells where a link points. What lies deeper is left out: it may be all of the project. */
async function copySymlink(engine: Pick<MirrorSource, 'export'>, durable: DurableFs, path: string): Promise<void> {
  const folder = await engine.export?.(dirname(path), { format: 'json', excludes: ['*/*'] });
  const node = folder?.[basename(path)];
  if (node && 'file' in node && 'symlink' in node.file) await durable.symlink(path, node.file.symlink);
}

async function readIgnoreFiles(engine: Pick<MirrorSource, 'fs'>, readFile: FileReader): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const walk = async (folder: string): Promise<void> => {
    const entries = await listFolder(engine, folder === '' ? '.' : folder);
    for (const [name, kind] of entries ?? []) {
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
