/** The dates that people type, as `date -d` and `touch -d` read them (gnulib's parse-datetime). */
import { type Zone, zoneOf } from './zone.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const ORDINALS = ['last', 'this', 'next', '', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth'];
/** Hours from UTC. */
const ZONES: { [name: string]: number } = { utc: 0, gmt: 0, ut: 0, z: 0, wet: 0, bst: 1, cet: 1, west: 1, cest: 2, eet: 2, eest: 3, msk: 3, ist: 5.5, jst: 9, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 };
/** In months, days or milliseconds. */
const UNITS: { [name: string]: ['month' | 'day' | 'ms', number] } = {
  year: ['month', 12], month: ['month', 1], fortnight: ['day', 14], week: ['day', 7], day: ['day', 1], hour: ['ms', 3_600_000], minute: ['ms', 60_000], min: ['ms', 60_000], second: ['ms', 1000], sec: ['ms', 1000],
};

const MONTH = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december)\\b\\.?';
const DAY = '(sun|mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur)(?:day)?\\b\\.?';
const ORDINAL = `(${ORDINALS.filter((word) => word !== '').join('|')})`;
const at = (source: string): RegExp => new RegExp(`^(?:${source})`, 'i');

/** @returns milliseconds since 1970; null when it is not understood */
export function parseDate(text: string, now: number, zone: Zone): number | null {
  const named = /^\s*TZ="([^"]*)"/.exec(text);
  if (named) return parseDate(text.slice(named[0].length), now, zoneOf(named[1]));
  const absolute = /^\s*@(-?\d+(?:\.\d+)?)\s*$/.exec(text);
  if (absolute) return Number(absolute[1]) * 1000;

  const today = new Date(now + zone.offsetAt(now));
  let [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  let clock: number | undefined;
  let offset: number | undefined;
  let weekday: { day: number; ordinal: number } | undefined;
  let [dated, dayed, yeared, shifted] = [false, false, false, false];
  const more = { month: 0, day: 0, ms: 0 };

  const setDate = (y: string | undefined, m: number, d: string | number): boolean => {
    if (dated) return false;
    dated = true;
    yeared = y !== undefined;
    if (y !== undefined) year = y.length > 2 ? Number(y) : Number(y) + (Number(y) < 69 ? 2000 : 1900);
    [month, day] = [m, Number(d)];
    return month >= 0 && month < 12 && day >= 1 && day <= new Date(Date.UTC(2000, month + 1, 0)).getUTCDate() && new Date(Date.UTC(year, month, day)).getUTCMonth() === month;
  };
  const setClock = (h: number, m: number, s: number, meridian?: string): boolean => {
    if (clock !== undefined || m > 59 || s >= 60 || (meridian === undefined ? h > 23 : h < 1 || h > 12)) return false;
    if (meridian !== undefined) h = (h % 12) + (/p/i.test(meridian) ? 12 : 0);
    clock = h * 3_600_000 + m * 60_000 + Math.round(s * 1000);
    return true;
  };
  const monthOf = (word: string): number => MONTHS.indexOf(word.slice(0, 3).toLowerCase());
  const setZone = (sign: string, hours: string, minutes: string | undefined): void => {
    // `+5`, `+05`, `+0530`, `+05:30`.
    const [h, m] = hours.length > 2 ? [hours.slice(0, -2), hours.slice(-2)] : [hours, minutes ?? '0'];
    offset = (offset ?? 0) + (sign === '-' ? -1 : 1) * (Number(h) * 60 + Number(m)) * 60_000;
  };
  const shift = (count: number, unit: string): void => {
    const [kind, factor] = UNITS[unit.toLowerCase()]!;
    more[kind] += count * factor;
    shifted = true;
  };

  /** What one thing looks like, and what it means; false for what cannot be. */
  const items: [RegExp, (m: RegExpExecArray) => boolean | void][] = [
    [/^(\d{4,})-(\d{1,2})-(\d{1,2})(?:T(?=\d)|(?!\d))/i, (m) => setDate(m[1], Number(m[2]) - 1, m[3]!)],
    [/^(\d{4})\/(\d{1,2})\/(\d{1,2})(?!\d)/, (m) => setDate(m[1], Number(m[2]) - 1, m[3]!)],
    [/^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?(?!\d)/, (m) => setDate(m[3], Number(m[1]) - 1, m[2]!)],
    [at(`(\\d{1,2})[-\\s]?${MONTH}(?:[-\\s]?,?\\s*(\\d{4}|\\d\\d)(?![\\d:]))?`), (m) => setDate(m[3], monthOf(m[2]!), m[1]!)],
    [at(`${MONTH}[-\\s]*(\\d{1,2})(?![\\d:])(?:,?\\s*-?(\\d{4})(?![\\d:]))?`), (m) => setDate(m[3], monthOf(m[1]!), m[2]!)],
    [/^(\d{1,2}):(\d\d)(?::(\d\d(?:[.,]\d+)?))?(?:\s*([ap])(?:m\b|\.m\.))?(?:\s*([-+])(\d{1,4})(?::(\d\d))?(?!\d|\s*[a-z]))?/i, (m) => {
      if (m[5] !== undefined) setZone(m[5], m[6]!, m[7]);
      return setClock(Number(m[1]), Number(m[2]), Number((m[3] ?? '0').replace(',', '.')), m[4]);
    }],
    [/^(\d{1,2})\s*([ap])(?:m\b|\.m\.)/i, (m) => setClock(Number(m[1]), 0, 0, m[2]!)],
    [/^([-+])\s*(\d{1,2}):(\d\d)(?!\d)/, (m) => setZone(m[1]!, m[2]!, m[3])],
    [/^([-+]?)\s*(\d+)\s*(year|month|fortnight|week|day|hour|minute|min|second|sec)s?\b(\s+ago\b)?/i, (m) => shift((m[1] === '-' ? -1 : 1) * (m[4] === undefined ? 1 : -1) * Number(m[2]), m[3]!)],
    [at(`${ORDINAL}\\s+(year|month|fortnight|week|day|hour|minute|min|second|sec)s?\\b(\\s+ago\\b)?`), (m) => shift((ORDINALS.indexOf(m[1]!.toLowerCase()) - 1) * (m[3] === undefined ? 1 : -1), m[2]!)],
    [at(`(?:${ORDINAL}\\s+|(\\d+)\\s+)?${DAY}`), (m) => {
      if (dayed) return false;
      dayed = true;
      weekday = { day: DAYS.indexOf(m[3]!.slice(0, 3).toLowerCase()), ordinal: m[1] === undefined ? Number(m[2] ?? 0) : ORDINALS.indexOf(m[1].toLowerCase()) - 1 };
    }],
    [/^(now|today|yesterday|tomorrow)\b/i, (m) => shift(/^y/i.test(m[1]!) ? -1 : /^tom/i.test(m[1]!) ? 1 : 0, 'day')],
    [/^(year|month|fortnight|week|day|hour|minute|min|second|sec)s?\b(\s+ago\b)?/i, (m) => shift(m[2] === undefined ? 1 : -1, m[1]!)],
    [/^([a-z]+)(?:\s*([-+])(\d{1,4})(?::(\d\d))?(?!\d|\s*[a-z]))?/i, (m) => {
      const hours = ZONES[m[1]!.toLowerCase()];
      if (hours === undefined || offset !== undefined) return false;
      offset = hours * 3_600_000;
      if (m[2] !== undefined) setZone(m[2], m[3]!, m[4]);
      return true;
    }],
    [/^(\d+)/, ([, digits]) => {
      if (dated && !yeared && !shifted && (clock !== undefined || digits!.length > 2)) {
        yeared = true;
        year = Number(digits);
        return true;
      }
      if (digits!.length > 4) return setDate(digits!.slice(0, -4), Number(digits!.slice(-4, -2)) - 1, digits!.slice(-2));
      return digits!.length > 2 ? setClock(Number(digits!.slice(0, -2)), Number(digits!.slice(-2)), 0) : setClock(Number(digits), 0, 0);
    }],
  ];
  const skip = (s: string): string => s.replace(/^(?:[\s,]|\([^)]*\))+/, '');
  for (let rest = skip(text); rest !== '';) {
    let found: RegExpExecArray | null = null;
    for (const [pattern, read] of items) {
      found = pattern.exec(rest);
      if (!found) continue;
      if (read(found) === false) return null;
      break;
    }
    if (!found) return null;
    rest = skip(rest.slice(found[0].length));
  }

  // A day alone is its beginning; what is only moved keeps its time.
  const time = clock ?? (shifted && !dated && !dayed ? today.getTime() - Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()) : 0);
  if (weekday && !dated) {
    const ahead = (weekday.day - today.getUTCDay() + 7) % 7;
    day += ahead + 7 * (weekday.ordinal - (weekday.ordinal > 0 && ahead !== 0 ? 1 : 0));
  }
  const local = new Date(0).setUTCFullYear(year, month + more.month, day + more.day) + time;
  if (offset !== undefined) return local - offset + more.ms;
  const moment = zone.momentOf(local);
  // An hour that is left out is no time; of one that is there twice it is the second, as mktime has it.
  if (!shifted && moment + zone.offsetAt(moment) !== local) return null;
  const second = local - zone.offsetAt(moment + 86_400_000);
  return (second + zone.offsetAt(second) === local ? Math.max(moment, second) : moment) + more.ms;
}
