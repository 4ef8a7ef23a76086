import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/agent/events.ts';
import type { DialectName, ModelMessage } from '../../src/agent/messages.ts';
import type { ModelEvent, ModelRequest, Provider } from '../../src/agent/providers/provider.ts';
import { caps, runAgent } from '../../src/agent/run.ts';
import { nativeSandbox } from '../support/native-sandbox.ts';
import type { NativeSandbox } from '../support/native-sandbox.ts';

let sandbox: NativeSandbox;
beforeAll(async () => { sandbox = await nativeSandbox({ 'a.txt': 'one\n' }); });
afterAll(() => sandbox.dispose());

/** A model that says what the script says for each of its turns. */
function scripted(script: (turn: number) => ModelEvent[], requests: ModelRequest[] = []): Provider {
  return {
    id: 'scripted', label: 'scripted', recording: false,
    async *stream(request) {
      requests.push(request);
      yield* script(requests.length);
    },
  };
}

const text = (value: string): ModelEvent => ({ type: 'text', text: value });
const toolCall = (name: string, args: unknown, call_id = 'same'): ModelEvent => ({ type: 'tool_call', call_id, name, arguments: JSON.stringify(args) });

async function run(script: (turn: number) => ModelEvent[], { dialect = 'native', history = [] }: { dialect?: DialectName; history?: ModelMessage[] } = {}) {
  const events: AgentEvent[] = [];
  const requests: ModelRequest[] = [];
  const outcome = await runAgent({
    task: 'Go.', history, provider: scripted(script, requests), dialect, sandbox, work: {}, signal: new AbortController().signal, onEvent: (event) => events.push(event),
  });
  return { outcome, events, requests };
}

describe('the loop', () => {
  it('tells its events in order', async () => {
    const { events } = await run((turn) => (turn === 1 ? [text('Look.'), toolCall('read_file', { path: 'a.txt' })] : [text('Done.')]));
    expect(events.map((event) => event.type)).toEqual([
      'run_start', 'turn_start', 'text_delta', 'turn_end', 'tool_start', 'tool_end', 'turn_start', 'text_delta', 'turn_end', 'run_end',
    ]);
    expect(events.at(-1)).toEqual({ type: 'run_end', reason: 'done', message: 'The model is done.', turns: 2, tool_calls: 1 });
  });

  it('goes on after a failed call, and executes the rest of the batch', async () => {
    const { outcome, events } = await run((turn) => (turn === 1 ? [toolCall('read_file', { path: 'none' }), toolCall('read_file', { path: 'a.txt' })] : [text('ok')]));
    expect(outcome.reason).toBe('done');
    expect(events.flatMap((event) => (event.type === 'tool_end' ? [[event.call_id, event.result.ok]] : []))).toEqual([['same', false], ['same_1_1', true]]);
  });

  it('tells the model once that another tab started the sandbox anew', async () => {
    let restarts = 1;
    const requests: ModelRequest[] = [];
    const provider = scripted((turn) => {
      if (turn === 2) restarts++;
      return turn === 4 ? [text('Done.')] : [toolCall('read_file', { path: 'a.txt' }, `c${turn}`)];
    }, requests);
    await runAgent({ task: 'Go.', history: [], provider, dialect: 'native', sandbox: { ...sandbox, get restarts() { return restarts; } }, work: {}, signal: new AbortController().signal, onEvent: () => undefined });
    const said = requests[3]!.messages.flatMap((message) => (message.role === 'tool' ? [/started again in another one/.test(JSON.stringify(message))] : []));
    expect(said).toEqual([false, true, false]);
  });

  it('continues a conversation', async () => {
    const first = await run(() => [text('Hello.')]);
    const second = await run(() => [text('Again.')], { history: first.outcome.messages });
    expect(second.requests[0]!.messages.slice(1).map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
    expect(second.outcome.messages).toHaveLength(4);
  });

  it('ends after too many turns', async () => {
    const { outcome, events } = await run((turn) => [toolCall('search', { query: `word ${turn}` })]);
    expect(outcome).toMatchObject({ reason: 'max_turns', message: 'Stopped after 25 turns.' });
    expect(events.filter((event) => event.type === 'turn_start')).toHaveLength(caps.turns);
  });

  it('warns about the same call, and ends at the tenth', async () => {
    const { outcome, events, requests } = await run(() => [toolCall('read_file', { path: 'a.txt' })]);
    expect(outcome.reason).toBe('inner_loop');
    expect(events.filter((event) => event.type === 'tool_end')).toHaveLength(10);
    expect(JSON.stringify(requests[4]!.messages)).not.toContain('<system-reminder>');
    expect(JSON.stringify(requests[5]!.messages)).toContain('<system-reminder>You have made this same call several times');
    // Every call has its result, so that the conversation can be continued.
    expect(outcome.messages.filter((message) => message.role === 'tool')).toHaveLength(10);
  });

  it('ends when calls are refused four times in a row', async () => {
    const { outcome } = await run((turn) => [toolCall('read_file', { [`wrong${turn}`]: 1 })]);
    expect(outcome).toMatchObject({ reason: 'validation_failures', message: "The model's calls were refused 4 times in a row: read_file requires path" });
  });

  it('does not count what was refused before a good call', async () => {
    const { outcome } = await run((turn) => (turn > 8 ? [text('ok')] : [turn % 2 ? toolCall('fly', {}) : toolCall('search', { query: `q${turn}` })]));
    expect(outcome.reason).toBe('done');
  });

  it('corrects an unreadable answer in the JSON dialect, and ends at the second in a row', async () => {
    const good = '{"actions":[{"type":"read_file","path":"a.txt"}]}';
    const corrected = await run((turn) => [text(turn === 1 ? 'I think I am done' : turn === 2 ? good : '{"actions":[{"type":"done"}],"notes":"ok"}')], { dialect: 'json' });
    expect(corrected.outcome.reason).toBe('done');
    expect(corrected.events.filter((event) => event.type === 'correction')).toHaveLength(1);
    expect(corrected.requests[1]!.messages.at(-1)).toMatchObject({ role: 'user', text: expect.stringMatching(/^Your answer could not be used: .+ Nothing was executed\./) as string });
    expect(corrected.requests[2]!.messages.at(-1)).toEqual({ role: 'user', text: 'Results of your actions:\n\naction[0] read_file: executed\none\n' });
    const hopeless = await run(() => [text('words')], { dialect: 'json' });
    expect(hopeless.outcome.reason).toBe('parse_failures');
    expect(hopeless.requests).toHaveLength(2);
  });

  it('ends at the fourth refused envelope', async () => {
    const { outcome, requests } = await run(() => [text('{"actions":[{"type":"read_file"}]}')], { dialect: 'json' });
    expect(outcome).toMatchObject({ reason: 'validation_failures', message: "The model's actions were refused 4 times in a row: action[0] read_file requires path" });
    expect(requests).toHaveLength(4);
  });

  it('describes the tools in the JSON dialect, and sends none natively', async () => {
    const { requests } = await run(() => [text('{"actions":[{"type":"done"}]}')], { dialect: 'json' });
    expect(requests[0]!.tools).toEqual([]);
    expect(requests[0]!.messages[0]).toMatchObject({ role: 'system', text: expect.stringContaining('- run_tests: ') as string });
  });

  it('never throws, whatever a provider does', async () => {
    const { outcome, events } = await run(() => { throw new TypeError('a bug'); });
    expect(outcome).toMatchObject({ reason: 'internal', message: 'a bug' });
    expect(events.at(-2)).toEqual({ type: 'error', code: 'internal', message: 'a bug' });
  });
});

describe('the tool host', () => {
  it('is started again after it died, and says so to whoever was waiting', async () => {
    const waiting = sandbox.host.call('exec', { command: 'kill -9 $PPID; sleep 60', timeout_ms: 50_000, log_name: 'die', keep_head: 10, keep_tail: 10 });
    await expect(waiting).rejects.toMatchObject({ code: 'host_exited' });
    expect((await sandbox.host.call('read', { path: 'a.txt', offset: 1, max_chars: 100 })).content).toBe('one\n');
  });

  it('answers side by side', async () => {
    const slow = sandbox.host.call('exec', { command: 'while [ ! -e go ]; do sleep 0.02; done; echo went', timeout_ms: 50_000, log_name: 'slow', keep_head: 10, keep_tail: 10 });
    await sandbox.host.call('write', { path: 'go', content: '', final_newline: 'preserve' });
    expect((await slow).stdout).toBe('went\n');
  });

  it('refuses what it does not know', async () => {
    const call = sandbox.host.call as (operation: string, params: unknown) => Promise<unknown>;
    await expect(call('fly', {})).rejects.toMatchObject({ code: 'unknown_operation' });
    await expect(call('stat', { path: 'a', more: 1 })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
