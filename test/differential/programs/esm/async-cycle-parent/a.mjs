import { b } from './b.mjs';
console.log('a start');
await new Promise((r) => setTimeout(r, 5));
console.log('a end', b);
export const a = 1;
