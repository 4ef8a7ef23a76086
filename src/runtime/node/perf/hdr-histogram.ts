/** A histogram with a fixed number of significant figures (HdrHistogram's layout and rounding): counts in buckets that double in width. */

/** What the smallest value is while there is none: the largest 64-bit number. */
const NO_MINIMUM = 2n ** 63n - 1n;

export class HdrHistogram {
  private readonly highest: number;
  private readonly unit: number;
  private readonly subBuckets: number;
  private readonly half: number;
  private counts = new Float64Array(64);
  /** Indices below this have been used. */
  private top = 0;
  private smallest = Number.POSITIVE_INFINITY;
  private largest = 0;
  total = 0;
  exceeds = 0;

  constructor(lowest: number, highest: number, figures: number) {
    this.highest = highest;
    this.unit = Math.floor(Math.log2(lowest));
    const magnitude = Math.max(Math.ceil(Math.log2(2 * 10 ** figures)), 1);
    this.subBuckets = 2 ** magnitude;
    this.half = this.subBuckets / 2;
  }

  /** Width of the values that are counted together with `value`, as a power of two, and the place among them. */
  private place(value: number): { shift: number; sub: number; index: number } {
    const bits = Math.floor(Math.log2(Math.max(value, 1))) + 1;
    // Rounding of the logarithm near a power of two is put right.
    const exact = 2 ** bits <= value ? bits + 1 : 2 ** (bits - 1) > value ? bits - 1 : bits;
    const bucket = Math.max(exact - this.unit - Math.log2(this.subBuckets), 0);
    const shift = bucket + this.unit;
    const sub = Math.floor(value / 2 ** shift);
    return { shift, sub, index: (bucket + 1) * this.half + (sub - this.half) };
  }

  private lowestOf(value: number): number {
    const { shift, sub } = this.place(value);
    return sub * 2 ** shift;
  }

  private widthOf(value: number): number {
    const { shift, sub } = this.place(value);
    return 2 ** (sub >= this.subBuckets ? shift + 1 : shift);
  }

  private highestOf(value: number): number {
    return this.lowestOf(value) + this.widthOf(value) - 1;
  }

  private medianOf(value: number): number {
    return this.lowestOf(value) + Math.floor(this.widthOf(value) / 2);
  }

  private valueAt(index: number): number {
    let bucket = Math.floor(index / this.half) - 1;
    let sub = (index % this.half) + this.half;
    if (bucket < 0) {
      sub -= this.half;
      bucket = 0;
    }
    return sub * 2 ** (bucket + this.unit);
  }

  record(value: number, count = 1): boolean {
    if (value < 0 || value > this.highest) {
      this.exceeds += count;
      return false;
    }
    const { index } = this.place(value);
    if (index >= this.counts.length) {
      const grown = new Float64Array(2 ** Math.ceil(Math.log2(index + 1)));
      grown.set(this.counts);
      this.counts = grown;
    }
    this.counts[index]! += count;
    if (index >= this.top) this.top = index + 1;
    this.total += count;
    if (value !== 0) this.smallest = Math.min(this.smallest, value);
    this.largest = Math.max(this.largest, value);
    return true;
  }

  /** Also records what would have been measured meanwhile, had the measuring not waited. */
  recordCorrected(value: number, interval: number): void {
    this.record(value);
    if (interval <= 0) return;
    for (let missing = value - interval; missing >= interval; missing -= interval) this.record(missing);
  }

  /** Lowest value and count of every place that has one. */
  *entries(): Generator<[value: number, count: number]> {
    for (let i = 0; i < this.top; i++) if (this.counts[i]! > 0) yield [this.valueAt(i), this.counts[i]!];
  }

  /** Value and count, the middle of the place standing for all in it. */
  private *medians(): Generator<[value: number, count: number]> {
    for (const [value, count] of this.entries()) yield [this.medianOf(value), count];
  }

  get min(): bigint {
    if ((this.counts[0] ?? 0) > 0) return 0n;
    return this.smallest === Number.POSITIVE_INFINITY ? NO_MINIMUM : BigInt(this.lowestOf(this.smallest));
  }

  get max(): bigint {
    return this.largest === 0 ? 0n : BigInt(this.highestOf(this.largest));
  }

  get mean(): number {
    let sum = 0;
    for (const [value, count] of this.medians()) sum += value * count;
    return sum / this.total;
  }

  /** Sum of the powers of the distances from the mean, for each value. */
  private moment(power: 2 | 3 | 4): number {
    const { mean } = this;
    let sum = 0;
    for (const [value, count] of this.medians()) {
      const distance = value - mean, square = distance * distance;
      sum += (power === 2 ? square : power === 3 ? square * distance : square * square) * count;
    }
    return sum / this.total;
  }

  get stddev(): number {
    return Math.sqrt(this.moment(2));
  }

  get skewness(): number {
    return this.total < 3 || this.moment(2) === 0 ? 0 : this.moment(3) / (this.moment(2) * this.stddev);
  }

  get kurtosis(): number {
    return this.total < 4 || this.moment(2) === 0 ? 0 : this.moment(4) / (this.moment(2) * this.moment(2)) - 3;
  }

  percentile(percentile: number): bigint {
    const wanted = Math.max(Math.floor((Math.min(percentile, 100) / 100) * this.total + 0.5), 1);
    let seen = 0;
    for (const [value, count] of this.entries()) {
      seen += count;
      if (seen >= wanted) return BigInt(this.highestOf(value));
    }
    return 0n;
  }

  /** Percentiles that come closer and closer to 100, each half of the way. */
  *percentiles(): Generator<[percentile: number, value: number]> {
    let seen = 0, next = 0, last = 0;
    outer: for (const [value, count] of this.entries()) {
      seen += count;
      last = value;
      while (next <= (100 * seen) / this.total) {
        yield [next, value];
        next += 100 / 2 ** (Math.floor(Math.log2(100 / (100 - next))) + 1);
        if (seen >= this.total) break outer;
      }
    }
    yield [100, last];
  }

  countAt(value: number): number {
    return this.counts[this.place(value).index] ?? 0;
  }

  /** Share of the values up to this one. */
  cdf(value: number): number {
    if (this.total === 0) return 0;
    const { index } = this.place(Math.max(value, 0));
    let seen = 0;
    for (let i = 0; i <= index && i < this.top; i++) seen += this.counts[i]!;
    return value < 0 ? 0 : seen / this.total;
  }

  add(other: HdrHistogram): void {
    for (const [value, count] of other.entries()) this.record(value, count);
    this.exceeds += other.exceeds;
  }

  subtract(other: HdrHistogram): void {
    for (const [value, count] of other.entries()) {
      const { index } = this.place(value);
      const taken = Math.min(this.counts[index] ?? 0, count);
      if (taken > 0) this.counts[index]! -= taken;
      this.total -= taken;
    }
  }

  reset(): void {
    this.counts.fill(0);
    this.top = this.total = this.exceeds = this.largest = 0;
    this.smallest = Number.POSITIVE_INFINITY;
  }
}
