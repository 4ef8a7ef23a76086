import { expect, test } from 'vitest';
import { bindings } from '../../src/runtime/node/bindings/index.ts';
import { RARE_BINDINGS } from '../../src/runtime/node/bindings/rare-names.ts';
import { rareBindings } from '../../src/runtime/node/bindings/rare.ts';

test('the names that a process loads the rare bindings for are those it finds there', () => {
  expect([...rareBindings.keys()].sort()).toEqual([...RARE_BINDINGS].sort());
  expect([...rareBindings.keys()].filter((name) => bindings.has(name))).toEqual([]);
});
