/** `StreamPipe`: a file sent along a stream (HTTP/2's `respondWithFile`), chunk by chunk as the stream takes them. */
import { SysError } from '../../abi/errno.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { UV_EOF } from './errors.ts';
import { handleClasses } from './handle-wrap.ts';
import { perRuntime } from './per-runtime.ts';
import { streamClasses } from './stream-wrap.ts';

const CHUNK = 64 * 1024;

function build(rt: NodeRuntime) {
  const { AsyncWrap, stateOf } = handleClasses(rt);
  const { streamOf } = streamClasses(rt);
  const fields: Int32Array = rt.internalBinding('stream_wrap').streamBaseState;

  return class StreamPipe extends AsyncWrap {
    readonly source: Internal;
    readonly sink: Internal;
    declare onunpipe: Internal;
    #position: number;
    #left: number;
    #closed = false;
    #pending = 0;

    /** `source` is a FileHandle with the range it was made for. */
    constructor(source: Internal, sink: Internal) {
      super('STREAMPIPE');
      this.source = source;
      this.sink = sink;
      const { offset, length } = source.range as { offset: number; length: number };
      this.#position = offset;
      this.#left = length < 0 ? Infinity : length;
    }

    start(): void {
      rt.loop.complete(() => this.#next());
    }
    unpipe(): void {
      this.#end(0);
    }
    isClosed(): boolean {
      return this.#closed;
    }
    pendingWrites(): number {
      return this.#pending;
    }

    #next(): void {
      if (this.#closed) return;
      const { stream } = streamOf(this.sink);
      const buffer = new Uint8Array(Math.min(CHUNK, this.#left));
      let n = 0;
      try {
        if (buffer.length > 0) n = rt.sys.read(this.source.fd, buffer, this.#position);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        this.#end(-e.errno);
        return;
      }
      if (n === 0 || !stream) {
        stream?.shutdown(() => {});
        this.#end(UV_EOF);
        return;
      }
      if (this.#position >= 0) this.#position += n;
      this.#left -= n;
      this.#pending++;
      const done = (status: number): void => {
        this.#pending--;
        if (status < 0) this.#end(status);
        else this.#next();
      };
      if (stream.write(buffer.subarray(0, n), done)) rt.loop.complete(() => done(0));
    }

    #end(status: number): void {
      if (this.#closed) return;
      this.#closed = true;
      const { context } = stateOf(this);
      if (status < 0) {
        fields[0] = status;
        context.call(this.source.onread, this.source, undefined);
      }
      context.call(this.onunpipe, this);
    }
  };
}

export const streamPipeClass = perRuntime(build);
