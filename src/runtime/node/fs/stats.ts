/** The arrays in which Node's library receives stat results. */
import type { StatFields } from '../../abi/syscalls.ts';

/** Numbers per stat result: ten plain fields, then four times as seconds and nanoseconds. */
export const STAT_FIELDS = 18;

function seconds(ms: number): [number, number] {
  let whole = Math.floor(ms / 1000);
  let nanos = Math.round((ms - whole * 1000) * 1e6);
  if (nanos >= 1e9) {
    whole++;
    nanos -= 1e9;
  }
  return [whole, nanos];
}

/** Writes a stat result into a Float64Array or BigInt64Array at `at`. */
export function fillStats(target: Float64Array | BigInt64Array, stats: StatFields, at = 0): void {
  const set = target instanceof BigInt64Array
    ? (i: number, n: number) => { target[at + i] = BigInt(Math.trunc(n)); }
    : (i: number, n: number) => { target[at + i] = n; };
  for (let i = 0; i < 10; i++) set(i, stats[i]!);
  for (let i = 0; i < 4; i++) {
    const parts = seconds(stats[10 + i]!);
    set(10 + 2 * i, parts[0]);
    set(11 + 2 * i, parts[1]);
  }
}

export function newStats(stats: StatFields, bigint: boolean): Float64Array | BigInt64Array {
  const target = bigint ? new BigInt64Array(STAT_FIELDS) : new Float64Array(STAT_FIELDS);
  fillStats(target, stats);
  return target;
}

/** Seconds (fractional) as utime takes them, in milliseconds; libuv cuts below the nanosecond. */
export function utimeMs(time: number): number {
  let whole = Math.trunc(time);
  let nanos = Math.trunc((time - whole) * 1e9);
  if (nanos < 0) {
    nanos += 1e9;
    whole--;
  }
  return whole * 1000 + nanos / 1e6;
}
