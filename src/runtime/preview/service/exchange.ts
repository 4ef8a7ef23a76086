/** One request to a server of the sandbox and its answer, with backpressure both ways. */
import type { LoopbackSocket } from '../contract.ts';
import type { HeaderList } from '../messages.ts';
import type { Connections } from './connections.ts';
import { type ResponseHead, ResponseParser } from './response-parser.ts';

export interface ExchangeRequest {
  port: number;
  method: string;
  /** Path and query. */
  target: string;
  headers: HeaderList;
  /** Whole, or 'stream' when `send` and `sendEnd` bring it. */
  body: Uint8Array | 'stream' | null;
}

export interface ExchangeEvents {
  head(head: ResponseHead): void;
  /** A copy that the receiver may keep. */
  data(bytes: Uint8Array): void;
  end(): void;
  fail(code: 'refused' | 'broken', message: string): void;
  /** Bytes of the streamed body that went out. */
  sent(count: number): void;
  /** Nothing more comes at once: what was held together may go. */
  flush(): void;
}

/** Bytes of the answer that may be on their way to the page. */
const WINDOW = 1024 * 1024;
const READ_SIZE = 256 * 1024;

export class Exchange {
  private readonly request: ExchangeRequest;
  private readonly connections: Connections;
  private readonly events: ExchangeEvents;
  private socket: LoopbackSocket | null = null;
  private reused = false;
  private parser: ResponseParser;
  private outgoing: { bytes: Uint8Array; counts: boolean }[] = [];
  private bodyDone: boolean;
  private keepAlive = false;
  private credit = WINDOW;
  private over = false;
  private pumping = false;
  private again = false;

  constructor(request: ExchangeRequest, connections: Connections, events: ExchangeEvents) {
    this.request = request;
    this.connections = connections;
    this.events = events;
    this.bodyDone = request.body !== 'stream';
    this.parser = this.createParser();
  }

  /** Connects and sends the head; the events may come at once. */
  start(fresh = false): void {
    const { port, body } = this.request;
    const opened = this.connections.open(port, fresh);
    if (!opened) return this.fail('refused', `nothing listens on port ${port}`);
    this.socket = opened.socket;
    this.reused = opened.reused;
    this.outgoing = [{ bytes: requestHead(this.request), counts: false }];
    if (body instanceof Uint8Array && body.length > 0) this.outgoing.push({ bytes: body, counts: false });
    opened.socket.onReady = () => this.pump();
    this.pump();
  }

  /** More of the streamed body. Framed in chunks, for its length is not known. */
  send(bytes: Uint8Array): void {
    if (this.over || this.bodyDone || bytes.length === 0) return;
    this.outgoing.push({ bytes: ascii(`${bytes.length.toString(16)}\r\n`), counts: false }, { bytes, counts: true }, { bytes: ascii('\r\n'), counts: false });
    this.pump();
  }

  sendEnd(): void {
    if (this.over || this.bodyDone) return;
    this.bodyDone = true;
    this.outgoing.push({ bytes: ascii('0\r\n\r\n'), counts: false });
    this.pump();
  }

  /** The receiver took that many bytes. */
  pull(count: number): void {
    this.credit = Math.min(WINDOW, this.credit + count);
    this.pump();
  }

  /** The page does not want it any more: the server sees its connection closed, as it would. */
  cancel(): void {
    if (this.over) return;
    this.over = true;
    this.socket?.close();
  }

  private pump(): void {
    // Reading may wake the server's waiting write, which wakes this again.
    if (this.pumping) {
      this.again = true;
      return;
    }
    this.pumping = true;
    try {
      do {
        this.again = false;
        if (!this.over) this.write();
        if (!this.over) this.read();
      } while (this.again && !this.over);
    } finally {
      this.pumping = false;
    }
    this.events.flush();
  }

  private write(): void {
    try {
      while (this.outgoing.length > 0 && !this.over) {
        const first = this.outgoing[0]!;
        const count = this.socket!.write(first.bytes);
        if (count === 0) return;
        if (first.counts) this.events.sent(count);
        if (count === first.bytes.length) this.outgoing.shift();
        else first.bytes = first.bytes.subarray(count);
      }
    } catch {
      // A server may answer without reading all of a body, and close: what it said is still there to be read.
      this.outgoing = [];
    }
  }

  private read(): void {
    const { socket, parser } = this;
    try {
      while (!this.over && !parser.done && this.credit > 0) {
        const bytes = socket!.read(Math.min(READ_SIZE, this.credit));
        if (bytes === null) return;
        if (bytes === 'end') {
          if (this.retries()) return;
          parser.finish();
          break;
        }
        parser.push(bytes);
      }
    } catch (error) {
      if (this.retries()) return;
      return this.fail('broken', error instanceof Error ? error.message : String(error));
    }
    if (parser.done && !this.over) this.complete();
  }

  /** A connection that was used before may have been closed by the server just now: the request is made anew, as browsers do. */
  private retries(): boolean {
    if (!this.reused || this.parser.begun || this.request.body === 'stream') return false;
    this.socket!.close();
    this.parser = this.createParser();
    this.start(true);
    return true;
  }

  private complete(): void {
    this.over = true;
    const socket = this.socket!;
    socket.onReady = null;
    if (this.keepAlive && this.bodyDone && this.outgoing.length === 0 && this.parser.rest.length === 0) this.connections.keep(this.request.port, socket);
    else socket.close();
    this.events.end();
  }

  private fail(code: 'refused' | 'broken', message: string): void {
    if (this.over) return;
    this.over = true;
    this.socket?.close();
    this.events.fail(code, message);
  }

  private createParser(): ResponseParser {
    return new ResponseParser(this.request.method, {
      head: (head) => {
        this.keepAlive = head.keepAlive;
        this.events.head(head);
      },
      data: (bytes) => {
        this.credit -= bytes.length;
        this.events.data(bytes.slice());
      },
      end: () => {},
    });
  }
}

export function ascii(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Start line and headers. Values cannot break out of their line: a header with a line break is a second request in disguise. */
export function requestHead({ method, target, headers, body }: ExchangeRequest): Uint8Array {
  let head = `${method} ${target} HTTP/1.1\r\n`;
  for (const [name, value] of headers) head += `${name}: ${value}\r\n`;
  if (body === 'stream') head += 'Transfer-Encoding: chunked\r\n';
  else if (body) head += `Content-Length: ${body.length}\r\n`;
  else if (method === 'POST' || method === 'PUT' || method === 'PATCH') head += 'Content-Length: 0\r\n';
  return ascii(`${head}\r\n`);
}
