const { isDeepStrictEqual: eq } = require('node:util');
const pairs = [
  [NaN, NaN], [0, -0], [[1, 2], [1, 2]], [[1, , 2], [1, undefined, 2]], [{ a: undefined }, {}], [new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]])], [new Set([{ a: 1 }]), new Set([{ a: 1 }])],
  [new Date(1), new Date(1)], [/a/g, /a/i], [new Error('a'), new Error('a')], [new Error('a'), new TypeError('a')], [Buffer.from('a'), new Uint8Array([97])], [Object(1), Object(1)], [Object('a'), Object('b')],
  [Symbol.for('a'), Symbol.for('a')], [function () {}, function () {}], [Object.create(null), {}], [[1], { 0: 1, length: 1 }], [new Float32Array([-0]), new Float32Array([0])], [new Map([[1, 2], [3, 4]]), new Map([[3, 4], [1, 2]])],
  [{ [Symbol.for('k')]: 1 }, { [Symbol.for('k')]: 1 }], [new Set([1, '1']), new Set(['1', 1])], [new WeakMap(), new WeakMap()], [Promise.resolve(1), Promise.resolve(1)], [new URL('http://a/'), new URL('http://a/')],
];
for (const [a, b] of pairs) console.log(eq(a, b));
const x = { v: 1 }; x.self = x;
const y = { v: 1 }; y.self = y;
console.log(eq(x, y));
