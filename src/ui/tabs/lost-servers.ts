/** What becomes of the servers that ran in a tab that ended. */
import type { RunningServer } from '../../sandbox/seat/running-programs.ts';

/**
 * `starting`, `started`: by itself, in the tab that took over. `offered`: by a press of the person's, because it may be what ended the tab. `by-hand`: its command line is not known.
 */
export type Fate = 'starting' | 'started' | 'offered' | 'by-hand';

export interface LostServer extends RunningServer {
  fate: Fate;
}

/** One that was started again by itself and was up for less than this is not started a second time: if it ends its tab, it would go through all of them. */
const PROVEN_MS = 10_000;
/** A tab that does not answer is followed that much later. */
const SILENT_MS = 25_000;

/** @param silent the tab did not answer any more: it stopped some time before it was found out */
export function fatesOf(servers: readonly RunningServer[], silent: boolean, now: number): LostServer[] {
  return servers.map((server) => {
    if ('byHand' in server.start) return { ...server, fate: 'by-hand' };
    return { ...server, fate: server.again && now - server.since < PROVEN_MS + (silent ? SILENT_MS : 0) ? 'offered' : 'starting' };
  });
}

/** One program may listen on several ports; two servers with the same line in the same folder are taken for one. */
export const sameProgram = (one: RunningServer, other: RunningServer): boolean => 'line' in one.start && 'line' in other.start && one.start.line === other.start.line && one.folder === other.folder;
