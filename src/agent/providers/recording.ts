/**
 * A model whose words come from a saved run. Only the words: every call is executed for real, and as soon as a result is not what the words
 * were said about, the provider stops and says so.
 */
import { delay } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import type { ToolResult } from '../../tools/result.ts';
import { actionOf } from '../dialects/actions-envelope.ts';
import type { ModelEvent, ModelRequest, Provider } from './provider.ts';

/** The part of a recording that is played; `src/project/recording.ts` reads and checks the whole. */
export interface RecordedRun {
  title: string;
  task: string;
  turns: readonly RecordedTurn[];
}

interface RecordedTurn {
  expect: readonly { call: string; ok: boolean; contains: readonly string[]; lacks: readonly string[] }[];
  text: string;
  calls: readonly { id: string; name: string; arguments: Record<string, unknown> }[];
}

/** One provider per run: it counts its turns. `wordMs` paces the words for people who watch; 0 says everything at once. */
export function recordingProvider(recording: RecordedRun, { wordMs = 0 }: { wordMs?: number } = {}): Provider {
  let next = 0;
  return {
    id: 'recording',
    label: `Recording: ${recording.title}`,
    recording: true,
    async *stream(request, signal): AsyncGenerator<ModelEvent> {
      const turn = recording.turns[next];
      const previous = recording.turns[next - 1];
      if (!turn) throw mismatch(recording, 'it has no further answer');
      if (next === 0) checkTask(recording, request);
      if (previous) checkResults(recording, previous, turn, request.last_results);
      next++;
      const text = request.dialect === 'json' ? envelope(turn) : turn.text;
      for (const word of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
        if (wordMs > 0) await delay(wordMs, signal);
        yield { type: 'text', text: word };
      }
      if (request.dialect === 'json') return;
      for (const call of turn.calls) yield { type: 'tool_call', call_id: call.id, name: call.name, arguments: JSON.stringify(call.arguments) };
    },
  };
}

/** The same words as the other dialect wants them. */
function envelope(turn: RecordedTurn): string {
  const actions = turn.calls.map((call) => actionOf(call.name, call.arguments));
  return JSON.stringify({ actions: actions.length === 0 ? [{ type: 'done' }] : actions, notes: turn.text });
}

function checkTask(recording: RecordedRun, { messages }: ModelRequest): void {
  const task = messages.findLast((message) => message.role === 'user');
  if (task?.text.trim() !== recording.task.trim()) throw mismatch(recording, `it was made for another task: ${JSON.stringify(recording.task)}`);
}

function checkResults(recording: RecordedRun, asked: RecordedTurn, turn: RecordedTurn, results: readonly ToolResult[]): void {
  for (const expected of turn.expect) {
    // Ids differ between dialects and repeated runs; the order of calls does not.
    const result = results[asked.calls.findIndex((call) => call.id === expected.call)];
    if (!result) throw mismatch(recording, `the call ${expected.call} has no result`);
    const name = `${result.called_as} (${expected.call})`;
    if (result.ok !== expected.ok) throw mismatch(recording, `${name} ${result.ok ? 'succeeded' : `did not succeed: ${result.message}`}, where the recording saw it ${expected.ok ? 'succeed' : 'fail'}`);
    const missing = expected.contains.find((text) => !result.output.includes(text));
    if (missing !== undefined) throw mismatch(recording, `the output of ${name} does not contain ${JSON.stringify(missing)}`);
    const extra = expected.lacks.find((text) => result.output.includes(text));
    if (extra !== undefined) throw mismatch(recording, `the output of ${name} contains ${JSON.stringify(extra)}`);
  }
}

function mismatch(recording: RecordedRun, why: string): AppError {
  return new AppError('recording_mismatch', `The recording "${recording.title}" no longer fits this project: ${why}. It stops here; nothing is pretended.`);
}
