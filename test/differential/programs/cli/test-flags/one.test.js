const test = require('node:test'); const assert = require('node:assert');
test('first', () => {}); test('second', () => { assert.ok(1); }); test.skip('skipped', () => {}); test.todo('later'); test('third fails', () => { assert.strictEqual(1, 2); });
