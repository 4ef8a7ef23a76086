/** Frames of the WebSocket protocol (RFC 6455) as the server's side reads and writes them. */

export const OP = { CONTINUATION: 0, TEXT: 1, BINARY: 2, CLOSE: 8, PING: 9, PONG: 10 } as const;

/** Bytes of one message: more is refused with close code 1009. */
export const MAX_MESSAGE = 64 * 1024 * 1024;

export interface Frame { final: boolean; op: number; payload: Uint8Array }

/** A breach of the protocol, with the code the connection is closed with. */
export class FrameError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The first frame in `bytes` and what is behind it, null when it is not complete yet. @throws FrameError */
export function readFrame(bytes: Uint8Array): { frame: Frame; rest: Uint8Array } | null {
  if (bytes.length < 2) return null;
  const first = bytes[0]!, second = bytes[1]!;
  if ((first & 0x70) !== 0) throw new FrameError(1002, 'an extension was used that was not agreed on');
  if ((second & 0x80) === 0) throw new FrameError(1002, 'a frame of the client is not masked');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let length = second & 0x7f;
  let at = 2;
  if (length === 126) {
    if (bytes.length < 4) return null;
    length = view.getUint16(2);
    at = 4;
  } else if (length === 127) {
    if (bytes.length < 10) return null;
    const long = view.getBigUint64(2);
    if (long > BigInt(MAX_MESSAGE)) throw new FrameError(1009, 'the message is too long');
    length = Number(long);
    at = 10;
  }
  if (length > MAX_MESSAGE) throw new FrameError(1009, 'the message is too long');
  const op = first & 15;
  if (op >= 8 && (length > 125 || (first & 0x80) === 0)) throw new FrameError(1002, 'a control frame is too long or in parts');
  if (bytes.length < at + 4 + length) return null;
  const mask = bytes.subarray(at, at + 4);
  const payload = bytes.slice(at + 4, at + 4 + length);
  for (let i = 0; i < length; i++) payload[i]! ^= mask[i & 3]!;
  return { frame: { final: (first & 0x80) !== 0, op, payload }, rest: bytes.subarray(at + 4 + length) };
}

/** A whole message as one unmasked frame. */
export function writeFrame(op: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const head = length < 126 ? 2 : length < 65536 ? 4 : 10;
  const out = new Uint8Array(head + length);
  const view = new DataView(out.buffer);
  out[0] = 0x80 | op;
  out[1] = length < 126 ? length : length < 65536 ? 126 : 127;
  if (head === 4) view.setUint16(2, length);
  else if (head === 10) view.setBigUint64(2, BigInt(length));
  out.set(payload, head);
  return out;
}

/** The payload of a close frame. */
export function closePayload(code: number, reason: string): Uint8Array {
  const text = new TextEncoder().encode(reason).subarray(0, 123);
  const out = new Uint8Array(2 + text.length);
  new DataView(out.buffer).setUint16(0, code);
  out.set(text, 2);
  return out;
}
