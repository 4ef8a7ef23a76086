import { expect, it } from 'vitest';
import { applets } from '../../src/runtime/shell/commands/index.ts';
import { COMMAND_NAMES } from '../../src/runtime/shell/commands/names.ts';

it('installs exactly the commands there are', () => {
  expect([...COMMAND_NAMES].sort()).toEqual([...applets.keys()].sort());
});
