/**
 * Time zones by the names that `TZ` has, for programs of which a page cannot change the browser's own. The rules are the browser's
 * (`Intl.DateTimeFormat`, of the same ICU as Node's), asked for seldom: once for each year, whose changes are then known.
 */
const { UTC } = Date;
const { DateTimeFormat } = Intl;

const DAY_MS = 86_400_000;
/** Between two looks for a change of the offset. The shortest summer time that was ever interrupted, in Ramadan, lasts longer on both sides. */
const STEP_MS = 10 * DAY_MS;

export interface TimeZone {
  /** As `Intl` knows it; an offset (`+09:00`) where `TZ` gives a number. */
  readonly id: string;
  /** What a date's text calls it at that time: `Central European Summer Time`. */
  nameAt(ms: number): string;
  /** Whether `TZ` names a place, not a number or nothing that is known: those are called by their offset. */
  readonly named: boolean;
  /** Milliseconds to add to UTC for the time that clocks there show. */
  offsetAt(ms: number): number;
  /** The moment at which clocks there show that time, given as if it were UTC: the first of two, and for one that is left out what it would have been (ECMA-262, UTC(t)). */
  momentOf(local: number): number;
}

interface Change { from: number; offset: number }

/** `EST`, `-5`, and what of a rule for summer time may follow is not looked at (POSIX, 8.3). */
const POSIX = /^(?:[A-Za-z]{3,}|<[A-Za-z0-9+-]+>)([-+]?)(\d{1,2})(?::([0-5]\d))?(?::[0-5]\d)?(?![\d:])/;

/** Names that look like rules and are places since 2024 (tzdata's `northamerica`); some versions of ICU have no words for them. */
const LINKS: { [name: string]: string } = { EST5EDT: 'America/New_York', CST6CDT: 'America/Chicago', MST7MDT: 'America/Denver', PST8PDT: 'America/Los_Angeles' };

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

/** `+09:00`, with a colon or another divider. */
export function offsetText(offset: number, colon = ':'): string {
  const minutes = Math.trunc(Math.abs(offset) / 60_000);
  return `${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}${colon}${two(minutes % 60)}`;
}

/** The furthest that a date can be from 1970. */
const FURTHEST_MS = 8.64e15;

function beginOf(year: number): number {
  // Set, not given: `Date.UTC` takes the years 0 to 99 for those of the last century.
  const begin = new Date(UTC(2000, 0, 1)).setUTCFullYear(year);
  return Number.isNaN(begin) ? Math.sign(year) * FURTHEST_MS : begin;
}

function zone(id: string, named: boolean, rawOffset: (ms: number) => number, nameAt: (ms: number) => string = () => `GMT${offsetText(rawOffset(0))}`): TimeZone {
  const years = new Map<number, readonly Change[]>();
  function changesOf(year: number): readonly Change[] {
    const [begin, end] = [beginOf(year), beginOf(year + 1)];
    const changes: Change[] = [{ from: -Infinity, offset: rawOffset(begin) }];
    for (let at = begin, offset = changes[0]!.offset; at < end;) {
      const next = Math.min(at + STEP_MS, end);
      const then = rawOffset(next);
      if (then !== offset) {
        let [before, after] = [at, next];
        while (after - before > 1_000) {
          const middle = before + Math.floor((after - before) / 2_000) * 1_000;
          if (middle === before) break;
          if (rawOffset(middle) === offset) before = middle;
          else after = middle;
        }
        changes.push({ from: after, offset: then });
        offset = then;
      }
      at = next;
    }
    return changes;
  }
  const offsetAt = (ms: number): number => {
    const year = new Date(ms).getUTCFullYear();
    if (Number.isNaN(year)) return 0;
    let changes = years.get(year);
    if (!changes) years.set(year, changes = changesOf(year));
    let last = changes.length - 1;
    while (changes[last]!.from > ms) last--;
    return changes[last]!.offset;
  };
  return {
    id, named, offsetAt, nameAt,
    momentOf(local) {
      const before = offsetAt(local - DAY_MS);
      if (offsetAt(local - before) === before) return local - before;
      const after = offsetAt(local + DAY_MS);
      return offsetAt(local - after) === after ? local - after : local - before;
    },
  };
}

function placed(id: string): TimeZone {
  const format = new DateTimeFormat('en-US', { timeZone: id, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23', era: 'short', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
  return zone(format.resolvedOptions().timeZone, true, (ms) => {
    const parts: { [type: string]: string } = {};
    for (const { type, value } of format.formatToParts(ms)) parts[type] = value;
    const year = parts['era']!.startsWith('B') ? 1 - Number(parts['year']) : Number(parts['year']);
    const local = new Date(UTC(2000, Number(parts['month']) - 1, 1, Number(parts['hour']), Number(parts['minute']), Number(parts['second']))).setUTCFullYear(year, Number(parts['month']) - 1, Number(parts['day']));
    return local - Math.floor(ms / 1_000) * 1_000;
  }, longName(id));
}

/** V8 and ICU call a time by the names that the place has now, and one before 1970 or after 2037 like that of a year in between with the same calendar (`DateCache::LocalTimezone`). */
function longName(id: string): (ms: number) => string {
  const format = new DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'long' });
  const at = (ms: number): string => format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')!.value;
  const summer = (name: string): boolean => /Summer|Daylight/.test(name);
  const now = [UTC(2025, 0, 1), UTC(2025, 6, 1)].map(at);
  return (ms) => {
    const then = at(ms >= 0 && ms < 2 ** 31 * 1000 ? ms : equivalent(ms));
    return now.find((name) => summer(name) === summer(then)) ?? then;
  };
}

/** The same day of a year from 2008 to 2037 that begins with the same day of the week and has as many days (`DateCache::EquivalentTime`). */
function equivalent(ms: number): number {
  const date = new Date(ms);
  const first = new Date(beginOf(date.getUTCFullYear()));
  const leap = new Date(first).setUTCMonth(1, 29) !== new Date(first).setUTCMonth(2, 1);
  const recent = (leap ? 1956 : 1967) + (first.getUTCDay() * 12) % 28;
  return date.setUTCFullYear(2008 + (recent + 3 * 28 - 2008) % 28);
}

const known = new Map<string, TimeZone>();

/** The zone that a value of `TZ` stands for; UTC for one that nobody knows, as the C library and ICU do it. */
export function timeZoneOf(tz: string): TimeZone {
  const name = tz.replace(/^:/, '');
  let found = known.get(name);
  if (!found) known.set(name, found = make(name));
  return found;
}

function make(name: string): TimeZone {
  const posix = POSIX.exec(name);
  try {
    // Offsets, and names in other letters, are names for `Intl` and nobody's for `TZ`.
    if (/^[A-Z]/.test(name)) return placed(LINKS[name] ?? name);
  } catch {
    // No place of that name.
  }
  const minutes = posix ? (posix[1] === '-' ? 1 : -1) * (Number(posix[2]) * 60 + Number(posix[3] ?? 0)) : 0;
  return minutes === 0 || Math.abs(minutes) >= 1440 ? zone('UTC', false, () => 0) : zone(offsetText(minutes * 60_000), false, () => minutes * 60_000);
}
