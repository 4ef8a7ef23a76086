/** Advisory locks on ranges of a file, as fcntl(2) has them: they belong to a process, and go when it closes any descriptor of the file. SQLite guards its databases with them; each thread has one of its own, so here each thread counts as a process. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Inode } from '../fs/inode.ts';
import type { Process } from '../types.ts';

/** A shared or an exclusive lock, or none. */
export const LOCK = { READ: 0, WRITE: 1, NONE: 2 } as const;

/** `end` is exclusive, Infinity for "to the end of the file, however it grows". */
interface Held { owner: Process; type: number; start: number; end: number }

/** More in one file than this is a program that leaks them: Linux answers ENOLCK, which nothing here can tell from no space for them. */
const MAX_LOCKS = 4096;

const locks = new WeakMap<Inode, Held[]>();

/** Whose lock stands in the way, or undefined. */
export function conflict(owner: Process, inode: Inode, type: number, start: number, end: number): Held | undefined {
  return (locks.get(inode) ?? []).find((held) => held.owner !== owner && held.start < end && start < held.end && (type === LOCK.WRITE || held.type === LOCK.WRITE));
}

/** Takes, changes or (with `LOCK.NONE`) gives up the locks of a range. @throws SysError EAGAIN when another process's lock stands in the way, ENOMEM */
export function setLock(owner: Process, inode: Inode, type: number, start: number, end: number): void {
  if (type !== LOCK.NONE && conflict(owner, inode, type, start, end)) throw new SysError(ERRNO.EAGAIN);
  const rest = (locks.get(inode) ?? []).flatMap((held): Held[] => {
    if (held.owner !== owner || held.end <= start || end <= held.start) return [held];
    // The parts of an own lock that lie outside stay as they were.
    return [...(held.start < start ? [{ ...held, end: start }] : []), ...(end < held.end ? [{ ...held, start: end }] : [])];
  });
  if (type !== LOCK.NONE) rest.push({ owner, type, start, end });
  if (rest.length > MAX_LOCKS) throw new SysError(ERRNO.ENOMEM);
  locks.set(inode, rest);
}

/** The process closed a descriptor of the file. */
export function dropLocks(owner: Process, inode: Inode): void {
  const held = locks.get(inode);
  if (held) locks.set(inode, held.filter((lock) => lock.owner !== owner));
}
