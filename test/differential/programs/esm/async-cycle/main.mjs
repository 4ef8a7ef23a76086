// A cycle with top-level await: functions are callable before their module ran.
import { log } from './log.mjs';
import { a } from './a.mjs';
log('main ' + a);
