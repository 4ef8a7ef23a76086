/** Memory of processes, as the browser measured it last. A measurement takes the browser half a minute to a minute and a garbage collection, so it is made only when somebody looks. */

/** As long as a measurement is no older than this, nobody starts another. */
const FRESH_MS = 5000;

/** Whoever asks is often about to end, and a measurement that begins with a worker in its last milliseconds takes Chromium longest. */
const DELAY_MS = 1000;
/** What it has not finished by then it never will. A minute was seen while processes came and went. */
const LOST_MS = 300_000;

/** Bytes by doorbell slot. */
export type Measure = () => Promise<[slot: number, bytes: number][]>;

export class MemoryMeter {
  private readonly measure: Measure;
  private bytes = new Map<number, number>();
  private begunMs = Number.NEGATIVE_INFINITY;
  private endedMs = Number.NEGATIVE_INFINITY;
  private running = false;

  constructor(measure: Measure) {
    this.measure = measure;
  }

  /** Bytes of the worker in `slot`; null while it was not measured. `startMs`: its process's; a slot may have been another's before. */
  bytesOf(slot: number, startMs: number): number | null {
    return this.begunMs >= startMs ? this.bytes.get(slot) ?? null : null;
  }

  /** Somebody looks: begins a measurement unless one is under way or just made. */
  refresh(): void {
    if (this.running || Date.now() - this.endedMs < FRESH_MS) return;
    this.running = true;
    setTimeout(() => this.begin(), DELAY_MS);
  }

  private begin(): void {
    const begunMs = Date.now();
    const over = (): void => {
      clearTimeout(lost);
      this.running = false;
      this.endedMs = Date.now();
    };
    const lost = setTimeout(over, LOST_MS);
    this.measure().then((rows) => {
      this.bytes = new Map(rows);
      this.begunMs = begunMs;
      over();
      // The browser would not: the next look asks again.
    }, over);
  }
}
