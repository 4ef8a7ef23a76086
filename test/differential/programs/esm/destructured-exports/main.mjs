import { a, b, rest, deep, dflt, first, tail, swap } from './m.mjs'; console.log(a, b, rest, deep, dflt, first, tail); swap(); console.log(a, b);
