/** The durable copy of a project as a filesystem: LightningFS over our own database. Only the tab that owns the project writes it. */
import FS from '@isomorphic-git/lightning-fs';
import { dirname } from '../shared/path.ts';
import { crc32 } from './crc32.ts';
import { type DamagedRecord, databaseOf, openDurableStore } from './durable-store.ts';
import { createLightningBackend } from './lightning-backend.ts';
import { markSaved, unmarkSaved } from './saved-marker.ts';
import type { SnapshotNode } from './snapshot.ts';
import { isFull } from './storage-full.ts';
import { KNOWN } from './stored-tree.ts';

export type DurableKind = 'file' | 'dir' | 'symlink' | undefined;

/** What is kept of a file besides its bytes. */
export interface FileFacts {
  /** Permission bits; undefined leaves those of an earlier copy, or the usual ones. */
  mode?: number | undefined;
  /** When it was changed (ms since 1970); undefined where nobody knows. */
  changedMs?: number | undefined;
}

/** Paths are relative to the project's root, without a leading slash; `''` is the root. */
export interface DurableFs {
  /**
   * Makes this page the owner of the copy. From when this resolves, every commit of an earlier owner fails with `superseded`, also one that was frozen
   * and goes on. `load` and the first commit do it by themselves.
   * @returns the owner's epoch: higher than every earlier owner's.
   */
  claim(): Promise<number>;
  /** Whether a project was ever saved here. Ask this first: it fails where the browser refuses storage, while LightningFS itself would hang. */
  exists(): Promise<boolean>;
  /** Everything that is whole, permission bits and times of files included; claims the copy first. What is damaged is set aside. @throws AppError `superseded` */
  load(): Promise<SnapshotNode>;
  /** What could not be read, at this or an earlier start, with what is left of it. */
  damaged(): Promise<DamagedRecord[]>;
  /** What the copy holds under a path. */
  kind(path: string): Promise<DurableKind>;
  /** Names in a folder; empty when it is not there. */
  names(path: string): Promise<string[]>;
  /** Paths of everything below a folder, deepest first; empty when it is not there. */
  list(path: string): Promise<string[]>;
  /** @param between called while a large file is on its way, for what must not wait that long. */
  writeFile(path: string, data: Uint8Array, facts?: FileFacts, between?: () => Promise<void>): Promise<void>;
  /** Whether the copy holds these bytes already, by their size and checksum, and these facts. */
  looksLike(path: string, data: Uint8Array, facts?: FileFacts): Promise<boolean>;
  symlink(path: string, target: string): Promise<void>;
  mkdir(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /**
   * Everything before this call is on disk when it resolves.
   * @param part the project is not whole yet: when it never was, it does not count as saved. A sample that was cut short must not come back that way.
   * @throws AppError `superseded` when another page owns the copy by now, `storage_removed`; `QuotaExceededError`
   */
  commit(part?: 'part'): Promise<void>;
  /** Files that are on disk, whatever waits for the next commit, by path. */
  stored(): ReadonlyMap<string, { size: number; crc: number | undefined }>;
  /** The bytes on disk of one of them; undefined when it is not there. */
  readStored(path: string): Promise<Uint8Array | undefined>;
  /**
   * Takes these files off the disk and writes nothing, which works where there is no room. What waits for a commit goes on waiting.
   * @throws as `commit`
   */
  discard(paths: readonly string[]): Promise<void>;
  /** After `storage_removed`: the copy is empty now, and everything has to be written again. */
  reset(): void;
  /** Forgets the project. This object is of no use afterwards. */
  wipe(): Promise<void>;
}

/** A larger file is written ahead, piece by piece, so that others can be saved meanwhile. */
const STAGED_BYTES = 4 * 1024 * 1024;

/** @param id names the project; its database is `project:<id>`. */
export function openDurableFs(id: string): DurableFs {
  const store = openDurableStore(databaseOf(id));
  const backend = createLightningBackend(store);
  // The lock inside LightningFS is of this object alone: a frozen owner would keep one of the project's until it goes on. The epoch is what keeps it out.
  const fs = new FS(`project-files:${id}:${crypto.randomUUID()}`, { db: backend, defer: true, uid: 1000, gid: 1000 }).promises;
  /** Above all that were given while reading. */
  let inodes = 2 ** 31;
  /**
   * LightningFS looks through its whole table for the next free inode, with each file that it makes: ten thousand files took seconds. There is no public way to say otherwise;
   * where its inside is another one, it stays slow.
   */
  const countInodes = async (): Promise<void> => {
    await fs.readdir('/');
    const cache = (fs as unknown as { _backend?: { _cache?: { autoinc?: unknown } } })._backend?._cache;
    if (typeof cache?.autoinc === 'function') cache.autoinc = () => ++inodes;
  };
  let counting: Promise<void> | undefined;
  const at = (path: string): string => `/${path}`;
  let touched = new Set<string>();
  let rooted = false;

  const kind = async (path: string): Promise<DurableKind> => {
    try {
      const stat = await fs.lstat(at(path));
      return stat.isSymbolicLink() ? 'symlink' : stat.isDirectory() ? 'dir' : 'file';
    } catch {
      return undefined;
    }
  };

  const looksLike = async (path: string, data: Uint8Array, { mode, changedMs }: FileFacts = {}): Promise<boolean> => {
    if (await kind(path) !== 'file') return false;
    const stat = await fs.lstat(at(path));
    const known = backend.known(stat.ino);
    return stat.size === data.length && (mode === undefined || stat.mode === (KNOWN | mode)) && (changedMs === undefined || changedMs === known?.changedMs)
      && known?.crc !== undefined && known.crc === crc32(data);
  };

  /** Reading costs far less than a write that waits for the disk. */
  const holds = async (path: string, data: Uint8Array, mode: number | undefined): Promise<boolean> => {
    if (!await looksLike(path, data, { mode })) return false;
    const known = await fs.readFile(at(path));
    return known.length === data.length && known.every((byte, index) => byte === data[index]);
  };

  const names = async (path: string): Promise<string[]> => (await kind(path) === 'dir' ? fs.readdir(at(path)) : []);

  const list = async (path: string): Promise<string[]> => {
    const found: string[] = [];
    for (const name of await names(path)) {
      const child = path === '' ? name : `${path}/${name}`;
      found.push(...await list(child), child);
    }
    return found;
  };

  const unlink = async (path: string): Promise<void> => {
    await fs.unlink(at(path));
    touched.add(path);
  };

  const remove = async (path: string): Promise<void> => {
    for (const inside of [...await list(path), ...(path === '' ? [] : [path])]) {
      const is = await kind(inside);
      if (is === 'dir') {
        await fs.rmdir(at(inside));
        touched.add(inside);
      } else if (is) await unlink(inside);
    }
  };

  const mkdir = async (path: string): Promise<void> => {
    if (path === '' || path === '.') return;
    const is = await kind(path);
    if (is === 'dir') return;
    if (is) await unlink(path);
    await mkdir(dirname(path));
    await fs.mkdir(at(path));
    touched.add(path);
  };

  /** A file that was only touched, as builds do, has a new row and the bytes of before. */
  const keepTime = async (path: string, changedMs: number | undefined): Promise<void> => {
    if (changedMs === undefined) return;
    const { ino } = await fs.lstat(at(path));
    if (backend.known(ino)?.changedMs === changedMs) return;
    backend.setTime(ino, changedMs);
    touched.add(path);
  };

  /** Makes room for a file: its folder is there, and nothing of another kind bears its name. */
  const makeRoom = async (path: string, replaceFile: boolean): Promise<void> => {
    const is = await kind(path);
    if (is === 'dir') await remove(path);
    else if (is === 'symlink' || (is && replaceFile)) await unlink(path);
    await mkdir(dirname(path));
  };

  return {
    claim: () => store.claim(),
    exists: () => store.saved(),
    async load() {
      // Where there is no room even for the owner's number the project can still be read; the first commit claims then.
      await store.claim().catch((error: unknown) => { if (!isFull(error)) throw error; });
      return (await backend.load()).snapshot;
    },
    damaged: () => store.damaged(),
    kind,
    names,
    list,
    looksLike,
    async writeFile(path, data, { mode, changedMs } = {}, between) {
      if (await holds(path, data, mode)) return keepTime(path, changedMs);
      await (counting ??= countInodes());
      if (data.length > STAGED_BYTES) await backend.stage(data, between ?? (async () => undefined));
      await makeRoom(path, false);
      await fs.writeFile(at(path), data, (mode === undefined ? {} : { mode: KNOWN | mode }) as { mode: number });
      await keepTime(path, changedMs);
      touched.add(path);
    },
    async symlink(path, target) {
      if (await kind(path) === 'symlink' && await fs.readlink(at(path)) === target) return;
      await makeRoom(path, true);
      await fs.symlink(target, at(path));
      touched.add(path);
    },
    mkdir,
    remove,
    async commit(part) {
      // The root's own row says that there is a project, be it an empty one.
      if (!rooted && part === undefined) {
        await fs.readdir('/');
        if (!await store.saved()) touched.add('');
      }
      const paths = touched;
      touched = new Set();
      await backend.commit(paths);
      if (rooted || part !== undefined) return;
      markSaved(id);
      rooted = true;
    },
    stored: () => backend.stored(),
    readStored: (path) => backend.readStored(path),
    async discard(paths) {
      await backend.discard(paths);
      for (const path of paths) if (await kind(path) === 'file') await unlink(path);
    },
    reset() {
      backend.reset();
      touched = new Set();
      rooted = false;
    },
    async wipe() {
      unmarkSaved(id);
      await backend.wipe();
      await store.close();
    },
  };
}
