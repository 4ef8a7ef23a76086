import { expect, it } from 'vitest';
import { parseLost, parseRunning, parseSaveState, parseToolsState } from '../../src/ui/tabs/owner-states.ts';

it('takes of another tab’s state what it knows, and nothing else', () => {
  expect([{ state: 'saved', more: 1 }, { state: 'failed', reason: 'full', full: true }, { state: 'failed' }, { state: 'new' }, null].map(parseSaveState))
    .toEqual([{ state: 'saved' }, { state: 'failed', reason: 'full', full: true }, undefined, undefined, undefined]);
  expect([{ state: 'ready' }, { state: 'failed', reason: 'r' }, { state: 'failed' }, 'ready'].map(parseToolsState)).toEqual([{ state: 'ready' }, { state: 'failed', reason: 'r' }, undefined, undefined]);
  expect(parseRunning({ servers: [{ port: 1, command: 'c', folder: '' }, { port: '1', command: 'c', folder: '' }, 7], programs: ['a', 1] }))
    .toEqual({ servers: [{ port: 1, command: 'c', folder: '' }], programs: ['a'] });
  expect(parseRunning({ servers: Array.from({ length: 50 }, () => ({ port: 1, command: 'c', folder: '' })) })).toMatchObject({ servers: { length: 20 }, programs: [] });
  expect([{ lost: { program: 'x' } }, { lost: {} }, {}].map(parseLost)).toEqual([{ program: 'x' }, undefined, undefined]);
});
