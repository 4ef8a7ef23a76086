// Large arrays of bytes are printed and compared without a look at each of their indices; small ones with their properties.
const assert = require('assert');
const util = require('util');
const bytes = Buffer.alloc(16 * 1024 * 1024, 7);
const started = Date.now();
console.log(bytes, util.isDeepStrictEqual(bytes, Buffer.alloc(bytes.length, 7)), util.isDeepStrictEqual(bytes, Buffer.alloc(bytes.length, 8)));
assert.deepStrictEqual(new Float64Array(1 << 20), new Float64Array(1 << 20));
console.log(util.inspect(new Uint16Array(1 << 21), { maxArrayLength: 2 }), Date.now() - started < 5000);
const small = Object.assign(Buffer.from('ab'), { named: 1, [Symbol('s')]: 2 });
Object.defineProperty(small, 'hidden', { value: 3, enumerable: false });
console.log(small, util.inspect(small, { showHidden: true }), util.inspect(Object.assign([1, 2], { x: 3, 4: 5, '01': 6, [-1]: 7, 4294967295: 8 })));
assert.throws(() => assert.deepStrictEqual(small, Buffer.from('ab')));
const list = Object.assign(Array.from({ length: 100000 }, (_, i) => i), { named: 1 });
console.log(util.isDeepStrictEqual(list, [...list]), util.isDeepStrictEqual(list, Object.assign([...list], { named: 1 })));
console.log(util.inspect(new Proxy([1, 2], {}), { showProxy: true }), util.inspect(Object.assign(new Proxy([1, 2], {}), { y: 1 })));
