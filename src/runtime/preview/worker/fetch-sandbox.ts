/** One request of a page, sent to the kernel; the answer as it comes, with backpressure. */
import type { FromService, HeaderList } from '../messages.ts';
import type { Link } from './kernel-link.ts';
import { type Body } from './request-body.ts';

export interface Answer { status: number; text: string; headers: HeaderList; body: Uint8Array | ReadableStream<Uint8Array> | null }

/** Why there is no answer. `gone`: the sandbox itself. */
export class NoAnswer extends Error {
  readonly code: 'refused' | 'broken' | 'gone';
  constructor(code: 'refused' | 'broken' | 'gone', message: string) {
    super(message);
    this.code = code;
  }
}

/** Bytes that the browser may hold before the server is made to wait. */
const HIGH_WATER = 256 * 1024;
/** Bytes of a request's body that may be on their way. */
const UPLOAD_WINDOW = 1024 * 1024;

export interface Outgoing { port: number; method: string; target: string; headers: HeaderList; cookies: boolean }

/** @param events the answer is for an EventSource, which Chromium connects again when a stream ends, and never when one fails. @throws NoAnswer */
export function fetchSandbox(link: Link, request: Outgoing, body: Body, signal: AbortSignal, events = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
    let received = 0;
    let credited = 0;
    let ended = false;
    let acknowledged: () => void = () => {};
    let inFlight = 0;
    const finish = (): void => {
      ended = true;
      link.end(id);
      signal.removeEventListener('abort', abort);
      acknowledged();
    };
    const abort = (): void => {
      if (ended) return;
      link.send({ t: 'cancel', id });
      finish();
      const reason = new DOMException('The request was aborted', 'AbortError');
      controller?.error(reason);
      reject(reason);
    };
    const fail = (error: NoAnswer): void => {
      if (ended) return;
      finish();
      if (events) controller?.close();
      else controller?.error(new TypeError(error.message));
      reject(error);
    };
    const data = (bytes: Uint8Array | null, done: boolean): void => {
      if (bytes) {
        received += bytes.length;
        controller?.enqueue(bytes);
      }
      if (!done) return;
      finish();
      controller?.close();
    };
    const take = (message: FromService): void => {
      if (message.t === 'head') {
        const { status, text, headers } = message;
        if (message.done) {
          finish();
          return resolve({ status, text, headers, body: message.body });
        }
        const stream = new ReadableStream<Uint8Array>({
          start(own) {
            controller = own;
          },
          pull(own) {
            const queued = HIGH_WATER - (own.desiredSize ?? 0);
            const count = received - credited - Math.max(0, queued);
            if (count <= 0 || ended) return;
            credited += count;
            link.send({ t: 'pull', id, count });
          },
          cancel: abort,
        }, new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER }));
        data(message.body, false);
        resolve({ status, text, headers, body: stream });
      } else if (message.t === 'data') data(message.bytes, message.done);
      else if (message.t === 'fail') fail(new NoAnswer(message.code, message.message));
      else if (message.t === 'ack') {
        inFlight -= message.count;
        acknowledged();
      }
    };
    const id = link.open({ message: take, lost: () => fail(new NoAnswer('gone', 'the sandbox went away')) });
    signal.addEventListener('abort', abort);
    link.send({ t: 'request', id, ...request, body: 'whole' in body ? body.whole : 'stream' });
    if ('whole' in body) return;

    const upload = async (): Promise<void> => {
      const send = async (bytes: Uint8Array): Promise<void> => {
        while (inFlight >= UPLOAD_WINDOW && !ended) await new Promise<void>((done) => { acknowledged = done; });
        inFlight += bytes.length;
        if (!ended) link.send({ t: 'body', id, bytes });
      };
      for (const bytes of body.first) await send(bytes);
      for (let next = body.next; !ended; next = null) {
        const result = await (next ?? body.reader.read());
        if (result.done) break;
        await send(result.value);
      }
      if (ended) await body.reader.cancel();
      else link.send({ t: 'body-end', id });
    };
    // What a page's stream fails with is the page's to know; the server sees its connection closed.
    upload().catch(abort);
  });
}
