const { inspect } = require('node:util');
class A { #p = 1; get x() { return 1; } static s = 2; }
class B extends A { [Symbol.toStringTag] = 'Tagged'; }
const circular = { name: 'c' };
circular.self = circular;
circular.deep = { back: circular, list: [circular] };
console.log(new A(), new B(), A, B, class {}, circular, Object.create(null), Object.create({ constructor: undefined }), Object.create(A.prototype));
console.log([1, , 3, , ,], Object.assign([1, 2], { x: 1, '-y': 2 }), [undefined, null, NaN, -0], new Array(200).fill(7));
console.log(new Map([[{ a: 1 }, new Set([1, [2]])]]), new WeakMap(), Symbol('s'), Symbol.iterator, 10n, -0, 'it\'s', "\"both\" 'kinds'", 'line\nbreak');
console.log(function named() {}, () => {}, async () => {}, function* gen() {}, async function* ag() {}, Object.assign(() => {}, { prop: 1 }), class X { static y = 1; });
console.log(new Date(0), new Date(NaN), /re/gi, Object.assign(/x/, { extra: 1 }), new Error('plain').message, new Boolean(false), new String('boxed'), Object(1n), Object(Symbol('b')));
console.log(inspect({ a: { b: { c: { d: 1 } } } }, { depth: 0 }), inspect({ a: { b: { c: { d: 1 } } } }, { depth: Infinity, compact: false }), inspect('x'.repeat(30), { maxStringLength: 5 }), inspect([1, 2, 3, 4], { maxArrayLength: 2 }), inspect(new Set([3, 1, 2]), { sorted: true }));
console.log(inspect({ get a() { return 5; }, set a(v) {}, get b() { throw new Error('no'); }, set c(v) {} }, { getters: true }), inspect({ b: 1, a: 2 }, { sorted: true }), inspect(123456789.123, { numericSeparator: true }));
console.log(inspect({ [Symbol('k')]: 1, 'needs quotes': 2, valid_id: 3, 5: 4 }), inspect(Object.defineProperty({}, 'hidden', { value: 1 }), { showHidden: true }), inspect(new Proxy({ a: 1 }, {}), { showProxy: true }));
console.log({ [inspect.custom](depth, options, i) { return i === inspect && typeof options.stylize === 'function' ? 'custom!' : 'no'; } }, inspect({ toString() { return 'x'; } }), [new (class extends Array {})(3)], new (class extends Map {})([[1, 2]]));
console.log(globalThis === global, inspect(globalThis).length > 100, new (class Foo { constructor() { this.bar = 1; } })(), (function () { return arguments; })(1, 2), new ArrayBuffer(3), new DataView(new ArrayBuffer(2)), new Uint8Array(3), new Float64Array([1.5, -0]));
