import { log } from './log.mjs';
import { a, fromA } from './a.mjs';
log('b starts: ' + fromA());
try { log(a); } catch (e) { log(e.name + ': ' + e.message); }
await 0;
log('b goes on');
try { a; } catch (e) { log(e.name); }
export const b = 'b';
export function fromB() { return 'hoisted b'; }
