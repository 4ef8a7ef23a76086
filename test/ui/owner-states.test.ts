import { expect, it } from 'vitest';
import { parseLost, parseRunning, parseSaveState, parseToolsState } from '../../src/ui/tabs/owner-states.ts';

it('takes of another tab’s state what it knows, and nothing else', () => {
  expect([{ state: 'saved', more: 1 }, { state: 'failed', reason: 'full', full: true }, { state: 'failed' }, { state: 'new' }, null].map(parseSaveState))
    .toEqual([{ state: 'saved' }, { state: 'failed', reason: 'full', full: true }, undefined, undefined, undefined]);
  expect([{ state: 'ready' }, { state: 'failed', reason: 'r' }, { state: 'failed' }, 'ready'].map(parseToolsState)).toEqual([{ state: 'ready' }, { state: 'failed', reason: 'r' }, undefined, undefined]);
  expect(parseRunning({ servers: [{ port: 1, command: 'c', folder: '' }, { port: '1', command: 'c', folder: '' }, 7], programs: ['a', 1] }))
    // An older version of the page says no line: then nothing is started.
    .toEqual({ servers: [{ port: 1, command: 'c', folder: '', start: { byHand: 'unknown' }, packages: false, since: 0, again: false }], programs: ['a'] });
  const known = { port: 1, command: 'c', folder: '', packages: true, since: 5, again: true };
  expect(parseRunning({ servers: [{ ...known, start: { line: 'c d', more: 1 } }, { ...known, start: { byHand: 'secret' } }, { ...known, start: { byHand: 'new' } }] }).servers)
    .toEqual([{ line: 'c d' }, { byHand: 'secret' }, { byHand: 'unknown' }].map((start) => ({ ...known, start })));
  expect(parseRunning({ servers: Array.from({ length: 50 }, () => ({ port: 1, command: 'c', folder: '' })) })).toMatchObject({ servers: { length: 20 }, programs: [] });
  expect([{ lost: { program: 'x' } }, { lost: {} }, {}].map(parseLost)).toEqual([{ program: 'x' }, undefined, undefined]);
});
