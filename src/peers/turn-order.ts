/** Which tab tries first when there is something to do. It only keeps many from trying at once: who gets it, the records decide. */

export interface Candidate {
  session: string;
  /** Runs that it would begin now; 0 for a tab without a model. */
  free: number;
  visible: boolean;
}

/** Tabs that come later leave those before them this much time; milliseconds. */
export const STEP_MS = 40;
const MAX_STEPS = 25;

/**
 * Milliseconds to wait before trying: a tab that somebody looks at comes first (the browser slows the others down), then the one with more
 * room, then by the name of the thing, so that it is not always the same one.
 */
export function delayOf(own: Candidate, others: readonly Candidate[], what: string): number {
  const mine = weight(own.session, what);
  const ahead = others.filter((other) => {
    if (other.free === 0) return false;
    if (other.visible !== own.visible) return other.visible;
    if (other.free !== own.free) return other.free > own.free;
    const theirs = weight(other.session, what);
    return theirs !== mine ? theirs > mine : other.session > own.session;
  });
  return Math.min(ahead.length, MAX_STEPS) * STEP_MS;
}

/** The one that tries at once; undefined when none has room. */
export function firstOf(all: readonly Candidate[], what: string): string | undefined {
  return all.find((one) => one.free > 0 && delayOf(one, all.filter((other) => other !== one), what) === 0)?.session;
}

function weight(session: string, what: string): number {
  let state = 0x811c9dc5;
  for (const char of `${session}\n${what}`) state = Math.imul(state ^ char.codePointAt(0)!, 0x01000193);
  return (state ^ (state >>> 15)) >>> 0;
}
