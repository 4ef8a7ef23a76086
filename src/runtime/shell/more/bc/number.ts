/** Decimal numbers of any length, as bc has them: an integer and how many of its digits stand after the point. */
export interface Decimal {
  n: bigint;
  scale: number;
}

export const ZERO: Decimal = { n: 0n, scale: 0 };

const ten = (power: number): bigint => 10n ** BigInt(power);
export const integer = (n: number | bigint): Decimal => ({ n: BigInt(n), scale: 0 });

/** The same number with so many digits; digits that are too many are cut off, not rounded. */
export function toScale({ n, scale }: Decimal, wanted: number): Decimal {
  return { n: wanted >= scale ? n * ten(wanted - scale) : n / ten(scale - wanted), scale: wanted };
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { n: toScale(a, scale).n + toScale(b, scale).n, scale };
}

export const negate = ({ n, scale }: Decimal): Decimal => ({ n: -n, scale });
export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, negate(b));

export function compare(a: Decimal, b: Decimal): number {
  const { n } = subtract(a, b);
  return n < 0n ? -1 : n > 0n ? 1 : 0;
}

export function multiply(a: Decimal, b: Decimal, scale: number): Decimal {
  return toScale({ n: a.n * b.n, scale: a.scale + b.scale }, Math.min(a.scale + b.scale, Math.max(scale, a.scale, b.scale)));
}

/** @throws RangeError for a divisor of 0 */
export function divide(a: Decimal, b: Decimal, scale: number): Decimal {
  if (b.n === 0n) throw new RangeError('Divide by zero');
  const shift = scale + b.scale - a.scale;
  return { n: shift >= 0 ? a.n * ten(shift) / b.n : a.n / (b.n * ten(-shift)), scale };
}

export function remainder(a: Decimal, b: Decimal, scale: number): Decimal {
  const whole = divide(a, b, scale);
  const exact = { n: whole.n * b.n, scale: whole.scale + b.scale };
  return toScale(subtract(a, exact), Math.max(scale + b.scale, a.scale));
}

export function power(a: Decimal, exponent: number, scale: number): Decimal {
  const positive = { n: a.n ** BigInt(Math.abs(exponent)), scale: a.scale * Math.abs(exponent) };
  return exponent < 0 ? divide(integer(1), positive, scale) : toScale(positive, Math.min(positive.scale, Math.max(scale, a.scale)));
}

export function squareRoot(a: Decimal, scale: number): Decimal {
  if (a.n < 0n) throw new RangeError('Square root of a negative number');
  const wanted = Math.max(scale, a.scale);
  const value = toScale(a, 2 * wanted).n;
  if (value === 0n) return { n: 0n, scale: wanted };
  // Newton's method from above: it falls until it is there.
  let root = ten(Math.ceil(value.toString().length / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return { n: root, scale: wanted };
    root = next;
  }
}

/** In a base from 2 on; digits of bases above 16 are decimal numbers. */
export function format(a: Decimal, base: number): string {
  const sign = a.n < 0n ? '-' : '';
  const n = a.n < 0n ? -a.n : a.n;
  if (n === 0n) return '0';
  const unit = ten(a.scale);
  const fraction = n % unit;
  if (base === 10) {
    const whole = n / unit;
    return `${sign}${whole === 0n ? '' : whole}${a.scale === 0 ? '' : `.${fraction.toString().padStart(a.scale, '0')}`}`;
  }
  const width = String(base - 1).length;
  const digit = (value: bigint): string => (base <= 16 ? value.toString(16).toUpperCase() : ` ${value.toString().padStart(width, '0')}`);
  const B = BigInt(base);
  let whole = '';
  for (let rest = n / unit; rest > 0n; rest /= B) whole = digit(rest % B) + whole;
  if (a.scale === 0) return sign + whole;
  let digits = '';
  // As many as are needed to tell it from its neighbours.
  for (let rest = fraction, reach = 1n; reach < unit; reach *= B) {
    rest *= B;
    digits += digit(rest / unit);
    rest %= unit;
  }
  return `${sign}${whole}.${digits}`;
}

/** Digits as they are typed in an input base; a single digit may be larger than the base, as bc has it. */
export function parseNumber(text: string, base: number): Decimal {
  const [whole = '', fraction = ''] = text.split('.');
  const value = (char: string): bigint => BigInt(Math.min(Number.parseInt(char, 36), whole.length + fraction.length === 1 ? 36 : base - 1));
  if (base === 10 && /^[\d.]*$/.test(text)) return { n: BigInt(whole + fraction || '0'), scale: fraction.length };
  let n = 0n;
  for (const char of whole) n = n * BigInt(base) + value(char);
  let part = 0n;
  let unit = 1n;
  for (const char of fraction) {
    part = part * BigInt(base) + value(char);
    unit *= BigInt(base);
  }
  return add(integer(n), { n: part * ten(fraction.length) / unit, scale: fraction.length });
}
