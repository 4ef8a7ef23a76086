import { isOdd, bump } from './odd.mjs';
export let even = 'even';
export function isEven(n) { bump(); return n === 0 || isOdd(n - 1); }
export const arrow = (n = isOdd(1)) => n;
