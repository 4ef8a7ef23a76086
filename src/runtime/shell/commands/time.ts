/** strftime, and the dates people type. */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

interface Parts { year: number; month: number; day: number; hour: number; minute: number; second: number; weekday: number; offset: number }

function partsOf(ms: number, utc: boolean): Parts {
  const d = new Date(ms);
  if (utc) return { year: d.getUTCFullYear(), month: d.getUTCMonth(), day: d.getUTCDate(), hour: d.getUTCHours(), minute: d.getUTCMinutes(), second: d.getUTCSeconds(), weekday: d.getUTCDay(), offset: 0 };
  return { year: d.getFullYear(), month: d.getMonth(), day: d.getDate(), hour: d.getHours(), minute: d.getMinutes(), second: d.getSeconds(), weekday: d.getDay(), offset: -d.getTimezoneOffset() };
}

function zoneName(ms: number, utc: boolean): string {
  if (utc) return 'UTC';
  const name = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(ms).find((p) => p.type === 'timeZoneName')?.value ?? 'UTC';
  return name;
}

/** Formats a time in ms since the epoch as date(1) does. */
export function formatTime(format: string, ms: number, utc = false): string {
  const p = partsOf(ms, utc);
  const dayOfYear = Math.floor((Date.UTC(p.year, p.month, p.day) - Date.UTC(p.year, 0, 1)) / 86_400_000) + 1;
  const two = (n: number): string => String(n).padStart(2, '0');
  const zone = (colon: string): string => `${p.offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(p.offset) / 60))}${colon}${two(Math.abs(p.offset) % 60)}`;
  const monday = (p.weekday + 6) % 7;
  const iso = (): { year: number; week: number } => {
    const thursday = new Date(Date.UTC(p.year, p.month, p.day - monday + 3));
    const year = thursday.getUTCFullYear();
    return { year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / 604_800_000) + 1 };
  };
  const directive = (c: string, pad: string): string => {
    const num = (n: number, width: number, fill = '0'): string => (pad === '-' ? String(n) : String(n).padStart(width, pad === '_' ? ' ' : pad === '0' ? '0' : fill));
    switch (c) {
      case 'Y': return String(p.year);
      case 'C': return two(Math.floor(p.year / 100));
      case 'y': return num(p.year % 100, 2);
      case 'm': return num(p.month + 1, 2);
      case 'd': return num(p.day, 2);
      case 'e': return num(p.day, 2, ' ');
      case 'H': return num(p.hour, 2);
      case 'k': return num(p.hour, 2, ' ');
      case 'I': return num(p.hour % 12 || 12, 2);
      case 'l': return num(p.hour % 12 || 12, 2, ' ');
      case 'M': return num(p.minute, 2);
      case 'S': return num(p.second, 2);
      case 'N': return `${String(Math.floor(ms % 1000)).padStart(3, '0')}${String(Math.floor((ms % 1) * 1e6)).padStart(6, '0')}`;
      case 's': return String(Math.floor(ms / 1000));
      case 'p': return p.hour < 12 ? 'AM' : 'PM';
      case 'P': return p.hour < 12 ? 'am' : 'pm';
      case 'a': return DAYS[p.weekday]!.slice(0, 3);
      case 'A': return DAYS[p.weekday]!;
      case 'b':
      case 'h': return MONTHS[p.month]!.slice(0, 3);
      case 'B': return MONTHS[p.month]!;
      case 'j': return num(dayOfYear, 3);
      case 'u': return String(p.weekday || 7);
      case 'w': return String(p.weekday);
      case 'U': return num(Math.floor((dayOfYear + 6 - p.weekday) / 7), 2);
      case 'W': return num(Math.floor((dayOfYear + 6 - monday) / 7), 2);
      case 'V': return num(iso().week, 2);
      case 'G': return String(iso().year);
      case 'Z': return zoneName(ms, utc);
      case 'z': return zone('');
      case ':z': return zone(':');
      case 'n': return '\n';
      case 't': return '\t';
      case '%': return '%';
      case 'F': return all('%Y-%m-%d');
      case 'T':
      case 'X': return all('%H:%M:%S');
      case 'R': return all('%H:%M');
      case 'D':
      case 'x': return all('%m/%d/%y');
      case 'r': return all('%I:%M:%S %p');
      case 'c': return all('%a %b %e %H:%M:%S %Y');
      default: return `%${c}`;
    }
  };
  const all = (f: string): string => f.replace(/%([-_0^#]?)(\d*)(:z|[a-zA-Z%])/g, (_, pad: string, width: string, c: string) => {
    const text = directive(c, pad);
    if (c === 'N' && width !== '') return text.slice(0, Number(width));
    return pad === '^' ? text.toUpperCase() : text.padStart(Number(width || 0), /[a-zA-Z]/.test(text) ? ' ' : '0');
  });
  return all(format);
}

const UNITS: { [unit: string]: number } = { sec: 1000, second: 1000, min: 60_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000, fortnight: 1_209_600_000 };

/** A date as `date -d` and `touch -d` take it; null when it is not understood. */
export function parseDate(text: string, now: number, utc = false): number | null {
  const s = text.trim();
  if (/^@-?\d+(\.\d+)?$/.test(s)) return Number(s.slice(1)) * 1000;
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?\s*(Z|UTC|GMT|[-+]\d\d:?\d\d)?/.exec(s);
  let base = now;
  let rest = s;
  if (iso) {
    const [, y, mo, d, h = '0', mi = '0', sec = '0', frac = '', zone] = iso as unknown as string[];
    const fields = [Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(sec), Math.round(Number(`0${frac}`) * 1000)] as const;
    if (zone || utc) {
      const offset = zone && /^[-+]/.test(zone) ? (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * (zone[0] === '-' ? -1 : 1) : 0;
      base = Date.UTC(...fields) - offset * 60_000;
    } else base = new Date(...fields).getTime();
    rest = s.slice(iso[0].length);
  } else {
    const word = /^(now|today|yesterday|tomorrow)\b/i.exec(s);
    if (word) {
      base = now + (/^y/i.test(word[0]) ? -86_400_000 : /^tom/i.test(word[0]) ? 86_400_000 : 0);
      rest = s.slice(word[0].length);
    } else if (!/^(?:[-+]?\s*\d+\s+|next |last )(?:sec|min|hour|day|week|fort|month|year)|^\d\d?:\d\d(?::\d\d)?$/i.test(s)) {
      const parsed = Date.parse(utc && !/[A-Z]{3}$|[-+]\d{4}$|Z$/.test(s) ? `${s} UTC` : s);
      return Number.isNaN(parsed) ? null : parsed;
    }
  }
  return shift(base, rest, utc);
}

function shift(base: number, text: string, utc: boolean): number | null {
  let ms = base;
  let rest = text.trim();
  while (rest !== '') {
    const clock = /^(\d\d?):(\d\d)(?::(\d\d))?/.exec(rest);
    const step = /^(?:([-+]?)\s*(\d+)|(next|last))\s*([a-z]+?)s?\b(\s+ago)?/i.exec(rest);
    if (clock) {
      const d = new Date(ms);
      if (utc) d.setUTCHours(Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0), 0);
      else d.setHours(Number(clock[1]), Number(clock[2]), Number(clock[3] ?? 0), 0);
      ms = d.getTime();
      rest = rest.slice(clock[0].length).trim();
      continue;
    }
    if (!step) return null;
    const sign = (step[1] === '-' || step[3]?.toLowerCase() === 'last' ? -1 : 1) * (step[5] ? -1 : 1);
    const count = sign * Number(step[2] ?? 1);
    const unit = step[4]!.toLowerCase();
    if (unit === 'month' || unit === 'year') {
      const d = new Date(ms);
      if (utc) d.setUTCMonth(d.getUTCMonth() + count * (unit === 'year' ? 12 : 1));
      else d.setMonth(d.getMonth() + count * (unit === 'year' ? 12 : 1));
      ms = d.getTime();
    } else if (UNITS[unit] !== undefined) ms += count * UNITS[unit];
    else return null;
    rest = rest.slice(step[0].length).trim();
  }
  return ms;
}
