/** Memory of processes, as the browser measured it last. A measurement takes the browser up to half a minute and a garbage collection, so it is made only when somebody looks. */

/** As long as a measurement is no older than this, nobody starts another. */
const FRESH_MS = 5000;

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
    const begun = Date.now();
    this.measure().then((rows) => {
      this.bytes = new Map(rows);
      this.begunMs = begun;
    }, () => {
      // The browser would not; the next look asks again.
    }).finally(() => {
      this.running = false;
      this.endedMs = Date.now();
    });
  }
}
