import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/agent/events.ts';
import type { ModelMessage } from '../../src/agent/messages.ts';
import { openAiCompatible } from '../../src/agent/providers/openai-compatible.ts';
import { runAgent } from '../../src/agent/run.ts';
import { toolRegistry } from '../../src/tools/index.ts';
import { nativeSandbox } from '../support/native-sandbox.ts';
import type { NativeSandbox } from '../support/native-sandbox.ts';
import { breaksOff, calls, cutOff, refuses, says, sseServer, stalls } from '../support/sse-server.ts';
import type { Answer, SseServer } from '../support/sse-server.ts';

let sandbox: NativeSandbox;
let server: SseServer | undefined;

beforeAll(async () => { sandbox = await nativeSandbox({ 'a.txt': 'one\ntwo\n' }); });
afterAll(() => sandbox.dispose());
afterEach(() => server?.close());

async function run(answers: Answer[], options: { onEvent?: (event: AgentEvent) => void; signal?: AbortSignal } = {}) {
  server = await sseServer(answers);
  const events: AgentEvent[] = [];
  const outcome = await runAgent({
    task: 'Do it.', history: [], provider: openAiCompatible({ baseUrl: server.baseUrl, apiKey: 'secret-key', model: 'tiny' }), dialect: 'native', sandbox, work: {},
    signal: options.signal ?? new AbortController().signal,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  return { events, outcome, requests: server.requests };
}

const ofType = <T extends AgentEvent['type']>(events: AgentEvent[], type: T): Extract<AgentEvent, { type: T }>[] =>
  events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type);

const sentMessages = (body: Record<string, unknown>): ModelMessage[] => body.messages as ModelMessage[];

describe('an OpenAI-compatible service', () => {
  it('is not followed to another address, which would get key and project', async () => {
    const other = await sseServer([says('Mine.')]);
    const { outcome } = await run([(response) => void response.writeHead(307, { location: `${other.baseUrl}/chat/completions` }).end()]);
    expect(outcome).toMatchObject({ reason: 'provider_error' });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('gets key, model and tools, and its words arrive as they are streamed', async () => {
    const { events, outcome, requests } = await run([says('Hello ', 'wörld', '.')]);
    expect(outcome).toMatchObject({ reason: 'done', messages: [{ role: 'user', text: 'Do it.' }, { role: 'assistant', text: 'Hello wörld.', calls: [] }] });
    expect(ofType(events, 'text_delta').map((event) => event.text)).toEqual(['Hello ', 'wörld', '.']);
    expect(ofType(events, 'usage')).toEqual([{ type: 'usage', turn: 1, input_tokens: 11, output_tokens: 7 }]);
    expect(requests[0]).toMatchObject({ authorization: 'Bearer secret-key', body: { model: 'tiny', stream: true, tool_choice: 'auto' } });
    const tools = requests[0]!.body.tools as { function: { name: string } }[];
    expect(tools.map((tool) => tool.function.name)).toEqual(toolRegistry.advertised.map((tool) => tool.name));
  });

  it('has its tool calls executed in order, and the results sent back with their ids', async () => {
    const { events, requests } = await run([
      calls({ id: 'c1', name: 'write_file', arguments: '{"path":"new.txt","content":"hi\\n"}' }, { id: 'c2', name: 'read_file', arguments: '{"path":"new.txt"}' }),
      says('Done.'),
    ]);
    expect(ofType(events, 'tool_end').map((event) => [event.call_id, event.result.ok])).toEqual([['c1', true], ['c2', true]]);
    expect(sentMessages(requests[1]!.body).slice(2)).toEqual([
      { role: 'assistant', content: null, tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'write_file', arguments: '{"path":"new.txt","content":"hi\\n"}' } },
        { id: 'c2', type: 'function', function: { name: 'read_file', arguments: '{"path":"new.txt"}' } },
      ] },
      { role: 'tool', tool_call_id: 'c1', content: 'file created: new.txt (3 bytes, +1 -0 lines)' },
      { role: 'tool', tool_call_id: 'c2', content: 'hi\n' },
    ]);
  });

  it('that gives all calls of an answer the same index has each of them executed', async () => {
    const piece = (delta: object, finish_reason: string | null = null): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    const whole = (id: string, name: string, args: string): string => piece({ tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: args } }] });
    const { events } = await run([
      (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`${whole('g1', 'read_file', '{"path":"a.txt"}')}${whole('g2', 'search', '{"query":"two"}')}${piece({ tool_calls: [{ index: 0, id: 'g3', function: { name: 'glob', arguments: '{"pattern":' } }] })}${piece({ tool_calls: [{ index: 0, function: { arguments: '"*"}' } }] })}${piece({}, 'tool_calls')}data: [DONE]\n\n`),
      says('Done.'),
    ]);
    expect(ofType(events, 'tool_end').map(({ call_id, result }) => [call_id, result.tool, result.ok])).toEqual([['g1', 'read_file', true], ['g2', 'search', true], ['g3', 'glob', true]]);
  });

  it('that gives the name of a tool again with every piece has that tool executed', async () => {
    const piece = (part: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, ...part }] }, finish_reason: null }] })}\n\n`;
    const { events } = await run([
      (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`${['{"path"', ':"a.txt"', '}'].map((args) => piece({ id: 'm1', function: { name: 'read_file', arguments: args } })).join('')}data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n`),
      says('Done.'),
    ]);
    expect(ofType(events, 'tool_end').map(({ result }) => [result.tool, result.ok])).toEqual([['read_file', true]]);
  });

  it('that breaks off in the middle ends the run, and nothing of the half answer is executed', async () => {
    const { events, outcome } = await run([breaksOff]);
    expect(outcome.reason).toBe('provider_error');
    expect(outcome.message).toMatch(/^The model's answer broke off \(.+\)\. Nothing from it was executed; send the task again to continue\.$/);
    expect(ofType(events, 'error')).toMatchObject([{ code: 'stream_broken' }]);
    expect(ofType(events, 'tool_start')).toEqual([]);
    await expect(sandbox.fs.readFile('half.txt', 'utf-8')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is not sent an answer of nothing, which would be refused with all that follows', async () => {
    const first = await run([says()]);
    expect(first.outcome).toMatchObject({ reason: 'done', messages: [{ role: 'user' }, { role: 'assistant', text: '', calls: [] }] });
    await server!.close();
    server = await sseServer([says('Here.')]);
    await runAgent({
      task: 'And now?', history: first.outcome.messages, provider: openAiCompatible({ baseUrl: server.baseUrl, model: 'tiny' }), dialect: 'native', sandbox, work: {}, signal: new AbortController().signal, onEvent: () => undefined,
    });
    expect(sentMessages(server.requests[0]!.body).slice(1)).toEqual([{ role: 'user', content: 'Do it.' }, { role: 'assistant', content: '(no answer)' }, { role: 'user', content: 'And now?' }]);
  });

  it('that cuts an answer at its limit does not get the rest executed', async () => {
    const { events, outcome } = await run([cutOff]);
    expect(outcome.message).toBe("The model's answer broke off (it reached the limit of tokens for one answer). Nothing from it was executed; send the task again to continue.");
    expect(ofType(events, 'tool_start')).toEqual([]);
  });

  it('that withholds its answer did begin to answer', async () => {
    const { events, outcome } = await run([(response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"choices":[{"delta":{},"finish_reason":"content_filter"}]}\n\ndata: [DONE]\n\n')]);
    expect(outcome).toMatchObject({ reason: 'provider_error', message: 'The service withheld the answer (content filter).' });
    expect(ofType(events, 'error')).toMatchObject([{ code: 'withheld' }]);
  });

  it('that sends nothing between its words has its answer read', async () => {
    const { outcome } = await run([(response) => void response.writeHead(200, { 'content-type': 'text/event-stream' })
      .end('data: {"choices":[{"delta":{"content":"Yes."}}]}\n\ndata: null\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: {"choices":null,"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\ndata: [DONE]\n\n')]);
    expect(outcome).toMatchObject({ reason: 'done', messages: [{ role: 'user' }, { role: 'assistant', text: 'Yes.' }] });
  });

  it('that refuses the key is not asked again', async () => {
    const { events, outcome, requests } = await run([refuses(401, 'Incorrect API key provided')]);
    expect(outcome).toMatchObject({ reason: 'provider_error', message: 'The service refused the API key (401). Incorrect API key provided. Check the key in the settings.' });
    expect(ofType(events, 'error')).toMatchObject([{ code: 'auth' }]);
    expect(requests).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain('secret-key');
  });

  it('that limits requests is waited for as long as it asks, visibly', async () => {
    const { events, outcome, requests } = await run([refuses(429, 'slow down', { 'retry-after': '0.05' }), says('Here I am.')]);
    expect(ofType(events, 'retry')).toEqual([{ type: 'retry', turn: 1, attempt: 1, wait_ms: 50, reason: 'The service limits requests (429). slow down.' }]);
    expect(outcome.reason).toBe('done');
    expect(requests).toHaveLength(2);
  });

  it('that cannot be reached for a moment is asked again, if it has answered before', async () => {
    const { events, outcome, requests } = await run([calls({ id: 'c1', name: 'read_file', arguments: '{"path":"a.txt"}' }), (response) => void response.socket!.destroy(), says('Here I am again.')]);
    expect(ofType(events, 'retry')).toMatchObject([{ turn: 2, attempt: 1, reason: expect.stringMatching(/^Could not reach http/) }]);
    expect([outcome.reason, requests.length]).toEqual(['done', 3]);
  });

  it('that asks to wait too long is not waited for', async () => {
    const { outcome, requests } = await run([refuses(429, 'come back tomorrow', { 'retry-after': '86400' })]);
    expect(outcome.message).toBe('The service limits requests (429). come back tomorrow. The service asks to wait 86400 s, which is too long; try again later.');
    expect(requests).toHaveLength(1);
  });

  it('that limits requests can be stopped while it is waited for', async () => {
    const controller = new AbortController();
    const { outcome, requests } = await run([refuses(429, 'slow down', { 'retry-after': '100' })], {
      signal: controller.signal,
      onEvent: (event) => { if (event.type === 'retry') controller.abort(); },
    });
    expect(outcome.reason).toBe('aborted');
    expect(requests).toHaveLength(1);
  });

  it('that sends malformed arguments is told so, and the run goes on', async () => {
    const { events, outcome, requests } = await run([
      calls({ id: 'bad', name: 'read_file', arguments: '{"path": "a.txt"' }, { id: 'good', name: 'read_file', arguments: '{"path":"a.txt"}' }),
      says('Done.'),
    ]);
    expect(outcome.reason).toBe('done');
    const [bad, good] = ofType(events, 'tool_end').map((event) => event.result);
    expect(bad).toMatchObject({ status: 'error', is_error: true, error: { code: 'invalid_arguments' } });
    expect(bad!.message).toMatch(/^The arguments of read_file are not valid JSON: .+\. Send them again as one JSON object\.$/);
    expect(good).toMatchObject({ ok: true, output: 'one\ntwo\n' });
    expect(sentMessages(requests[1]!.body)[2]).toMatchObject({ tool_calls: [{ function: { arguments: '{}' } }, { function: { arguments: '{"path":"a.txt"}' } }] });
  });

  it('can be stopped while it speaks', async () => {
    const controller = new AbortController();
    const { outcome } = await run([stalls], { signal: controller.signal, onEvent: (event) => { if (event.type === 'text_delta') controller.abort(); } });
    expect(outcome.reason).toBe('aborted');
  });

  it('has a running command killed when the run is stopped', async () => {
    const controller = new AbortController();
    const started = performance.now();
    const { events, outcome } = await run([calls({ id: 'long', name: 'run_command', arguments: '{"command":"echo begun; sleep 60"}' })], {
      signal: controller.signal,
      onEvent: (event) => { if (event.type === 'tool_progress') controller.abort(); },
    });
    expect(outcome.reason).toBe('aborted');
    expect(ofType(events, 'tool_end')[0]!.result.error).toMatchObject({ code: 'aborted' });
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('that cannot be reached is named', async () => {
    const { baseUrl } = (server = await sseServer([]));
    await server.close();
    server = undefined;
    const outcome = await runAgent({
      task: 'x', history: [], provider: openAiCompatible({ baseUrl, model: 'm' }), dialect: 'native', sandbox, work: {}, signal: new AbortController().signal, onEvent: () => undefined,
    });
    expect(outcome.reason).toBe('provider_error');
    expect(outcome.message).toContain(`Could not reach ${new URL(baseUrl).origin}`);
  });
});
