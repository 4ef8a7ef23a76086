/** Writes whole trees into the filesystem: what the client mounts. */
import { O } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Caller } from './caller.ts';
import { checkDirectoryWritable, linkNew, mkdirp, symlink } from './create.ts';
import { DirectoryInode, type Inode } from './inode.ts';
import { writeWhole } from './open.ts';
import { detach } from './remove.ts';
import type { Vfs } from './vfs.ts';

/**
 * The form in which trees arrive, from JSON and from binary snapshots alike. `c` is text, with `b` one character per byte, or the bytes themselves; `l` is
 * a symbolic link's target; `m` are permission bits and `t` is when the file was changed (ms), our own additions to the binary form: who does not know them passes over them.
 */
export type TreeFile = { f: { c: string | Uint8Array; b?: boolean; m?: number; t?: number } | { l: string } };
export interface TreeDirectory { d: { [name: string]: TreeNode }; m?: number }
export type TreeNode = TreeDirectory | TreeFile;

/** The last that a Date can be. */
const MAX_TIME_MS = 8.64e15;

const encoder = new TextEncoder();

/** What failed, and the entry it failed at, from the mount point on. */
export class EntryError extends SysError {
  readonly path: string[];
  constructor({ errno }: SysError, name: string) {
    super(errno);
    this.path = [name];
  }
}

/**
 * Writes `tree` below `mountPath`, which is made when missing. Directories are merged, files and links replaced.
 * @throws EntryError EINVAL for a malformed tree, EISDIR or ENOTDIR where a file meets a directory; SysError for the mount point itself
 */
export function loadTree(vfs: Vfs, caller: Caller, tree: TreeDirectory, mountPath: string): void {
  loadInto(vfs, caller, tree, mkdirp(vfs, caller, mountPath));
}

function loadInto(vfs: Vfs, caller: Caller, tree: TreeDirectory, dir: DirectoryInode): void {
  const here: Caller = { uid: caller.uid, gid: caller.gid, umask: caller.umask, cwd: dir };
  if (!isObject(tree.d)) throw new SysError(ERRNO.EINVAL);
  for (const name of Object.keys(tree.d)) {
    try {
      if (name === '' || name === '.' || name === '..' || name.includes('/') || name.includes('\0')) throw new SysError(ERRNO.EINVAL);
      const node = tree.d[name];
      if (!isObject(node)) throw new SysError(ERRNO.EINVAL);
      if ('d' in node) loadDirectory(vfs, here, name, node as TreeDirectory);
      else loadFile(vfs, here, name, (node as Partial<TreeFile>).f);
    } catch (error) {
      if (error instanceof EntryError) error.path.unshift(name);
      else if (error instanceof SysError) throw new EntryError(error, name);
      throw error;
    }
  }
}

function loadDirectory(vfs: Vfs, here: Caller, name: string, node: TreeDirectory): void {
  const existing = vfs.walk(here, name, 'follow');
  if (existing.inode && !(existing.inode instanceof DirectoryInode)) throw new SysError(ERRNO.ENOTDIR);
  const child = existing.inode ?? new DirectoryInode(0o777 & ~here.umask, here, existing.dir);
  if (!existing.inode) linkNew(vfs, here, existing, child);
  loadInto(vfs, here, node, child);
  // Last: a directory that nobody may write in must first get its contents.
  applyMode(child, node.m);
}

function loadFile(vfs: Vfs, here: Caller, name: string, file: TreeFile['f'] | undefined): void {
  if (!isObject(file)) throw new SysError(ERRNO.EINVAL);
  if ('l' in file) {
    if (typeof file.l !== 'string') throw new SysError(ERRNO.EINVAL);
    const existing = here.cwd.entries.get(name);
    if (existing instanceof DirectoryInode) throw new SysError(ERRNO.EISDIR);
    if (existing) {
      checkDirectoryWritable(here, here.cwd);
      detach(vfs, here.cwd, name, existing);
    }
    return symlink(vfs, here, file.l, name);
  }
  const data = typeof file.c !== 'string' ? file.c : file.b ? bytesOf(file.c) : encoder.encode(file.c);
  if (!(data instanceof Uint8Array)) throw new SysError(ERRNO.EINVAL);
  if (!writeWhole(vfs, here, name, O.WRONLY | O.CREAT | O.TRUNC, 0o666, data)) throw new SysError(ERRNO.EISDIR);
  if (file.m === undefined && file.t === undefined) return;
  const inode = vfs.lookup(here, name);
  applyMode(inode, file.m);
  // Build tools go by it: as if all had been written in this moment, they would take old results for new ones.
  if (file.t !== undefined) inode.mtimeMs = checkTime(file.t);
}

function applyMode(inode: Inode, mode: number | undefined): void {
  if (mode === undefined) return;
  if (!Number.isInteger(mode) || mode < 0 || mode > 0o7777) throw new SysError(ERRNO.EINVAL);
  inode.mode = inode.type | mode;
}

function checkTime(ms: unknown): number {
  if (typeof ms !== 'number' || !(ms >= 0 && ms <= MAX_TIME_MS)) throw new SysError(ERRNO.EINVAL);
  return ms;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function bytesOf(latin1: string): Uint8Array {
  const out = new Uint8Array(latin1.length);
  for (let i = 0; i < out.length; i++) out[i] = latin1.charCodeAt(i);
  return out;
}
