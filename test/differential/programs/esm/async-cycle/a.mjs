import { log } from './log.mjs';
import { b, fromB } from './b.mjs';
log('a starts');
log(fromB());
await null;
log('a goes on, b is ' + b);
export const a = 'a+' + b;
export function fromA() { return 'hoisted a'; }
