const util = require('node:util');
class Foo { constructor() { this.x = 1; } get y() { return 2; } static z = 3; }
class Bar extends Foo { #p = 1; [Symbol.toStringTag] = 'Tagged'; }
const values = [
  undefined, null, true, 1, -0, NaN, 10n, 'str', "it's", 'a"b\'c', Symbol('s'), [], [1, , 3], [undefined, null], {}, { a: 1, 'b-c': 2, [Symbol('k')]: 3 },
  function named() {}, () => {}, class A {}, class B extends Foo {}, async function af() {}, function* gf() {}, async function* agf() {}, Foo, new Foo(), new Bar(),
  new Date(0), new Date(NaN), /re/gi, new Error('boom').message, new Map([[{ a: 1 }, 'v']]), new Set([1, 'two']), new WeakMap(), new WeakSet(), Object.create(null), Object.create({ a: 1 }),
  new ArrayBuffer(4), new SharedArrayBuffer(2), new DataView(new ArrayBuffer(3)), new Uint8Array([1, 2]), new Float64Array(2), new BigInt64Array(1), Buffer.from('hello'),
  new Number(1), new String('s'), new Boolean(false), Object(Symbol('b')), Object(1n), (function () { return arguments; })(1, 2), globalThis.process === process, new Proxy({ a: 1 }, {}), new Proxy(function f() {}, {}),
  Math, JSON, Reflect, Atomics, Intl, WebAssembly, [1, 2, 3].values(), new Map([[1, 2]]).keys(), (function* () { yield 1; })(), Promise.resolve(4), Promise.reject(new Error('r').message),
];
values[values.length - 1].catch(() => {});
for (const [i, v] of values.entries()) {
    console.log(i, util.inspect(v));
}
