import { ansiEscapes } from '../language/escapes.ts';
import { quoteForShell } from '../expand/quote.ts';
import type { Command, Context } from '../run/context.ts';
import { formatTime } from './time.ts';
import { zoneOf } from './zone.ts';

const DIRECTIVE = /%(%|([-+ 0#']*)(\*|\d+)?(?:\.(\*|\d+)?)?(?:\(([^)]*)\)T|([hlLqjzt]*)([diouxXeEfFgGaAcsbq])))/g;

export const printf: Command = {
  name: 'printf',
  batch: 'source',
  run(ctx) {
    const option = /^-./.exec(ctx.args[0] ?? '')?.[0];
    if (option !== undefined && option !== '--') {
      ctx.err(`${ctx.name}: ${option}: invalid option\nprintf: usage: printf [-v var] format [arguments]\n`);
      return 2;
    }
    const args = option ? ctx.args.slice(1) : ctx.args;
    const [format, ...values] = args;
    if (format === undefined) {
      ctx.err(`printf: usage: printf [-v var] format [arguments]\n`);
      return 2;
    }
    const printer = new Printer(ctx, values);
    do {
      const before = printer.used;
      if (!printer.once(format)) break;
      if (printer.used === before) break;
    } while (printer.used < values.length);
    return printer.status;
  },
};

class Printer {
  used = 0;
  status = 0;
  private readonly ctx: Context;
  private readonly values: string[];

  constructor(ctx: Context, values: string[]) {
    this.ctx = ctx;
    this.values = values;
  }

  private next(): string | undefined {
    return this.used < this.values.length ? this.values[this.used++] : (this.used++, undefined);
  }

  /** Prints the format once; false when `\c` ended the output. */
  once(format: string): boolean {
    let last = 0;
    DIRECTIVE.lastIndex = 0;
    const pieces: { text: string; ends?: boolean }[] = [];
    for (const match of format.matchAll(DIRECTIVE)) {
      pieces.push({ text: ansiEscapes(format.slice(last, match.index), 'printf').text });
      last = match.index + match[0].length;
      if (match[1] === '%') pieces.push({ text: '%' });
      else pieces.push(this.directive(match));
    }
    const rest = format.slice(last);
    const stray = /%(.?)/.exec(rest);
    if (stray) {
      this.ctx.out(pieces.map((p) => p.text).join('') + ansiEscapes(rest.slice(0, stray.index), 'printf').text);
      this.status = this.ctx.fail(stray[1] === '' ? "`%': missing format character" : `\`${stray[1]}': invalid format character`);
      return false;
    }
    pieces.push({ text: ansiEscapes(rest, 'printf').text });
    let text = '';
    for (const piece of pieces) {
      text += piece.text;
      if (piece.ends) {
        this.ctx.out(text);
        return false;
      }
    }
    this.ctx.out(text);
    // Values asked for beyond the last one are not "used": the loop is over.
    return true;
  }

  private directive(match: RegExpMatchArray): { text: string; ends?: boolean } {
    let flags = match[2] ?? '';
    let width = match[3] === '*' ? this.integerOf(this.next()) : match[3] === undefined ? 0 : Number(match[3]);
    if (width < 0) {
      flags += '-';
      width = -width;
    }
    const dot = match[0].includes('.') && match[5] === undefined;
    const precision = match[4] === '*' ? this.integerOf(this.next()) : match[4] !== undefined ? Number(match[4]) : dot ? 0 : undefined;
    const pad = (s: string, zero = false): string => {
      const missing = width - [...s].length;
      if (missing <= 0) return s;
      if (flags.includes('-')) return s + ' '.repeat(missing);
      if (!zero || !flags.includes('0')) return ' '.repeat(missing) + s;
      const sign = /^(?:[-+ ]|0[xX])*/.exec(s)![0];
      return sign + '0'.repeat(missing) + s.slice(sign.length);
    };
    if (match[5] !== undefined) {
      const value = this.next();
      const seconds = value === undefined || value === '-1' || value === '-2' ? Date.now() / 1000 : Number(value);
      return { text: pad(formatTime(match[5] === '' ? '%X' : match[5], seconds * 1000, zoneOf(this.ctx.env['TZ']))) };
    }
    const letter = match[7]!;
    const value = this.next();
    switch (letter) {
      case 's': return { text: pad(precision === undefined ? value ?? '' : [...(value ?? '')].slice(0, precision).join('')) };
      case 'c': return { text: pad([...(value ?? '')][0] ?? '') };
      case 'q': return { text: pad(quoteForShell(value ?? '')) };
      case 'b': {
        const done = ansiEscapes(value ?? '', 'b');
        return { text: pad(precision === undefined ? done.text : done.text.slice(0, precision)), ends: done.ended };
      }
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X': return { text: this.integer(letter, value, flags, precision, pad) };
      default: return { text: pad(formatFloat(this.float(value), letter, flags, precision), true) };
    }
  }

  private integer(letter: string, value: string | undefined, flags: string, precision: number | undefined, pad: (s: string, zero?: boolean) => string): string {
    let n = this.bigOf(value);
    if (letter !== 'd' && letter !== 'i') n = BigInt.asUintN(64, n);
    const negative = n < 0n;
    let digits = (negative ? -n : n).toString(letter === 'o' ? 8 : letter === 'x' || letter === 'X' ? 16 : 10);
    if (letter === 'X') digits = digits.toUpperCase();
    if (precision !== undefined) digits = digits.padStart(precision, '0');
    if (flags.includes('#') && n !== 0n) digits = (letter === 'o' ? '0' : letter === 'x' ? '0x' : letter === 'X' ? '0X' : '') + digits;
    const sign = negative ? '-' : letter === 'd' || letter === 'i' ? (flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '') : '';
    return pad(sign + digits, precision === undefined);
  }

  private integerOf(value: string | undefined): number {
    return Number(this.bigOf(value));
  }

  private bigOf(value: string | undefined): bigint {
    if (value === undefined || value === '') return 0n;
    if (value[0] === "'" || value[0] === '"') return BigInt(value.codePointAt(1) ?? 0);
    const match = /^\s*([-+]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9]\d*)/.exec(value);
    if (!match) {
      this.status = this.ctx.fail(`${value}: invalid number`);
      return 0n;
    }
    if (match[0].length < value.length) this.status = this.ctx.fail(`${value}: invalid ${/^0\d/.test(match[2]!) || /^0[89]/.test(value) ? 'octal ' : ''}number`);
    const text = match[2]!;
    const n = BigInt(/^0[0-7]+$/.test(text) ? `0o${text.slice(1)}` : text);
    return BigInt.asIntN(64, match[1] === '-' ? -n : n);
  }

  private float(value: string | undefined): number {
    if (value === undefined || value === '') return 0;
    if (value[0] === "'" || value[0] === '"') return value.codePointAt(1) ?? 0;
    const n = /^\s*[-+]?inf/i.test(value) ? (value.trim().startsWith('-') ? -Infinity : Infinity) : Number(value);
    if (!Number.isNaN(n)) return n;
    this.status = this.ctx.fail(`${value}: invalid number`);
    return Number.parseFloat(value) || 0;
  }
}

/** Exact halves go to the even digit, as in C; toFixed rounds them up. */
function fixed(n: number, digits: number): string {
  const exact = n.toFixed(Math.min(100, digits + 30));
  const point = exact.indexOf('.');
  const cut = point + 1 + digits;
  if (!/^50*$/.test(exact.slice(cut))) return n.toFixed(digits);
  const kept = exact.slice(0, digits === 0 ? point : cut);
  return Number(kept[kept.length - 1]) % 2 === 0 ? kept : n.toFixed(digits);
}

/** C's %e, %f, %g and %a of a number. */
export function formatFloat(n: number, letter: string, flags: string, precision = 6): string {
  const upper = letter === letter.toUpperCase();
  let s: string;
  if (!Number.isFinite(n)) s = Number.isNaN(n) ? 'nan' : 'inf';
  else {
    const abs = Math.abs(n);
    const exponential = (digits: number): string => abs.toExponential(Math.min(digits, 100)).replace(/e([-+])(\d)$/, 'e$10$2');
    const kind = letter.toLowerCase();
    if (kind === 'f') s = abs >= 1e21 ? BigInt(abs).toString() + (precision > 0 ? `.${'0'.repeat(precision)}` : '') : fixed(abs, Math.min(precision, 100));
    else if (kind === 'e') s = exponential(precision);
    else if (kind === 'a') s = `0x${abs.toString(16)}p+0`;
    else {
      const digits = precision === 0 ? 1 : precision;
      const exponent = abs === 0 ? 0 : Number(exponential(digits - 1).split('e')[1]);
      s = exponent < -4 || exponent >= digits ? exponential(digits - 1) : abs.toFixed(Math.min(100, digits - 1 - exponent));
      if (!flags.includes('#') && s.includes('.')) s = s.replace(/\.?0+(?=e|$)/, '');
    }
  }
  const sign = n < 0 || Object.is(n, -0) ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  return sign + (upper ? s.toUpperCase() : s);
}
