/** System calls that watch files and directories. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Kernel } from '../types.ts';
import { intArgument, pathArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

type Names = 'watch' | 'unwatch';

/** Watches per process, as inotify's usual max_user_watches bounds them. */
const MAX_WATCHES = 65536;

export function watchCalls({ vfs }: Pick<Kernel, 'vfs'>): CallGroup<Names> {
  let nextId = 1;
  return {
    watch(process, path, recursive) {
      const inode = vfs.lookup(process, pathArgument(path));
      if (process.watches.size >= MAX_WATCHES) throw new SysError(ERRNO.ENOSPC);
      const id = nextId++;
      const label = path.split('/').findLast((part) => part !== '') ?? '/';
      process.watches.set(id, vfs.watches.add(inode, Boolean(recursive), label, (event, filename) => process.post({ t: 'watch', id, event, filename })));
      return id;
    },
    unwatch(process, id) {
      const end = process.watches.get(intArgument(id));
      if (!end) throw new SysError(ERRNO.EINVAL);
      process.watches.delete(id);
      end();
    },
  };
}
