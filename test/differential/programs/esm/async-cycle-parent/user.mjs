import { b } from './b.mjs';
console.log('user', b);
