// Modules of a cycle with top-level await start at once, in order, before what comes after them.
import './before.mjs';
import { a } from './a.mjs';
import './after.mjs';
console.log('main', a);
