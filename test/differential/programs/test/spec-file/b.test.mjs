import test from 'node:test';
test('from a module', (t) => {
  t.assert.deepStrictEqual({ a: 1 }, { a: 1 });
});
