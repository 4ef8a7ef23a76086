import Even, { even, constant } from './even.mjs';
export function odd(n) { return n === 0 ? false : even(n - 1); }
try {
  console.log(constant);
} catch (e) {
  console.log(e.name, e.message);
}
try {
  console.log(Even);
} catch (e) {
  console.log(e.name);
}
console.log('hoisted', typeof even, even(0));
export const value = 'value of odd ';
export const names = () => [Even.name, constant];
console.log('odd evaluated');
