/** Times and sizes in words. */

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [['minute', 60], ['hour', 3600], ['day', 24 * 3600]];

/** e.g. "5 minutes ago"; a date when it is longer ago than two weeks. Both in milliseconds. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, (now - then) / 1000);
  if (seconds < 60) return 'just now';
  if (seconds > 14 * 24 * 3600) return new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(then);
  const [unit, size] = STEPS.findLast(([, length]) => seconds >= length)!;
  return new Intl.RelativeTimeFormat('en').format(-Math.floor(seconds / size), unit);
}

/** e.g. "1.5 MB", never broken between two lines. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes}\u00a0bytes`;
  const [amount, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)}\u00a0${unit}`;
}
