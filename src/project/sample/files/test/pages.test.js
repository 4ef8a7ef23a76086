import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { page } from '../src/pages.js';

const letters = [...'abcdefghij'];

describe('page', () => {
  it('holds as many items as fit', () => {
    assert.deepEqual(page(letters, 2, 4).items, ['e', 'f', 'g', 'h']);
  });

  it('puts the rest on a last page of its own', () => {
    assert.deepEqual(page(letters, 3, 4), { number: 3, pages: 3, items: ['i', 'j'] });
  });

  it('refuses pages that are not there', () => {
    assert.throws(() => page(letters, 4, 4), RangeError);
  });
});
