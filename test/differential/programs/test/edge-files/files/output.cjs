const test = require('node:test');
console.log('at load');
test('prints', () => {
  process.stdout.write('no newline');
  console.error('to stderr');
  console.log('x'.repeat(70000).length);
  console.log({ a: [1, 2, { b: 3 }] });
});
