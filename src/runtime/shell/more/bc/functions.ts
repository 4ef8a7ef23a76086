/** The functions of `bc -l`, worked out with more digits than are wanted and cut off. */
import { compare, divide, integer, multiply, negate, squareRoot, subtract, add, toScale, ZERO } from './number.ts';
import type { Decimal } from './number.ts';

const times = (a: Decimal, b: Decimal, places: number): Decimal => toScale({ n: a.n * b.n, scale: a.scale + b.scale }, places);

/** Sums terms until they are below what counts. `next` makes the k-th term of the one before. */
function series(first: Decimal, scale: number, next: (term: Decimal, k: number) => Decimal, value: (term: Decimal, k: number) => Decimal = (term) => term): Decimal {
  let sum = value(first, 0);
  let term = first;
  for (let k = 1; term.n !== 0n; k++) {
    term = next(term, k);
    sum = add(sum, value(term, k));
  }
  return toScale(sum, scale);
}

const extra = (scale: number, x: Decimal): number => scale + 10 + (x.n < 0n ? -x.n : x.n).toString().length - Math.min(x.scale, (x.n < 0n ? -x.n : x.n).toString().length);

/** Halved until it is small, and squared again. */
export function exponential(x: Decimal, scale: number): Decimal {
  const places = extra(scale, x) + Math.max(0, Math.ceil(Number(toScale(x, 0).n) * 0.4343));
  const small = integer(1);
  let halvings = 0;
  let y = toScale(x, places + 20);
  for (; compare(y.n < 0n ? negate(y) : y, small) > 0; halvings++) y = divide(y, integer(2), places + 20);
  let result = series(toScale(integer(1), places + 20), places + 20, (term, k) => divide(multiply(term, y, places + 20), integer(k), places + 20));
  for (; halvings > 0; halvings--) result = times(result, result, places + 20);
  return toScale(result, scale);
}

export function logarithm(x: Decimal, scale: number): Decimal {
  if (x.n <= 0n) return { n: -(10n ** BigInt(scale + 0)) + 1n, scale };
  const places = scale + 15 + String(x.n).length;
  let y = toScale(x, places);
  let twos = 0;
  for (; compare(y, integer(2)) >= 0; twos++) y = divide(y, integer(2), places);
  for (; compare(y, divide(integer(1), integer(2), 1)) < 0; twos--) y = multiply(y, integer(2), places);
  const one = (z: Decimal): Decimal => {
    // 2 artanh((z - 1) / (z + 1))
    const t = divide(subtract(z, integer(1)), add(z, integer(1)), places);
    const square = times(t, t, places);
    return multiply(series(t, places, (term) => times(term, square, places), (term, k) => divide(term, integer(2 * k + 1), places)), integer(2), places);
  };
  return toScale(add(one(y), multiply(one(integer(2)), integer(twos), places)), scale);
}

export function arctangent(x: Decimal, scale: number): Decimal {
  const places = scale + 15;
  const size = x.n < 0n ? negate(x) : x;
  if (compare(size, integer(1)) > 0) {
    const rest = subtract(divide(pi(places), integer(2), places), arctangent(divide(integer(1), size, places), places));
    return toScale(x.n < 0n ? negate(rest) : rest, scale);
  }
  let y = toScale(x, places);
  let doublings = 0;
  // atan x = 2 atan(x / (1 + sqrt(1 + x²)))
  for (; compare(y.n < 0n ? negate(y) : y, { n: 1n, scale: 1 }) > 0; doublings++) {
    const root = squareRoot(add(integer(1), times(y, y, places)), places);
    y = divide(y, add(integer(1), root), places);
  }
  const square = times(y, y, places);
  const sum = series(y, places, (term) => negate(times(term, square, places)), (term, k) => divide(term, integer(2 * k + 1), places));
  return toScale({ n: sum.n * (1n << BigInt(doublings)), scale: places }, scale);
}

/** Machin: 16 atan(1/5) - 4 atan(1/239). */
function pi(places: number): Decimal {
  const inner = places + 5;
  const of = (q: number): Decimal => series(divide(integer(1), integer(q), inner), inner, (term) => negate(divide(term, integer(q * q), inner)), (term, k) => divide(term, integer(2 * k + 1), inner));
  return toScale(subtract(multiply(of(5), integer(16), inner), multiply(of(239), integer(4), inner)), places);
}

export function sine(x: Decimal, scale: number): Decimal {
  const places = extra(scale, x) + 5;
  const turn = multiply(pi(places + 5), integer(2), places);
  let y = toScale(x, places);
  y = subtract(y, multiply(turn, toScale(divide(y, turn, places), 0), places));
  const square = times(y, y, places);
  const sum = series(y, places, (term, k) => negate(divide(times(term, square, places), integer(2 * k * (2 * k + 1)), places)));
  return toScale(sum, scale);
}

export function cosine(x: Decimal, scale: number): Decimal {
  const places = extra(scale, x) + 5;
  return sine(add(toScale(x, places), divide(pi(places + 2), integer(2), places)), scale);
}

/** Of whole order. */
export function bessel(order: number, x: Decimal, scale: number): Decimal {
  const n = Math.abs(order);
  const places = extra(scale, x) + 10;
  const half = divide(x, integer(2), places);
  let first = integer(1);
  for (let k = 1; k <= n; k++) first = divide(multiply(toScale(first, places), half, places), integer(k), places);
  const square = times(half, half, places);
  const sum = first.n === 0n ? ZERO : series(toScale(first, places), places, (term, k) => negate(divide(times(term, square, places), integer(k * (k + n)), places)));
  return toScale(order < 0 && n % 2 === 1 ? negate(sum) : sum, scale);
}
