import { expect, it } from 'vitest';
import { fatesOf } from '../../src/ui/tabs/lost-servers.ts';

const server = { port: 3000, command: 'node a.js', start: { line: 'node a.js' }, folder: '', packages: false, since: 0, again: true };

it('one that may end its tab goes through one tab only, also where the tab stopped long before that was found out', () => {
  const fate = (change: Partial<typeof server>, silent: boolean, now: number) => fatesOf([{ ...server, ...change }], silent, now)[0]!.fate;
  expect(fate({ again: false }, false, 500)).toBe('starting');
  expect(fate({}, false, 9_000)).toBe('offered');
  expect(fate({}, false, 11_000)).toBe('starting');
  expect(fate({}, true, 30_000)).toBe('offered');
  expect(fate({}, true, 40_000)).toBe('starting');
});
