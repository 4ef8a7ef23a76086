const test = require('node:test');
const seen = [];
test.before(() => seen.push('before'));
test.after(() => console.log(seen.join(' ')));
test.beforeEach(() => seen.push('each'));
test('one', async (t) => {
  seen.push('one');
  await t.test('sub', () => seen.push('sub'));
});
test('mock', (t) => {
  const f = t.mock.fn((x) => x * 2);
  f(4);
  t.assert.strictEqual(f.mock.calls[0].result, 8);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let fired = false;
  setTimeout(() => { fired = true; }, 1000);
  t.mock.timers.tick(1000);
  seen.push(String(fired));
});
