/** One stream of an HTTP/2 connection: its halves, windows, and what waits to be sent. */
import type { Field } from './hpack.ts';

export interface PendingWrite { data: Uint8Array; at: number; done: (status: number) => void }

export class H2Stream {
  readonly id: number;
  localClosed = false;
  remoteClosed = false;
  /** The peer has sent its last byte, and the program may not know yet. */
  remoteEnded = false;
  /** Both halves are closed, or it was reset: nothing is sent any more. */
  closed = false;
  /** Promised and not answered yet. */
  reserved = false;
  /** Headers wait until the peer allows one more stream. */
  held: { fields: Field[]; endStream: boolean } | null = null;
  sendWindow: number;
  receiveWindow: number;
  /** Bytes the program has taken and the peer was not told of. */
  consumed = 0;
  readonly writes: PendingWrite[] = [];
  /** The program has nothing more to write. */
  ended = false;
  headersSent = false;
  wantsTrailers = false;
  trailersAsked = false;
  gotHeaders = false;
  /** Of the body as the headers promise it; -1 when they do not. */
  expected = -1;
  received = 0;
  /** Asked for with HEAD: the answer has a length and no body. */
  isHead = false;

  /** Bytes of a block of headers that is taken: as it was settled when the stream began. */
  readonly maxHeaderList: number;

  constructor(id: number, sendWindow: number, receiveWindow: number, maxHeaderList: number) {
    this.id = id;
    this.sendWindow = sendWindow;
    this.receiveWindow = receiveWindow;
    this.maxHeaderList = maxHeaderList;
  }

  get queued(): number {
    return this.writes.reduce((sum, { data, at }) => sum + data.length - at, 0);
  }

  /** Numbers of nghttp2's stream states. */
  get state(): number {
    if (this.closed) return 7;
    if (this.reserved) return this.localClosed ? 4 : 3;
    if (this.localClosed) return 5;
    return this.remoteClosed ? 6 : 2;
  }
}
