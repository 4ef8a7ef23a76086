import { b } from './b.mjs';
console.log('a1', b);
await null;
console.log('a2');
export const a = 'a';
