/** The state behind one `HTTPParser`: collects what llhttp reports and hands it to Node's library in the portions it expects. */
import type { Internal, NodeRuntime } from '../runtime.ts';
import type { AsyncContext } from '../streams/async-context.ts';
import type { ConnectionSet, TrackedParser } from './connections.ts';
import { HPE, type Llhttp, type LlhttpCallbacks } from './llhttp.ts';

/** Keys of the callbacks on the parser object. */
const CALLBACK = { MESSAGE_BEGIN: 0, HEADERS: 1, HEADERS_COMPLETE: 2, BODY: 3, MESSAGE_COMPLETE: 4 } as const;

const REQUEST = 1;
/** Header pairs collected before they are handed over. */
const MAX_HEADER_PAIRS = 32;

const JS_EXCEPTION = 'HPE_JS_EXCEPTION:JS Exception';
const HEADER_OVERFLOW = 'HPE_HEADER_OVERFLOW:Header overflow';

export interface ParserSetup {
  type: number;
  maxHeaderSize: number;
  lenientFlags: number;
  connections: ConnectionSet<ParserState> | null;
  context: AsyncContext;
}

function trimmed(value: string): string {
  let end = value.length;
  while (end > 0 && (value[end - 1] === ' ' || value[end - 1] === '\t')) end--;
  return end === value.length ? value : value.slice(0, end);
}

export class ParserState implements LlhttpCallbacks, TrackedParser {
  lastMessageStart = 0;
  headersCompleted = false;
  /** The bytes being parsed, for `getCurrentBuffer`. */
  current: Uint8Array | null = null;
  readonly owner: Internal;
  private readonly rt: NodeRuntime;
  // Text is copied out of llhttp's memory as it arrives, so nothing points into a buffer that was freed.
  private readonly llhttp: Llhttp;
  private readonly setup: ParserSetup;
  private readonly pointer: number;
  private fields: string[] = [];
  private values: string[] = [];
  private url = '';
  private statusMessage = '';
  private flushed = false;
  private headerBytes = 0;
  private failed = false;
  private failure: unknown;
  private depth = 0;
  private pendingPause = false;
  private dead = false;

  constructor(rt: NodeRuntime, llhttp: Llhttp, owner: object, setup: ParserSetup) {
    this.rt = rt;
    this.llhttp = llhttp;
    this.owner = owner;
    this.setup = setup;
    this.pointer = llhttp.create(setup.type, setup.lenientFlags, this);
    if (setup.connections) {
      this.lastMessageStart = this.rt.native.performance.now();
      setup.connections.add(this);
    }
  }

  get context(): AsyncContext {
    return this.setup.context;
  }

  untrack(): void {
    this.setup.connections?.remove(this);
  }

  /** Frees the C side; inside a callback of this very parser only after it returned. */
  destroy(): void {
    this.untrack();
    if (this.dead) return;
    this.dead = true;
    if (this.depth === 0) this.llhttp.destroy(this.pointer);
  }

  pause(on: boolean): void {
    if (this.dead) return;
    if (this.depth > 0) this.pendingPause = on;
    else if (on) this.llhttp.exports.llhttp_pause(this.pointer);
    else this.llhttp.exports.llhttp_resume(this.pointer);
  }

  /** Parses `data`; null ends the stream. Returns the bytes taken, undefined at the end, or Node's parse error. An exception of a callback is thrown on. */
  execute(data: Uint8Array | null): Internal {
    const { exports } = this.llhttp;
    this.current = data;
    this.failed = false;
    this.depth++;
    let errno: number;
    let taken = 0;
    if (data) {
      const at = exports.malloc(Math.max(data.length, 1));
      try {
        this.llhttp.bytes().set(data, at);
        errno = exports.llhttp_execute(this.pointer, at, data.length);
        taken = errno === HPE.OK ? data.length : exports.llhttp_get_error_pos(this.pointer) - at;
      } finally {
        exports.free(at);
      }
    } else errno = exports.llhttp_finish(this.pointer);
    this.depth--;
    this.current = null;
    if (errno === HPE.PAUSED_UPGRADE) {
      errno = HPE.OK;
      exports.llhttp_resume_after_upgrade(this.pointer);
    }
    if (this.pendingPause) {
      this.pendingPause = false;
      exports.llhttp_pause(this.pointer);
    }
    const upgraded = exports.llhttp_get_upgrade(this.pointer) !== 0;
    const error = errno !== HPE.OK && !upgraded && !this.failed ? this.parseError(errno, taken) : null;
    if (this.dead) this.llhttp.destroy(this.pointer);
    if (this.failed) {
      const { failure } = this;
      this.failure = undefined;
      throw failure;
    }
    return error ?? (data ? taken : undefined);
  }

  private parseError(errno: number, bytesParsed: number): Error {
    const { llhttp } = this;
    const text = llhttp.cString(llhttp.exports.llhttp_get_error_reason(this.pointer));
    const colon = errno === HPE.USER ? text.indexOf(':') : -1;
    return Object.assign(new Error('Parse Error'), {
      bytesParsed,
      code: colon >= 0 ? text.slice(0, colon) : llhttp.cString(llhttp.exports.llhttp_errno_name(errno)),
      reason: colon >= 0 ? text.slice(colon + 1) : text,
    });
  }

  private call(key: number, args: unknown[]): { value: Internal } | null {
    const callback: unknown = this.owner[key];
    if (typeof callback !== 'function') return { value: undefined };
    try {
      return { value: Reflect.apply(callback, this.owner, args) };
    } catch (e) {
      if (!this.failed) this.failure = e;
      this.failed = true;
      return null;
    }
  }

  /** What a callback returns to llhttp: its own verdict, or a pause asked for meanwhile. */
  private verdict(code: number): number {
    if (code !== 0 || !this.pendingPause) return code;
    this.pendingPause = false;
    this.llhttp.setReason(this.pointer, 'Paused in callback');
    return HPE.PAUSED;
  }

  private broken(): number {
    this.llhttp.setReason(this.pointer, JS_EXCEPTION);
    return HPE.USER;
  }

  private countHeader(length: number): number {
    this.headerBytes += length;
    if (this.headerBytes < this.setup.maxHeaderSize) return 0;
    this.llhttp.setReason(this.pointer, HEADER_OVERFLOW);
    return HPE.USER;
  }

  private headers(): string[] {
    const list: string[] = [];
    for (let i = 0; i < this.values.length; i++) list.push(this.fields[i]!, trimmed(this.values[i]!));
    return list;
  }

  private flush(): boolean {
    const list = this.headers();
    const { url } = this;
    this.url = '';
    this.fields = [];
    this.values = [];
    this.flushed = true;
    return this.call(CALLBACK.HEADERS, [list, url]) !== null;
  }

  onMessageBegin(): number {
    this.fields = [];
    this.values = [];
    this.headersCompleted = false;
    this.url = '';
    this.statusMessage = '';
    this.lastMessageStart = this.rt.native.performance.now();
    this.setup.connections?.add(this);
    return this.verdict(this.call(CALLBACK.MESSAGE_BEGIN, []) ? 0 : this.broken());
  }

  onUrl(at: number, length: number): number {
    const code = this.countHeader(length);
    if (code === 0) this.url += this.llhttp.text(at, length);
    return this.verdict(code);
  }

  onStatus(at: number, length: number): number {
    const code = this.countHeader(length);
    if (code === 0) this.statusMessage += this.llhttp.text(at, length);
    return this.verdict(code);
  }

  onHeaderField(at: number, length: number): number {
    const code = this.countHeader(length);
    if (code !== 0) return code;
    const text = this.llhttp.text(at, length);
    if (this.fields.length === this.values.length) {
      if (this.fields.length === MAX_HEADER_PAIRS - 1 && !this.flush()) return this.broken();
      this.fields.push(text);
    } else this.fields[this.fields.length - 1] += text;
    return this.verdict(0);
  }

  onHeaderValue(at: number, length: number): number {
    const code = this.countHeader(length);
    if (code !== 0) return code;
    const text = this.llhttp.text(at, length);
    if (this.values.length < this.fields.length) this.values.push(text);
    else this.values[this.values.length - 1] += text;
    return this.verdict(0);
  }

  onHeadersComplete(): number {
    const { exports } = this.llhttp;
    this.headersCompleted = true;
    this.headerBytes = 0;
    if (typeof this.owner[CALLBACK.HEADERS_COMPLETE] !== 'function') return this.verdict(0);
    const request = this.setup.type === REQUEST;
    let headers: string[] | undefined;
    let url: string | undefined;
    if (this.flushed) {
      if (!this.flush()) return this.broken();
    } else {
      headers = this.headers();
      if (request) url = this.url;
    }
    this.fields = [];
    this.values = [];
    const answer = this.call(CALLBACK.HEADERS_COMPLETE, [
      exports.llhttp_get_http_major(this.pointer),
      exports.llhttp_get_http_minor(this.pointer),
      headers,
      request ? exports.llhttp_get_method(this.pointer) : undefined,
      url,
      request ? undefined : exports.llhttp_get_status_code(this.pointer),
      request ? undefined : this.statusMessage,
      exports.llhttp_get_upgrade(this.pointer) !== 0,
      exports.llhttp_should_keep_alive(this.pointer) !== 0,
    ]);
    if (!answer) return -1;
    return this.verdict(Math.trunc(Number(answer.value)) || 0);
  }

  onBody(at: number, length: number): number {
    if (length === 0) return 0;
    const { FastBuffer } = this.rt.requireBuiltin('internal/buffer');
    const copy = this.llhttp.bytes().slice(at, at + length);
    const chunk: unknown = new FastBuffer(copy.buffer, 0, copy.length);
    return this.verdict(this.call(CALLBACK.BODY, [chunk]) ? 0 : this.broken());
  }

  onMessageComplete(): number {
    this.lastMessageStart = 0;
    this.setup.connections?.active.delete(this);
    this.setup.connections?.all.add(this);
    // Trailers.
    if (this.fields.length > 0 && !this.flush()) return this.broken();
    return this.verdict(this.call(CALLBACK.MESSAGE_COMPLETE, []) ? 0 : -1);
  }
}
