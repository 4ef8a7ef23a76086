import { expect, it } from 'vitest';
import { applets } from '../../src/runtime/shell/commands/index.ts';
import { COMMAND_NAMES, MORE_NAMES } from '../../src/runtime/shell/commands/names.ts';
import { moreCommands } from '../../src/runtime/shell/more/index.ts';

it('installs exactly the commands there are', () => {
  expect([...COMMAND_NAMES].sort()).toEqual([...applets.keys()].sort());
  expect([...MORE_NAMES].sort()).toEqual(moreCommands.flatMap((c) => [c.name, ...(c.aliases ?? [])]).sort());
  expect(MORE_NAMES.filter((name) => COMMAND_NAMES.includes(name))).toEqual([]);
});
