/** Dates as git prints them. */

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (value: number): string => String(value).padStart(2, '0');

/** `timezoneOffset` is minutes west of UTC, as isomorphic-git and JavaScript have it. */
function parts(timestamp: number, timezoneOffset: number): { date: Date; zone: string } {
  const east = -timezoneOffset;
  const zone = `${east < 0 ? '-' : '+'}${two(Math.floor(Math.abs(east) / 60))}${two(Math.abs(east) % 60)}`;
  return { date: new Date((timestamp + east * 60) * 1000), zone };
}

/** `Sat Nov 21 23:10:37 2026 +0000`. */
export function defaultDate(timestamp: number, timezoneOffset: number): string {
  const { date, zone } = parts(timestamp, timezoneOffset);
  return `${days[date.getUTCDay()]} ${months[date.getUTCMonth()]} ${date.getUTCDate()} ${clock(date)} ${date.getUTCFullYear()} ${zone}`;
}

/** `2026-11-21 23:10:37 +0000`. */
export function isoDate(timestamp: number, timezoneOffset: number): string {
  const { date, zone } = parts(timestamp, timezoneOffset);
  return `${shortDay(date)} ${clock(date)} ${zone}`;
}

/** `2026-11-21T23:10:37+00:00`, with `Z` for UTC. */
export function strictIsoDate(timestamp: number, timezoneOffset: number): string {
  const { date, zone } = parts(timestamp, timezoneOffset);
  return `${shortDay(date)}T${clock(date)}${zone === '+0000' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`}`;
}

export function shortDate(timestamp: number, timezoneOffset: number): string {
  return shortDay(parts(timestamp, timezoneOffset).date);
}

/** `5 minutes ago`, rounded as git rounds. */
export function relativeDate(timestamp: number, now: number): string {
  const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  let diff = now - timestamp;
  if (diff < 0) return 'in the future';
  if (diff < 90) return ago(diff, 'second');
  diff = Math.floor((diff + 30) / 60);
  if (diff < 90) return ago(diff, 'minute');
  diff = Math.floor((diff + 30) / 60);
  if (diff < 36) return ago(diff, 'hour');
  diff = Math.floor((diff + 12) / 24);
  if (diff < 14) return ago(diff, 'day');
  if (diff < 70) return ago(Math.floor((diff + 3) / 7), 'week');
  if (diff < 365) return ago(Math.floor((diff + 15) / 30), 'month');
  if (diff < 1825) {
    const total = Math.floor((diff * 12 * 2 + 365) / (365 * 2));
    const years = Math.floor(total / 12);
    const rest = total % 12;
    return rest === 0 ? ago(years, 'year') : `${years} year${years === 1 ? '' : 's'}, ${ago(rest, 'month')}`;
  }
  return ago(Math.floor((diff + 183) / 365), 'year');
}

const clock = (date: Date): string => `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
const shortDay = (date: Date): string => `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
