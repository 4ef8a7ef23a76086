// Tests and hooks that a suite declares after it has waited are its own.
const { after, before, beforeEach, describe, it, suite, test } = require('node:test');
const { setTimeout: delay } = require('node:timers/promises');
describe('outer', async () => {
  await 1;
  before(() => console.log('before outer'));
  it('first', () => {});
  describe('inner', async () => {
    beforeEach(() => console.log('before each inner'));
    it('within', async () => { await 1; });
    await delay(5);
    it('late', () => {});
    after(() => console.log('after inner'));
  });
  await delay(1);
  describe('plain', () => it('in the plain one', () => {}));
  it('last', () => {});
});
suite('beside', async () => {
  await delay(2);
  test('other', () => {});
});
test('top', async () => { await delay(1); });
