/** Reads HTTP/1.x requests off a connection: RFC 9112, strict where lenience would let two readers disagree. */
import type { Channel } from './channel.ts';

/** Bytes of a request's line and headers together. */
const MAX_HEAD = 256 * 1024;
/** Bytes of a body: it is collected before the browser gets it, see `fetch-exchange.ts`. */
export const MAX_BODY = 256 * 1024 * 1024;

export interface RequestHead {
  method: string;
  target: string;
  /** Minor version of HTTP/1. */
  minor: number;
  headers: [name: string, value: string][];
}

/** What came is no HTTP request. */
export class NotHttp extends Error {}
/** It is one, and cannot be read: the text says why, and is sent with status 400, 413 or 431. */
export class BadRequest extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const PIECE = 8192;

/** One character for each byte, as HTTP's headers are read. `TextDecoder('latin1')` is windows-1252: it makes others of 0x80 to 0x9f, which no `Headers` takes. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

export class RequestReader {
  private readonly channel: Channel;

  constructor(channel: Channel) {
    this.channel = channel;
  }

  /** The next request's head, or null when the connection ended before one. @throws NotHttp, BadRequest, Gone */
  async head(): Promise<RequestHead | null> {
    let bytes: Uint8Array = new Uint8Array(0);
    for (;;) {
      const part = await this.channel.read();
      if (part === null) {
        if (bytes.length === 0) return null;
        throw new NotHttp();
      }
      bytes = joined(bytes, part);
      // Empty lines before a request are passed over (RFC 9112, 2.2).
      let start = 0;
      while (bytes[start] === 13 || bytes[start] === 10) start++;
      bytes = bytes.subarray(start);
      if (bytes.length === 0) continue;
      if (!mayBeHttp(bytes)) throw new NotHttp();
      const end = endOfHead(bytes);
      if (end >= 0) {
        this.channel.giveBack(bytes.subarray(end));
        return parseHead(latin1(bytes.subarray(0, end)));
      }
      if (bytes.length > MAX_HEAD) throw new BadRequest(431, 'the headers are too long');
    }
  }

  /** The body of the request whose head was read last, undefined when it has none. @throws BadRequest, Gone */
  async body(head: RequestHead): Promise<Uint8Array | undefined> {
    const coding = valueOf(head, 'transfer-encoding');
    const length = valueOf(head, 'content-length');
    if (coding !== undefined) {
      if (length !== undefined || coding.toLowerCase() !== 'chunked') throw new BadRequest(400, `the transfer coding "${coding}" is not understood`);
      return this.chunked();
    }
    if (length === undefined) return undefined;
    if (!/^\d{1,15}$/.test(length)) throw new BadRequest(400, 'the content-length is no number');
    const n = Number(length);
    if (n > MAX_BODY) throw new BadRequest(413, tooLarge);
    return n === 0 ? undefined : this.exactly(n);
  }

  private async exactly(n: number): Promise<Uint8Array> {
    const out = new Uint8Array(n);
    let at = 0;
    while (at < n) {
      const part = await this.channel.read();
      if (part === null) throw new BadRequest(400, 'the connection ended within the body');
      const used = part.subarray(0, n - at);
      out.set(used, at);
      at += used.length;
      this.channel.giveBack(part.subarray(used.length));
    }
    return out;
  }

  private async line(): Promise<string> {
    let bytes: Uint8Array = new Uint8Array(0);
    for (;;) {
      const part = await this.channel.read();
      if (part === null) throw new BadRequest(400, 'the connection ended within the body');
      bytes = joined(bytes, part);
      const end = bytes.indexOf(10);
      if (end >= 0) {
        this.channel.giveBack(bytes.subarray(end + 1));
        return latin1(bytes.subarray(0, end)).replace(/\r$/, '');
      }
      if (bytes.length > MAX_HEAD) throw new BadRequest(400, 'a line within the body is too long');
    }
  }

  private async chunked(): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let total = 0;
    for (;;) {
      const size = /^([0-9a-fA-F]{1,8})[ \t]*(;.*)?$/.exec(await this.line())?.[1];
      if (size === undefined) throw new BadRequest(400, 'the size of a chunk is no number');
      const n = parseInt(size, 16);
      if (n === 0) break;
      total += n;
      if (total > MAX_BODY) throw new BadRequest(413, tooLarge);
      parts.push(await this.exactly(n));
      if (await this.line() !== '') throw new BadRequest(400, 'a chunk is longer than its size');
    }
    while (await this.line() !== '') { /* Trailers: a page cannot send any. */ }
    const out = new Uint8Array(total);
    let at = 0;
    for (const part of parts) {
      out.set(part, at);
      at += part.length;
    }
    return out;
  }
}

const tooLarge = `a request's body may have ${MAX_BODY / 1024 / 1024} MB in the sandbox`;

/** The values of a header, joined as RFC 9110 says; undefined when it is missing. */
export function valueOf({ headers }: RequestHead, name: string): string | undefined {
  const values = headers.filter(([key]) => key === name).map(([, value]) => value);
  return values.length > 0 ? values.join(', ') : undefined;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** Whether the bytes so far can be the beginning of a request: a method of letters and hyphens, and then a space. */
function mayBeHttp(bytes: Uint8Array): boolean {
  const text = latin1(bytes.subarray(0, 32));
  return /^[A-Za-z][A-Za-z-]*( |$)/.test(text);
}

/** Where the head ends, behind its empty line; -1 when it goes on. */
function endOfHead(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}

/** Without the spaces and tabs around it. `trim` would take 0xa0 as well. */
function stripped(text: string): string {
  const blank = (at: number): boolean => text[at] === ' ' || text[at] === '\t';
  let start = 0, end = text.length;
  while (blank(start)) start++;
  while (end > start && blank(end - 1)) end--;
  return text.slice(start, end);
}

function parseHead(text: string): RequestHead {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  // Not `\S`: 0xa0 is a space to it, and the last byte of many a letter in UTF-8.
  const request = /^([^\t-\r ]+) ([^\t-\r ]+) HTTP\/1\.([01])$/.exec(lines[0]!);
  if (!request || !TOKEN.test(request[1]!)) throw new NotHttp();
  const headers: RequestHead['headers'] = [];
  for (const line of lines.slice(1)) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    if (colon < 1 || !TOKEN.test(name)) throw new BadRequest(400, 'a header has no name');
    headers.push([name.toLowerCase(), stripped(line.slice(colon + 1))]);
  }
  return { method: request[1]!, target: request[2]!, minor: Number(request[3]), headers };
}
