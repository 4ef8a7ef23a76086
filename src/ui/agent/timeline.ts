/** A run of the agent as a list that can be shown: a pure reduction of its events. */
import type { AgentEvent, CardHints, RunEndReason } from '../../agent/events.ts';
import type { Json } from '../../shared/json.ts';
import type { ToolResult } from '../../tools/result.ts';

export type TimelineItem =
  | { kind: 'task'; id: string; text: string; provider: string; recording: boolean }
  | { kind: 'text'; id: string; text: string; streaming: boolean }
  | { kind: 'tool'; id: string; tool: string; calledAs: string; input: Json; card: CardHints; live: string; result: ToolResult | undefined; stopped: boolean }
  | { kind: 'retry'; id: string; attempt: number; waitMs: number; since: number; reason: string; over: boolean }
  | { kind: 'inbox'; id: string; text: string; items: number }
  | { kind: 'correction'; id: string; message: string }
  | { kind: 'error'; id: string; code: string; message: string }
  | { kind: 'end'; id: string; reason: RunEndReason; message: string; turns: number; toolCalls: number };

export interface Timeline {
  items: readonly TimelineItem[];
  tokens: { input: number; output: number };
  /** The sentence for screen readers: only what changes the course, not every streamed word. */
  announcement: string;
}

export const emptyTimeline: Timeline = { items: [], tokens: { input: 0, output: 0 }, announcement: '' };

/** Live output beyond this is in the tool's result and its log; the card shows the end of it. */
const LIVE_LIMIT = 20_000;

/** @param now milliseconds, for the countdown of a wait. */
export function reduceTimeline(timeline: Timeline, event: AgentEvent, now: number): Timeline {
  const items = event.type === 'text_delta' || event.type === 'tool_progress' || event.type === 'usage' ? timeline.items : settle(timeline.items);
  const add = (item: TimelineItem, announcement = timeline.announcement): Timeline => ({ ...timeline, items: [...items, item], announcement });
  const id = `${items.length}`;
  switch (event.type) {
    case 'run_start':
      return add({ kind: 'task', id, text: event.task, provider: event.provider.label, recording: event.provider.recording }, 'The agent started.');
    case 'text_delta': {
      const settled = items.map((item) => (item.kind === 'retry' ? { ...item, over: true } : item));
      const last = settled.at(-1);
      if (last?.kind !== 'text' || !last.streaming) return { ...timeline, items: [...settled, { kind: 'text', id, text: event.text, streaming: true }] };
      return { ...timeline, items: [...settled.slice(0, -1), { ...last, text: last.text + event.text }] };
    }
    case 'tool_start':
      return add({ kind: 'tool', id: event.call_id, tool: event.tool, calledAs: event.called_as, input: event.input, card: event.card, live: '', result: undefined, stopped: false }, `Step: ${event.tool}.`);
    case 'tool_progress':
      return { ...timeline, items: items.map((item) => (isOpenCall(item, event.call_id) ? { ...item, live: (item.live + event.text).slice(-LIVE_LIMIT) } : item)) };
    case 'tool_end':
      return {
        ...timeline,
        items: items.map((item) => (isOpenCall(item, event.call_id) ? { ...item, result: event.result } : item)),
        announcement: `${event.result.tool}: ${event.result.message}`,
      };
    case 'retry':
      return add({ kind: 'retry', id, attempt: event.attempt, waitMs: event.wait_ms, since: now, reason: event.reason, over: false }, `${event.reason} Trying again in ${Math.ceil(event.wait_ms / 1000)} seconds.`);
    case 'inbox':
      return add({ kind: 'inbox', id, text: event.text, items: event.items }, `The agent read ${event.items === 1 ? 'one new item' : `${event.items} new items`} of its inbox.`);
    case 'correction':
      return add({ kind: 'correction', id, message: event.message });
    case 'error':
      return add({ kind: 'error', id, code: event.code, message: event.message }, event.message);
    case 'usage':
      return { ...timeline, tokens: { input: timeline.tokens.input + event.input_tokens, output: timeline.tokens.output + event.output_tokens } };
    case 'run_end':
      // A step that has no result by now never gets one.
      return {
        ...timeline,
        items: [
          ...items.map((item) => (item.kind === 'tool' && !item.result ? { ...item, stopped: true } : item)),
          { kind: 'end', id, reason: event.reason, message: event.message, turns: event.turns, toolCalls: event.tool_calls },
        ],
        announcement: `The agent ended: ${event.message}`,
      };
    case 'turn_start':
    case 'turn_end':
      return { ...timeline, items };
  }
}

/** A new event means that the text before it is complete and a wait is over. */
function settle(items: readonly TimelineItem[]): readonly TimelineItem[] {
  return items.map((item) => {
    if (item.kind === 'text' && item.streaming) return { ...item, streaming: false };
    if (item.kind === 'retry' && !item.over) return { ...item, over: true };
    return item;
  });
}

/** A replayed run uses the same call ids again; only the card that still waits is meant. */
function isOpenCall(item: TimelineItem, callId: string): item is TimelineItem & { kind: 'tool' } {
  return item.kind === 'tool' && item.id === callId && item.result === undefined && !item.stopped;
}
