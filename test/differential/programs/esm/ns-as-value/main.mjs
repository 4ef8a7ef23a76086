import * as ns from './m.mjs'; import d, * as both from './m.mjs';
console.log(ns === both, d, typeof ns, ns instanceof Object, String(ns), `${Object.keys(ns)}`, Object.entries(ns).length); const { a, ...rest } = ns; console.log(a, rest); console.log(ns);
