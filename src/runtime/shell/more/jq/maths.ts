/** Functions of C's math library, by name and number of arguments; those without take the input. */
import type { Json } from './values.ts';


function frexp(x: number): [number, number] {
  if (x === 0 || !Number.isFinite(x)) return [x, 0];
  let e = Math.max(-1023, Math.floor(Math.log2(Math.abs(x))) + 1);
  let m = x * 2 ** -e;
  while (Math.abs(m) < 0.5) {
    m *= 2;
    e--;
  }
  while (Math.abs(m) >= 1) {
    m /= 2;
    e++;
  }
  return [m, e];
}

/** Lanczos' approximation. */
function lgamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - lgamma(1 - x);
  const g = [0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7];
  const y = x - 1;
  const sum = g.slice(1).reduce((a, c, i) => a + c / (y + i + 1), g[0]!);
  const t = y + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** C rounds halves away from zero, JavaScript up. */
const round = (x: number): number => Math.sign(x) * Math.round(Math.abs(x));
const nearest = (x: number): number => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x));

export const maths: { [key: string]: (...args: number[]) => Json } = {
  'ceil/0': (x) => Math.ceil(x!), 'round/0': (x) => round(x!), 'trunc/0': (x) => Math.trunc(x!), 'fabs/0': (x) => Math.abs(x!), 'abs/0': (x) => Math.abs(x!), 'rint/0': (x) => nearest(x!), 'nearbyint/0': (x) => nearest(x!),
  'exp/0': (x) => Math.exp(x!), 'exp2/0': (x) => 2 ** x!, 'exp10/0': (x) => 10 ** x!, 'expm1/0': (x) => Math.expm1(x!), 'log2/0': (x) => Math.log2(x!), 'log10/0': (x) => Math.log10(x!), 'log1p/0': (x) => Math.log1p(x!), 'cbrt/0': (x) => Math.cbrt(x!),
  'sin/0': (x) => Math.sin(x!), 'cos/0': (x) => Math.cos(x!), 'tan/0': (x) => Math.tan(x!), 'asin/0': (x) => Math.asin(x!), 'acos/0': (x) => Math.acos(x!), 'atan/0': (x) => Math.atan(x!),
  'sinh/0': (x) => Math.sinh(x!), 'cosh/0': (x) => Math.cosh(x!), 'tanh/0': (x) => Math.tanh(x!), 'asinh/0': (x) => Math.asinh(x!), 'acosh/0': (x) => Math.acosh(x!), 'atanh/0': (x) => Math.atanh(x!),
  'atan2/2': (y, x) => Math.atan2(y!, x!), 'fmin/2': (a, b) => Math.min(a!, b!), 'fmax/2': (a, b) => Math.max(a!, b!), 'fmod/2': (a, b) => a! % b!, 'hypot/2': (a, b) => Math.hypot(a!, b!), 'ldexp/2': (a, b) => a! * 2 ** b!, 'scalb/2': (a, b) => a! * 2 ** b!,
  'copysign/2': (a, b) => Math.abs(a!) * (Object.is(b, -0) || b! < 0 ? -1 : 1), 'fma/3': (a, b, c) => a! * b! + c!, 'significand/0': (x) => (x === 0 ? 0 : frexp(x!)[0] * 2), 'logb/0': (x) => (x === 0 ? -Infinity : frexp(x!)[1] - 1),
  'gamma/0': (x) => lgamma(x!), 'lgamma/0': (x) => lgamma(x!), 'tgamma/0': (x) => (Number.isInteger(x) ? round(Math.exp(lgamma(x!))) : Math.exp(lgamma(x!))), 'frexp/0': (x) => frexp(x!), 'modf/0': (x) => [x! % 1, Math.trunc(x!)],
};

