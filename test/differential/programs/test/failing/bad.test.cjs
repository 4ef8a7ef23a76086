const test = require('node:test');
const assert = require('node:assert');
test('fails', () => assert.deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }));
test('throws', () => { throw new TypeError('wrong type'); });
test('passes', () => {});
