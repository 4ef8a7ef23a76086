/** A conversation with the agent as it is kept: bounded, and with what a run that was cut short left open put in order. */
import * as z from 'zod';
import type { ModelMessage } from '../../agent/messages.ts';
import type { ToolResult } from '../../tools/result.ts';
import type { Timeline, TimelineItem } from '../agent/timeline.ts';

export interface ConversationBody {
  timeline: Timeline;
  /** What the model is told of it. */
  history: readonly ModelMessage[];
}

const MAX_ITEMS = 500;
/** Characters of one text of a step. */
const MAX_TEXT = 20_000;
/** Characters of what the model is told. */
const MAX_HISTORY = 1_500_000;

const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: z.string() }),
  z.object({ role: z.literal('user'), text: z.string() }),
  z.object({ role: z.literal('assistant'), text: z.string(), calls: z.array(z.object({ call_id: z.string(), name: z.string(), arguments: z.string() })) }),
  z.object({ role: z.literal('tool'), call_id: z.string(), name: z.string(), text: z.string(), is_error: z.boolean() }),
]);
const text = z.string();
const item = z.discriminatedUnion('kind', [
  z.looseObject({ kind: z.literal('task'), id: text, text, provider: text, recording: z.boolean() }),
  z.looseObject({ kind: z.literal('text'), id: text, text, streaming: z.boolean() }),
  z.looseObject({
    kind: z.literal('tool'), id: text, tool: text, calledAs: text, input: z.json(), card: z.looseObject({}), live: text, stopped: z.boolean(),
    result: z.looseObject({ status: text, ok: z.boolean(), message: text, output: text, metadata: z.record(text, z.json()) }).optional(),
  }),
  z.looseObject({ kind: z.literal('retry'), id: text, over: z.boolean(), reason: text, attempt: z.number(), waitMs: z.number(), since: z.number() }),
  z.looseObject({ kind: z.literal('inbox'), id: text, text, items: z.number() }),
  z.looseObject({ kind: z.literal('correction'), id: text, message: text }),
  z.looseObject({ kind: z.literal('error'), id: text, code: text, message: text }),
  z.looseObject({ kind: z.literal('end'), id: text, reason: text, message: text, turns: z.number(), toolCalls: z.number() }),
]);
const body = z.object({
  timeline: z.object({ items: z.array(item), tokens: z.object({ input: z.number(), output: z.number() }) }),
  history: z.array(message),
});

/** As text, within the limits: old steps and long outputs are cut, the latest stay. */
export function encodeBody({ timeline, history }: ConversationBody): string {
  return JSON.stringify({ timeline: { items: timeline.items.slice(-MAX_ITEMS).map(smaller), tokens: timeline.tokens }, history: latest(history) });
}

/** @returns undefined when it is no conversation */
export function decodeBody(encoded: string): ConversationBody | undefined {
  try {
    const parsed = body.safeParse(JSON.parse(encoded));
    if (!parsed.success) return undefined;
    const { timeline, history } = parsed.data;
    return { timeline: { ...timeline, items: timeline.items as unknown as TimelineItem[], announcement: '' }, history };
  } catch {
    return undefined;
  }
}

/** Of a run that the page left: nothing in it goes on, and both the person and the model are told. */
export function interrupted({ timeline, history }: ConversationBody): ConversationBody {
  const said = 'The page was closed or loaded again while the agent worked. What it had done by then is there; what ran was ended.';
  const items = timeline.items.map((one): TimelineItem => {
    if (one.kind === 'text') return { ...one, streaming: false };
    if (one.kind === 'retry') return { ...one, over: true };
    return one.kind === 'tool' && !one.result ? { ...one, stopped: true } : one;
  });
  const from = items.findLastIndex(({ kind }) => kind === 'task');
  const task = items[from];
  const steps = items.slice(from).flatMap((one) => (one.kind === 'tool' ? [`${one.tool}: ${one.result?.message ?? 'cut short'}`] : []));
  return {
    timeline: { ...timeline, items: [...items, { kind: 'error', id: `${items.length}`, code: 'interrupted', message: said }], announcement: '' },
    history: task?.kind !== 'task' ? history : [
      ...history, { role: 'user', text: task.text },
      { role: 'assistant', text: ['I was cut short: the page was closed. I had done this:', ...steps].join('\n').slice(0, MAX_TEXT), calls: [] },
    ],
  };
}

/** What it is called in the list: the beginning of its first task. */
export function titleOf({ items }: Timeline): string {
  const task = items.find(({ kind }) => kind === 'task');
  const line = task?.kind === 'task' ? task.text.trim().split('\n')[0]! : '';
  return [...line].slice(0, 80).join('');
}

function smaller(one: TimelineItem): TimelineItem {
  if (one.kind !== 'tool' || !one.result) return one;
  const { result } = one;
  const cut = (long: string): string => (long.length <= MAX_TEXT ? long : `${long.slice(0, MAX_TEXT)}\n[${long.length - MAX_TEXT} more characters are not kept]`);
  const kept: ToolResult = { ...result, output: cut(result.output), ...(result.stdout === undefined ? {} : { stdout: cut(result.stdout) }), ...(result.stderr === undefined ? {} : { stderr: cut(result.stderr) }) };
  for (const [name, value] of Object.entries(result.metadata)) {
    if (JSON.stringify(value).length > 10 * MAX_TEXT) {
      const { [name]: _long, ...rest } = kept.metadata;
      kept.metadata = rest;
    }
  }
  // Pictures and the like.
  if (kept.server_data && JSON.stringify(kept.server_data).length > 10 * MAX_TEXT) delete kept.server_data;
  return { ...one, live: '', result: kept };
}

/** The end of the conversation. It begins with something that the person said: a result without its call would be refused by services. */
function latest(history: readonly ModelMessage[]): readonly ModelMessage[] {
  let size = 0;
  let from = history.length;
  for (let at = history.length - 1; at >= 0 && size <= MAX_HISTORY; at--) {
    size += JSON.stringify(history[at]).length;
    if (size <= MAX_HISTORY && history[at]!.role === 'user') from = at;
  }
  return history.slice(from);
}
