export let count = 0;
export function increment() { count++; }
export const config = { list: [1, 2, 3] };
export function fn() { return this === undefined ? 'no this' : `this ${this}`; }
export default () => 'default';
export class Klass { value = 42; }
export let letLater;
export const setLater = (v) => { letLater = v; };
