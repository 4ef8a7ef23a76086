/**
 * Stopping and continuing. A browser cannot pause a worker, so a stopped process is one whose system calls are not answered: it stands still
 * from its next call on (a call that waits stays unanswered, events of its loop are held back). What it computes without calling goes on.
 */
import { SIG } from '../../abi/constants.ts';
import { isStopSignal } from './default-actions.ts';
import type { ProcessRecord } from './process-record.ts';

/** As much of the process table as job control needs. */
export interface Group { group(pgid: number): ProcessRecord[]; get(pid: number): ProcessRecord | undefined }

/** Status of wait(2) for a stopped child, and for one that was continued. */
export const stoppedStatus = (signal: number): number => (signal << 8) | 0x7f;
export const CONTINUED_STATUS = 0xffff;

/**
 * Whether nobody is there who could continue the group: no member has a parent in another group of the same session. The terminal's stop signals
 * do nothing to such a group (POSIX), so ^Z cannot freeze a program that was started without a shell.
 */
export function isOrphaned(table: Group, pgid: number): boolean {
  return !table.group(pgid).some((member) => {
    const parent = table.get(member.ppid);
    return member.alive && parent !== undefined && parent.pgid !== pgid && parent.sid === member.sid;
  });
}

/** Stops it, unless it is. Returns whether its parent is to be told. */
export function stop(process: ProcessRecord, signal: number): boolean {
  if (process.stopSignal !== 0) return false;
  process.stopSignal = signal;
  process.unreported = stoppedStatus(signal);
  return true;
}

/** Lets it run on. Signals that came meanwhile are returned for delivery, oldest first. The caller makes its calls be answered again after them. */
export function resume(process: ProcessRecord): number[] {
  process.stopSignal = 0;
  process.unreported = CONTINUED_STATUS;
  return process.heldSignals.splice(0);
}

/** What a stopped process keeps for later: everything but its end and what continues it. */
export function isHeld(process: ProcessRecord, signal: number): boolean {
  return process.stopSignal !== 0 && signal !== SIG.KILL && signal !== SIG.CONT && !isStopSignal(signal);
}

/** Groups that the end of `process` may leave without anybody to continue them; asked before its children have another parent. */
export function dependentGroups(table: Group, process: ProcessRecord): number[] {
  const out = new Set<number>();
  const parent = table.get(process.ppid);
  if (parent && parent.pgid !== process.pgid && parent.sid === process.sid) out.add(process.pgid);
  for (const child of process.children) if (child.pgid !== process.pgid && child.sid === process.sid) out.add(child.pgid);
  return [...out];
}
