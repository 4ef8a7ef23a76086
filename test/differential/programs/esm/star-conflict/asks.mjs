import { both } from './all.mjs';
console.log(both);
