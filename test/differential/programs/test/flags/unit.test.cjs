const { test, describe } = require('node:test');
const assert = require('node:assert');
test('one', () => {});
describe('group', () => {
  test('two', () => assert.ok(true));
  test.only('three', () => {});
});
