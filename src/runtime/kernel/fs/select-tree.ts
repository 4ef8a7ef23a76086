/** Which part of a tree an export takes. */
import { SysError, ERRNO } from '../../abi/errno.ts';
import type { Globs } from '../globs/globs.ts';
import type { Caller } from './caller.ts';
import { FileInode } from './file-inode.ts';
import { DirectoryInode, type Inode, SymlinkInode } from './inode.ts';
import type { Vfs } from './vfs.ts';

export interface ExportFilter {
  /** Glob patterns, relative to the exported directory, of what is left out. */
  excludes?: readonly string[];
  /** Patterns of files to keep although a pattern of `excludes` covers them. */
  includes?: readonly string[];
}

/** A directory with what was chosen of it. */
export interface SelectedDirectory { readonly inode: DirectoryInode; readonly children: Map<string, Selected> }
export type Selected = SelectedDirectory | FileInode | SymlinkInode;

/**
 * What `path` leads to, with everything below it that the filter lets through. Sockets, pipes and devices are left out. A filter with patterns needs `globs`.
 * @throws SysError ENOENT, EACCES; EINVAL when `path` itself is a socket or device
 */
export function selectTree(vfs: Vfs, caller: Caller, path: string, filter: ExportFilter = {}, globs?: Globs): Selected {
  const matcher = (patterns: readonly string[] | undefined): (path: string) => boolean => (patterns?.length ? globs!(patterns) : () => false);
  const excluded = matcher(filter.excludes);
  const included = matcher(filter.includes);
  const visit = (dir: DirectoryInode, prefix: string, outside: boolean): SelectedDirectory => {
    const children: SelectedDirectory['children'] = new Map();
    for (const [name, inode] of dir.list(caller)) {
      const relative = prefix + name;
      const leftOut = outside || excluded(relative);
      if (leftOut && !filter.includes?.length) continue;
      const named = leftOut && included(relative);
      if (inode instanceof DirectoryInode) {
        const child = visit(inode, `${relative}/`, leftOut && !named);
        // An excluded directory shows only as the way to an included file.
        if (!leftOut || named || child.children.size > 0) children.set(name, child);
      } else if ((!leftOut || named) && isContent(inode)) children.set(name, inode);
    }
    return { inode: dir, children };
  };
  const inode = vfs.lookup(caller, path);
  if (inode instanceof DirectoryInode) return visit(inode, '', false);
  if (!isContent(inode)) throw new SysError(ERRNO.EINVAL);
  return inode;
}

/** Bytes of all file contents in it, holes counted as what they read as. */
export function selectedSize(node: Selected): number {
  if (!('children' in node)) return node.size;
  let sum = 0;
  for (const child of node.children.values()) sum += selectedSize(child);
  return sum;
}

function isContent(inode: Inode): inode is FileInode | SymlinkInode {
  return inode instanceof FileInode || inode instanceof SymlinkInode;
}
