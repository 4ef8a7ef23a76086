import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Cart } from '../src/cart.js';

const tea = { id: 'tea', name: 'Tea', cents: 425 };
const coffee = { id: 'coffee', name: 'Coffee', cents: 899 };

describe('Cart', () => {
  it('adds up equal articles', () => {
    const cart = new Cart().add(tea).add(tea, 2);
    assert.deepEqual(cart.lines, [{ article: tea, count: 3 }]);
    assert.equal(cart.total(), 1275);
  });

  it('gives ten percent off from fifty euros on', () => {
    assert.equal(new Cart().add(coffee, 6).total(), 4854);
  });

  it('refuses counts that are none', () => {
    assert.throws(() => new Cart().add(tea, 0), RangeError);
  });
});
