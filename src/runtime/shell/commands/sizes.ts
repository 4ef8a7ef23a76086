/** Sizes for people. */

/** `4.0K`, `12M`, as ls -h and du -h print: rounded up, one decimal below ten. */
export function humanSize(bytes: number): string {
  if (bytes < 1024) return String(bytes);
  let n = bytes;
  let unit = -1;
  while (n >= 1024 && unit < 5) {
    n /= 1024;
    unit++;
  }
  const shown = n < 10 ? (Math.ceil(n * 10) / 10).toFixed(1) : String(Math.ceil(n));
  if (shown === '1024' && unit < 5) return `1.0${'KMGTPE'[unit + 1]}`;
  return (shown === '10.0' ? '10' : shown) + 'KMGTPE'[unit];
}

/** A number with a unit, as head -c and dd take it: `10`, `2k`, `1M`, `3KB`; null when it is none. */
export function parseSize(text: string): number | null {
  const match = /^(\d+)(?:([kKMGTPEb])(B|iB)?)?$/.exec(text);
  if (!match) return null;
  if (match[2] === undefined) return Number(match[1]);
  if (match[2] === 'b') return Number(match[1]) * 512;
  const base = match[3] === 'B' ? 1000 : 1024;
  return Number(match[1]) * base ** ('KMGTPE'.indexOf(match[2].toUpperCase()) + 1);
}
