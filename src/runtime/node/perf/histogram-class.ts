/** `Histogram` of the performance binding, and the one that measures the event loop's delay. */
import { CLONE_HANDLE } from '../messaging/handles.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { NotAvailableError } from '../stubs.ts';
import { HdrHistogram } from './hdr-histogram.ts';

const MAX_VALUE = Number.MAX_SAFE_INTEGER;
/** An hour in nanoseconds: longer delays are not told apart. */
const DELAY_HIGHEST = 3.6e12;
/** Statistics over two histograms, which nothing here computes. */
const REST = ['ksTest', 'welchTest', 'mannWhitneyTest', 'cohensD', 'cliffsD', 'percentileCI'] as const;

export function histogramClasses(rt: NodeRuntime) {
  const nanoseconds = (): number => Math.round(rt.native.performance.now() * 1e6);

  class Histogram {
    readonly #hdr: HdrHistogram;
    #previous = 0;

    constructor(lowest: number | bigint = 1, highest: number | bigint = MAX_VALUE, figures = 3) {
      this.#hdr = new HdrHistogram(Number(lowest), Number(highest), figures);
    }

    count(): number {
      return this.#hdr.total;
    }
    countBigInt(): bigint {
      return BigInt(this.#hdr.total);
    }
    min(): number {
      return Number(this.#hdr.min);
    }
    minBigInt(): bigint {
      return this.#hdr.min;
    }
    max(): number {
      return Number(this.#hdr.max);
    }
    maxBigInt(): bigint {
      return this.#hdr.max;
    }
    mean(): number {
      return this.#hdr.mean;
    }
    stddev(): number {
      return this.#hdr.stddev;
    }
    skewness(): number {
      return this.#hdr.skewness;
    }
    kurtosis(): number {
      return this.#hdr.kurtosis;
    }
    exceeds(): number {
      return this.#hdr.exceeds;
    }
    exceedsBigInt(): bigint {
      return BigInt(this.#hdr.exceeds);
    }
    /** Only histograms with a half-life have moving averages. */
    ewmaMean(): number {
      return 0;
    }
    ewmaStddev(): number {
      return 0;
    }
    ewmaErrorRate(): number {
      return 0;
    }
    countAt(value: number): number {
      return this.#hdr.countAt(value);
    }
    cdf(value: number): number {
      return this.#hdr.cdf(value);
    }
    percentile(percentile: number): number {
      return Number(this.#hdr.percentile(percentile));
    }
    percentileBigInt(percentile: number): bigint {
      return this.#hdr.percentile(percentile);
    }
    percentiles(map: Map<number, number>): void {
      for (const [percentile, value] of this.#hdr.percentiles()) map.set(percentile, value);
    }
    percentilesBigInt(map: Map<number, bigint>): void {
      for (const [percentile, value] of this.#hdr.percentiles()) map.set(percentile, BigInt(value));
    }
    percentilesAt(map: Map<number, number>, wanted: Float64Array): void {
      for (const percentile of wanted) map.set(percentile, this.percentile(percentile));
    }
    linearBuckets(step: number, map: Map<number, number>): void {
      this.#buckets(map, step, (edge) => edge + step);
    }
    logBuckets(first: number, base: number, map: Map<number, number>): void {
      this.#buckets(map, first, (edge) => edge * base);
    }
    #buckets(map: Map<number, number>, first: number, next: (edge: number) => number): void {
      let edge = first, from = 0, count = 0;
      for (const [value, n] of this.#hdr.entries()) {
        while (value >= edge) {
          map.set(from, count);
          count = 0;
          from = edge;
          edge = next(edge);
        }
        count += n;
      }
      if (this.#hdr.total > 0) map.set(from, count);
    }

    record(value: number | bigint): void {
      this.#hdr.record(Number(value));
    }
    recordCorrected(value: number | bigint, interval: number | bigint): void {
      this.#hdr.recordCorrected(Number(value), Number(interval));
    }
    /** Nanoseconds since the last call; the first only starts the clock. */
    recordDelta(): number {
      const now = nanoseconds();
      const delta = this.#previous > 0 ? now - this.#previous : 0;
      if (delta > 0) this.#hdr.record(delta);
      this.#previous = now;
      return delta;
    }
    add(other: Histogram): number {
      this.#hdr.add(other.#hdr);
      return this.#hdr.total;
    }
    subtract(other: Histogram): void {
      this.#hdr.subtract(other.#hdr);
    }
    reset(): void {
      this.#hdr.reset();
      this.#previous = 0;
    }
    /** Threads do not share one: what they get is a copy. */
    [CLONE_HANDLE](): { kind: string; data: unknown } {
      return { kind: 'performance:histogram', data: { entries: [...this.#hdr.entries()], exceeds: this.#hdr.exceeds } };
    }
    static from(data: unknown): Histogram {
      const { entries, exceeds } = data as { entries: [number, number][]; exceeds: number };
      const made = new Histogram();
      for (const [value, count] of entries) made.#hdr.record(value, count);
      made.#hdr.exceeds = exceeds;
      return made;
    }
    static restart(histogram: Histogram): void {
      histogram.#previous = 0;
    }
  }
  for (const name of REST) {
    Object.defineProperty(Histogram.prototype, name, {
      value() {
        throw new NotAvailableError(`performance.Histogram#${name}`);
      },
      writable: true, configurable: true,
    });
  }

  class IntervalHistogram extends Histogram {
    #timer: Internal;
    readonly #interval: number;
    constructor(interval: number) {
      super(1, DELAY_HIGHEST, 3);
      this.#interval = interval;
    }
    start(): void {
      Histogram.restart(this);
      this.recordDelta();
      this.#timer = rt.requireBuiltin('timers').setInterval(() => this.recordDelta(), this.#interval).unref();
    }
    stop(): void {
      rt.requireBuiltin('timers').clearInterval(this.#timer);
    }
  }

  return { Histogram, createELDHistogram: (interval: number): IntervalHistogram => new IntervalHistogram(interval) };
}
