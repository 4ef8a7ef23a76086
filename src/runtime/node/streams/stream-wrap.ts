/** `LibuvStreamWrap`: the stream handle Node's net, tty and child_process modules talk to. */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { AsyncContext } from './async-context.ts';
import { UV_EOF, status, statusOf } from './errors.ts';
import type { ByteStream, ReadSink } from './byte-stream.ts';
import { FdStream } from './fd-stream.ts';
import { handleClasses } from './handle-wrap.ts';
import { expose } from './expose.ts';
import { failOutside } from './outside.ts';
import { receiveHandle } from './passed-handles.ts';
import { perRuntime } from './per-runtime.ts';

/** Receives a stream's data instead of its `onread` (an HTTP parser that consumes the socket, TLS above it). Without `onFinish` the end and errors still go to `onread`. */
export interface StreamConsumer {
  onData(bytes: Uint8Array<ArrayBuffer>): void;
  /** UV_EOF or a negative errno. */
  onFinish?(code: number): void;
}

/** The hidden side of a stream handle. */
export interface StreamState {
  stream: ByteStream | null;
  consumer: StreamConsumer | null;
  onread: Internal;
  userBuffer: Uint8Array | null;
  bytesRead: number;
  bytesWritten: number;
  /** A message channel: handles travel along it. */
  ipc: boolean;
  /** The process keeps this descriptor when the handle closes. */
  keepDescriptor: boolean;
}

const FIELD = { READ_BYTES_OR_ERROR: 0, ARRAY_BUFFER_OFFSET: 1, BYTES_WRITTEN: 2, LAST_WRITE_WAS_ASYNC: 3 } as const;

function bytesOf(view: ArrayBufferView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function joined(parts: Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  let total = 0;
  for (const part of parts) total += part.length;
  const all = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function build(rt: NodeRuntime) {
  const { HandleWrap, isHandle, stateOf } = handleClasses(rt);
  const fields: Int32Array = rt.internalBinding('stream_wrap').streamBaseState;

  class LibuvStreamWrap extends HandleWrap {
    readonly #stream: StreamState = { stream: null, consumer: null, onread: undefined, userBuffer: null, bytesRead: 0, bytesWritten: 0, ipc: false, keepDescriptor: false };
    readonly #sink: ReadSink;

    constructor(type: string) {
      super(type);
      const state = this.#stream;
      stateOf(this).release = () => {
        state.stream?.close(state.keepDescriptor);
        state.stream = null;
      };
      this.#sink = {
        limit: () => state.userBuffer?.length ?? Infinity,
        onData: (bytes) => this.#deliver(bytes),
        onEnd: () => this.#finish(UV_EOF),
        onError: (errno) => this.#finish(-errno),
      };
    }

    static streamOf(handle: LibuvStreamWrap): StreamState {
      return handle.#stream;
    }
    static isStream(value: unknown): value is LibuvStreamWrap {
      return typeof value === 'object' && value !== null && #stream in value;
    }

    #deliver(bytes: Uint8Array<ArrayBuffer>): void {
      const state = this.#stream;
      state.bytesRead += bytes.length;
      if (state.consumer) {
        state.consumer.onData(bytes);
        return;
      }
      const { context } = stateOf(this);
      if (state.ipc) this.#takeHandle();
      if (!state.userBuffer) {
        fields[FIELD.READ_BYTES_OR_ERROR] = bytes.length;
        fields[FIELD.ARRAY_BUFFER_OFFSET] = 0;
        context.call(state.onread, this, bytes.buffer);
        return;
      }
      state.userBuffer.set(bytes);
      fields[FIELD.READ_BYTES_OR_ERROR] = bytes.length;
      fields[FIELD.ARRAY_BUFFER_OFFSET] = 0;
      const next = context.call(state.onread, this, undefined);
      if (ArrayBuffer.isView(next)) state.userBuffer = bytesOf(next);
    }

    /** A handle that came with the bytes: the library looks for it in `pendingHandle`. */
    #takeHandle(): void {
      const received = rt.sys.receiveFd(this.#stream.stream!.fd);
      if (received !== null) (this as Internal).pendingHandle = receiveHandle(rt, ...received);
    }

    #finish(code: number): void {
      stateOf(this).setActive(false);
      if (code === -ERRNO.EREMOTEIO && failOutside(rt, this)) return;
      const { consumer } = this.#stream;
      if (consumer?.onFinish) {
        consumer.onFinish(code);
        return;
      }
      fields[FIELD.READ_BYTES_OR_ERROR] = code;
      fields[FIELD.ARRAY_BUFFER_OFFSET] = 0;
      stateOf(this).context.call(this.#stream.onread, this, undefined);
    }

    #write(req: Internal, data: Uint8Array, handle?: object): number {
      const { stream } = this.#stream;
      let before: (() => void) | undefined;
      if (handle) {
        if (!this.#stream.ipc || !(stream instanceof FdStream) || !isHandle(handle)) return -ERRNO.ENOTSUP;
        const tell = stateOf(handle).note;
        if (tell === null) return -ERRNO.ENOTSUP;
        let note: string;
        try {
          note = tell();
        } catch (e) {
          return statusOf(e);
        }
        before = () => rt.sys.sendFd(stream.fd, (handle as unknown as { fd: number }).fd, note);
      }
      fields[FIELD.BYTES_WRITTEN] = data.length;
      fields[FIELD.LAST_WRITE_WAS_ASYNC] = 0;
      if (!stream) return -ERRNO.EBADF;
      this.#stream.bytesWritten += data.length;
      let context: AsyncContext | null = null;
      const holds = stream.holdsLoop !== false;
      try {
        const complete = stream.write(data, (code) => {
          if (holds) rt.loop.unref();
          context?.destroy();
          context?.call(req.oncomplete, req, code, this, undefined);
        }, before);
        if (complete) return 0;
      } catch (e) {
        return statusOf(e);
      }
      context = stateOf(this).context.triggering(() => AsyncContext.ofRequest(rt, 'WRITEWRAP', req));
      if (holds) rt.loop.ref();
      fields[FIELD.LAST_WRITE_WAS_ASYNC] = 1;
      return 0;
    }

    readStart(): number {
      const { stream } = this.#stream;
      if (!stream) return -ERRNO.EBADF;
      stream.startReading(this.#sink);
      stateOf(this).setActive(true);
      return 0;
    }

    readStop(): number {
      const { stream } = this.#stream;
      if (!stream) return 0;
      stream.stopReading();
      stateOf(this).setActive(false);
      return 0;
    }

    shutdown(req: Internal): number {
      const { stream } = this.#stream;
      if (!stream || (stream instanceof FdStream && stream.ended)) return -ERRNO.ENOTCONN;
      if (stream instanceof FdStream) stream.ended = true;
      const context = stateOf(this).context.triggering(() => AsyncContext.ofRequest(rt, 'SHUTDOWNWRAP', req));
      const holds = stream.holdsLoop !== false;
      if (holds) rt.loop.ref();
      stream.shutdown((code) => {
        if (holds) rt.loop.unref();
        context.destroy();
        context.call(req.oncomplete, req, code, this, undefined);
      });
      return 0;
    }

    useUserBuffer(buffer: ArrayBufferView): void {
      this.#stream.userBuffer = bytesOf(buffer);
    }

    writev(req: Internal, chunks: Internal[], allBuffers: boolean): number {
      const parts: Uint8Array[] = [];
      if (allBuffers) for (const chunk of chunks) parts.push(bytesOf(chunk));
      else {
        for (let i = 0; i < chunks.length; i += 2) {
          const chunk: unknown = chunks[i];
          parts.push(typeof chunk === 'string' ? rt.toBytes(chunk, chunks[i + 1]) : bytesOf(chunk as ArrayBufferView));
        }
      }
      return this.#write(req, joined(parts));
    }

    writeBuffer(req: Internal, buffer: unknown, handle?: object): number {
      if (!ArrayBuffer.isView(buffer)) throw new TypeError('Second argument must be a buffer');
      return this.#write(req, bytesOf(buffer), handle);
    }
    // The argument after the text is a socket or server to pass along an IPC channel.
    writeAsciiString(req: Internal, text: string, handle?: object): number {
      return this.#write(req, rt.toBytes(text, 'latin1'), handle);
    }
    writeUtf8String(req: Internal, text: string, handle?: object): number {
      return this.#write(req, rt.toBytes(text, 'utf8'), handle);
    }
    writeUcs2String(req: Internal, text: string, handle?: object): number {
      return this.#write(req, rt.toBytes(text, 'utf16le'), handle);
    }
    writeLatin1String(req: Internal, text: string, handle?: object): number {
      return this.#write(req, rt.toBytes(text, 'latin1'), handle);
    }

    setBlocking(on: boolean): number {
      const { stream } = this.#stream;
      return stream ? status(() => stream.setBlocking(on)) : -ERRNO.EBADF;
    }

    get writeQueueSize(): number {
      return this.#stream.stream?.queued ?? 0;
    }
    get fd(): number {
      return this.#stream.stream?.fd ?? -1;
    }
    get bytesRead(): number {
      return this.#stream.bytesRead;
    }
    get bytesWritten(): number {
      return this.#stream.bytesWritten;
    }
    get _externalStream(): undefined {
      return undefined;
    }
    get onread(): Internal {
      return this.#stream.onread;
    }
    set onread(callback: Internal) {
      this.#stream.onread = callback;
    }
  }
  Object.defineProperty(LibuvStreamWrap.prototype, 'isStreamBase', { value: true, writable: true, configurable: true });

  expose({}, { LibuvStreamWrap });

  /** Puts a descriptor under a handle: 0 or a negative errno. */
  const attach = (handle: LibuvStreamWrap, fd: number, shared = fd <= 2): number => {
    const state = LibuvStreamWrap.streamOf(handle);
    try {
      rt.sys.fstat(fd);
      state.stream = new FdStream(rt, fd, shared);
      return 0;
    } catch (e) {
      if (e instanceof SysError) return -e.errno;
      throw e;
    }
  };

  /** The descriptor's stream of a handle that has just been attached. */
  const fdStreamOf = (handle: LibuvStreamWrap): FdStream | null => {
    const { stream } = LibuvStreamWrap.streamOf(handle);
    return stream instanceof FdStream ? stream : null;
  };

  return { LibuvStreamWrap, fdStreamOf, streamOf: LibuvStreamWrap.streamOf, isStream: LibuvStreamWrap.isStream, attach };
}

/** The stream class of this process, the hidden state of its instances, and `attach`, which gives one its descriptor. */
export const streamClasses = perRuntime(build);
