import * as m from './m.mjs';
console.log(Object.keys(m)); console.log(m['string name'], m.ns1.x, m.default, m.x2, m.aliased, m.generator().next().value, m.dd, m.rest, m.arr);
import { 'string name' as s, default as d } from './m.mjs'; console.log(s, d);
