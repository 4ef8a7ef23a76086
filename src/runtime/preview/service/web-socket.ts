/** A page's WebSocket to a server of the sandbox: handshake and frames over the loopback network (RFC 6455). */
import { sha1 } from '@noble/hashes/legacy.js';
import type { Loopback, LoopbackSocket } from '../contract.ts';
import type { HeaderList } from '../messages.ts';
import { ascii, requestHead } from './exchange.ts';
import { clientFrame, FrameError, FrameReader, MAX_MESSAGE, OPCODE } from './frames.ts';
import { ResponseParser, type ResponseHead, values } from './response-parser.ts';

export interface SocketRequest {
  port: number;
  target: string;
  protocols: string[];
  /** The value of `Cookie`, may be empty. */
  cookie: string;
  /** Port of the server that the page came from. */
  origin: number;
}

export interface SocketEnd { code: number; reason: string; clean: boolean; failed: boolean }

export interface SocketEvents {
  opened(protocol: string, setCookies: string[]): void;
  message(data: string | Uint8Array<ArrayBuffer>): void;
  /** Payload bytes that went out. */
  sent(count: number): void;
  closed(end: SocketEnd): void;
}

/** How long a server may take to answer a close. */
const CLOSE_MS = 3000;
const READ_SIZE = 256 * 1024;
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export class SandboxSocket {
  private readonly request: SocketRequest;
  private readonly network: Loopback;
  private readonly events: SocketEvents;
  private readonly reader = new FrameReader();
  private readonly key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  private socket: LoopbackSocket | null = null;
  private parser: ResponseParser | null = null;
  private outgoing: { bytes: Uint8Array; payload: number }[] = [];
  private parts: Uint8Array[] = [];
  private partsLength = 0;
  private partsOpcode = 0;
  private open = false;
  private over = false;
  /** What the server's close frame said. */
  private heard: { code: number; reason: string } | null = null;
  private closing = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pumping = false;
  private again = false;

  constructor(request: SocketRequest, network: Loopback, events: SocketEvents) {
    this.request = request;
    this.network = network;
    this.events = events;
  }

  start(): void {
    const { port, target, protocols, cookie, origin } = this.request;
    this.socket = this.network.connect(port);
    if (!this.socket) return this.fail();
    const headers: HeaderList = [
      ['Host', `localhost:${port}`], ['Connection', 'Upgrade'], ['Pragma', 'no-cache'], ['Cache-Control', 'no-cache'], ['User-Agent', navigator.userAgent], ['Upgrade', 'websocket'], ['Origin', `http://localhost:${origin}`],
      ['Sec-WebSocket-Version', '13'], ['Sec-WebSocket-Key', this.key], ...(protocols.length > 0 ? [['Sec-WebSocket-Protocol', protocols.join(', ')] as [string, string]] : []), ...(cookie === '' ? [] : [['Cookie', cookie] as [string, string]]),
    ];
    this.parser = new ResponseParser('GET', { head: (head) => this.answered(head), data: () => {}, end: () => {} });
    this.outgoing.push({ bytes: requestHead({ port, method: 'GET', target, headers, body: null }), payload: 0 });
    this.socket.onReady = () => this.pump();
    this.pump();
  }

  send(data: string | Uint8Array): void {
    if (!this.open || this.closing) return;
    const payload = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    this.outgoing.push({ bytes: clientFrame(typeof data === 'string' ? OPCODE.TEXT : OPCODE.BINARY, payload), payload: payload.length });
    this.pump();
  }

  /** The page closes it. */
  close(code: number | null, reason: string): void {
    if (!this.open) return this.fail();
    this.sendClose(code, reason);
    this.pump();
  }

  /** The page is gone; nobody is told. */
  drop(): void {
    if (this.over) return;
    if (this.open && !this.closing) {
      this.sendClose(1001, '');
      this.pump();
    }
    this.over = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private sendClose(code: number | null, reason: string): void {
    if (this.closing) return;
    this.closing = true;
    const text = new TextEncoder().encode(reason);
    const payload = new Uint8Array(code === null ? 0 : 2 + text.length);
    if (code !== null) {
      new DataView(payload.buffer).setUint16(0, code);
      payload.set(text, 2);
    }
    this.outgoing.push({ bytes: clientFrame(OPCODE.CLOSE, payload), payload: 0 });
    this.timer = setTimeout(() => this.end(), CLOSE_MS);
  }

  private pump(): void {
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
  }

  private write(): void {
    try {
      while (this.outgoing.length > 0) {
        const first = this.outgoing[0]!;
        const count = this.socket!.write(first.bytes);
        if (count === 0) return;
        if (count < first.bytes.length) first.bytes = first.bytes.subarray(count);
        else {
          this.outgoing.shift();
          if (first.payload > 0) this.events.sent(first.payload);
        }
      }
    } catch {
      this.outgoing = [];
    }
  }

  private read(): void {
    try {
      while (!this.over) {
        const bytes = this.socket!.read(READ_SIZE);
        if (bytes === null) return;
        if (bytes === 'end') return this.end();
        if (this.open) this.reader.push(bytes);
        else {
          this.parser!.push(bytes);
          if (!this.open) continue;
          this.reader.push(this.parser!.rest);
        }
        for (let frame = this.reader.next(); frame !== null && !this.over; frame = this.reader.next()) this.frame(frame.fin, frame.opcode, frame.payload);
      }
    } catch (error) {
      if (error instanceof FrameError) {
        this.sendClose(error.code, '');
        this.write();
        this.heard = null;
      }
      // A server that says goodbye and ends at once leaves our answer unread: what it said counts.
      this.end(this.heard === null);
    }
  }

  /** The handshake's answer. */
  private answered({ status, headers }: ResponseHead): void {
    const one = (name: string): string => values(headers, name).join(',').trim();
    const expected = btoa(String.fromCharCode(...sha1(ascii(this.key + GUID))));
    const protocol = one('sec-websocket-protocol');
    const ok = status === 101 && one('upgrade').toLowerCase() === 'websocket' && /\bupgrade\b/i.test(one('connection')) && one('sec-websocket-accept') === expected
      && (protocol === '' || this.request.protocols.includes(protocol)) && one('sec-websocket-extensions') === '';
    if (!ok) return this.fail();
    this.open = true;
    this.events.opened(protocol, values(headers, 'set-cookie'));
  }

  private frame(fin: boolean, opcode: number, payload: Uint8Array): void {
    // Nothing counts after a close.
    if (this.heard) return;
    switch (opcode) {
      case OPCODE.PING:
        if (!this.closing) this.outgoing.push({ bytes: clientFrame(OPCODE.PONG, payload), payload: 0 });
        this.again = true;
        return;
      case OPCODE.PONG: return;
      case OPCODE.CLOSE: return this.closed(payload);
      case OPCODE.TEXT:
      case OPCODE.BINARY:
        if (this.parts.length > 0) throw new FrameError(1002, 'a message began within another');
        this.partsOpcode = opcode;
        break;
      case OPCODE.CONTINUATION:
        if (this.parts.length === 0) throw new FrameError(1002, 'a message goes on that did not begin');
        break;
      default: throw new FrameError(1002, 'a frame of an unknown kind');
    }
    this.parts.push(payload);
    this.partsLength += payload.length;
    if (this.partsLength > MAX_MESSAGE) throw new FrameError(1009, 'a message of the server is too long');
    if (!fin) return;
    const whole = this.joinParts();
    if (this.partsOpcode === OPCODE.BINARY) return this.events.message(whole);
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole);
    } catch {
      throw new FrameError(1007, 'a text of the server is no UTF-8');
    }
    this.events.message(text);
  }

  private joinParts(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.partsLength);
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.length;
    }
    this.parts = [];
    this.partsLength = 0;
    return whole;
  }

  private closed(payload: Uint8Array): void {
    if (payload.length === 1) throw new FrameError(1002, 'a close frame with half a code');
    const code = payload.length >= 2 ? new DataView(payload.buffer, payload.byteOffset).getUint16(0) : 1005;
    this.heard = { code, reason: new TextDecoder().decode(payload.subarray(2)) };
    // The server closes the connection when it has the answer.
    this.sendClose(code === 1005 ? null : code, '');
    this.write();
  }

  /** The connection is over. `broken`: not as the protocol has it. */
  private end(broken = false): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.timer);
    this.socket?.close();
    if (!this.open) this.events.closed({ code: 1006, reason: '', clean: false, failed: true });
    else if (this.heard && !broken) this.events.closed({ ...this.heard, clean: true, failed: false });
    else this.events.closed({ code: 1006, reason: '', clean: false, failed: broken });
  }

  private fail(): void {
    this.end(true);
  }
}
