const qs = require('node:querystring');
for (const s of ['a=1&b=2&a=3', 'a=%20+%zz&b', '=x&y=', 'a&&b', '', 'a:1;b:2']) console.log(qs.parse(s), qs.parse(s, ';', ':'));
console.log(qs.stringify({ a: [1, 2], b: 'x y', c: true, d: null, e: undefined, f: 5n, g: NaN, h: {} , 'k&': 'é' }), qs.stringify({ a: 1, b: 2 }, ';', ':'), qs.escape('a b&c/é'), qs.unescape('%41%zz+'), qs.parse('a=1&b=2&c=3', null, null, { maxKeys: 2 }), qs.parse('a=%41', null, null, { decodeURIComponent: (x) => x + '!' }), qs.stringify('x'), qs.stringify({ a: 'b' }, null, null, { encodeURIComponent: () => 'E' }));
try { qs.stringify({ a: '\ud800' }); } catch (e) { console.log(e.name, e.code, e.message); }
