/** True in `npm run soak`: heavy suites run in full. */
export const SOAK = process.env.TABLOOM_SOAK === '1';

/** The seed of this run's samples, printed by the suites that fail; `TABLOOM_SEED` repeats another. */
export const SEED = Number(process.env.TABLOOM_SEED ?? 1);

/** A small generator of numbers in [0, 1), the same for the same seed (mulberry32). */
export function random(seed = SEED): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** `count` items of a heavy suite, chosen by the seed and in their own order; all of them in `npm run soak`. */
export function sample<T>(items: readonly T[], count: number, seed = SEED): T[] {
  if (SOAK || count >= items.length) return [...items];
  const next = random(seed);
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(Math.floor(next() * items.length));
  return items.filter((_, index) => chosen.has(index));
}
