/** Which projects are open, in this tab and in others: each page holds a shared lock in its project's name for as long as it exists. */
import { AppError } from '../shared/errors.ts';

const PREFIX = 'tabloom-open:';

/** The part of the browser's lock manager that is used here. */
export type Locks = Pick<LockManager, 'request' | 'query'>;

/**
 * Marks the project as open until the page ends; waits while it is being removed. Where the browser refuses locks nobody else can know, and nothing is
 * shared that could be removed.
 */
export async function markOpen(id: string, locks: Locks | undefined = navigator.locks): Promise<void> {
  await new Promise<void>((resolve) => {
    try {
      locks!.request(`${PREFIX}${id}`, { mode: 'shared' }, () => {
        resolve();
        return new Promise<never>(() => undefined);
      }).catch(() => resolve());
    } catch {
      resolve();
    }
  });
}

/** How many tabs have each project open, this one included. */
export async function openCounts(locks: Locks | undefined = navigator.locks): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const { held = [] } = await locks?.query().catch(() => ({ held: [] })) ?? {};
  for (const { name } of held) {
    if (!name?.startsWith(PREFIX)) continue;
    const id = name.slice(PREFIX.length);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Works while the project is not being removed; tabs may have it open. @throws AppError `in_use` */
export async function whileKept<T>(id: string, work: () => Promise<T>, locks: Locks | undefined = navigator.locks): Promise<T> {
  if (!locks) return work();
  return locks.request(`${PREFIX}${id}`, { mode: 'shared', ifAvailable: true }, (lock) => {
    if (!lock) throw new AppError('in_use', 'This project is being removed for good.');
    return work();
  }) as Promise<T>;
}

/** Works while no tab has the project open and none can open it. @throws AppError `in_use` */
export async function whileClosed<T>(id: string, work: () => Promise<T>, locks: Locks | undefined = navigator.locks): Promise<T> {
  if (!locks) return work();
  return locks.request(`${PREFIX}${id}`, { ifAvailable: true }, (lock) => {
    if (!lock) throw new AppError('in_use', 'This project is open in a tab. Close that tab first.');
    return work();
  }) as Promise<T>;
}
