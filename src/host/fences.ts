/**
 * The end of fencing that decides: each lock on files has a number that grows with every holder, and a change is refused whose writer's
 * number is not the newest that this host has heard of. A page that was frozen while its lock ran out is stopped here.
 */
import { promises as fs } from 'node:fs';
import { AppError } from '../shared/errors.ts';
import { joinPath, relativeInside } from '../shared/path.ts';
import type { FileLease, Guard } from './protocol/fences.ts';
import type { Workspace } from './workspace.ts';

/** The newest lease of each key. Old ones stay: a late writer may come at any time. */
const newest = new Map<string, FileLease>();

/** Remembers leases that are newer than what is known. @returns how many keys are known */
export function learnLeases(leases: readonly FileLease[]): number {
  for (const lease of leases) if (lease.fence > (newest.get(lease.key)?.fence ?? -1)) newest.set(lease.key, lease);
  return newest.size;
}

/**
 * @param changed absolute paths; undefined for a command, which may change anything.
 * @throws AppError `stale_lock` when the writer has lost its lock on one of them
 */
export async function requireFences(workspace: Workspace, changed: readonly string[] | undefined): Promise<void> {
  for (const held of workspace.guard?.held ?? []) {
    const why = lostTo(held);
    if (why === undefined) continue;
    const locked = joinPath(workspace.root, held.path);
    // What is locked may be a link, and changes go where it leads.
    const places = [locked, await fs.realpath(locked).catch(() => locked)];
    if (changed && !changed.some((path) => places.some((place) => relativeInside(place, path) !== undefined))) continue;
    throw new AppError('stale_lock', `Your lock on ${held.key} ended${why}. Nothing was changed. Acquire it again and read again what it protects, or release it to go on without.`, { data: { resource_key: held.key } });
  }
}

function lostTo({ key, fence, run, ended }: Guard['held'][number]): string | undefined {
  const last = newest.get(key);
  if (last !== undefined && last.fence > fence) return last.run === run ? ' and you have a newer one' : ` and ${last.agent} got it after you`;
  return ended ? '' : undefined;
}
