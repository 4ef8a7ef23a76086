import * as all from './all.mjs';
console.log(Object.keys(all), all.only1, all.only2, all.shared, all.own);
import('./asks.mjs').catch((e) => console.log(e.name, e.message));
