import { items, first } from './a.mjs';
console.log(items, first());
