/** On whose behalf a filesystem operation runs. A `Process` is one; the kernel's own operations use `kernelCaller`. */
import type { FdTable } from '../files/fd-table.ts';
import { type Credentials, KERNEL_CREDENTIALS } from '../types.ts';
import type { DirectoryInode } from './inode.ts';

export interface Caller extends Credentials {
  readonly cwd: DirectoryInode;
  /** What `/dev/fd` shows; absent for the kernel itself. */
  readonly fds?: FdTable;
}

/** A caller whose relative paths start at `cwd`. uid 0 passes every permission check; what it creates belongs to `owner` (default root). */
export function kernelCaller(cwd: DirectoryInode, owner?: Partial<Credentials>): Caller {
  return { ...KERNEL_CREDENTIALS, ...owner, cwd };
}

export const ACCESS = { EXECUTE: 1, WRITE: 2, READ: 4 } as const;

/** Do the mode bits allow all of `wanted` (bits of ACCESS)? uid 0 may do anything except execute a file without any x bit. */
export function allowed(caller: Credentials, inode: { mode: number; uid: number; gid: number }, wanted: number): boolean {
  if (caller.uid === 0) return (wanted & ACCESS.EXECUTE) === 0 || (inode.mode & 0o111) !== 0 || (inode.mode & 0o170000) === 0o040000;
  const shift = caller.uid === inode.uid ? 6 : caller.gid === inode.gid ? 3 : 0;
  return ((inode.mode >> shift) & wanted) === wanted;
}
