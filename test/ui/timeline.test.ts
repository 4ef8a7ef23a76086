import { expect, it } from 'vitest';
import type { AgentEvent } from '../../src/agent/events.ts';
import type { ToolResult } from '../../src/tools/result.ts';
import { emptyTimeline, reduceTimeline, type Timeline } from '../../src/ui/agent/timeline.ts';

const replay = (...events: AgentEvent[]): Timeline => events.reduce((timeline, event) => reduceTimeline(timeline, event, 1000), emptyTimeline);

const result = (call_id: string, message: string): ToolResult => ({
  call_id, tool: 'run_tests', called_as: 'run_tests', status: 'executed', ok: true, is_error: false, message, output: '', duration_ms: 1, metadata: {},
});
const call = (call_id: string): AgentEvent => ({ type: 'tool_start', turn: 1, call_id, tool: 'run_tests', called_as: 'run_tests', input: {}, card: { icon: 'test', body: 'tests', summary: '' } });

it('joins streamed words to one text until something else happens', () => {
  const { items } = replay(
    { type: 'text_delta', turn: 1, text: 'Hel' }, { type: 'text_delta', turn: 1, text: 'lo' }, call('1'), { type: 'text_delta', turn: 1, text: 'Again' },
  );
  expect(items.map((item) => (item.kind === 'text' ? [item.text, item.streaming] : item.kind))).toEqual([['Hello', false], 'tool', ['Again', true]]);
});

it('gives each result to the card that still waits, also when call ids come again', () => {
  const end = (message: string): AgentEvent => ({ type: 'tool_end', turn: 1, call_id: '1', result: result('1', message) });
  const { items, announcement } = replay(call('1'), end('first'), call('1'), end('second'));
  expect(items.map((item) => item.kind === 'tool' && item.result?.message)).toEqual(['first', 'second']);
  expect(announcement).toBe('run_tests: second');
});

it('shows a wait as over as soon as anything else happens', () => {
  const retry: AgentEvent = { type: 'retry', turn: 1, attempt: 1, wait_ms: 2000, reason: 'Busy.' };
  expect(replay(retry).items).toEqual([{ kind: 'retry', id: '0', attempt: 1, waitMs: 2000, since: 1000, reason: 'Busy.', over: false }]);
  expect(replay(retry).announcement).toBe('Busy. Trying again in 2 seconds.');
  expect(replay(retry, { type: 'text_delta', turn: 1, text: 'x' }).items[0]).toMatchObject({ over: true });
});

it('adds up tokens', () => {
  const usage: AgentEvent = { type: 'usage', turn: 1, input_tokens: 10, output_tokens: 2 };
  expect(replay(usage, usage).tokens).toEqual({ input: 20, output: 4 });
});
