// A missing name: the whole report.
import { present,
  absent } from './mod.mjs';
console.log(present, absent);
