/** `1.234s`, `12.3ms`, `1m2.5s`: milliseconds as Go prints durations, which is how S1's reports have them. */
export function goDuration(ms: number): string {
  if (ms === 0) return '0s';
  if (ms < 1) return `${Math.round(ms * 1000)}µs`;
  if (ms < 1000) return `${Number(ms.toFixed(3))}ms`;
  const whole = Math.floor(ms / 60_000);
  const seconds = `${Number(((ms - whole * 60_000) / 1000).toFixed(3))}s`;
  if (whole === 0) return seconds;
  return whole < 60 ? `${whole}m${seconds}` : `${Math.floor(whole / 60)}h${whole % 60}m${seconds}`;
}
