/** Frames of the WebSocket protocol (RFC 6455): those of a client are written, those of a server read. */

export const OPCODE = { CONTINUATION: 0, TEXT: 1, BINARY: 2, CLOSE: 8, PING: 9, PONG: 10 } as const;

export interface Frame { fin: boolean; opcode: number; payload: Uint8Array }

/** A breach of the protocol, with the code it is closed with. */
export class FrameError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What one message may hold, all of its frames together. */
export const MAX_MESSAGE = 256 * 1024 * 1024;

/** A whole message or control frame, masked as clients must. */
export function clientFrame(opcode: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const extra = length < 126 ? 0 : length < 65536 ? 2 : 8;
  const frame = new Uint8Array(6 + extra + length);
  const view = new DataView(frame.buffer);
  frame[0] = 0x80 | opcode;
  frame[1] = 0x80 | (extra === 0 ? length : extra === 2 ? 126 : 127);
  if (extra === 2) view.setUint16(2, length);
  else if (extra === 8) view.setBigUint64(2, BigInt(length));
  const mask = crypto.getRandomValues(frame.subarray(2 + extra, 6 + extra));
  const at = 6 + extra;
  for (let i = 0; i < length; i++) frame[at + i] = payload[i]! ^ mask[i & 3]!;
  return frame;
}

/** Takes bytes as they come and gives whole frames. */
export class FrameReader {
  private pieces: Uint8Array[] = [];
  private held = 0;
  private wanted = 2;

  push(bytes: Uint8Array): void {
    this.pieces.push(bytes.slice());
    this.held += bytes.length;
  }

  /** The next frame, null when more bytes are needed. @throws FrameError */
  next(): Frame | null {
    if (this.held < this.wanted) return null;
    const all = this.joined();
    const first = all[0]!;
    const second = all[1]!;
    if (first & 0x70) throw new FrameError(1002, 'a frame of the server has reserved bits');
    if (second & 0x80) throw new FrameError(1002, 'a frame of the server is masked');
    const opcode = first & 15;
    const fin = (first & 0x80) !== 0;
    const short = second & 127;
    const head = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (opcode >= 8 && (!fin || short > 125)) throw new FrameError(1002, 'a control frame of the server is in parts or too long');
    if (all.length < head) {
      this.wanted = head;
      return null;
    }
    const view = new DataView(all.buffer, all.byteOffset);
    const length = short === 126 ? view.getUint16(2) : short === 127 ? Number(view.getBigUint64(2)) : short;
    if (length > MAX_MESSAGE) throw new FrameError(1009, 'a message of the server is too long');
    if (all.length < head + length) {
      this.wanted = head + length;
      return null;
    }
    const rest = all.subarray(head + length);
    this.pieces = rest.length > 0 ? [rest] : [];
    this.held = rest.length;
    this.wanted = 2;
    return { fin, opcode, payload: all.slice(head, head + length) };
  }

  private joined(): Uint8Array {
    if (this.pieces.length > 1) {
      const all = new Uint8Array(this.held);
      let at = 0;
      for (const piece of this.pieces) {
        all.set(piece, at);
        at += piece.length;
      }
      this.pieces = [all];
    }
    return this.pieces[0]!;
  }
}
