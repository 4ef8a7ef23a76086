/**
 * How long a call may go on. A run that waits for a trigger has its budget paused, and so has the call that it answers: the time of its waits is
 * not counted. That is so for its own waits only: a run that asks after its calls again and again is at work, and whoever wants to
 * wait longer for a called agent waits for its end with `wait_for_trigger`, which rests as any wait.
 */
import type { Call } from './call-record.ts';

/** A call that has not ended after this long, its waits not counted, has failed. */
const MAX_AGE_MS = 7_200_000;
/** One rest counts for no longer: a wait takes seven days at most, and after it the run may have to wait for a place. A tab that is frozen ends none. */
const MAX_REST_MS = 8 * 86_400_000;

const restOf = ({ resting }: Call, now: number): number => (resting === undefined ? 0 : Math.min(Math.max(0, now - resting), MAX_REST_MS));

export const isTooOld = (call: Call, now: number): boolean => now - call.created - (call.rested ?? 0) - restOf(call, now) >= MAX_AGE_MS;

/** @returns the call as it is when its run begins to wait, or goes on */
export function withRest({ resting, ...call }: Call, on: boolean, now: number): Call {
  if (on) return { ...call, resting: resting ?? now };
  return { ...call, rested: (call.rested ?? 0) + restOf({ ...call, resting }, now) };
}
