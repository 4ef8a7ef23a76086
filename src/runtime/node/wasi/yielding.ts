/**
 * `sched_yield`: lets other threads have the processor. A page cannot ask the system for that, so the thread sleeps; and it has to do something, for a
 * lock that is waited for is often held by a thread that was interrupted, and goes on only when a core is free. Programs count on it: parking_lot 0.9's
 * locks, as rolldown and other builds for WebAssembly have them, ask seven times in a row and then panic ("Parking not supported on this platform").
 */
import type { NodeRuntime } from '../runtime.ts';

/**
 * Milliseconds to sleep at the first, second, ... of several calls in a row. Two are free: most locks are held for less than a sleep takes. The
 * seventh is the last chance of parking_lot's locks, and better a second late than a program that ends: builds of Vite with 16 threads on two cores
 * ended that way in 9 of 12 when a call did nothing, in 4 of 12 with 12 ms in all, in none of 20 with these.
 */
const SLEEPS_MS = [0, 0, 0.05, 1, 10, 100, 1000];
/** At all further ones: who asks on and on looks for work rather than for a lock. */
const AFTERWARDS_MS = 0.05;
/** A call this long after the one before begins anew: some steps of the browser's clock. */
const IN_A_ROW_MS = 0.1;

export class Yielding {
  private readonly now: () => number;
  private readonly sleep: (ms: number) => void;
  private calls = 0;
  private returnedMs = Number.NEGATIVE_INFINITY;

  constructor(now: () => number, sleep: (ms: number) => void) {
    this.now = now;
    this.sleep = sleep;
  }

  yield(): void {
    if (this.now() - this.returnedMs > IN_A_ROW_MS) this.calls = 0;
    const ms = SLEEPS_MS[this.calls++] ?? AFTERWARDS_MS;
    if (ms > 0) this.sleep(ms);
    this.returnedMs = this.now();
  }
}

/** Of this thread. It sleeps by itself: the kernel has no part in it. */
export function yieldingOf({ native }: NodeRuntime): Yielding {
  const cell = new native.Int32Array(new native.SharedArrayBuffer(4));
  return new Yielding(() => native.performance.now(), (ms) => void native.Atomics.wait(cell, 0, 0, ms));
}
