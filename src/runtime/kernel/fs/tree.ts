/** Whole trees in and out, in the JSON form the client's `mount` and `export` put on the wire. */
import { O } from '../../abi/constants.ts';
import { ERRNO, SysError } from '../../abi/errno.ts';
import picomatch from 'picomatch';
import type { Caller } from './caller.ts';
import { checkDirectoryWritable, linkNew, mkdirp, symlink } from './create.ts';
import { FileInode } from './file-inode.ts';
import { DirectoryInode, SymlinkInode } from './inode.ts';
import { writeWhole } from './open.ts';
import { detach } from './remove.ts';
import type { Vfs } from './vfs.ts';

/** `c` is text, or with `b` one character per byte; `l` is a symbolic link's target. */
export type TreeFile = { f: { c: string; b?: boolean } | { l: string } };
export interface TreeDirectory { d: { [name: string]: TreeNode } }
export type TreeNode = TreeDirectory | TreeFile;

export interface ExportFilter {
  /** Glob patterns, relative to the exported directory, of what is left out. */
  excludes?: readonly string[];
  /** Patterns of files to keep although a pattern of `excludes` covers them. */
  includes?: readonly string[];
}

const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Writes `tree` below `mountPath`, which is made when missing. Directories are merged, files and links replaced.
 * @throws SysError EINVAL for a malformed tree, EISDIR or ENOTDIR where a file meets a directory
 */
export function loadTree(vfs: Vfs, caller: Caller, tree: TreeDirectory, mountPath: string): void {
  loadInto(vfs, caller, tree, mkdirp(vfs, caller, mountPath));
}

function loadInto(vfs: Vfs, caller: Caller, tree: TreeDirectory, dir: DirectoryInode): void {
  const here: Caller = { uid: caller.uid, gid: caller.gid, umask: caller.umask, cwd: dir };
  for (const name of Object.keys(tree.d)) {
    if (name === '' || name === '.' || name === '..' || name.includes('/') || name.includes('\0')) throw new SysError(ERRNO.EINVAL);
    const node = tree.d[name]!;
    if ('d' in node) {
      const existing = vfs.walk(here, name, 'follow');
      if (existing.inode && !(existing.inode instanceof DirectoryInode)) throw new SysError(ERRNO.ENOTDIR);
      const child = existing.inode ?? new DirectoryInode(0o777 & ~caller.umask, caller, existing.dir);
      if (!existing.inode) linkNew(vfs, here, existing, child);
      loadInto(vfs, here, node, child as DirectoryInode);
      continue;
    }
    const file = (node as Partial<TreeFile>).f;
    if (file && 'l' in file) {
      const existing = dir.entries.get(name);
      if (existing instanceof DirectoryInode) throw new SysError(ERRNO.EISDIR);
      if (existing) {
        checkDirectoryWritable(caller, dir);
        detach(vfs, dir, name, existing);
      }
      symlink(vfs, here, file.l, name);
    } else if (file && typeof file.c === 'string') {
      const data = file.b ? bytesOf(file.c) : encoder.encode(file.c);
      if (!writeWhole(vfs, here, name, O.WRONLY | O.CREAT | O.TRUNC, 0o666, data)) throw new SysError(ERRNO.EISDIR);
    } else throw new SysError(ERRNO.EINVAL);
  }
}

/**
 * The directory at `path` as a tree. Sockets and devices are left out.
 * @throws SysError ENOTDIR, ENOENT
 */
export function exportTree(vfs: Vfs, caller: Caller, path: string, filter: ExportFilter = {}): TreeDirectory {
  const excluded = matcher(filter.excludes);
  const included = matcher(filter.includes);
  const visit = (dir: DirectoryInode, prefix: string, outside: boolean): TreeDirectory => {
    const tree: TreeDirectory = { d: Object.create(null) as TreeDirectory['d'] };
    for (const [name, inode] of dir.list(caller)) {
      const relative = prefix + name;
      const leftOut = outside || excluded(relative);
      if (leftOut && !filter.includes?.length) continue;
      if (inode instanceof DirectoryInode) {
        const child = visit(inode, `${relative}/`, leftOut && !included(relative));
        // An excluded directory shows only as the way to an included file.
        if (!leftOut || included(relative) || Object.keys(child.d).length > 0) tree.d[name] = child;
      } else if (leftOut && !included(relative)) continue;
      else if (inode instanceof FileInode) tree.d[name] = { f: contentOf(inode) };
      else if (inode instanceof SymlinkInode) tree.d[name] = { f: { l: inode.target } };
    }
    return tree;
  };
  return visit(vfs.lookupDirectory(caller, path), '', false);
}

function matcher(patterns: readonly string[] | undefined): (path: string) => boolean {
  return patterns?.length ? picomatch([...patterns], { dot: true }) : () => false;
}

function contentOf(inode: FileInode): { c: string; b?: boolean } {
  const bytes = inode.read(0, inode.size);
  try {
    return { c: strictDecoder.decode(bytes) };
  } catch {
    // Not text: one character per byte, as the client expects it.
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
    return { c: parts.join(''), b: true };
  }
}

function bytesOf(latin1: string): Uint8Array {
  const out = new Uint8Array(latin1.length);
  for (let i = 0; i < out.length; i++) out[i] = latin1.charCodeAt(i);
  return out;
}
