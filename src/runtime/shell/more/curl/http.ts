/** One request and its response over HTTP/1.1, read as it comes. */
import { encode } from '../../text.ts';
import { type Connection, TransferError } from './connection.ts';

export interface ResponseHead {
  /** As it came, with its line ends and the empty line. */
  raw: string;
  version: string;
  status: number;
  reason: string;
  /** Names in lower case. */
  headers: [name: string, value: string][];
}

const LATIN1 = new TextDecoder('latin1');
const MAX_HEAD = 300 * 1024;

export function headerOf({ headers }: ResponseHead, name: string): string | undefined {
  return headers.findLast(([key]) => key === name)?.[1];
}

/** Sends the request's head; the body follows by `connection.write`. */
export function requestHead(method: string, target: string, headers: readonly (readonly [string, string])[]): Uint8Array {
  return encode(`${[`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => (value === '' ? `${name}:` : `${name}: ${value}`))].join('\r\n')}\r\n\r\n`);
}

export class ResponseReader {
  private readonly connection: Connection;
  private readonly remaining: () => number;
  private ahead: Uint8Array = new Uint8Array(0);

  constructor(connection: Connection, remaining: () => number) {
    this.connection = connection;
    this.remaining = remaining;
  }

  /** @throws TransferError 52 when nothing comes, 1 for what is no HTTP */
  head(): ResponseHead {
    let bytes: Uint8Array = new Uint8Array(0);
    for (;;) {
      const part = this.next();
      if (part === null) throw bytes.length === 0 ? new TransferError(52, 'Empty reply from server') : new TransferError(56, 'Recv failure: the headers were cut off');
      bytes = joined(bytes, part);
      const text = LATIN1.decode(bytes);
      if (!'HTTP/'.startsWith(text.slice(0, 5))) throw new TransferError(1, 'Received HTTP/0.9 when not allowed');
      const end = /\r?\n\r?\n/.exec(text);
      if (!end) {
        if (bytes.length > MAX_HEAD) throw new TransferError(56, 'Too large response headers: 300 KB');
        continue;
      }
      const length = end.index + end[0].length;
      this.ahead = bytes.slice(length);
      return parseHead(text.slice(0, length));
    }
  }

  /** Hands the body's bytes to `take`, and returns whether the connection can be used again. @throws TransferError 18 when it is cut off */
  body(head: ResponseHead, method: string, take: (bytes: Uint8Array) => void): void {
    if (method === 'HEAD' || head.status === 204 || head.status === 304) return;
    if (/\bchunked\b/i.test(headerOf(head, 'transfer-encoding') ?? '')) return this.chunked(take);
    const length = headerOf(head, 'content-length');
    if (length !== undefined) return this.exactly(Number(length), take);
    for (let part = this.next(); part; part = this.next()) take(part);
  }

  private next(): Uint8Array | null {
    if (this.ahead.length > 0) {
      const bytes = this.ahead;
      this.ahead = new Uint8Array(0);
      return bytes;
    }
    return this.connection.read(this.remaining);
  }

  private exactly(n: number, take: (bytes: Uint8Array) => void): void {
    let left = n;
    while (left > 0) {
      const part = this.next();
      if (part === null) throw new TransferError(18, `transfer closed with ${left} bytes remaining to read`);
      take(part.subarray(0, left));
      if (part.length > left) this.ahead = part.slice(left);
      left -= Math.min(left, part.length);
    }
  }

  private line(): string {
    let bytes: Uint8Array = new Uint8Array(0);
    for (;;) {
      const part = this.next();
      if (part === null) throw new TransferError(18, 'transfer closed with outstanding read data remaining');
      bytes = joined(bytes, part);
      const end = bytes.indexOf(10);
      if (end < 0) continue;
      this.ahead = bytes.slice(end + 1);
      return LATIN1.decode(bytes.subarray(0, end)).replace(/\r$/, '');
    }
  }

  private chunked(take: (bytes: Uint8Array) => void): void {
    for (;;) {
      const size = parseInt(this.line(), 16);
      if (Number.isNaN(size)) throw new TransferError(56, 'Illegal or missing hexadecimal sequence');
      if (size === 0) break;
      this.exactly(size, take);
      this.line();
    }
    while (this.line() !== '') { /* trailers */ }
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

function parseHead(raw: string): ResponseHead {
  const [first = '', ...lines] = raw.split(/\r?\n/);
  const status = /^HTTP\/(\d(?:\.\d)?) (\d{3})(?: (.*))?$/.exec(first);
  if (!status) throw new TransferError(1, 'Unsupported HTTP/1 subversion in response');
  const headers = lines.filter((line) => line.includes(':')).map((line): [string, string] => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  return { raw, version: status[1]!, status: Number(status[2]), reason: status[3] ?? '', headers };
}
