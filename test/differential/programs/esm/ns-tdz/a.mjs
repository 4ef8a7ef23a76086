import * as b from './b.mjs';
export const early = 1;
export let late = 2;
export class K {}
export function f() { return 'f'; }
export default 5;
console.log(b.done);
