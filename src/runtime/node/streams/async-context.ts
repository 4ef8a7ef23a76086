/** The asynchronous context of one native handle or request: what Node's C++ `AsyncWrap` keeps for it. */
import type { Internal, NodeRuntime } from '../runtime.ts';

interface Hooks {
  newAsyncId(): number;
  getDefaultTriggerAsyncId(): number;
  initHooksExist(): boolean;
  emitInit(asyncId: number, type: string, triggerAsyncId: number, resource: object): void;
  emitBefore(asyncId: number, triggerAsyncId: number, resource: object): void;
  emitAfter(asyncId: number): void;
  emitDestroy(asyncId: number): void;
}

interface Frames {
  getContinuationPreservedEmbedderData(): unknown;
  setContinuationPreservedEmbedderData(frame: unknown): void;
}

const parts = new WeakMap<NodeRuntime, { hooks: Hooks; frames: Frames }>();

function partsOf(rt: NodeRuntime): { hooks: Hooks; frames: Frames } {
  let known = parts.get(rt);
  if (!known) parts.set(rt, known = { hooks: rt.requireBuiltin('internal/async_hooks'), frames: rt.internalBinding('async_context_frame') });
  return known;
}

/** Runs inside `makeCallback`, with the handle as `this`: the frame and the ids are in place exactly while user code runs, and gone before the tick queue is drained. */
function enter(this: object, context: AsyncContext, fn: Function, args: readonly unknown[]): unknown {
  const { hooks, frames } = context.parts;
  const prior = frames.getContinuationPreservedEmbedderData();
  frames.setContinuationPreservedEmbedderData(context.frame);
  hooks.emitBefore(context.asyncId, context.triggerAsyncId, context.resource);
  let result: unknown;
  try {
    result = Reflect.apply(fn, this, args);
  } finally {
    frames.setContinuationPreservedEmbedderData(prior);
  }
  // Not reached after an exception: `_fatalException` empties the id stack itself, and emitting here would abort on the mismatch.
  hooks.emitAfter(context.asyncId);
  return result;
}

export class AsyncContext {
  readonly asyncId: number;
  readonly triggerAsyncId: number;
  readonly frame: unknown;
  readonly resource: object;
  readonly parts: { hooks: Hooks; frames: Frames };
  private readonly rt: NodeRuntime;

  /** `type` is the async_hooks resource name (`TCPWRAP`, ...). Captures the AsyncLocalStorage frame of the caller. */
  constructor(rt: NodeRuntime, type: string, resource: object) {
    this.rt = rt;
    this.parts = partsOf(rt);
    const { hooks, frames } = this.parts;
    this.asyncId = hooks.newAsyncId();
    this.triggerAsyncId = hooks.getDefaultTriggerAsyncId();
    this.frame = frames.getContinuationPreservedEmbedderData();
    this.resource = resource;
    if (hooks.initHooksExist()) hooks.emitInit(this.asyncId, type, this.triggerAsyncId, resource);
  }

  /** Calls `fn` as a libuv callback does: context entered, uncaught exceptions reported, tick queue drained at the outermost call. A value that is no function is ignored, as `MakeCallback` ignores a missing property. */
  call(fn: Internal, self: object, ...args: unknown[]): unknown {
    if (typeof fn !== 'function') return undefined;
    return this.rt.makeCallback(enter, self, this, fn, args);
  }

  destroy(): void {
    this.parts.hooks.emitDestroy(this.asyncId);
  }
}
