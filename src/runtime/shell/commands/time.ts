/** strftime. */
import { offsetText } from '../../abi/time-zone.ts';
import { type Zone, zoneOf } from './zone.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** Formats a time in ms since the epoch as date(1) does. */
export function formatTime(format: string, ms: number, place: Zone = zoneOf(undefined)): string {
  const offset = place.offsetAt(ms);
  const d = new Date(ms + offset);
  const p = { year: d.getUTCFullYear(), month: d.getUTCMonth(), day: d.getUTCDate(), hour: d.getUTCHours(), minute: d.getUTCMinutes(), second: d.getUTCSeconds(), weekday: d.getUTCDay() };
  const dayOfYear = Math.floor((Date.UTC(p.year, p.month, p.day) - Date.UTC(p.year, 0, 1)) / 86_400_000) + 1;
  const two = (n: number): string => String(n).padStart(2, '0');
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
      case 'Z': return place.abbreviationAt(ms);
      case 'z': return offsetText(offset, '');
      case ':z': return offsetText(offset);
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
