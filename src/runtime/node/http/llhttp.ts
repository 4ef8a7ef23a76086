/** Node's own HTTP parser, llhttp, as the WebAssembly module undici publishes. One instance serves all parsers of a process. */
import type { NodeRuntime } from '../runtime.ts';

/** Called while `execute` or `finish` runs. A result other than 0 stops the parser with that error number. `text` of a span is only valid during the call. */
export interface LlhttpCallbacks {
  onMessageBegin(): number;
  onUrl(at: number, length: number): number;
  onStatus(at: number, length: number): number;
  onHeaderField(at: number, length: number): number;
  onHeaderValue(at: number, length: number): number;
  /** 1: no body follows; 2: upgrade, no body and no further message. */
  onHeadersComplete(): number;
  onBody(at: number, length: number): number;
  onMessageComplete(): number;
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  free(pointer: number): void;
  llhttp_alloc(type: number): number;
  llhttp_free(parser: number): void;
  llhttp_execute(parser: number, data: number, length: number): number;
  llhttp_finish(parser: number): number;
  llhttp_pause(parser: number): void;
  llhttp_resume(parser: number): void;
  llhttp_resume_after_upgrade(parser: number): void;
  llhttp_get_error_pos(parser: number): number;
  llhttp_get_error_reason(parser: number): number;
  llhttp_set_error_reason(parser: number, reason: number): void;
  llhttp_errno_name(errno: number): number;
  llhttp_get_http_major(parser: number): number;
  llhttp_get_http_minor(parser: number): number;
  llhttp_get_method(parser: number): number;
  llhttp_get_status_code(parser: number): number;
  llhttp_get_upgrade(parser: number): number;
  llhttp_should_keep_alive(parser: number): number;
  [setter: `llhttp_set_lenient_${string}`]: (parser: number, on: number) => void;
}

export const HPE = { OK: 0, PAUSED: 21, PAUSED_UPGRADE: 22, USER: 24 } as const;

/** Flags of Node's `kLenient*`, in the order of their bits, and the setter behind each. */
const LENIENT = [
  'headers', 'chunked_length', 'keep_alive', 'transfer_encoding', 'version', 'data_after_close',
  'optional_lf_after_cr', 'optional_crlf_after_chunk', 'optional_cr_before_lf', 'spaces_after_chunk_size',
] as const;

export class Llhttp {
  readonly exports: Exports;
  private readonly parsers = new Map<number, LlhttpCallbacks>();
  private readonly reasons = new Map<string, number>();

  constructor(native: NodeRuntime['native'], wasm: BufferSource) {
    const of = (parser: number): LlhttpCallbacks => this.parsers.get(parser)!;
    const instance = new native.WebAssembly.Instance(new native.WebAssembly.Module(wasm), {
      env: {
        wasm_on_message_begin: (p: number) => of(p).onMessageBegin(),
        wasm_on_url: (p: number, at: number, length: number) => of(p).onUrl(at, length),
        wasm_on_status: (p: number, at: number, length: number) => of(p).onStatus(at, length),
        wasm_on_header_field: (p: number, at: number, length: number) => of(p).onHeaderField(at, length),
        wasm_on_header_value: (p: number, at: number, length: number) => of(p).onHeaderValue(at, length),
        wasm_on_headers_complete: (p: number) => of(p).onHeadersComplete(),
        wasm_on_body: (p: number, at: number, length: number) => of(p).onBody(at, length),
        wasm_on_message_complete: (p: number) => of(p).onMessageComplete(),
      },
    });
    this.exports = instance.exports as unknown as Exports;
    this.exports._initialize();
  }

  /** A parser of type 1 (requests) or 2 (responses). */
  create(type: number, lenientFlags: number, callbacks: LlhttpCallbacks): number {
    const parser = this.exports.llhttp_alloc(type);
    LENIENT.forEach((name, bit) => {
      if (lenientFlags & (1 << bit)) this.exports[`llhttp_set_lenient_${name}`](parser, 1);
    });
    this.parsers.set(parser, callbacks);
    return parser;
  }

  destroy(parser: number): void {
    this.parsers.delete(parser);
    this.exports.llhttp_free(parser);
  }

  /** The module's memory, read anew each time: growing it detaches older views. */
  bytes(): Uint8Array {
    return new Uint8Array(this.exports.memory.buffer);
  }

  /** Latin-1, as HTTP's header bytes are. */
  text(at: number, length: number): string {
    const bytes = this.bytes();
    let text = '';
    for (let i = at; i < at + length; i++) text += String.fromCharCode(bytes[i]!);
    return text;
  }

  cString(at: number): string {
    if (at === 0) return '';
    return this.text(at, this.bytes().indexOf(0, at) - at);
  }

  /** Sets the parser's error text; the C side keeps only a pointer, so each text is stored once for ever. */
  setReason(parser: number, reason: string): void {
    let at = this.reasons.get(reason);
    if (at === undefined) {
      at = this.exports.malloc(reason.length + 1);
      const bytes = this.bytes();
      for (let i = 0; i < reason.length; i++) bytes[at + i] = reason.charCodeAt(i);
      bytes[at + reason.length] = 0;
      this.reasons.set(reason, at);
    }
    this.exports.llhttp_set_error_reason(parser, at);
  }
}
