/**
 * What a binding sees of the process it belongs to. One `NodeRuntime` per process worker; `boot.ts` makes it, every file of `bindings/` exports one `Binding`.
 */
import type { StartMessage } from '../abi/messages.ts';
import type { NextPoll, Sys } from '../abi/syscalls.ts';
import type { Active } from './active.ts';

/** A function or object of Node's library; its own types are not published. */
// eslint-style note: these values come from Node's untyped internals, so `any` is the honest type at this one border.
export type Internal = any;

/** One `internalBinding(name)`. `shape` is the binding as dumped from the real binary: constants and classes are real, functions are stubs that throw an error naming themselves. */
export interface Binding {
  name: string;
  /** Returns the object `internalBinding(name)` hands out; usually `shape` with functions laid over it. Runs at first use, before `rt.start` exists: read argv, env and cwd lazily. */
  create(rt: NodeRuntime, shape: Internal): Internal;
}

export interface FdWatch {
  /** Changes the events waited for (`POLL` bits); 0 pauses. The callback may come again: interest is re-armed until changed. */
  update(events: number): void;
  /** What a read within the callback may ask for by the way, as `Sys.read` has it; `armed` when it found less than there was room for, and so did. */
  next(): NextPoll;
  armed(): void;
  close(): void;
}

/**
 * The process's event loop: libuv's phases over the browser's. It ends the process when nothing referenced is left, exactly when Node's would.
 */
export interface Loop {
  /** Counts of referenced active handles and requests; the loop lives while the sum with pending work is above zero. */
  ref(): void;
  unref(): void;
  /** Runs `fn` in the poll phase of a later turn, through `rt.makeCallback` rules, without keeping the loop alive. */
  enqueue(fn: () => void): void;
  /** Like `enqueue`, ahead of what already waits: the rest of something that takes several steps. */
  enqueueNext(fn: () => void): void;
  /** Like `enqueue`, and the loop stays alive until it ran: the completion of an asynchronous request. */
  complete(fn: () => void): void;
  /** Runs `fn` in the closing phase of a turn (after immediates), and the loop stays alive until it ran: a handle's close callback. */
  closing(fn: () => void): void;
  /** Calls back when descriptor `fd` is ready, until closed. Does not ref. One watch per descriptor. */
  watchFd(fd: number, events: number, callback: (revents: number) => boolean | void): FdWatch;
  /** Called when child `pid` has ended (kernel event); status as in wait(2). Does not ref. */
  onChild(pid: number, callback: (status: number) => void): void;
  /** Handled signals. Does not ref. Returns the remover. */
  onSignal(signal: number, callback: () => void): () => void;
  onWatch(id: number, callback: (event: 'rename' | 'change', filename: string) => void): () => void;
  /** Milliseconds since loop start, as `uv_now`. */
  now(): number;
}

export type PermissionScope = 'FileSystem' | 'FileSystemRead' | 'FileSystemWrite' | 'ChildProcess' | 'WorkerThreads' | 'WASI' | 'Inspector' | 'Addon';

/** What the bindings ask before they do what a process may be kept from (`bindings/permission_model.ts`). */
export interface Permission {
  /** @throws Error `ERR_ACCESS_DENIED` with the scope and the resource */
  demand(scope: PermissionScope, resource?: string): void;
  granted(scope: PermissionScope, resource?: string): boolean;
  has(label: string, resource?: unknown): boolean;
  drop(label: string, resource?: unknown): void;
}

export interface NodeRuntime {
  readonly sys: Sys;
  readonly loop: Loop;
  /** Open handles and requests under way. */
  readonly active: Active;
  /** Set when the worker became a process. Absent while it waits in the pool. */
  start: StartMessage | undefined;
  /** Set where the command line says `--permission` or `--permission-audit`. */
  permission?: Permission;
  /** Node's `process` object. */
  readonly process: Internal;
  readonly primordials: Internal;
  /** Node's own `internalBinding` and builtin `require`. */
  internalBinding(name: string): Internal;
  requireBuiltin(id: string): Internal;
  /** The browser's own globals as they were before the user-visible scope was trimmed (`WebAssembly`, `fetch`, `TextDecoder`, `MessageChannel`, ...). */
  readonly native: typeof globalThis & { importScripts?: (...urls: string[]) => void };
  /** Address of a lazily loaded part. Waits for it. @throws Error `ERR_TABLOOM_ASSET` when it cannot be had */
  asset(name: string): string;
  /** Calls `fn` as libuv's callbacks do (InternalMakeCallback): exceptions go to `process._fatalException`, then the tick queue is drained. Re-entrant calls drain once, at the outermost. */
  makeCallback(fn: Function, thisArg: unknown, ...args: unknown[]): unknown;
  /** Reports an exception as uncaught (from a binding's own callback). */
  fatal(error: unknown): void;
  /** Throws the error that libuv-style bindings throw: UVException(errno, syscall, message, path, dest). `errno` is positive (Linux). */
  throwErrno(errno: number, syscall: string, path?: string, dest?: string): never;
  /** Bytes of a string in one of Node's encodings (number of `internalBinding('string_decoder').encodings`, or name). */
  toBytes(text: string, encoding?: string | number): Uint8Array;
  /** State of a promise where it is known: [0 pending | 1 fulfilled | 2 rejected, value]. */
  promiseState(promise: Promise<unknown>): [number, unknown] | undefined;
  /** Module namespace objects that module_wrap made. They are proxies of the native kind (`rt.native.Proxy`): the global `Proxy` would make `util.types.isProxy` true for them. */
  readonly moduleNamespaces: WeakSet<object>;
  /** Set by module_wrap: places of the top-level awaits at which modules wait, `column` from 1. Asked when the process ends with its entry point unfinished. */
  stalledAwaits?: () => { file: string; line: number; column: number }[];
  /** Sources of evaluated scripts that are not files (`[eval]`, `evalmachine.<anonymous>`), by the name their frames show: for the line above an uncaught exception. */
  readonly sources: Map<string, string>;
  /** Writes to standard error at once. */
  writeError(text: string): void;
  /** Remembers the asynchronous context `resource` was made in and gives it an id (C++'s AsyncWrap): callbacks made on it through `makeCallback` run in that context. Returns the id. */
  attachAsync(resource: object, provider: string): number;
  /** The dumped shapes (`shapes.json`) by binding name, and process data under names that begin with `__`. */
  readonly shapes: Internal;
}
