/**
 * How long to look at shared memory before going to sleep. Looking on is right while the other side runs on another core: it answers within
 * microseconds, and a sleep costs tens of them. It is wrong when both share one core, where every look only delays the answer. So looking
 * that failed makes the next look shorter, looking that succeeded makes it full again, and now and then a full look is tried.
 */
export class Patience {
  private readonly fullMs: number;
  private currentMs: number;
  private failures = 0;

  constructor(fullMs: number) {
    this.fullMs = fullMs;
    this.currentMs = fullMs;
  }

  /** Milliseconds to look this time. */
  get ms(): number {
    return this.failures % PROBE_EVERY === 0 ? this.fullMs : this.currentMs;
  }

  succeeded(): void {
    this.failures = 0;
    this.currentMs = this.fullMs;
  }

  failed(): void {
    this.failures++;
    this.currentMs = Math.max(this.currentMs / 4, SHORTEST_MS);
  }
}

const PROBE_EVERY = 32;
const SHORTEST_MS = 0.002;
