/** What the core bindings see beyond `NodeRuntime`: the state that Node keeps in C++ (its `Environment`). */
import type { AsyncState } from './async-state.ts';
import type { EventLoop } from './loop.ts';
import type { MemoryLedger } from './memory.ts';
import type { Natives } from './natives.ts';
import type { PromiseStates } from './promise-state.ts';
import type { Proxies } from './proxies.ts';
import type { Internal, NodeRuntime } from './runtime.ts';
import type { StackTraces } from './stack-trace.ts';

/** Functions the library hands to its bindings while it boots. */
export interface LibraryCallbacks {
  ticks?: () => void;
  promiseReject?: (type: number, promise: Promise<unknown>, reason: unknown) => void;
  processImmediate?: (this: Internal) => Iterator<void, void>;
  processTimers?: (this: Internal, now: number) => Iterator<void, number>;
  prepareStackTrace?: (scope: Internal, error: unknown, trace: unknown[]) => unknown;
  enhanceBeforeInspector?: (error: unknown) => unknown;
  enhanceAfterInspector?: (error: unknown) => unknown;
  sourceMapErrorSource?: Function;
  emitWarningSync?: Function;
}

/** What connects a thread with the others of its process. */
export interface Threads {
  /** Sends what bytes cannot carry, for the message sent next. */
  postNatives(items: readonly unknown[]): void;
  /** Set by the messaging binding. */
  onPort: (port: number) => void;
  onNatives: (port: number, seq: number, items: unknown[]) => void;
  /** Set by the locks binding. */
  onLock: (id: number, stolen: boolean) => void;
  /** Makes `process.env` one with the other threads'. Set when the environment is made. */
  shareEnvironment: () => void;
  /** Makes an object of a port that the kernel gave this thread. Set by the messaging binding. */
  adopt: (port: number) => Internal;
  /** There are others, or will be: called before the first is made. Set by the messaging binding. */
  several: () => void;
  /** What is to be done when a thread that this one made has ended, by number. */
  readonly ended: Map<number, (code: number, error?: string) => void>;
}

export interface CoreRuntime extends NodeRuntime {
  internalBinding: NodeRuntime['internalBinding'];
  requireBuiltin: NodeRuntime['requireBuiltin'];
  readonly loop: EventLoop;
  readonly natives: Natives;
  readonly memory: MemoryLedger;
  readonly callbacks: LibraryCallbacks;
  readonly promises: PromiseStates;
  readonly proxies: Proxies;
  readonly stacks: StackTraces;
  readonly async: AsyncState;
  /** [has tick scheduled, has rejection to warn], and how deep in callbacks the process is. */
  readonly ticks: TickState;
  readonly privateSymbols: { [name: string]: symbol };
  readonly symbols: { [name: string]: symbol };
  domException: Internal;
  /** Called when the waiting worker becomes a process, before its main script runs. */
  readonly onStart: (() => void)[];
  /** Exports of the per-context scripts (DOMException, the message port's emitMessage). */
  perContext: Internal;
  /** libuv's error names and texts by negative errno. */
  readonly errorMap: Map<number, [name: string, message: string]>;
  /** Bytes of a string; `encoding` as in `toBytes`. */
  encode(text: string, encoding: string | number): Uint8Array;
  /** This is a further thread of a process. */
  readonly isThread: boolean;
  /** Traffic with the process's other threads. */
  readonly threads: Threads;
  /** Ends the process, or this thread of it, at once with this code. */
  exit(code: number): never;
  /** `Buffer.prototype`, known once the buffer module has loaded. */
  bufferPrototype: object | undefined;
}

/** A tick state whose setters notice a tick that was scheduled outside any callback (in a promise of the browser's). */
export class TickState {
  depth = 0;
  /** Set when an exception has just left a callback; an exception without it came out of a microtask. */
  threw = false;
  private tick = 0;
  private rejection = 0;
  private readonly wake: () => void;
  constructor(wake: () => void) {
    this.wake = wake;
  }

  pending(): boolean {
    return this.tick !== 0 || this.rejection !== 0;
  }

  get 0(): number {
    return this.tick;
  }

  set 0(value: number) {
    this.tick = value;
    if (value !== 0 && this.depth === 0) this.wake();
  }

  get 1(): number {
    return this.rejection;
  }

  set 1(value: number) {
    this.rejection = value;
    if (value !== 0 && this.depth === 0) this.wake();
  }
}
