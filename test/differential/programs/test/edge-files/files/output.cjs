const test = require('node:test');
console.log('at load');
test('prints', () => {
  console.log('x'.repeat(70000).length);
  console.log({ a: [1, 2, { b: 3 }] });
});
