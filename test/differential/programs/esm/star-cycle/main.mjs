import * as a from './a.mjs';
import * as b from './b.mjs';
console.log(Object.keys(a), Object.keys(b), a.fromB, b.fromA, a.default, b.default);
import('./self.mjs').then((ns) => console.log(Object.keys(ns)));
import('./loop1.mjs').catch((e) => console.log(e.name, e.message));
