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

/** A command that began under locks of its run. It may change anything, at any time until it is over. */
interface Command {
  held: Guard['held'];
  end(why: AppError): void;
  over: Promise<unknown>;
}

const commands = new Set<Command>();

/**
 * Remembers leases that are newer than what is known, and ends the commands that began under older ones of other runs. @returns how many keys are known
 * when these are over: of the holder before comes nothing later but what a command left running beside it
 */
export async function learnLeases(leases: readonly FileLease[]): Promise<number> {
  for (const lease of leases) if (lease.fence > (newest.get(lease.key)?.fence ?? -1)) newest.set(lease.key, lease);
  const lost = [...commands].filter((command) => {
    const held = command.held.find(({ key, fence, run }) => (newest.get(key)?.fence ?? 0) > fence && newest.get(key)?.run !== run);
    if (held) command.end(stale(held, lostTo(held)!, 'The command was ended; what it had changed before stays. Acquire it again, look at what it protects, and run the command again'));
    return held !== undefined;
  });
  await Promise.all(lost.map(({ over }) => over));
  return newest.size;
}

/** Runs a command. `end` is called, as often as anybody asks, when one of its run's locks is somebody else's. */
export async function whileLocksStand<T>(guard: Guard | undefined, end: (why: AppError) => void, run: () => Promise<T>): Promise<T> {
  if (!guard || guard.held.length === 0) return run();
  let over = (): void => undefined;
  const command: Command = { held: guard.held, end, over: new Promise<void>((done) => { over = done; }) };
  commands.add(command);
  try {
    return await run();
  } finally {
    commands.delete(command);
    over();
  }
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
    throw stale(held, why, 'Nothing was changed. Acquire it again and read again what it protects');
  }
}

const stale = ({ key }: FileLease, why: string, what: string): AppError => new AppError('stale_lock', `Your lock on ${key} ended${why}. ${what}, or release it to go on without.`, { data: { resource_key: key } });

function lostTo({ key, fence, run, ended }: Guard['held'][number]): string | undefined {
  const last = newest.get(key);
  if (last !== undefined && last.fence > fence) return last.run === run ? ' and you have a newer one' : ` and ${last.agent} got it after you`;
  return ended ? '' : undefined;
}
