/** The durable copy of a project as a filesystem: LightningFS over our own database. Only the tab that owns the project may open it. */
import FS from '@isomorphic-git/lightning-fs';
import { dirname } from '../shared/path.ts';
import { createLightningBackend } from './lightning-backend.ts';
import type { SnapshotNode } from './snapshot.ts';

/** Paths are relative to the project's root, without a leading slash; `''` is the root. */
export interface DurableFs {
  /** Whether a project was ever saved here. Ask this first: it fails where the browser refuses storage, while LightningFS itself would hang. */
  exists(): Promise<boolean>;
  /** Everything, permission bits of files included. */
  load(): Promise<SnapshotNode>;
  /** Names of everything below a folder, deepest first; empty when it is not there. */
  list(path: string): Promise<string[]>;
  /** @param mode permission bits; undefined leaves those of an earlier copy, or the usual ones. */
  writeFile(path: string, data: Uint8Array, mode?: number): Promise<void>;
  symlink(path: string, target: string): Promise<void>;
  mkdir(path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Everything before this call is on disk when it resolves. */
  commit(): Promise<void>;
  /** Forgets the project. This object is of no use afterwards. */
  wipe(): Promise<void>;
}

/** LightningFS gives a file without bits 0o666. With this one beside them they are known to be the file's own. */
const KNOWN = 0o100000;

/** @param id names the project; its database is `project:<id>`. */
export function openDurableFs(id: string): DurableFs {
  const backend = createLightningBackend(`project:${id}`);
  // A process of its own never appears: the lock inside LightningFS is uncontended, since the owning tab alone comes here.
  const fs = new FS(`project-files:${id}`, { db: backend, defer: true, uid: 1000, gid: 1000 }).promises;
  const at = (path: string): string => `/${path}`;

  const kind = async (path: string): Promise<'file' | 'dir' | 'symlink' | undefined> => {
    try {
      const stat = await fs.lstat(at(path));
      return stat.isSymbolicLink() ? 'symlink' : stat.isDirectory() ? 'dir' : 'file';
    } catch {
      return undefined;
    }
  };

  /** Most of a comparison finds nothing changed, and reading costs far less than a write that waits for the disk. */
  const holds = async (path: string, data: Uint8Array, mode: number | undefined): Promise<boolean> => {
    if (await kind(path) !== 'file') return false;
    const stat = await fs.stat(at(path));
    if (stat.size !== data.length || (mode !== undefined && stat.mode !== (KNOWN | mode))) return false;
    const known = await fs.readFile(at(path));
    return known.length === data.length && known.every((byte, index) => byte === data[index]);
  };

  const list = async (path: string): Promise<string[]> => {
    if (await kind(path) !== 'dir') return [];
    const found: string[] = [];
    for (const name of await fs.readdir(at(path))) {
      const child = path === '' ? name : `${path}/${name}`;
      found.push(...await list(child), child);
    }
    return found;
  };

  const remove = async (path: string): Promise<void> => {
    for (const inside of [...await list(path), ...(path === '' ? [] : [path])]) {
      const is = await kind(inside);
      if (is === 'dir') await fs.rmdir(at(inside));
      else if (is) await fs.unlink(at(inside));
    }
  };

  const mkdir = async (path: string): Promise<void> => {
    if (path === '' || path === '.') return;
    const is = await kind(path);
    if (is === 'dir') return;
    if (is) await fs.unlink(at(path));
    await mkdir(dirname(path));
    await fs.mkdir(at(path));
  };

  /** Makes room for a file: its folder is there, and nothing of another kind bears its name. */
  const makeRoom = async (path: string, replaceFile: boolean): Promise<void> => {
    const is = await kind(path);
    if (is === 'dir') await remove(path);
    else if (is === 'symlink' || (is && replaceFile)) await fs.unlink(at(path));
    await mkdir(dirname(path));
  };

  const load = async (path: string): Promise<SnapshotNode> => {
    // Without a prototype: a file may be called __proto__.
    const d = Object.create(null) as { [name: string]: SnapshotNode };
    for (const name of await fs.readdir(at(path))) {
      const child = path === '' ? name : `${path}/${name}`;
      const is = await kind(child);
      if (is === 'dir') d[name] = await load(child);
      else if (is === 'symlink') d[name] = { f: { l: await fs.readlink(at(child)) } };
      else {
        const { mode } = await fs.stat(at(child));
        d[name] = { f: { c: await fs.readFile(at(child)) ?? new Uint8Array(), ...(mode & KNOWN ? { m: mode & 0o7777 } : {}) } };
      }
    }
    return { d };
  };

  return {
    exists: async () => await backend.loadSuperblock() !== undefined,
    load: () => load(''),
    list,
    async writeFile(path, data, mode) {
      if (await holds(path, data, mode)) return;
      await makeRoom(path, false);
      await fs.writeFile(at(path), data, (mode === undefined ? {} : { mode: KNOWN | mode }) as { mode: number });
    },
    async symlink(path, target) {
      await makeRoom(path, true);
      await fs.symlink(target, at(path));
    },
    mkdir,
    remove,
    commit: () => fs.flush(),
    wipe: () => backend.wipe(),
  };
}
