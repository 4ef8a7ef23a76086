/** How a native of the `fs` binding is called: synchronously, with an `FSReqCallback`, or for a promise. */
import { errnoName, SysError } from '../../abi/errno.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';
import { handleClasses } from '../streams/handle-wrap.ts';
import { perRuntime } from '../streams/per-runtime.ts';
import { permits } from './needs.ts';
import { type NodePath, textOf } from './path.ts';

const NativePromise = Promise;
/** A failed step of an operation that is made of several system calls: it names the one Node reports. `errno` is Linux's, positive. */
export class FsFailure {
  readonly errno: number;
  readonly syscall: string;
  readonly path: string | undefined;
  readonly dest: string | undefined;
  constructor(errno: number, syscall: string, path?: string, dest?: string) {
    this.errno = errno;
    this.syscall = syscall;
    this.path = path;
    this.dest = dest;
  }
}

/** Runs one system call; its failure is reported under the given name and paths. */
export function step<T>(syscall: string, path: string | undefined, run: () => T): T {
  try {
    return run();
  } catch (e) {
    throw e instanceof SysError ? new FsFailure(e.errno, syscall, path) : e;
  }
}

export interface Method<A extends unknown[], R> {
  /** Position of the request among the arguments. */
  request: number;
  syscall: string;
  /** How many of the leading arguments are paths that belong into the error: 0, 1 (path) or 2 (path and dest). */
  paths: 0 | 1 | 2;
  run(...args: A): R;
  /** Turns the outcome into what Node's library receives; `fresh` asks for an object of its own where the synchronous form shares one. */
  convert?(result: R, fresh: boolean, args: A): unknown;
  /** True when an error means the result `undefined` (`throwIfNoEntry: false`). */
  ignores?(failure: FsFailure, args: A): boolean;
  /** Refuses wrong arguments at once, also of an asynchronous call. */
  check?(args: A): void;
  /** Set for reads: defers an asynchronous call until its descriptor has something. */
  whenReady?(args: A, run: () => void): void;
}

function build(rt: NodeRuntime) {
  const { AsyncWrap, stateOf } = handleClasses(rt);
  class FSReqCallback extends AsyncWrap {
    declare oncomplete: Internal;
    readonly #bigint: boolean;
    constructor(bigint = false) {
      super('FSREQCALLBACK');
      this.#bigint = Boolean(bigint);
    }
    static bigintOf(req: FSReqCallback): boolean {
      return req.#bigint;
    }
  }
  const settle = (req: FSReqCallback, ...args: unknown[]): void => {
    const { context } = stateOf(req);
    context.callWith(req.oncomplete, req, args);
    context.destroy();
  };
  return { FSReqCallback, settle };
}

/** The request class of this process and the way to finish one. */
export const requestClasses = perRuntime(build);

/** Node's error for a failure, made (not thrown) outside any frame of user code. */
export function errorOf(rt: NodeRuntime, failure: FsFailure): unknown {
  try {
    return rt.throwErrno(failure.errno, failure.syscall, failure.path, failure.dest);
  } catch (e) {
    return e;
  }
}

/** What went wrong, with the paths of the call where the operation did not name its own. Passes anything that is no failed system call on. */
export function failureOf(e: unknown, syscall: string, path?: string, dest?: string): FsFailure {
  if (e instanceof FsFailure) return e;
  if (e instanceof SysError) return new FsFailure(e.errno, syscall, path, dest);
  throw e;
}

interface WriteContext { errno?: number; code?: string; syscall?: string }

/** What `process._getActiveRequests()` shows of an operation that settles a promise. */
class FSReqPromise {}

/** Delivers the outcome of `work` to a request: an `FSReqCallback`, or the promise this returns. Runs in a later turn of the loop, which stays alive until then. */
export function deliver(rt: NodeRuntime, req: Internal, kUsePromises: symbol, work: () => unknown, whenReady?: (run: () => void) => void): unknown {
  const later = whenReady ?? ((run: () => void) => rt.loop.complete(run));
  const outcome = (): { error: unknown } | { value: unknown } => {
    try {
      return { value: work() };
    } catch (e) {
      return { error: e instanceof FsFailure ? errorOf(rt, e) : e };
    }
  };
  if (req === kUsePromises) {
    const token = new FSReqPromise();
    rt.active.requests.set(token, 'FSREQPROMISE');
    return new NativePromise((resolve, reject) => later(() => {
      rt.active.requests.delete(token);
      const result = outcome();
      if ('error' in result) reject(result.error);
      else resolve(result.value);
    }));
  }
  const { settle } = requestClasses(rt);
  rt.active.requests.set(req, 'FSREQCALLBACK');
  later(() => {
    rt.active.requests.delete(req);
    const result = outcome();
    if ('error' in result) settle(req, result.error);
    else if (result.value === undefined) settle(req, null);
    else settle(req, null, result.value);
  });
  return undefined;
}

/** Refuses what the process has no permission for: undefined where it may go on, else what the native returns. */
export function refusal(rt: NodeRuntime, needs: string, args: unknown[], req: Internal, kUsePromises: symbol): { returns: unknown } | undefined {
  try {
    permits(rt.permission, needs, args);
    return undefined;
  } catch (error) {
    if (req === undefined || needs.endsWith('!')) throw error;
    if (req === kUsePromises) return { returns: NativePromise.reject(error) };
    // At once, as Node's does: before the call returns.
    requestClasses(rt).settle(req, error);
    return { returns: undefined };
  }
}

/** Makes the native function of one method. `needs`: see `needs.ts`. */
export function native<A extends unknown[], R>(rt: NodeRuntime, kUsePromises: symbol, method: Method<A, R>, needs = ''): (...args: unknown[]) => unknown {
  const { request, syscall, paths, run, convert, ignores, check, whenReady } = method;
  const attempt = (args: A, fresh: boolean): unknown => {
    let result: R;
    try {
      result = Reflect.apply(run, undefined, args);
    } catch (e) {
      const failure = failureOf(
        e, syscall,
        paths > 0 ? textOf(args[0] as NodePath) : undefined,
        paths > 1 ? textOf(args[1] as NodePath) : undefined,
      );
      if (ignores?.(failure, args)) return undefined;
      throw failure;
    }
    return convert ? convert(result, fresh, args) : result;
  };
  return (...all) => {
    const args = all as A;
    check?.(args);
    const req = all[request];
    const refused = rt.permission && refusal(rt, needs, all, req, kUsePromises);
    if (refused) return refused.returns;
    if (req === undefined) {
      try {
        return attempt(args, false);
      } catch (e) {
        if (!(e instanceof FsFailure)) throw e;
        const context = all[request + 1] as WriteContext | undefined;
        if (typeof context !== 'object' || context === null) return rt.throwErrno(e.errno, e.syscall, e.path, e.dest);
        // The synchronous writes of the library raise the error themselves.
        context.errno = -e.errno;
        context.syscall = e.syscall;
        context.code = errnoName(e.errno);
        return undefined;
      }
    }
    return deliver(rt, req, kUsePromises, () => attempt(args, true), whenReady && ((go) => whenReady(args, go)));
  };
}
