/** The one filesystem: its root, its quota, its watches, and looking things up. What changes it lies beside: `open`, `create`, `remove`, `rename`, `metadata`. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { type Caller, kernelCaller } from './caller.ts';
import { DirectoryInode, type Inode } from './inode.ts';
import { Storage } from './storage.ts';
import { type Found, walk, type WalkMode } from './walk.ts';
import { WatchHub } from './watch-hub.ts';

export class Vfs {
  readonly root = new DirectoryInode(0o755, { uid: 0, gid: 0 }, null);
  readonly storage: Storage;
  readonly watches = new WatchHub();
  /** Folders that are in use as mount points are on Linux: they can be neither removed nor moved (EBUSY). The client watches and reads the project by its place. */
  readonly busy = new Set<Inode>();
  /** For the kernel's own operations with absolute paths. */
  readonly kernel: Caller = kernelCaller(this.root);

  /** `quota`: bytes of file contents, default 2 GiB. */
  constructor(options: { quota?: number } = {}) {
    this.storage = new Storage(options.quota);
  }

  walk(caller: Caller, path: string, mode: WalkMode): Found {
    return walk(this.root, caller, path, mode);
  }

  /** The inode at `path`. @throws SysError ENOENT and what `walk` throws */
  lookup(caller: Caller, path: string, follow = true): Inode {
    const { inode } = walk(this.root, caller, path, follow ? 'follow' : 'lstat');
    if (!inode) throw new SysError(ERRNO.ENOENT);
    return inode;
  }

  /** @throws SysError ENOTDIR and what `lookup` throws */
  lookupDirectory(caller: Caller, path: string): DirectoryInode {
    const inode = this.lookup(caller, path);
    if (!(inode instanceof DirectoryInode)) throw new SysError(ERRNO.ENOTDIR);
    return inode;
  }

  exists(caller: Caller, path: string): boolean {
    try {
      return walk(this.root, caller, path, 'follow').inode !== undefined;
    } catch (e) {
      if (e instanceof SysError) return false;
      throw e;
    }
  }

  /** Absolute path of a directory (getcwd). @throws SysError ENOENT when it was removed */
  pathOf(dir: DirectoryInode): string {
    if (dir === this.root) return '/';
    let path = '';
    for (let d = dir; d !== this.root; d = d.parent as DirectoryInode) {
      if (!d.alive) throw new SysError(ERRNO.ENOENT);
      path = `/${d.name}${path}`;
    }
    return path;
  }

  /** Path with all links resolved. @throws SysError what `lookup` throws */
  realpath(caller: Caller, path: string): string {
    const { dir, name, inode } = walk(this.root, caller, path, 'follow');
    if (!inode) throw new SysError(ERRNO.ENOENT);
    const parent = this.pathOf(dir);
    if (name === '') return parent;
    return parent === '/' ? `/${name}` : `${parent}/${name}`;
  }
}
