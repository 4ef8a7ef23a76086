/** The chat completions format, to and from. */
import * as z from 'zod';
import type { Json } from '../../shared/json.ts';
import type { ModelMessage } from '../messages.ts';
import type { ModelRequest } from './provider.ts';

export function requestBody(model: string, { messages, tools }: ModelRequest): Json {
  const functions = tools.map((tool) => ({ type: 'function', function: { name: tool.name, description: tool.description, parameters: tool.parameters } }));
  return {
    model, messages: messages.map(wireMessage), stream: true, stream_options: { include_usage: true },
    ...(functions.length === 0 ? {} : { tools: functions, tool_choice: 'auto' }),
  };
}

function wireMessage(message: ModelMessage): Json {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.call_id, content: message.text };
  if (message.role !== 'assistant') return { role: message.role, content: message.text };
  // Several servers refuse a conversation with an answer of nothing in it, and would go on doing so with all that follows.
  if (message.calls.length === 0) return { role: 'assistant', content: message.text.trim() === '' ? '(no answer)' : message.text };
  const tool_calls = message.calls.map((call) => ({ id: call.call_id, type: 'function', function: { name: call.name, arguments: validJson(call.arguments) } }));
  return { role: 'assistant', content: message.text === '' ? null : message.text, tool_calls };
}

/** Several servers parse the arguments of earlier calls and refuse the whole request when they are malformed; the call's result tells the model what it was. */
function validJson(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return '{}';
  }
}

const toolCallDelta = z.object({
  index: z.number().optional(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});

/** One piece of a streamed answer; only what is used is looked at. */
export const chunk = z.object({
  choices: z.array(z.object({
    delta: z.object({ content: z.string().nullish(), tool_calls: z.array(toolCallDelta).nullish() }).nullish(),
    finish_reason: z.string().nullish(),
  })).nullish(),
  usage: z.object({ prompt_tokens: z.number().default(0), completion_tokens: z.number().default(0) }).nullish(),
  error: z.union([z.string(), z.object({ message: z.string().optional() })]).nullish(),
});

export type Chunk = z.output<typeof chunk>;

/** Puts together the calls of one answer from their pieces. */
export class CallCollector {
  readonly #calls: { index: number; id: string; name: string; arguments: string }[] = [];

  add(deltas: readonly z.output<typeof toolCallDelta>[]): void {
    for (const [position, delta] of deltas.entries()) {
      // Servers without an index send each call whole, one by one.
      const index = delta.index ?? (delta.id ? this.#calls.length : Math.max(0, this.#calls.length - 1 + position));
      let call = this.#calls.findLast((one) => one.index === index);
      // Gemini's service gives all calls of an answer the index 0: another id is another call.
      if (!call || (delta.id && call.id !== '' && call.id !== delta.id)) this.#calls.push(call = { index, id: '', name: '', arguments: '' });
      if (delta.id) call.id = delta.id;
      // Some give the whole name again with every piece.
      if (delta.function?.name !== call.name) call.name += delta.function?.name ?? '';
      call.arguments += delta.function?.arguments ?? '';
    }
  }

  all(): { id: string; name: string; arguments: string }[] {
    return this.#calls.toSorted((a, b) => a.index - b.index).map(({ index: _index, ...call }) => call);
  }
}
