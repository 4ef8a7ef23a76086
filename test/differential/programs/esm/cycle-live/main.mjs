import { even, isEven } from './even.mjs';
console.log(isEven(10), isEven(7), even, counter);
import { counter } from './odd.mjs';
