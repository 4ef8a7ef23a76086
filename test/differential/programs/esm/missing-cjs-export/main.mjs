import { present, absent as other } from './mod.cjs';
console.log(present, other);
