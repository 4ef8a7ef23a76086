import { from as as, as as from, of, default as async, get } from './m.mjs'; import * as let_ from './m.mjs';
console.log(as, from, of, async, get, Object.keys(let_)); import { if as $if, class as _class } from './m.mjs'; console.log($if, _class);
