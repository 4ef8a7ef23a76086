import { test } from 'node:test';
import { add } from './add.mjs';
test('adds', (t) => t.assert.equal(add(1, 2), 3));
