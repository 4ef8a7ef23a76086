/** Streams of server-sent events in all forms that the HTML standard has, in pieces of any size. */
import { expect, it } from 'vitest';
import { eventStream, type StreamEvent, type StreamState } from '../../src/shared/event-stream.ts';

async function read(text: string, { size = Infinity, state, limit }: { size?: number; state?: StreamState; limit?: number } = {}): Promise<StreamEvent[]> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + Math.min(size, bytes.length)));
      at += Math.min(size, bytes.length);
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of eventStream(body, state, limit)) events.push(event);
  return events;
}

const message = (data: string): StreamEvent => ({ type: 'message', data });

it.each<[what: string, text: string, events: StreamEvent[]]>([
  ['lines that end in any way', 'data: a\n\ndata: b\r\n\r\ndata: c\r\rdata: d\r\n\n', ['a', 'b', 'c', 'd'].map(message)],
  ['a mark at its beginning', '\ufeffdata: a\n\n', [message('a')]],
  ['the standard’s first example', 'data: YHOO\ndata: +2\ndata: 10\n\n', [message('YHOO\n+2\n10')]],
  ['the standard’s second example', ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n', [message('first event'), message('second event')]],
  ['the standard’s third example', 'data\n\ndata\ndata\n\ndata:', [message(''), message('\n')]],
  ['the standard’s fourth example', 'data:test\n\ndata: test\n\n', [message('test'), message('test')]],
  ['names, which hold for one event', 'event: x\ndata: 1\n\ndata: 2\n\nevent: y\n\ndata: 3\n\n', [{ type: 'x', data: '1' }, message('2'), message('3')]],
  ['fields that nobody knows', 'Data: 1\nother: 2\ndata : 3\ndata: é😀\n\n', [message('é😀')]],
])('%s', async (_what, text, events) => {
  for (const size of [1, 2, 3, 7, Infinity]) expect(await read(text, { size })).toEqual(events);
});

it('keeps what the next connection has to know', async () => {
  const state: StreamState = { lastEventId: '' };
  await read('id: 1\ndata: x\n\nid: 2\0\nretry: 50\nretry: 5s\n\nid: 3\ndata: cut off', { state });
  expect(state).toEqual({ lastEventId: '1', retry: 50 });
  await read('data: x\n\n', { state });
  expect(state.lastEventId).toBe('1');
  await read('id: 4\n\n', { state });
  expect(state.lastEventId).toBe('4');
  await read('id\n\n', { state });
  expect(state.lastEventId).toBe('');
});

it('takes no more of one event than it may, and the next ones as they are', async () => {
  for (const long of [`data: ${'x'.repeat(10_000)}\n\n`, 'data: xxxxxxxxx\n'.repeat(1_000) + '\n']) {
    const [first, second] = await read(`${long}data: y\n\n`, { size: 16, limit: 100 });
    expect(first!.data.length).toBeGreaterThan(100);
    expect(first!.data.length).toBeLessThan(140);
    expect(second).toEqual(message('y'));
  }
});
