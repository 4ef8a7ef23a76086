/** A WebSocket to the outside: the program speaks the protocol on its connection, the kernel hands its messages to a WebSocket of the browser's. */
import { sha1 } from '@noble/hashes/legacy.js';
import type { Channel } from './channel.ts';
import { Gone } from './channel.ts';
import { OutsideError } from './failure.ts';
import { bytesOf } from './fetch-exchange.ts';
import { BadRequest, type RequestHead, valueOf } from './request-reader.ts';
import { closePayload, type Frame, FrameError, MAX_MESSAGE, OP, readFrame, writeFrame } from './websocket-frames.ts';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** Bytes the browser holds for the outside before the program has to wait. */
const MAX_BUFFERED = 4 * 1024 * 1024;
/** How often it is looked whether they went: the browser does not tell. */
const BUFFERED_LOOK_MS = 20;

/** Longest wait for the program's own farewell. */
const FAREWELL_MS = 2000;

export function isWebSocketUpgrade(head: RequestHead): boolean {
  return /^websocket$/i.test(valueOf(head, 'upgrade') ?? '') && /\bupgrade\b/i.test(valueOf(head, 'connection') ?? '');
}

/** Serves the connection until one side has closed. @throws OutsideError when the browser cannot connect, BadRequest, Gone */
export async function bridgeWebSocket(channel: Channel, head: RequestHead, url: string): Promise<void> {
  const key = valueOf(head, 'sec-websocket-key');
  if (head.method !== 'GET' || key === undefined) throw new BadRequest(400, 'this is no handshake of a WebSocket');
  const protocols = (valueOf(head, 'sec-websocket-protocol') ?? '').split(',').map((name) => name.trim()).filter((name) => name !== '');
  const address = url.replace(/^http/, 'ws');
  const socket = await connected(channel, address, protocols);
  const lines = ['HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: Upgrade', `sec-websocket-accept: ${accept(key)}`];
  if (socket.protocol) lines.push(`sec-websocket-protocol: ${socket.protocol}`);
  // One after the other: a message that came meanwhile must not overtake another.
  let sending = channel.write(bytesOf(`${lines.join('\r\n')}\r\n\r\n`));
  const send = (op: number, payload: Uint8Array): Promise<void> => {
    sending = sending.then(() => channel.write(writeFrame(op, payload)));
    sending.catch(() => socket.close());
    return sending;
  };
  const ended = new Promise<void>((done) => {
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') void send(OP.TEXT, new TextEncoder().encode(data)).catch(() => {});
      else void send(OP.BINARY, new Uint8Array(data)).catch(() => {});
    };
    socket.onclose = ({ code, reason }) => {
      // 1005 is "no code" and 1006 "no farewell": neither may be sent.
      const payload = code === 1005 || code === 1006 ? new Uint8Array(0) : closePayload(code, reason);
      if (code === 1006) done();
      else void send(OP.CLOSE, payload).then(done, done);
    };
  });
  const stop = channel.socket.waiters.add(() => {
    if (channel.gone) socket.close();
  });
  try {
    const forwarded = forward(channel, socket, send);
    await Promise.race([ended, forwarded]);
    await ended;
    // The program answers a farewell with its own before it hangs up; meeting a closed connection instead it would take all for broken.
    await Promise.race([forwarded, new Promise((done) => setTimeout(done, FAREWELL_MS))]);
  } finally {
    stop();
    socket.close();
  }
}

/** Takes the program's frames until it says goodbye. */
async function forward(channel: Channel, socket: WebSocket, send: (op: number, payload: Uint8Array) => Promise<void>): Promise<void> {
  let bytes: Uint8Array = new Uint8Array(0);
  let parts: Frame[] = [];
  try {
    for (;;) {
      const part = await channel.read();
      if (part === null) return socket.close();
      const joined = new Uint8Array(bytes.length + part.length);
      joined.set(bytes);
      joined.set(part, bytes.length);
      bytes = joined;
      for (let next = readFrame(bytes); next; next = readFrame(bytes)) {
        bytes = next.rest;
        const { frame } = next;
        if (frame.op === OP.PING) await send(OP.PONG, frame.payload);
        else if (frame.op === OP.CLOSE) return closeAs(socket, frame.payload);
        else if (frame.op < 8) {
          parts.push(frame);
          if (parts.reduce((sum, { payload }) => sum + payload.length, 0) > MAX_MESSAGE) throw new FrameError(1009, 'the message is too long');
          if (!frame.final) continue;
          pass(socket, parts);
          parts = [];
          while (socket.bufferedAmount > MAX_BUFFERED && socket.readyState === WebSocket.OPEN) await new Promise((done) => setTimeout(done, BUFFERED_LOOK_MS));
        }
      }
    }
  } catch (error) {
    socket.close();
    if (error instanceof FrameError) await send(OP.CLOSE, closePayload(error.code, error.message)).catch(() => {});
    else if (!(error instanceof Gone)) throw error;
  }
}

function pass(socket: WebSocket, parts: Frame[]): void {
  const whole = new Uint8Array(parts.reduce((sum, { payload }) => sum + payload.length, 0));
  let at = 0;
  for (const { payload } of parts) {
    whole.set(payload, at);
    at += payload.length;
  }
  if (parts[0]!.op === OP.TEXT) {
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole);
    } catch {
      throw new FrameError(1007, 'the text is no UTF-8');
    }
    socket.send(text);
  } else if (parts[0]!.op === OP.BINARY) socket.send(whole);
  else throw new FrameError(1002, 'a message goes on that never began');
}

function closeAs(socket: WebSocket, payload: Uint8Array): void {
  const code = payload.length >= 2 ? payload[0]! << 8 | payload[1]! : 0;
  // Others a page may not send.
  if (code === 1000 || (code >= 3000 && code <= 4999)) socket.close(code, new TextDecoder().decode(payload.subarray(2)));
  else socket.close();
}

function connected(channel: Channel, address: string, protocols: string[]): Promise<WebSocket> {
  const failed = new OutsideError('ERR_TABLOOM_WEBSOCKET', `the browser could not open ${address}: the server refused, or cannot be reached`);
  return new Promise((done, fail) => {
    let socket: WebSocket;
    try {
      socket = new WebSocket(address, protocols);
    } catch {
      fail(failed);
      return;
    }
    socket.binaryType = 'arraybuffer';
    const stop = channel.socket.waiters.add(() => {
      if (channel.gone) socket.close();
    });
    socket.onopen = () => {
      stop();
      done(socket);
    };
    socket.onerror = () => {
      stop();
      fail(channel.gone ? new Gone() : failed);
    };
  });
}

function accept(key: string): string {
  return btoa(String.fromCharCode(...sha1(new TextEncoder().encode(key + GUID))));
}
