/** Path resolution as Linux does it: component by component, through real parents, symbolic links expanded in place. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import { ACCESS, allowed, type Caller } from './caller.ts';
import { DirectoryInode, type Inode, MagicLinkInode, SymlinkInode, utf8Length } from './inode.ts';

const MAX_LINKS = 40;
const MAX_NAME = 255;
const MAX_PATH = 4096;
const SLASH = 47;

/**
 * `follow` and `lstat` look an existing thing up, with the last link followed or not (a trailing slash follows in both).
 * `entry` is for calls that make or remove a name: the last link is never followed and `trailing` is left to the caller.
 * `create` is for open(O_CREAT): it follows a last link, but not one with a slash after it.
 */
export type WalkMode = 'follow' | 'lstat' | 'entry' | 'create';

export interface Found {
  /** Directory that holds the name; for `.`, `..` and `/` the directory itself. */
  dir: DirectoryInode;
  /** Last component; empty unless `last` is 'name'. */
  name: string;
  last: 'name' | 'dot' | 'dotdot' | 'root';
  inode: Inode | undefined;
  trailing: boolean;
}

/** @throws SysError ENOENT (for all but the last component), ENOTDIR, EACCES, ELOOP, ENAMETOOLONG */
export function walk(root: DirectoryInode, caller: Caller, path: string, mode: WalkMode): Found {
  if (path.length === 0) throw new SysError(ERRNO.ENOENT);
  if (path.length * 3 >= MAX_PATH && utf8Length(path) >= MAX_PATH) throw new SysError(ERRNO.ENAMETOOLONG);
  let rest = path;
  let at = 0;
  let links = 0;
  let dir = rest.charCodeAt(0) === SLASH ? root : caller.cwd;
  let last: Found['last'] = rest.charCodeAt(0) === SLASH ? 'root' : 'dot';

  for (;;) {
    while (rest.charCodeAt(at) === SLASH) at++;
    if (at >= rest.length) return { dir, name: '', last, inode: dir, trailing: true };
    let end = rest.indexOf('/', at);
    if (end < 0) end = rest.length;
    let next = end;
    while (rest.charCodeAt(next) === SLASH) next++;
    const isLast = next >= rest.length;
    const trailing = isLast && next > end;
    const name = rest.slice(at, end);
    if (caller.uid !== 0 && !allowed(caller, dir, ACCESS.EXECUTE)) throw new SysError(ERRNO.EACCES);

    if (name === '.' || name === '..') {
      last = name === '.' ? 'dot' : 'dotdot';
      if (name === '..') dir = dir.parent as DirectoryInode;
      if (isLast) return { dir, name: '', last, inode: dir, trailing };
      at = next;
      continue;
    }
    if (name.length * 3 > MAX_NAME && utf8Length(name) > MAX_NAME) throw new SysError(ERRNO.ENAMETOOLONG);

    let inode = dir.lookup(name, caller);
    const followed = !isLast || mode === 'follow' || (mode === 'lstat' && trailing) || (mode === 'create' && !trailing);
    if (inode instanceof MagicLinkInode && followed) {
      inode = inode.follow();
      // The folder's own place, not the link's: `realpath` asks for it.
      if (isLast && inode instanceof DirectoryInode) return { dir: inode, name: '', last: 'dot', inode, trailing };
    } else if (inode instanceof SymlinkInode && followed) {
      if (++links > MAX_LINKS) throw new SysError(ERRNO.ELOOP);
      rest = isLast && !trailing ? inode.target : `${inode.target}/${rest.slice(next)}`;
      at = 0;
      if (rest.charCodeAt(0) === SLASH) {
        dir = root;
        last = 'root';
      }
      continue;
    }
    if (isLast) {
      if (trailing && (mode === 'follow' || mode === 'lstat') && inode && !(inode instanceof DirectoryInode)) throw new SysError(ERRNO.ENOTDIR);
      return { dir, name, last: 'name', inode, trailing };
    }
    if (!inode) throw new SysError(ERRNO.ENOENT);
    if (!(inode instanceof DirectoryInode)) throw new SysError(ERRNO.ENOTDIR);
    dir = inode;
    at = next;
  }
}
