import assert from 'node:assert/strict';
import { test } from 'node:test';
import { discounted, euros } from '../src/money.js';

test('amounts are written with two digits', () => {
  assert.equal(euros(5), '0.05 EUR');
  assert.equal(euros(1200), '12.00 EUR');
  assert.equal(euros(-250), '-2.50 EUR');
});

test('a discount is rounded down', () => {
  assert.equal(discounted(999, 10), 899);
});
