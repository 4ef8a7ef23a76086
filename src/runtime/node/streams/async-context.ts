/** The asynchronous context of one native handle or request: what Node's C++ `AsyncWrap` keeps for it. */
import { ID } from '../async-state.ts';
import type { CoreRuntime } from '../core.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';

const { apply } = Reflect;

export class AsyncContext {
  readonly asyncId: number;
  private readonly resource: object;
  private readonly rt: NodeRuntime;

  /** `type` is the async_hooks resource name (`TCPWRAP`, ...). Captures the AsyncLocalStorage frame of the caller. */
  constructor(rt: NodeRuntime, type: string, resource: object) {
    this.rt = rt;
    this.resource = resource;
    this.asyncId = rt.attachAsync(resource, type);
  }

  /** The context of a request: listed as active until `destroy`. */
  static ofRequest(rt: NodeRuntime, type: string, request: object): AsyncContext {
    rt.active.requests.set(request, type);
    return new AsyncContext(rt, type, request);
  }

  /** What `make` makes was triggered by this, as by C++'s DefaultTriggerAsyncIdScope: requests of a handle, connections of a server. */
  triggering<T>(make: () => T): T {
    const ids = (this.rt as CoreRuntime).async.ids!;
    const before = ids[ID.DEFAULT_TRIGGER]!;
    ids[ID.DEFAULT_TRIGGER] = this.asyncId;
    try {
      return make();
    } finally {
      ids[ID.DEFAULT_TRIGGER] = before;
    }
  }

  /** Calls `fn` as a libuv callback does (`makeCallback`). A value that is no function is ignored, as `MakeCallback` ignores a missing property. What `fn` throws leaves the loop's turn: do nothing after this call that must happen. */
  call(fn: Internal, self: object, ...args: unknown[]): unknown {
    return this.callWith(fn, self, args);
  }

  callWith(fn: Internal, self: object, args: unknown[]): unknown {
    return typeof fn === 'function' ? this.rt.makeCallback(() => apply(fn, self, args), this.resource) : undefined;
  }

  destroy(): void {
    this.rt.active.requests.delete(this.resource);
    this.rt.requireBuiltin('internal/async_hooks').emitDestroy(this.asyncId);
  }
}
