/** The receiving half of an HTTP/2 connection: frames in, changes of the session and calls to its host out. */
import { CATEGORY, CODE, FLAG, FRAME, type Frame, frame, unpadded, wordAt, words } from './frames.ts';
import type { H2Session } from './h2-session.ts';
import type { H2Stream } from './h2-stream.ts';
import { checkedFields, promisedLength } from './message-check.ts';
import { type Entry, faultOf, SETTING } from './settings.ts';

/** nghttp2's errors that Node reports. */
const BAD_CLIENT_MAGIC = -903;
const ERR_PROTO = -505, ERR_STREAM_CLOSED = -510, ERR_FLOW_CONTROL = -524;
/** Bytes of one block of headers, whatever its settings say: it is collected before it is read. */
const MAX_BLOCK = 1024 * 1024;

/** Ends the connection: the peer is told the code and the reason, the program nghttp2's error. */
class ConnectionFault extends Error {
  readonly code: number;
  readonly reason: string;
  readonly errno: number;
  constructor(code: number, reason = '', errno = code === CODE.FLOW_CONTROL_ERROR ? ERR_FLOW_CONTROL : ERR_PROTO) {
    super();
    this.code = code;
    this.reason = reason;
    this.errno = errno;
  }
}

interface Block { type: number; flags: number; id: number; promised: number; parts: Uint8Array[]; size: number }

export class Receiver {
  private readonly session: H2Session;
  private begun: boolean;
  private settled = false;
  private block: Block | null = null;

  constructor(session: H2Session) {
    this.session = session;
    this.begun = !session.isServer;
  }

  run(): void {
    const { session } = this;
    while (!session.dead) {
      if (!this.begun) {
        const preface = session.reader.preface();
        if (preface === null) return;
        if (!preface) {
          session.dead = true;
          session.host.failed(BAD_CLIENT_MAGIC);
          return;
        }
        this.begun = true;
      }
      try {
        const next = session.reader.next(session.local.get(SETTING.MAX_FRAME_SIZE));
        if (next === null) return;
        if (next === 'too long') throw new ConnectionFault(CODE.FRAME_SIZE_ERROR, 'too large frame size');
        this.take(next);
      } catch (error) {
        const fault = error instanceof ConnectionFault ? error : new ConnectionFault(CODE.COMPRESSION_ERROR);
        session.terminate(fault.code, fault.reason);
        session.host.failed(fault.errno);
      }
    }
  }

  private take(next: Frame): void {
    if (this.block && (next.type !== FRAME.CONTINUATION || next.id !== this.block.id)) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'unexpected non-CONTINUATION frame or stream_id is invalid');
    // The first frame behind the preface is the peer's settings.
    if (!this.settled && (next.type !== FRAME.SETTINGS || next.flags & FLAG.ACK)) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'SETTINGS expected');
    this.settled = true;
    switch (next.type) {
      case FRAME.DATA: return this.data(next);
      case FRAME.HEADERS: return this.headers(next);
      case FRAME.PRIORITY: return this.priority(next);
      case FRAME.RST_STREAM: return this.rstStream(next);
      case FRAME.SETTINGS: return this.settings(next);
      case FRAME.PUSH_PROMISE: return this.pushPromise(next);
      case FRAME.PING: return this.ping(next);
      case FRAME.GOAWAY: return this.goaway(next);
      case FRAME.WINDOW_UPDATE: return this.windowUpdate(next);
      case FRAME.CONTINUATION: return this.continuation(next);
      case FRAME.ALTSVC: return this.altsvc(next);
      case FRAME.ORIGIN: return this.origin(next);
      // Unknown frames are passed over (RFC 9113, 4.1).
    }
  }

  /** A stream that is not there: never opened is a fault, closed long ago is not. */
  private isIdle(id: number): boolean {
    const { session } = this;
    return (id & 1) === (session.isServer ? 1 : 0) ? id > session.lastPeerId : id >= session.nextId;
  }

  private data(next: Frame): void {
    const { session } = this;
    const { id, payload, flags } = next;
    if (id === 0) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'DATA: stream_id == 0');
    const bytes = unpadded(next);
    if (!bytes) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'DATA: invalid padding');
    session.receiveWindow -= payload.length;
    if (session.receiveWindow < 0) throw new ConnectionFault(CODE.FLOW_CONTROL_ERROR);
    if (payload.length > 0) session.consume(payload.length, null);
    const stream = session.streams.get(id);
    if (!stream) {
      if (this.isIdle(id)) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'DATA: stream in idle');
      return;
    }
    if (stream.remoteEnded) throw new ConnectionFault(CODE.STREAM_CLOSED, 'DATA: stream in half-closed(remote)');
    stream.receiveWindow -= payload.length;
    if (stream.receiveWindow < 0) return session.reset(stream, CODE.FLOW_CONTROL_ERROR);
    // The program never sees the padding.
    if (payload.length > bytes.length) session.consume(payload.length - bytes.length, stream);
    stream.received += bytes.length;
    const ends = (flags & FLAG.END_STREAM) !== 0;
    if (stream.expected >= 0 && (stream.received > stream.expected || (ends && stream.received !== stream.expected))) return session.reset(stream, CODE.PROTOCOL_ERROR);
    if (bytes.length > 0) session.host.data(stream, bytes);
    if (!ends) {
      // Frames with nothing in them are work for nothing.
      if (payload.length === 0) session.countInvalid();
      return;
    }
    session.host.data(stream, null);
    stream.remoteEnded = true;
    session.host.ended(stream);
  }

  private headers(next: Frame): void {
    let bytes = unpadded(next);
    if (bytes && next.flags & FLAG.PRIORITY) bytes = bytes.length < 5 ? null : bytes.subarray(5);
    if (!bytes) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'HEADERS: invalid padding');
    if (next.id === 0) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'request HEADERS: stream_id == 0');
    this.begin({ type: FRAME.HEADERS, flags: next.flags, id: next.id, promised: 0, parts: [bytes], size: bytes.length });
  }

  private pushPromise(next: Frame): void {
    const bytes = unpadded(next);
    if (this.session.isServer) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'PUSH_PROMISE: push disabled');
    if (!bytes || bytes.length < 4 || next.id === 0) throw new ConnectionFault(CODE.PROTOCOL_ERROR);
    this.begin({ type: FRAME.PUSH_PROMISE, flags: next.flags, id: next.id, promised: wordAt(bytes, 0) & 0x7fffffff, parts: [bytes.subarray(4)], size: bytes.length });
  }

  private begin(block: Block): void {
    const { session } = this;
    // What a farewell says was begun, even when the block is never understood.
    if (block.type === FRAME.HEADERS && session.isServer && (block.id & 1) === 1 && !session.goawaySent) session.lastProcessed = Math.max(session.lastProcessed, block.id);
    if (block.flags & FLAG.END_HEADERS) this.complete(block);
    else this.block = block;
  }

  private continuation(next: Frame): void {
    const { block } = this;
    if (!block) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'CONTINUATION: unexpected');
    block.parts.push(next.payload);
    block.size += next.payload.length;
    if (block.size > MAX_BLOCK) throw new ConnectionFault(CODE.ENHANCE_YOUR_CALM);
    if (!(next.flags & FLAG.END_HEADERS)) return;
    this.block = null;
    this.complete(block);
  }

  private complete({ type, flags, id, promised, parts }: Block): void {
    const { session } = this;
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    // Decoded whatever becomes of it: both ends' tables must stay the same.
    const decoded = session.decoder.decode(whole);
    const stream = type === FRAME.PUSH_PROMISE ? this.promise(id, promised) : this.streamFor(id);
    if (!stream) return;
    const length = decoded.reduce((sum, { name, value }) => sum + name.length + value.length + 32, 0);
    if (decoded.length > session.options.maxHeaderPairs || length > stream.maxHeaderList) return session.reset(stream, CODE.ENHANCE_YOUR_CALM);
    const first = !stream.gotHeaders;
    const informational = /^1\d\d$/.test(decoded.find(({ name }) => name === ':status')?.value ?? '');
    const isRequest = type === FRAME.PUSH_PROMISE || (session.isServer && first);
    const rules = { strictSpace: session.options.strictSpace, connectProtocol: session.local.get(SETTING.ENABLE_CONNECT_PROTOCOL) === 1 };
    const fields = checkedFields(decoded, isRequest ? 'request' : first ? 'response' : 'trailers', rules);
    const promisedBytes = fields && promisedLength(fields);
    const ends = (flags & FLAG.END_STREAM) !== 0;
    const status = fields?.find(({ name }) => name === ':status')?.value;
    const hasNoBody = stream.isHead || status === '304' || status === '204';
    const expected = !first ? stream.expected : informational || hasNoBody ? -1 : promisedBytes;
    // A second block is trailers, and those end the message.
    if (!fields || expected === null || (!first && !ends && type === FRAME.HEADERS) || (ends && expected >= 0 && expected !== stream.received)) {
      if (!session.countInvalid()) session.reset(stream, CODE.PROTOCOL_ERROR);
      return;
    }
    if (type === FRAME.PUSH_PROMISE) {
      session.host.headers(stream, CATEGORY.REQUEST, flags, fields);
      return;
    }
    const category = session.isServer && first ? CATEGORY.REQUEST : first ? (stream.reserved ? CATEGORY.PUSH_RESPONSE : CATEGORY.RESPONSE) : CATEGORY.HEADERS;
    if (first && !informational) {
      stream.gotHeaders = true;
      stream.reserved = false;
      stream.expected = expected;
    }
    session.host.headers(stream, category, flags, fields);
    if (ends) {
      stream.remoteEnded = true;
      session.host.ended(stream);
    }
  }

  /** The stream a block of headers belongs to, null when it is refused. */
  private streamFor(id: number): H2Stream | null {
    const { session } = this;
    const known = session.streams.get(id);
    if (known) {
      if (!known.remoteEnded) return known;
      throw new ConnectionFault(CODE.STREAM_CLOSED, 'HEADERS: stream closed', ERR_STREAM_CLOSED);
    }
    if (!session.isServer || (id & 1) === 0 || id <= session.lastPeerId) {
      if (this.isIdle(id) || (session.isServer && (id & 1) === 0)) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'request HEADERS: invalid stream_id');
      return null;
    }
    session.lastPeerId = id;
    // After a farewell nothing new is begun; the peer has been told.
    if (session.goawaySent) return null;
    let open = 0;
    for (const stream of session.streams.values()) if (stream.id & 1) open++;
    if (open >= session.local.get(SETTING.MAX_CONCURRENT_STREAMS)) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'request HEADERS: max concurrent streams exceeded');
    if (open >= session.pendingMaxConcurrent) {
      if (!session.countInvalid()) session.send(frame(FRAME.RST_STREAM, 0, id, words(CODE.REFUSED_STREAM)));
      return null;
    }
    session.lastProcessed = id;
    return session.newStream(id);
  }

  private promise(id: number, promised: number): H2Stream | null {
    const { session } = this;
    if (session.local.get(SETTING.ENABLE_PUSH) === 0 || (promised & 1) !== 0 || promised <= session.lastPeerId) throw new ConnectionFault(CODE.PROTOCOL_ERROR);
    session.lastPeerId = promised;
    if (!session.streams.has(id)) {
      session.send(frame(FRAME.RST_STREAM, 0, promised, words(CODE.CANCEL)));
      return null;
    }
    let waiting = 0;
    for (const stream of session.streams.values()) if (stream.reserved) waiting++;
    if (waiting >= session.options.maxReserved) {
      if (!session.countInvalid()) session.send(frame(FRAME.RST_STREAM, 0, promised, words(CODE.CANCEL)));
      return null;
    }
    session.lastProcessed = promised;
    const stream = session.newStream(promised);
    stream.reserved = true;
    stream.localClosed = true;
    return stream;
  }

  private priority({ id, payload }: Frame): void {
    if (id === 0) return;
    if (payload.length !== 5) throw new ConnectionFault(CODE.FRAME_SIZE_ERROR);
    const word = wordAt(payload, 0);
    this.session.host.priority(id, word & 0x7fffffff, payload[4]! + 1, word >>> 31 === 1);
  }

  private rstStream({ id, payload }: Frame): void {
    const { session } = this;
    if (payload.length !== 4) throw new ConnectionFault(CODE.FRAME_SIZE_ERROR);
    const stream = session.streams.get(id);
    if (stream) session.close(stream, wordAt(payload, 0));
    else if (id === 0 || this.isIdle(id)) throw new ConnectionFault(CODE.PROTOCOL_ERROR, id === 0 ? 'RST_STREAM: stream_id == 0' : 'RST_STREAM: stream in idle');
  }

  private settings({ id, flags, payload }: Frame): void {
    const { session } = this;
    if (id !== 0) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'SETTINGS: stream_id != 0');
    if (payload.length > session.options.maxSettingsEntries * 6) throw new ConnectionFault(CODE.ENHANCE_YOUR_CALM, 'SETTINGS: too many setting entries');
    if (payload.length % 6 !== 0 || (flags & FLAG.ACK && payload.length > 0)) throw new ConnectionFault(CODE.FRAME_SIZE_ERROR);
    if (flags & FLAG.ACK) {
      const entries = session.unacknowledged.shift();
      if (!entries) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'SETTINGS: unexpected ACK');
      for (const [name, value] of entries) this.applyLocal(name, value);
      session.pendingMaxConcurrent = 0xffffffff;
      session.host.acknowledged();
      return;
    }
    // The value that was assumed until now stands for no bound.
    if (session.remote.get(SETTING.MAX_CONCURRENT_STREAMS) === session.options.peerMaxConcurrent) session.remote.set(SETTING.MAX_CONCURRENT_STREAMS, 0xffffffff);
    for (let at = 0; at < payload.length; at += 6) this.applyRemote([payload[at]! << 8 | payload[at + 1]!, wordAt(payload, at + 2)]);
    if (!session.acknowledge(FRAME.SETTINGS, new Uint8Array(0))) return;
    session.host.settings();
    session.releaseHeld();
  }

  private applyLocal(name: number, value: number): void {
    const { session } = this;
    if (name === SETTING.INITIAL_WINDOW_SIZE) {
      const change = value - session.local.get(name);
      for (const stream of session.streams.values()) stream.receiveWindow += change;
    }
    session.local.set(name, value);
    if (name === SETTING.HEADER_TABLE_SIZE) session.decoder.setLimit(value);
  }

  private applyRemote(entry: Entry): void {
    const { session } = this;
    const [name, value] = entry;
    const fault = faultOf(entry, session.isServer);
    if (fault) throw new ConnectionFault(...fault);
    // An extended CONNECT that was allowed stays so (RFC 8441, 3).
    if (!session.isServer && name === SETTING.ENABLE_CONNECT_PROTOCOL && value === 0 && session.remote.get(name) === 1) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'SETTINGS: server attempted to disable SETTINGS_ENABLE_CONNECT_PROTOCOL');
    if (!session.remote.has(name) && !session.options.remoteCustomSettings.includes(name)) return;
    if (name === SETTING.INITIAL_WINDOW_SIZE) {
      const change = value - session.remote.get(name);
      for (const stream of session.streams.values()) stream.sendWindow += change;
    }
    session.remote.set(name, value);
    if (name === SETTING.HEADER_TABLE_SIZE) session.encoder.setLimit(value);
  }

  private ping({ id, flags, payload }: Frame): void {
    const { session } = this;
    if (id !== 0) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'PING: stream_id != 0');
    if (payload.length !== 8) throw new ConnectionFault(CODE.FRAME_SIZE_ERROR);
    if (flags & FLAG.ACK) session.host.pong(payload);
    else if (session.acknowledge(FRAME.PING, payload)) session.host.ping(payload);
  }

  private goaway({ id, payload }: Frame): void {
    const { session } = this;
    if (id !== 0) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'GOAWAY: stream_id != 0');
    if (payload.length < 8) throw new ConnectionFault(CODE.FRAME_SIZE_ERROR);
    const lastId = wordAt(payload, 0) & 0x7fffffff;
    session.goawayReceived = true;
    session.host.goaway(wordAt(payload, 4), lastId, payload.slice(8));
    // What the peer says it will not look at any more.
    const own = session.isServer ? 0 : 1;
    for (const stream of [...session.streams.values()]) if ((stream.id & 1) === own && stream.id > lastId) session.close(stream, CODE.REFUSED_STREAM);
  }

  private windowUpdate({ id, payload }: Frame): void {
    const { session } = this;
    if (payload.length !== 4) throw new ConnectionFault(CODE.FRAME_SIZE_ERROR);
    const more = wordAt(payload, 0) & 0x7fffffff;
    if (id === 0) {
      session.sendWindow += more;
      if (more === 0) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'WINDOW_UPDATE: window_size_increment == 0');
      if (session.sendWindow > 0x7fffffff) throw new ConnectionFault(CODE.FLOW_CONTROL_ERROR);
    } else {
      const stream = session.streams.get(id);
      if (!stream) {
        if (this.isIdle(id)) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'WINDOW_UPDATE to idle stream');
        return;
      }
      stream.sendWindow += more;
      if (more === 0) throw new ConnectionFault(CODE.PROTOCOL_ERROR, 'WINDOW_UPDATE: window_size_increment == 0');
      if (stream.sendWindow > 0x7fffffff) throw new ConnectionFault(CODE.FLOW_CONTROL_ERROR, 'WINDOW_UPDATE: window size overflow');
    }
    session.host.wake();
  }

  private altsvc({ id, payload }: Frame): void {
    if (this.session.isServer || payload.length < 2) return;
    const length = payload[0]! << 8 | payload[1]!;
    const text = String.fromCharCode(...payload.subarray(2));
    if (length > text.length || (id === 0) !== (length > 0)) return;
    this.session.host.altsvc(id, text.slice(0, length), text.slice(length));
  }

  private origin({ id, payload }: Frame): void {
    if (this.session.isServer || id !== 0) return;
    const list: string[] = [];
    for (let at = 0; at + 2 <= payload.length;) {
      const length = payload[at]! << 8 | payload[at + 1]!;
      if (at + 2 + length > payload.length) return;
      list.push(String.fromCharCode(...payload.subarray(at + 2, at + 2 + length)));
      at += 2 + length;
    }
    this.session.host.origins(list);
  }
}
