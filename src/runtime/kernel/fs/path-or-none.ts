import { SysError } from '../../abi/errno.ts';
import type { DirectoryInode } from './inode.ts';
import type { Vfs } from './vfs.ts';

/** The directory's path; empty where it was removed. A program starts there all the same: only asking for the path fails. */
export function pathOrNone(vfs: Vfs, directory: DirectoryInode): string {
  try {
    return vfs.pathOf(directory);
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    return '';
  }
}
