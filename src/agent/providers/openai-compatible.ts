/** Any service or local server that speaks the chat completions format with streaming. */
import { delay } from '../../shared/abort.ts';
import { AppError } from '../../shared/errors.ts';
import { eventStream } from '../../shared/event-stream.ts';
import { isRecord } from '../../shared/json.ts';
import { CallCollector, chunk, requestBody } from './openai-wire.ts';
import type { ModelEvent, Provider } from './provider.ts';

export interface OpenAiOptions {
  /** Up to and including the version, e.g. `http://localhost:11434/v1`. */
  baseUrl: string;
  /** Local servers need none. */
  apiKey?: string;
  model: string;
}

const MAX_ATTEMPTS = 4;
/** Longer than this nobody waits in front of a page. */
const MAX_WAIT_MS = 120_000;
const FIRST_WAIT_MS = 1_000;

export function openAiCompatible({ baseUrl, apiKey, model }: OpenAiOptions): Provider {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
  let reached = false;
  return {
    id: 'openai-compatible',
    label: `${model} at ${new URL(url).host}`,
    recording: false,
    async *stream(request, signal) {
      const body = JSON.stringify(requestBody(model, request));
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) };
      for (let attempt = 1; ; attempt++) {
        const response = await send(url, { method: 'POST', headers, body, signal }).catch((error: AppError) => {
          // A wrong address fails at once; one that has answered before is back soon.
          if (error.code !== 'network' || !reached) throw error;
          return error;
        });
        if (!(response instanceof AppError)) reached = true;
        if (!(response instanceof AppError) && response.ok) {
          yield* readAnswer(response, signal);
          return;
        }
        const failure: Failure = response instanceof AppError ? { error: response, wait_ms: 'backoff' } : await failureOf(response);
        if (failure.wait_ms === undefined) throw failure.error;
        const wait_ms = failure.wait_ms === 'backoff' ? FIRST_WAIT_MS * 2 ** (attempt - 1) : failure.wait_ms;
        if (attempt >= MAX_ATTEMPTS) throw new AppError(failure.error.code, `${failure.error.message} Given up after ${attempt} attempts.`);
        if (wait_ms > MAX_WAIT_MS) throw new AppError(failure.error.code, `${failure.error.message} The service asks to wait ${Math.ceil(wait_ms / 1000)} s, which is too long; try again later.`);
        yield { type: 'retry', attempt, wait_ms, reason: failure.error.message };
        await delay(wait_ms, signal);
      }
    },
  };
}

async function send(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  try {
    // The key and the project's text go to the address that the person typed and to no other.
    return await fetch(url, { ...init, redirect: 'error' });
  } catch (error) {
    if (init.signal.aborted) throw new AppError('aborted', 'Stopped.', { cause: error });
    const { origin } = new URL(url);
    throw new AppError('network', `Could not reach ${origin}: ${(error as Error).message}. Is it running, and does it allow requests from this page (CORS)?`, { cause: error });
  }
}

/** What went wrong, and whether waiting may help. */
interface Failure { error: AppError; wait_ms?: number | 'backoff' }

/** What was wrong with the request, where there is an answer and it says no. */
async function failureOf(response: Response): Promise<Failure> {
  const said = sentence(await errorText(response));
  const { status } = response;
  if (status === 401 || status === 403) return { error: new AppError('auth', `The service refused the API key (${status}). ${said} Check the key in the settings.`.replace(/ {2}/g, ' ')) };
  if (status === 429) return { error: new AppError('rate_limited', `The service limits requests (429). ${said}`.trim()), wait_ms: retryAfter(response) ?? 'backoff' };
  const error = new AppError('provider_error', `The service answered ${status}. ${said}`.trim());
  return status >= 500 ? { error, wait_ms: retryAfter(response) ?? 'backoff' } : { error };
}

/** A remark of the service between sentences of ours. */
function sentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

async function errorText(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    const parsed: unknown = JSON.parse(text);
    const error = isRecord(parsed) ? parsed.error ?? parsed.message : undefined;
    if (typeof error === 'string') return error;
    if (isRecord(error) && typeof error.message === 'string') return error.message;
  } catch {
    // Proxies answer with HTML; its beginning is better than nothing.
  }
  return text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 300);
}

/** Seconds or a date. */
function retryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** Text at once, calls only when the answer is complete: half a call must never be executed. */
async function* readAnswer(response: Response, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  if (!response.body) throw new AppError('stream_broken', 'The service sent an empty answer.');
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('event-stream')) {
    await response.body.cancel();
    throw new AppError('provider_error', `The service does not stream: it answered with ${type || 'no content type'} instead of text/event-stream. Is the address right?`);
  }
  const calls = new CallCollector();
  let finished = false;
  try {
    for await (const { data } of eventStream(response.body)) {
      if (data === '[DONE]') {
        finished = true;
        break;
      }
      const { choices, usage, error } = parseChunk(data);
      if (error) throw new AppError('provider_error', `The service reported an error in the middle of its answer: ${typeof error === 'string' ? error : error.message ?? 'without a text'}`);
      const choice = choices?.[0];
      if (choice?.delta?.content) yield { type: 'text', text: choice.delta.content };
      if (choice?.delta?.tool_calls) calls.add(choice.delta.tool_calls);
      // A call that was cut off may by chance still be valid JSON.
      if (choice?.finish_reason === 'length') throw new AppError('stream_broken', brokenText('it reached the limit of tokens for one answer'));
      if (choice?.finish_reason === 'content_filter') throw new AppError('withheld', 'The service withheld the answer (content filter).');
      if (choice?.finish_reason) finished = true;
      if (usage) yield { type: 'usage', input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens };
    }
  } catch (error) {
    if (signal.aborted) throw new AppError('aborted', 'Stopped.', { cause: error });
    if (error instanceof AppError) throw error;
    throw new AppError('stream_broken', brokenText((error as Error).message), { cause: error });
  }
  if (signal.aborted) throw new AppError('aborted', 'Stopped.');
  if (!finished) throw new AppError('stream_broken', brokenText('the connection was closed before the end'));
  for (const call of calls.all()) yield { type: 'tool_call', call_id: call.id, name: call.name, arguments: call.arguments };
}

const brokenText = (why: string): string => `The model's answer broke off (${why}). Nothing from it was executed; send the task again to continue.`;

function parseChunk(data: string): ReturnType<typeof chunk.parse> {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    throw new AppError('stream_broken', brokenText(`unreadable data: ${data.slice(0, 80)}`), { cause: error });
  }
  // Some services keep the connection alive with nothing.
  const parsed = chunk.safeParse(value ?? {});
  if (!parsed.success) throw new AppError('stream_broken', brokenText(`data of an unknown form: ${data.slice(0, 80)}`));
  return parsed.data;
}

