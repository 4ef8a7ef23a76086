import { odd, value } from './odd.mjs';
import fs, { existsSync } from 'node:fs';
export function even(n) { return n === 0 ? true : odd(n - 1); }
export let tdz;
try {
  tdz = value;
} catch (e) {
  tdz = e.message;
}
export const constant = 'const of even';
export const late = () => value + existsSync('.') + typeof fs.readFileSync;
export default class Even {}
console.log('even evaluated');
