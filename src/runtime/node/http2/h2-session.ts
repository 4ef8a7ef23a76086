/**
 * One end of an HTTP/2 connection: what nghttp2 is to Node. It knows frames, streams, windows and header tables; what happens is told to a host,
 * in the order it happened. The host queues these calls: none of them runs while the machine is at work.
 */
import { CODE, FLAG, FRAME, FRAME_HEADER, FrameReader, frame, headerFrames, MAX_PADDING, padded, PREFACE, settingsPayload, words } from './frames.ts';
import { H2Stream } from './h2-stream.ts';
import { type Field, HpackDecoder, HpackEncoder } from './hpack.ts';
import { Receiver } from './receiver.ts';
import { type Entry, SETTING, Settings } from './settings.ts';

export interface SessionHost {
  headers(stream: H2Stream, category: number, flags: number, fields: Field[]): void;
  /** `bytes` null is the end of the body. */
  data(stream: H2Stream, bytes: Uint8Array | null): void;
  /** The peer has sent its last byte: the host calls `closeRemote` when it has told so. */
  ended(stream: H2Stream): void;
  closed(stream: H2Stream, code: number): void;
  wantsTrailers(stream: H2Stream): void;
  settings(): void;
  acknowledged(): void;
  ping(payload: Uint8Array): void;
  pong(payload: Uint8Array): void;
  goaway(code: number, lastId: number, data: Uint8Array): void;
  priority(id: number, parent: number, weight: number, exclusive: boolean): void;
  altsvc(id: number, origin: string, value: string): void;
  origins(list: string[]): void;
  /** A fault that ends the session; `errno` is nghttp2's, `code` the one of Node's error where it has its own. */
  failed(errno: number, code?: string): void;
  /** A frame of ours that is not sent. */
  notSent(type: number, code: number, id: number): void;
  /** Frames of the peer's that may be invalid before the session is given up. */
  maxInvalidFrames(): number;
  /** Something is to be sent: `flush` is asked for soon. */
  wake(): void;
}

export interface SessionOptions {
  maxHeaderPairs: number;
  remoteCustomSettings: number[];
  /** Streams the peer is assumed to allow until its settings come. */
  peerMaxConcurrent: number;
  /** Promised streams that wait for their headers. */
  maxReserved: number;
  /** Bytes of a block of headers that is sent. */
  maxHeaderBlock: number;
  /** Entries of one SETTINGS frame. */
  maxSettingsEntries: number;
  strictSpace: boolean;
  /** Node's `paddingStrategy`: 0 for none, 1 to whole words of eight bytes, 2 as much as there may be. */
  padding: number;
}

/** Bytes of the program put into frames in one go: more waits until these went. */
const FLUSH_BYTES = 256 * 1024;
/** nghttp2's error when one of Node's callbacks gives up. */
const CALLBACK_FAILURE = -902;
const FLOODED = -904;
/** Acknowledgements that wait to be sent: a peer that asks for more and reads none wants memory, not answers. */
const MAX_WAITING_ACKS = 1000;

export class H2Session {
  readonly isServer: boolean;
  readonly host: SessionHost;
  readonly options: SessionOptions;
  /** In force: what the peer has acknowledged. */
  readonly local = new Settings();
  readonly remote = new Settings();
  readonly streams = new Map<number, H2Stream>();
  readonly encoder = new HpackEncoder();
  readonly decoder = new HpackDecoder();
  readonly reader = new FrameReader();
  /** Settings sent and not acknowledged. */
  readonly unacknowledged: Entry[][] = [];
  sendWindow = 65535;
  receiveWindow = 65535;
  localWindowSize = 65535;
  consumed = 0;
  nextId: number;
  lastPeerId = 0;
  lastProcessed = 0;
  goawaySent = false;
  goawayReceived = false;
  /** Nothing is read any more. */
  dead = false;
  /** The last frame went out: only settings and the farewell itself are sent. */
  terminated = false;
  /** MAX_CONCURRENT_STREAMS as it was sent and not acknowledged. */
  pendingMaxConcurrent = 0xffffffff;
  private out: Uint8Array[] = [];
  private readonly receiver: Receiver;
  private turn = 0;
  private invalidFrames = 0;
  private waitingAcks = 0;

  constructor(isServer: boolean, options: SessionOptions, host: SessionHost) {
    this.isServer = isServer;
    this.options = options;
    this.host = host;
    this.nextId = isServer ? 2 : 1;
    this.receiver = new Receiver(this);
    this.remote.set(SETTING.MAX_CONCURRENT_STREAMS, options.peerMaxConcurrent);
    if (!isServer) this.send(PREFACE);
  }

  receive(bytes: Uint8Array): void {
    this.reader.push(bytes);
    this.receiver.run();
    if (this.out.length > 0) this.host.wake();
  }

  send(bytes: Uint8Array): void {
    if (this.terminated) return;
    this.out.push(bytes);
    this.host.wake();
  }

  /** Answers a PING or settings of the peer's: false when it has been asked for too often. */
  acknowledge(type: number, payload: Uint8Array): boolean {
    if (this.waitingAcks++ < MAX_WAITING_ACKS) {
      this.send(frame(type, FLAG.ACK, 0, payload));
      return true;
    }
    this.dead = true;
    this.host.failed(FLOODED);
    return false;
  }

  newStream(id: number): H2Stream {
    const stream = new H2Stream(id, this.remote.get(SETTING.INITIAL_WINDOW_SIZE), this.local.get(SETTING.INITIAL_WINDOW_SIZE), this.local.get(SETTING.MAX_HEADER_LIST_SIZE));
    this.streams.set(id, stream);
    return stream;
  }

  /** Streams this end has opened and that count for the peer's bound. */
  openOwn(): number {
    let n = 0;
    for (const stream of this.streams.values()) if ((stream.id & 1) === (this.isServer ? 0 : 1) && !stream.held && !stream.reserved) n++;
    return n;
  }

  /** Sent with the next `releaseHeld`. Null when all numbers are used up. */
  request(fields: Field[], endStream: boolean): H2Stream | null {
    if (this.nextId > 0x7fffffff) return null;
    const stream = this.newStream(this.nextId);
    this.nextId += 2;
    stream.held = { fields, endStream };
    return stream;
  }

  respond(stream: H2Stream, fields: Field[], endStream: boolean): void {
    stream.reserved = false;
    stream.headersSent = this.sendHeaders(stream, fields, endStream);
  }

  /** False when the block is too large to be sent. */
  sendHeaders(stream: H2Stream, fields: Field[], endStream: boolean): boolean {
    // As nghttp2 estimates a block before it compresses it.
    if (fields.reduce((sum, { name, value }) => sum + 12 + name.length + value.length, 17) > this.options.maxHeaderBlock) {
      this.host.notSent(FRAME.HEADERS, CODE.FRAME_SIZE_ERROR, stream.id);
      return false;
    }
    this.sendBlock(FRAME.HEADERS, endStream ? FLAG.END_STREAM : 0, stream.id, this.encoder.encode(fields));
    if (endStream) this.closeLocal(stream);
    return true;
  }

  /** The promised stream, null when the peer wants none or the numbers are used up. */
  push(parent: H2Stream, fields: Field[]): H2Stream | null {
    if (this.nextId > 0x7fffffff || this.remote.get(SETTING.ENABLE_PUSH) === 0) return null;
    const stream = this.newStream(this.nextId);
    this.nextId += 2;
    stream.reserved = true;
    stream.remoteClosed = true;
    const block = this.encoder.encode(fields);
    const payload = new Uint8Array(4 + block.length);
    payload.set(words(stream.id));
    payload.set(block, 4);
    this.sendBlock(FRAME.PUSH_PROMISE, 0, parent.id, payload);
    return stream;
  }

  private sendBlock(type: number, flags: number, id: number, block: Uint8Array): void {
    const most = this.remote.get(SETTING.MAX_FRAME_SIZE);
    const frames = headerFrames(type, flags, id, block, most);
    if (frames.length === 1) frames[0] = padded(frames[0]!, this.paddingOf(block.length, most));
    for (const bytes of frames) this.send(bytes);
  }

  /** Bytes that a frame of this length is filled up with, the one that counts them included. */
  private paddingOf(length: number, room: number): number {
    const { padding } = this.options;
    const most = Math.max(0, Math.min(room - length, MAX_PADDING));
    return padding === 0 ? 0 : padding === 2 ? most : Math.min(most, (8 - (length + FRAME_HEADER) % 8) % 8);
  }

  settings(entries: Entry[]): void {
    this.unacknowledged.push(entries);
    for (const [id, value] of entries) if (id === SETTING.MAX_CONCURRENT_STREAMS) this.pendingMaxConcurrent = value;
    this.send(frame(FRAME.SETTINGS, 0, 0, settingsPayload(entries)));
  }

  reset(stream: H2Stream, code: number): void {
    if (stream.closed) return;
    const { held } = stream;
    stream.held = null;
    // Never announced: the peer knows nothing of it.
    if (!held) this.send(frame(FRAME.RST_STREAM, 0, stream.id, words(code)));
    this.close(stream, code);
  }

  goaway(code: number, lastId: number, data: Uint8Array): void {
    this.goawaySent = true;
    const payload = new Uint8Array(8 + data.length);
    payload.set(words(lastId > 0 ? lastId : this.lastProcessed, code));
    payload.set(data, 8);
    this.send(frame(FRAME.GOAWAY, 0, 0, payload));
  }

  /** The connection is over. What waited to be sent for its streams is dropped: the farewell says it all. */
  terminate(code: number, reason = ''): void {
    this.dead = true;
    if (this.terminated) return;
    this.out = this.out.filter((bytes) => bytes === PREFACE || (bytes[3] === FRAME.SETTINGS && !(bytes[4]! & FLAG.ACK)) || bytes[3] === FRAME.GOAWAY);
    this.goaway(code, 0, Uint8Array.from(reason, (letter) => letter.charCodeAt(0)));
    this.terminated = true;
  }

  /** Counts an invalid frame of the peer's: true when there have been too many. */
  countInvalid(): boolean {
    if (this.invalidFrames++ <= this.host.maxInvalidFrames()) return false;
    this.dead = true;
    this.host.failed(CALLBACK_FAILURE, 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES');
    return true;
  }

  close(stream: H2Stream, code: number): void {
    if (stream.closed) return;
    stream.closed = true;
    stream.localClosed = stream.remoteClosed = true;
    this.streams.delete(stream.id);
    this.host.closed(stream, code);
    this.releaseHeld();
  }

  closeLocal(stream: H2Stream): void {
    stream.localClosed = true;
    if (stream.remoteClosed) this.close(stream, CODE.NO_ERROR);
  }

  closeRemote(stream: H2Stream): void {
    if (stream.closed) return;
    stream.remoteClosed = true;
    if (stream.localClosed) this.close(stream, CODE.NO_ERROR);
  }

  /** The connection took `n` bytes; with `stream` the program took them. */
  consume(n: number, stream: H2Stream | null): void {
    if (!stream) {
      this.consumed += n;
      if (this.consumed * 2 >= this.localWindowSize) {
        this.receiveWindow += this.consumed;
        this.send(frame(FRAME.WINDOW_UPDATE, 0, 0, words(this.consumed)));
        this.consumed = 0;
      }
      return;
    }
    stream.consumed += n;
    if (stream.remoteClosed || stream.consumed * 2 < this.local.get(SETTING.INITIAL_WINDOW_SIZE)) return;
    stream.receiveWindow += stream.consumed;
    this.send(frame(FRAME.WINDOW_UPDATE, 0, stream.id, words(stream.consumed)));
    stream.consumed = 0;
  }

  /** Enlarges the window of the whole connection; a smaller one takes effect as it is used up. */
  setWindow(size: number): void {
    const more = size - this.localWindowSize;
    this.localWindowSize = size;
    if (more <= 0) return;
    this.receiveWindow += more;
    this.send(frame(FRAME.WINDOW_UPDATE, 0, 0, words(more)));
  }

  get hasPending(): boolean {
    return this.out.length > 0;
  }

  /** Streams have data that their windows let through. */
  get canSendData(): boolean {
    return [...this.streams.values()].some((stream) => this.sendable(stream));
  }

  /** The bytes to be sent now, and who is to be told when they went. */
  flush(): { bytes: Uint8Array; done: ((status: number) => void)[] } {
    const done: ((status: number) => void)[] = [];
    let total = 0;
    // Each in its turn, a frame at a time: one large body must not hold up the others.
    for (let progress = true; progress && total < FLUSH_BYTES;) {
      progress = false;
      const ready = [...this.streams.values()].filter((stream) => this.sendable(stream));
      this.turn++;
      for (let i = 0; i < ready.length; i++) {
        const stream = ready[(i + this.turn) % ready.length]!;
        if (!this.sendable(stream)) continue;
        total += this.sendData(stream, done);
        progress = true;
      }
    }
    const { out } = this;
    this.out = [];
    this.waitingAcks = 0;
    const bytes = new Uint8Array(out.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of out) {
      bytes.set(part, at);
      at += part.length;
    }
    return { bytes, done };
  }

  private sendable(stream: H2Stream): boolean {
    if (this.terminated || stream.closed || stream.localClosed || !stream.headersSent || stream.held || stream.reserved) return false;
    if (stream.queued > 0) return stream.sendWindow > 0 && this.sendWindow > 0;
    return stream.writes.length > 0 || (stream.ended && !stream.trailersAsked);
  }

  private sendData(stream: H2Stream, done: ((status: number) => void)[]): number {
    const [write] = stream.writes;
    let part: Uint8Array = new Uint8Array(0);
    if (write) {
      const room = Math.min(stream.sendWindow, this.sendWindow, this.remote.get(SETTING.MAX_FRAME_SIZE));
      part = write.data.subarray(write.at, write.at + Math.max(0, room));
      write.at += part.length;
      if (write.at === write.data.length) {
        stream.writes.shift();
        done.push(write.done);
      }
    }
    const last = stream.ended && stream.writes.length === 0;
    const endStream = last && !stream.wantsTrailers;
    if (part.length > 0 || endStream) {
      const padding = this.paddingOf(part.length, Math.min(stream.sendWindow, this.sendWindow, this.remote.get(SETTING.MAX_FRAME_SIZE)));
      stream.sendWindow -= part.length + padding;
      this.sendWindow -= part.length + padding;
      this.out.push(padded(frame(FRAME.DATA, endStream ? FLAG.END_STREAM : 0, stream.id, part), padding));
    }
    if (endStream) this.closeLocal(stream);
    else if (last) {
      stream.trailersAsked = true;
      this.host.wantsTrailers(stream);
    }
    return part.length + 1;
  }

  /** Sends requests that waited for the peer to allow more streams. */
  releaseHeld(): void {
    const limit = this.remote.get(SETTING.MAX_CONCURRENT_STREAMS);
    for (const stream of this.streams.values()) {
      if (!stream.held) continue;
      if (this.openOwn() >= limit) return;
      const { fields, endStream } = stream.held;
      stream.held = null;
      stream.headersSent = this.sendHeaders(stream, fields, endStream);
      if (!stream.headersSent) this.close(stream, CODE.REFUSED_STREAM);
    }
  }
}

