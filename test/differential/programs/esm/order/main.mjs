// Evaluation order of a diamond with asynchronous and synchronous parts.
import './left.mjs';
import './right.mjs';
import { log } from './log.mjs';
log('main');
console.log(log.list.join(' '));
