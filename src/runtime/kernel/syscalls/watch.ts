/** System calls that watch files and directories. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Inode } from '../fs/inode.ts';
import type { Kernel, Process } from '../types.ts';
import { intArgument, pathArgument } from './arguments.ts';
import type { CallGroup } from './group.ts';

type Names = 'watch' | 'unwatch';

/** Watches per process, as inotify's usual max_user_watches bounds them. */
const MAX_WATCHES = 65536;
/** Watches of one process that one change can concern: on the same thing, and on whole trees. Each costs a message within the writer's call. */
const MAX_ON_ONE = 128;
const MAX_RECURSIVE = 256;

export function watchCalls({ vfs }: Pick<Kernel, 'vfs'>): CallGroup<Names> {
  let nextId = 1;
  /** By process: how often it watches each thing, and how many trees (under the key null). */
  const counts = new WeakMap<Process, Map<Inode | null, number>>();
  const count = (process: Process, key: Inode | null, by: number): number => {
    let own = counts.get(process);
    if (!own) counts.set(process, (own = new Map()));
    const now = (own.get(key) ?? 0) + by;
    if (now === 0) own.delete(key);
    else own.set(key, now);
    return now;
  };

  return {
    watch(process, path, recursive) {
      const inode = vfs.lookup(process, pathArgument(path));
      if (process.watches.size >= MAX_WATCHES) throw new SysError(ERRNO.ENOSPC);
      const key = recursive ? null : inode;
      if (count(process, key, 1) > (recursive ? MAX_RECURSIVE : MAX_ON_ONE)) {
        count(process, key, -1);
        throw new SysError(ERRNO.ENOSPC);
      }
      const id = nextId++;
      const label = path.split('/').findLast((part) => part !== '') ?? '/';
      const end = vfs.watches.add(inode, Boolean(recursive), label, (event, filename) => process.post({ t: 'watch', id, event, filename }));
      process.watches.set(id, () => {
        count(process, key, -1);
        end();
      });
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
