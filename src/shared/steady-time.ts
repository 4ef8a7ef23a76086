/** The time of day (ms since 1970) as it was when the page was opened, going on evenly: nobody can set it, so what it measures stays true when the computer's time is set. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
