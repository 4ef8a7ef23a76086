/** awk's printf. */
import type { Machine } from './awk-machine.ts';
import { type Value, isNumeric, toNumber } from './awk-values.ts';
import { formatFloat } from './printf.ts';

export function formatAwk(format: string, values: Value[], machine: Pick<Machine, 'text'>): string {
  let i = 0;
  return format.replace(/%(?:(%)|([-+ 0#]*)(\*|\d+)?(?:\.(\*|\d*))?[hlL]*([a-zA-Z]))/g, (all, percent: string | undefined, flags: string, widthText: string | undefined, precisionText: string | undefined, letter: string) => {
    if (percent) return '%';
    let width = widthText === '*' ? toNumber(values[i++]) : Number(widthText ?? 0);
    const precision = precisionText === '*' ? toNumber(values[i++]) : precisionText === undefined ? undefined : Number(precisionText);
    const left = flags.includes('-') || width < 0;
    width = Math.abs(width);
    const value = values[i++];
    let text: string;
    let zero = flags.includes('0');
    switch (letter) {
      case 'd':
      case 'i':
      case 'o':
      case 'x':
      case 'X':
      case 'u': {
        const n = toNumber(value);
        if (!Number.isFinite(n)) {
          text = Number.isNaN(n) ? 'nan' : n > 0 ? 'inf' : '-inf';
          zero = false;
          break;
        }
        const whole = BigInt(Math.trunc(n));
        const base = letter === 'o' ? 8 : letter === 'x' || letter === 'X' ? 16 : 10;
        let digits = (whole < 0n ? -whole : whole).toString(base);
        if (letter === 'X') digits = digits.toUpperCase();
        if (precision !== undefined) {
          digits = digits.padStart(precision, '0');
          zero = false;
        }
        if (flags.includes('#') && base !== 10) digits = (base === 8 ? '0' : `0${letter}`) + digits;
        text = (whole < 0n ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') + digits;
        break;
      }
      case 'c':
        text = isNumeric(value) && value !== undefined && typeof value === 'number' ? String.fromCodePoint(Math.trunc(value) & 0x10ffff) : ([...machine.text(value)][0] ?? '');
        zero = false;
        break;
      case 's':
        text = precision === undefined ? machine.text(value) : [...machine.text(value)].slice(0, precision).join('');
        zero = false;
        break;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': text = formatFloat(toNumber(value), letter, flags, precision ?? 6); break;
      default: return all;
    }
    const missing = width - [...text].length;
    if (missing <= 0) return text;
    if (left) return text + ' '.repeat(missing);
    if (!zero) return ' '.repeat(missing) + text;
    const sign = /^[-+ ]?/.exec(text)![0];
    return sign + '0'.repeat(missing) + text.slice(sign.length);
  });
}
