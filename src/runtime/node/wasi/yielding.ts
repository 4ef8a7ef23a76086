/**
 * `sched_yield`: lets other threads have the processor. A page cannot ask the system for that, so the thread sleeps; and it has to do something, for a
 * lock that is waited for is often held by a thread that was interrupted, and goes on only when a core is free. Programs count on it: parking_lot 0.9's
 * locks, as rolldown and other builds for WebAssembly have them, ask seven times in a row and then panic ("Parking not supported on this platform").
 */
import type { NodeRuntime } from '../runtime.ts';

/**
 * Milliseconds to sleep at the first, second, ... of several calls in a row. Two are free: most locks are held for less than a sleep takes. The
 * seventh is the last chance of parking_lot's locks, and late is better than a program that ends: see `what-runs.md` for what was measured.
 */
const SLEEPS_MS = [0, 0, 0.05, 1, 5, 25, 100];
/** At all further ones: who asks on and on looks for work rather than for a lock. */
const AFTERWARDS_MS = 0.05;
/** At most, in a thread that was seen to ask more than seven times in a row, as parking_lot never does: rayon's idle threads ask 32 times, and work that comes meanwhile waits for them. */
const SEEKING_MS = 3;
/** A call this long after the one before begins anew: some steps of the browser's clock. */
const IN_A_ROW_MS = 0.1;

export class Yielding {
  private readonly now: () => number;
  private readonly sleep: (ms: number) => void;
  private calls = 0;
  /** A row of this thread's went on after parking_lot would have given up. */
  private seeks = false;
  private returnedMs = Number.NEGATIVE_INFINITY;

  constructor(now: () => number, sleep: (ms: number) => void) {
    this.now = now;
    this.sleep = sleep;
  }

  yield(): void {
    if (this.now() - this.returnedMs > IN_A_ROW_MS) this.calls = 0;
    const ms = Math.min(SLEEPS_MS[this.calls++] ?? AFTERWARDS_MS, this.seeks ? SEEKING_MS : Infinity);
    this.seeks ||= this.calls > SLEEPS_MS.length;
    if (ms > 0) this.sleep(ms);
    this.returnedMs = this.now();
  }
}

/** Of this thread. It sleeps by itself: the kernel has no part in it. */
export function yieldingOf({ native }: NodeRuntime): Yielding {
  const cell = new native.Int32Array(new native.SharedArrayBuffer(4));
  return new Yielding(() => native.performance.now(), (ms) => void native.Atomics.wait(cell, 0, 0, ms));
}
