const { test, describe, it } = require('node:test');
const assert = require('node:assert');
test('adds', () => assert.strictEqual(1 + 1, 2));
describe('group', () => {
  it('nested', async () => {});
  it.skip('skipped', () => {});
  it.todo('later');
});
test('diagnoses', (t) => t.diagnostic('a note'));
