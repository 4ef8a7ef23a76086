/** One answer of the model: the stream is passed on as it arrives, and collected. */
import { throwIfAborted } from '../shared/abort.ts';
import type { AgentEvent } from './events.ts';
import type { ModelToolCall } from './messages.ts';
import type { ModelRequest, Provider } from './providers/provider.ts';

export interface ModelAnswer {
  text: string;
  calls: ModelToolCall[];
}

export interface TurnOptions {
  turn: number;
  usedCallIds: Set<string>;
  signal: AbortSignal;
  onEvent: (event: AgentEvent) => void;
}

/** @throws AppError as the provider does; then nothing of the answer may be executed. */
export async function modelTurn(provider: Provider, request: ModelRequest, { turn, usedCallIds, signal, onEvent }: TurnOptions): Promise<ModelAnswer> {
  const answer: ModelAnswer = { text: '', calls: [] };
  throwIfAborted(signal);
  for await (const event of provider.stream(request, signal)) {
    throwIfAborted(signal);
    if (event.type === 'text') {
      answer.text += event.text;
      onEvent({ type: 'text_delta', turn, text: event.text });
    } else if (event.type === 'tool_call') answer.calls.push({ call_id: unusedId(event.call_id, turn, usedCallIds), name: event.name, arguments: event.arguments });
    else onEvent({ ...event, turn });
  }
  return answer;
}

/** Some servers begin again at `call_0` in each answer; cards and logs need one name per call. */
function unusedId(id: string, turn: number, used: Set<string>): string {
  let unused = id === '' ? `t${turn}` : id;
  for (let count = 1; used.has(unused); count++) unused = `${id || 't'}_${turn}_${count}`;
  used.add(unused);
  return unused;
}
