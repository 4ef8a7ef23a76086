/** What a stream handle stands on: a descriptor (`fd-stream.ts`), TLS over another handle, a stream of JavaScript's. */

/** Each call may throw what user code threw; the stream calls one of them as the last thing of an event. */
export interface ReadSink {
  /** Most bytes it takes at once. */
  limit(): number;
  /** The bytes are the sink's own. */
  onData(bytes: Uint8Array<ArrayBuffer>): void;
  onEnd(): void;
  /** `errno` is positive. */
  onError(errno: number): void;
}

/** Called once with 0 or a negative errno. */
export type Done = (status: number) => void;

export interface ByteStream {
  /** -1 where there is none. */
  readonly fd: number;
  /** Bytes in the write queue. */
  readonly queued: number;
  /** False: what waits here is no request of libuv's, and the process may end without it. */
  readonly holdsLoop?: boolean;
  startReading(sink: ReadSink): void;
  stopReading(): void;
  /** Returns true when everything was written at once; else `done` is called later. `before` is called when the first byte is about to go. Throws `SysError`. */
  write(data: Uint8Array, done: Done, before?: () => void): boolean;
  /** Ends the writing side once the queue is empty. */
  shutdown(done: Done): void;
  setBlocking(on: boolean): void;
  /** What is queued ends with ECANCELED, in a later turn: the caller is user code and must not be re-entered. */
  close(keepDescriptor: boolean): void;
}
