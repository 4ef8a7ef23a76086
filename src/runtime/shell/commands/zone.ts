/** The time zone of a command: that of `TZ`, else the browser's. */
import { offsetText, timeZoneOf, type TimeZone } from '../../abi/time-zone.ts';

export interface Zone extends Pick<TimeZone, 'offsetAt' | 'momentOf'> {
  /** `CET`; the offset where the place has no letters for it. */
  abbreviationAt(ms: number): string;
}

export const UTC: Zone = { offsetAt: () => 0, momentOf: (local) => local, abbreviationAt: () => 'UTC' };

/** What the browser itself knows without looking anything up. */
const HOST: Zone = {
  offsetAt: (ms) => new Date(ms).getTimezoneOffset() * -60_000,
  momentOf(local) {
    const at = new Date(local);
    return new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), at.getUTCMilliseconds()).getTime();
  },
  abbreviationAt: (ms) => abbreviation(new Intl.DateTimeFormat().resolvedOptions().timeZone, ms, HOST.offsetAt(ms)),
};

/** What places without a summer time call theirs; browsers have words for it in their own language only. */
const LETTERS: { [id: string]: string } = {
  'Asia/Tokyo': 'JST', 'Asia/Seoul': 'KST', 'Asia/Shanghai': 'CST', 'Asia/Taipei': 'CST', 'Asia/Hong_Kong': 'HKT', 'Asia/Kolkata': 'IST', 'Asia/Calcutta': 'IST', 'Asia/Karachi': 'PKT', 'Asia/Manila': 'PST', 'Asia/Jakarta': 'WIB',
  'Europe/Moscow': 'MSK', 'Africa/Johannesburg': 'SAST', 'Africa/Lagos': 'WAT', 'Africa/Nairobi': 'EAT', 'Africa/Maputo': 'CAT',
};

function abbreviation(id: string, ms: number, offset: number): string {
  if (LETTERS[id] !== undefined) return LETTERS[id];
  // Each knows those of its own part of the world.
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-NZ']) {
    const name = new Intl.DateTimeFormat(locale, { timeZone: id, timeZoneName: 'short' }).formatToParts(ms).find(({ type }) => type === 'timeZoneName')!.value;
    if (/^[A-Z]{2,5}$/.test(name)) return name;
  }
  return offsetText(offset, '').replace(/00$/, '');
}

/** @param tz the variable `TZ` */
export function zoneOf(tz: string | undefined): Zone {
  if (tz === undefined) return HOST;
  if (tz === '' || /^UTC0?$/.test(tz)) return UTC;
  const zone = timeZoneOf(tz);
  return { ...zone, abbreviationAt: (ms) => (zone.named ? abbreviation(zone.id, ms, zone.offsetAt(ms)) : /^[A-Za-z]+|(?<=^<)[^>]+/.exec(tz)?.[0] ?? 'UTC') };
}
