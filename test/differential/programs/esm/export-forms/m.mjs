const v = 'v';
export { v as 'string name', v as default, v as if };
export * as ns1 from './x.mjs'; export { x as x2, x as aliased } from './x.mjs';
export * as 'star string' from './x.mjs';
export function* generator() { yield 1; }
export async function asyncFn() {}
export const { c: { dd = 5 } = {}, ...rest } = { z: 1 }, [arr, , ...more] = [1, 2, 3];
export var undefinedVar, later;
export {};
later = 1;
