/** Times: seconds since the epoch, and the broken-down form [year, month, day, hours, minutes, seconds, weekday, day of the year]. */
import { formatTime } from '../../commands/time.ts';
import { UTC } from '../../commands/zone.ts';
import { described, JqError, type Json } from './values.ts';

function broken(v: Json, utc = true): Json[] {
  if (typeof v !== 'number') throw new JqError(`${utc ? 'gmtime' : 'localtime'}() requires a number`);
  const d = new Date(Math.floor(v) * 1000);
  const local = new Date(d.getTime() - (utc ? 0 : d.getTimezoneOffset() * 60_000));
  const year = local.getUTCFullYear();
  const dayOfYear = Math.floor((Date.UTC(year, local.getUTCMonth(), local.getUTCDate()) - Date.UTC(year, 0, 1)) / 86_400_000);
  return [year, local.getUTCMonth(), local.getUTCDate(), local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds() + (v - Math.floor(v)), local.getUTCDay(), dayOfYear];
}

function secondsOf(v: Json, what: string): number {
  if (!Array.isArray(v) || v.length < 6 || v.some((n) => typeof n !== 'number')) throw new JqError(`${what} requires array of 6 numbers`);
  const [y, mo, d, h, mi, s] = v as number[];
  return Math.floor(Date.UTC(y!, mo!, d!, h!, mi!, Math.floor(s!)) / 1000);
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

function parse(v: Json, format: Json): Json[] {
  if (typeof v !== 'string') throw new JqError(`strptime/1 requires string inputs and arguments`);
  if (typeof format !== 'string') throw new JqError(`strptime/1 requires string inputs and arguments`);
  const wrong = (): never => {
    throw new JqError(`date "${v}" does not match format "${format}"`);
  };
  const whole = format.replace('%T', '%H:%M:%S').replace('%D', '%m/%d/%y').replace('%F', '%Y-%m-%d').replace('%R', '%H:%M').replace('%c', '%a %b %e %H:%M:%S %Y');
  let rest = v;
  const p = { y: 1900, m: 0, d: 0, h: 0, mi: 0, s: 0, offset: 0, pm: null as boolean | null, epoch: null as number | null };
  const take = (re: RegExp): string => {
    const m = re.exec(rest);
    if (!m) return wrong();
    rest = rest.slice(m[0].length);
    return m[0];
  };
  const name = (names: string[]): number => {
    const i = names.findIndex((n) => rest.toLowerCase().startsWith(n));
    const k = i >= 0 ? i : names.findIndex((n) => rest.toLowerCase().startsWith(n.slice(0, 3)));
    if (k < 0) return wrong();
    rest = rest.slice(i >= 0 ? names[k]!.length : 3);
    return k;
  };
  for (let i = 0; i < whole.length; i++) {
    const c = whole[i]!;
    if (/\s/.test(c)) {
      rest = rest.replace(/^\s+/, '');
      continue;
    }
    if (c !== '%') {
      if (rest[0] !== c) wrong();
      rest = rest.slice(1);
      continue;
    }
    switch (whole[++i]) {
      case 'Y': p.y = Number(take(/^[-+]?\d{1,4}/)); break;
      case 'y': {
        const n = Number(take(/^\d{1,2}/));
        p.y = n < 69 ? 2000 + n : 1900 + n;
        break;
      }
      case 'm': p.m = Number(take(/^\d{1,2}/)) - 1; break;
      case 'd':
      case 'e': p.d = Number(take(/^\s*\d{1,2}/)); break;
      case 'H':
      case 'I': p.h = Number(take(/^\s*\d{1,2}/)); break;
      case 'M': p.mi = Number(take(/^\d{1,2}/)); break;
      case 'S': p.s = Number(take(/^\d{1,2}/)); break;
      case 'p': p.pm = take(/^[ap]m/i).toLowerCase() === 'pm'; break;
      case 'j': {
        const d = new Date(Date.UTC(p.y, 0, Number(take(/^\d{1,3}/))));
        p.m = d.getUTCMonth();
        p.d = d.getUTCDate();
        break;
      }
      case 'a':
      case 'A': name(DAYS); break;
      case 'b':
      case 'B':
      case 'h': p.m = name(MONTHS); break;
      case 'Z': take(/^[A-Za-z]+/); break;
      case 'z': {
        const z = take(/^(?:Z|[-+]\d{2}:?\d{2})/);
        if (z !== 'Z') p.offset = (z[0] === '-' ? -1 : 1) * (Number(z.slice(1, 3)) * 60 + Number(z.slice(-2)));
        break;
      }
      case 's': p.epoch = Number(take(/^-?\d+/)); break;
      case 'n':
      case 't': rest = rest.replace(/^\s+/, ''); break;
      case '%': take(/^%/); break;
      default: wrong();
    }
  }
  if (rest !== '') wrong();
  if (p.pm !== null) p.h = (p.h % 12) + (p.pm ? 12 : 0);
  if (p.epoch !== null) return broken(p.epoch);
  const day = new Date(Date.UTC(p.y, p.m, p.d));
  return [p.y, p.m, p.d, p.h, p.mi, p.s, day.getUTCDay(), Math.floor((day.getTime() - Date.UTC(p.y, 0, 1)) / 86_400_000)];
}

function format(v: Json, pattern: Json, utc: boolean): string {
  const what = utc ? 'strftime/1' : 'strflocaltime/1';
  const time = typeof v === 'number' ? broken(v, utc) : v;
  if (!Array.isArray(time)) throw new JqError(`${what} requires parsed datetime inputs`);
  if (typeof pattern !== 'string') throw new JqError(`${what} requires a string format`);
  return formatTime(pattern, secondsOf(time, what) * 1000, UTC);
}

export const dates: { [key: string]: (input: Json, ...args: Json[]) => Json } = {
  'now/0': () => Date.now() / 1000,
  'mktime/0': (v) => secondsOf(v, 'mktime'),
  'gmtime/0': (v) => broken(v),
  'localtime/0': (v) => broken(v, false),
  'strptime/1': (v, f) => parse(v, f!),
  'strftime/1': (v, f) => format(v, f!, true),
  'strflocaltime/1': (v, f) => format(v, f!, false),
  'todate/0': (v) => format(v, '%Y-%m-%dT%H:%M:%SZ', true),
  'fromdateiso8601/0': (v) => secondsOf(parse(v, '%Y-%m-%dT%H:%M:%SZ'), 'mktime'),
  'fromdate/0': (v) => secondsOf(parse(v, '%Y-%m-%dT%H:%M:%SZ'), 'mktime'),
  'todateiso8601/0': (v) => format(v, '%Y-%m-%dT%H:%M:%SZ', true),
  'dateadd/2': (v, _unit, n) => (typeof v === 'number' && typeof n === 'number' ? v + n : never(v)),
  'datesub/2': (v, _unit, n) => (typeof v === 'number' && typeof n === 'number' ? v - n : never(v)),
  'date/0': (v) => format(v, '%Y-%m-%dT%H:%M:%SZ', true),
};

function never(v: Json): never {
  throw new JqError(`${described(v)} is not a time`);
}
