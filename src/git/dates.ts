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

/** `Sat, 21 Nov 2026 23:10:37 +0000`. */
export function mailDate(timestamp: number, timezoneOffset: number): string {
  const { date, zone } = parts(timestamp, timezoneOffset);
  return `${days[date.getUTCDay()]}, ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()} ${clock(date)} ${zone}`;
}

export interface DateStyle {
  /** The value of `--date=`. */
  name: string;
  now: number;
  /** Minutes west of UTC, for the styles that show local time. */
  timezoneOffset: number;
}

/** A date in one of the styles of `--date=`. @returns undefined for a style that git does not have. */
export function styledDate({ name, now, timezoneOffset: local }: DateStyle, timestamp: number, own: number): string | undefined {
  const base = name.replace(/-local$/, '');
  const offset = name === 'local' || base !== name ? local : own;
  const { date, zone } = parts(timestamp, offset);
  switch (base) {
    case 'default': case 'local': return defaultDate(timestamp, offset).replace(name.endsWith('local') ? / [+-]\d{4}$/ : /$^/, '');
    case 'iso': case 'iso8601': return isoDate(timestamp, offset);
    case 'iso-strict': case 'iso8601-strict': return strictIsoDate(timestamp, offset);
    case 'rfc': case 'rfc2822': return mailDate(timestamp, offset);
    case 'short': return shortDate(timestamp, offset);
    case 'relative': return relativeDate(timestamp, now);
    case 'raw': return `${timestamp} ${zone}`;
    case 'unix': return String(timestamp);
  }
  return base.startsWith('format:') ? strftime(base.slice(7), date, { zone, timestamp }) : undefined;
}

function strftime(format: string, date: Date, { zone, timestamp }: { zone: string; timestamp: number }): string {
  const values: Record<string, () => string> = {
    Y: () => String(date.getUTCFullYear()), m: () => two(date.getUTCMonth() + 1), d: () => two(date.getUTCDate()), H: () => two(date.getUTCHours()), M: () => two(date.getUTCMinutes()),
    S: () => two(date.getUTCSeconds()), y: () => two(date.getUTCFullYear() % 100), e: () => String(date.getUTCDate()).padStart(2), a: () => days[date.getUTCDay()]!, b: () => months[date.getUTCMonth()]!,
    F: () => shortDay(date), T: () => clock(date), z: () => zone, s: () => String(timestamp), '%': () => '%',
  };
  return format.replace(/%(.)/g, (whole, key: string) => values[key]?.() ?? whole);
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

export interface Moment { timestamp: number; timezoneOffset: number }

/** Seconds per unit of `3 weeks ago`; months and years are those of the calendar in git, and near enough so here. */
const units: Record<string, number> = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 2_629_800, year: 31_557_600 };

/**
 * A date as people give it to git: `@1700000000 +0100`, ISO with or without time and zone, RFC 2822, `2 weeks ago`, `yesterday`, `now`. Without a zone it is
 * local time (`timezoneOffset`, minutes west of UTC). @returns undefined for anything else.
 */
export function parseDate(text: string, now: number, timezoneOffset: number): Moment | undefined {
  const given = text.trim();
  const raw = /^@?(\d{5,})(?: ([+-]\d{4}))?$/.exec(given);
  if (raw) return { timestamp: Number(raw[1]), timezoneOffset: raw[2] === undefined ? timezoneOffset : zoneOffset(raw[2]) };
  const iso = /^(\d{4})[-./](\d\d?)[-./](\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?)? ?(Z|[+-]\d\d:?\d\d)?$/.exec(given);
  if (iso) {
    const [, year, month, day, hour, minute, second, zone] = iso;
    const offset = zone === undefined ? timezoneOffset : zoneOffset(zone);
    // A day without a time is that day at the present time, as in git.
    const local = new Date((now - timezoneOffset * 60) * 1000);
    const clockTime: [number, number, number] = hour === undefined ? [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()] : [Number(hour), Number(minute), Number(second ?? 0)];
    return { timestamp: Date.UTC(Number(year), Number(month) - 1, Number(day), ...clockTime) / 1000 + offset * 60, timezoneOffset: offset };
  }
  const ago = /^(\d+|an?|last)[ .]?(second|minute|hour|day|week|month|year)s?(?:[ .]ago)?$/i.exec(given);
  if (ago) return { timestamp: Math.floor(now - (/^\d/.test(ago[1]!) ? Number(ago[1]) : 1) * units[ago[2]!.toLowerCase()]!), timezoneOffset };
  if (given === 'now' || given === 'today') return { timestamp: now, timezoneOffset };
  if (given === 'yesterday') return { timestamp: now - 86_400, timezoneOffset };
  const zone = /([+-]\d{4})$/.exec(given)?.[1];
  const other = /[A-Za-z]{3}/.test(given) ? Date.parse(zone === undefined ? `${given} UTC` : given) : Number.NaN;
  if (Number.isNaN(other)) return undefined;
  return { timestamp: Math.floor(other / 1000) + (zone === undefined ? timezoneOffset * 60 : 0), timezoneOffset: zone === undefined ? timezoneOffset : zoneOffset(zone) };
}

/** Minutes west of UTC. Never minus zero, which would be written as -0000. */
function zoneOffset(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone[0] === '-' ? minutes : 0 - minutes;
}

const clock = (date: Date): string => `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
const shortDay = (date: Date): string => `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
