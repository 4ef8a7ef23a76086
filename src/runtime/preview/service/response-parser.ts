/** Reads HTTP/1.1 responses (RFC 9112) out of bytes as they come. */
import type { HeaderList } from '../messages.ts';

export interface ResponseHead { status: number; text: string; headers: HeaderList; keepAlive: boolean }

export interface ResponseSink {
  head(head: ResponseHead): void;
  /** The bytes are valid during the call only. */
  data(bytes: Uint8Array): void;
  end(): void;
}

/** Longest head, as generous as servers are. */
const MAX_HEAD = 256 * 1024;
const CR = 13;
const LF = 10;

type State = 'head' | 'counted' | 'until-close' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'done';

export class ResponseParser {
  /** Told with the first byte of an answer. */
  begun = false;
  /** The connection was handed over to another protocol (101); what `rest` holds belongs to that. */
  upgraded = false;
  private readonly sink: ResponseSink;
  private readonly bodyless: boolean;
  private state: State = 'head';
  private held = new Uint8Array(0);
  private left = 0;

  /** `method` of the request: an answer to HEAD has no body. */
  constructor(method: string, sink: ResponseSink) {
    this.bodyless = method === 'HEAD';
    this.sink = sink;
  }

  get done(): boolean {
    return this.state === 'done';
  }

  /** What followed the end of the answer. */
  get rest(): Uint8Array {
    return this.held;
  }

  /** @throws Error for what is no HTTP/1 */
  push(bytes: Uint8Array): void {
    if (bytes.length > 0) this.begun = true;
    let at = bytes;
    if (this.held.length > 0) {
      at = new Uint8Array(this.held.length + bytes.length);
      at.set(this.held);
      at.set(bytes, this.held.length);
      this.held = new Uint8Array(0);
    }
    while (at.length > 0 && this.state !== 'done') {
      const used = this.step(at);
      if (used < 0) break;
      at = at.subarray(used);
    }
    this.held = at.slice();
  }

  /** The connection ended. @throws Error when the answer had not */
  finish(): void {
    if (this.state === 'until-close') return this.complete();
    if (this.state !== 'done') throw new Error(this.begun ? 'the server closed the connection before its answer was complete' : 'the server closed the connection without an answer');
  }

  /** Bytes used up; -1 when more are needed first. */
  private step(bytes: Uint8Array): number {
    switch (this.state) {
      case 'head': return this.readHead(bytes);
      case 'counted':
      case 'chunk': {
        const part = bytes.subarray(0, this.left);
        this.left -= part.length;
        const last = this.left === 0;
        if (last) this.state = this.state === 'chunk' ? 'chunk-end' : 'done';
        this.sink.data(part);
        if (this.state === 'done') this.sink.end();
        return part.length;
      }
      case 'until-close':
        this.sink.data(bytes);
        return bytes.length;
      case 'chunk-end': {
        const end = lineEnd(bytes, 0);
        if (end < 0) return -1;
        this.state = 'chunk-size';
        return end;
      }
      case 'chunk-size': {
        const end = lineEnd(bytes, 0);
        if (end < 0) {
          if (bytes.length > 1024) throw new Error('a chunk of the answer has no size');
          return -1;
        }
        const size = /^\s*([0-9a-f]{1,12})\s*(?:;.*)?$/i.exec(latin1(bytes.subarray(0, end)).trim());
        if (!size) throw new Error('a chunk of the answer has no size');
        this.left = Number.parseInt(size[1]!, 16);
        this.state = this.left === 0 ? 'trailers' : 'chunk';
        return end;
      }
      case 'trailers': {
        const end = lineEnd(bytes, 0);
        if (end < 0) return -1;
        if (end <= 2 && latin1(bytes.subarray(0, end)).trim() === '') this.complete();
        return end;
      }
      case 'done': return -1;
    }
  }

  private readHead(bytes: Uint8Array): number {
    // Empty lines before an answer are allowed.
    if (bytes[0] === CR || bytes[0] === LF) return 1;
    const end = headEnd(bytes);
    if (end < 0) {
      if (bytes.length > MAX_HEAD) throw new Error('the head of the answer is too long');
      if (bytes.length >= 5 && latin1(bytes.subarray(0, 5)) !== 'HTTP/') throw new Error('what the server sent is not HTTP/1');
      return -1;
    }
    const lines = latin1(bytes.subarray(0, end)).split(/\r?\n/);
    const first = /^HTTP\/1\.([01]) (\d{3})(?: (.*))?$/.exec(lines[0]!);
    if (!first) throw new Error('what the server sent is not HTTP/1');
    const status = Number(first[2]);
    const headers = readHeaders(lines.slice(1));
    // 103 and other announcements: the answer itself follows.
    if (status < 200 && status !== 101) return end;
    const connection = values(headers, 'connection').join(',').toLowerCase();
    const coding = values(headers, 'transfer-encoding').join(',').toLowerCase();
    const lengths = values(headers, 'content-length');
    const none = this.bodyless || status === 101 || status === 204 || status === 304;
    let keepAlive = first[1] === '1' ? !/\bclose\b/.test(connection) : /\bkeep-alive\b/.test(connection);
    if (none) this.state = 'done';
    else if (/\bchunked\s*$/.test(coding)) this.state = 'chunk-size';
    else if (lengths.length > 0) {
      const length = new Set(lengths.flatMap((value) => value.split(',').map((part) => part.trim())));
      const [only] = length;
      if (length.size !== 1 || !/^\d{1,15}$/.test(only!)) throw new Error('the answer has a wrong Content-Length');
      this.left = Number(only);
      this.state = this.left === 0 ? 'done' : 'counted';
    } else {
      this.state = 'until-close';
      keepAlive = false;
    }
    if (status === 101) this.upgraded = true;
    this.sink.head({ status, text: first[3] ?? '', headers, keepAlive });
    if (this.state === 'done') this.sink.end();
    return end;
  }

  private complete(): void {
    this.state = 'done';
    this.sink.end();
  }
}

/** All values of a header. */
export function values(headers: HeaderList, name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
}

const decoder = new TextDecoder('latin1');

/** Bytes as characters of the same numbers. The decoder of that name maps 0x80-0x9f otherwise, so those take the slow way. */
export function latin1(bytes: Uint8Array): string {
  for (const byte of bytes) {
    if (byte >= 0x80 && byte < 0xa0) {
      let text = '';
      for (const b of bytes) text += String.fromCharCode(b);
      return text;
    }
  }
  return decoder.decode(bytes);
}

function readHeaders(lines: string[]): HeaderList {
  const headers: HeaderList = [];
  for (const line of lines) {
    if (line === '') continue;
    // A folded line belongs to the one above.
    if (/^[ \t]/.test(line) && headers.length > 0) {
      headers[headers.length - 1]![1] += ` ${stripped(line)}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0) throw new Error('a header of the answer has no name');
    headers.push([line.slice(0, colon).trimEnd(), stripped(line.slice(colon + 1))]);
  }
  return headers;
}

/** Without the spaces and tabs around it. `trim` would take 0xa0 as well, the last byte of many a letter in UTF-8. */
function stripped(text: string): string {
  const blank = (at: number): boolean => text[at] === ' ' || text[at] === '\t';
  let start = 0, end = text.length;
  while (blank(start)) start++;
  while (end > start && blank(end - 1)) end--;
  return text.slice(start, end);
}

/** Position after the next line feed, or -1. */
function lineEnd(bytes: Uint8Array, from: number): number {
  return bytes.indexOf(LF, from) + 1 || -1;
}

/** Position after the empty line that ends a head, or -1. */
function headEnd(bytes: Uint8Array): number {
  for (let at = lineEnd(bytes, 0); at > 0; at = lineEnd(bytes, at)) {
    if (bytes[at] === LF) return at + 1;
    if (bytes[at] === CR && bytes[at + 1] === LF) return at + 2;
  }
  return -1;
}
