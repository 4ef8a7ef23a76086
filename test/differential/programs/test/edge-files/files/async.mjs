import { test, suite, before, afterEach } from 'node:test';
import { setTimeout } from 'node:timers/promises';
suite('s', { concurrency: true }, () => {
  before(() => console.log('before'));
  afterEach((t) => console.log('after', t.name));
  test('a', async () => { await setTimeout(30); });
  test('b', { skip: 'no' }, () => {});
  test('c', { todo: true }, () => { throw new Error('todo may fail'); });
});
test('plan', async (t) => {
  t.plan(2);
  t.assert.ok(true);
  await t.test('inner', (u) => u.diagnostic('deep'));
});
