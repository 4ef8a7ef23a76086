import { even, tdz, late } from './even.mjs';
import { odd, names } from './odd.mjs';
console.log(even(10), odd(7), even(3));
console.log(tdz, late(), names());
