/**
 * Names the program that computes most, ahead of time: memory that runs out takes the whole renderer, kernel and all, and afterwards nobody is left
 * who could tell what ran.
 */
import type { ProcessRecord } from './process-record.ts';

/** A small heap is full within a second. */
const LOOK_MS = 250;

/** Of the time between two looks. Less is no sign of a program that fills the memory. */
const BUSY_SHARE = 0.3;

/** Characters of a command line that are told. */
const MAX_COMMAND = 200;

/**
 * Looks four times a second; `tell` gets the command line of the busiest program when it is another than before, and an empty text when it ended.
 * @returns stops it
 */
export function watchBusiest(processes: ReadonlyMap<number, ProcessRecord>, busyMs: (process: ProcessRecord) => number, tell: (command: string) => void): () => void {
  let before = new Map<ProcessRecord, number>();
  let told: ProcessRecord | undefined;
  const timer = setInterval(() => {
    const now = new Map<ProcessRecord, number>();
    let busiest: ProcessRecord | undefined;
    let most = LOOK_MS * BUSY_SHARE;
    for (const process of processes.values()) {
      // init is the kernel itself.
      if (!process.alive || process.pid === 1) continue;
      const busy = busyMs(process);
      now.set(process, busy);
      const added = busy - (before.get(process) ?? 0);
      if (added > most) [busiest, most] = [process, added];
    }
    before = now;
    // Who allocates may wait for a moment; who ended has left its memory.
    busiest ??= told?.alive ? told : undefined;
    if (busiest === told) return;
    told = busiest;
    tell(busiest ? busiest.argv.join(' ').slice(0, MAX_COMMAND) : '');
  }, LOOK_MS);
  return () => clearInterval(timer);
}
