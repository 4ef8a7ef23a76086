/** A chat completions service with prepared answers, one per request. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

export interface SseServer {
  baseUrl: string;
  /** Bodies and headers of the requests so far. */
  requests: { body: Record<string, unknown>; authorization: string | undefined }[];
  close(): Promise<void>;
}

export async function sseServer(answers: readonly Answer[]): Promise<SseServer> {
  const requests: SseServer['requests'] = [];
  const server = createServer((request, response) => {
    // A page of another origin asks first, and reads only the headers it is allowed to.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'retry-after');
    if (request.method === 'OPTIONS') return void response.writeHead(204, { 'access-control-allow-headers': '*, authorization' }).end();
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => { text += part; });
    request.on('end', () => {
      const answer = answers[requests.length];
      requests.push({ body: JSON.parse(text) as Record<string, unknown>, authorization: request.headers.authorization });
      if (answer) void answer(response, request);
      else response.writeHead(500).end('no answer prepared');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const open = (response: ServerResponse): void => void response.writeHead(200, { 'content-type': 'text/event-stream' });
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const delta = (value: object, finish_reason: string | null = null): string => data({ choices: [{ index: 0, delta: value, finish_reason }] });

/** A complete answer of words. */
export const says = (...words: string[]): Answer => (response) => {
  open(response);
  for (const content of words) response.write(delta({ content }));
  response.end(`${delta({}, 'stop')}${data({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } })}data: [DONE]\n\n`);
};

/** A complete answer with tool calls, their arguments cut into pieces of three characters. */
export const calls = (...list: { id: string; name: string; arguments: string }[]): Answer => (response) => {
  open(response);
  for (const [index, call] of list.entries()) {
    response.write(delta({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] }));
    for (const piece of call.arguments.match(/[\s\S]{1,3}/g) ?? []) response.write(delta({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  response.end(`${delta({}, 'tool_calls')}data: [DONE]\n\n`);
};

/** Text and the beginning of a call, then the connection dies. */
export const breaksOff: Answer = (response) => {
  open(response);
  response.write(delta({ content: 'I will write' }));
  response.write(delta({ tool_calls: [{ index: 0, id: 'half', type: 'function', function: { name: 'write_file', arguments: '{"path":"half.txt","content":"x"}' } }] }), () => response.destroy());
};

/** A whole call, but the service says that its limit cut the answer. */
export const cutOff: Answer = (response) => {
  open(response);
  response.write(delta({ tool_calls: [{ index: 0, id: 'cut', type: 'function', function: { name: 'write_file', arguments: '{"path":"half.txt","content":"x"}' } }] }));
  response.end(`${delta({}, 'length')}data: [DONE]\n\n`);
};

/** Text, and then nothing more; the connection stays open. */
export const stalls: Answer = (response) => {
  open(response);
  response.write(delta({ content: 'Let me think' }));
};

export const refuses = (status: number, message: string, headers: Record<string, string> = {}): Answer => (response) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error: { message } }));
};
