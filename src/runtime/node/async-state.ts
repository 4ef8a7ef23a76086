/** The asynchronous context: the current AsyncContextFrame (AsyncLocalStorage), and the ids of async_hooks for callbacks that come from bindings. */
import { type AwaitContext, createAwaitContext } from './await-context.ts';
import type { Internal } from './runtime.ts';

export interface AsyncState {
  /** V8's continuation-preserved embedder data: the frame AsyncLocalStorage reads. */
  frame: unknown;
  /** The context the main script left behind (`enterWith`): callbacks that have none of their own run in it. */
  base: unknown;
  awaits: AwaitContext;
  /** Next asynchronous id. */
  newId(): number;
  currentId(): number;
  /** Gives `resource` an id and remembers the context it was made in, as C++'s AsyncWrap does: callbacks made on it through `rt.makeCallback` run in that context. */
  attach(resource: object, type: string): AsyncRecord;
  record(resource: unknown): AsyncRecord | undefined;
  /** Set by the async_wrap binding. */
  hooks: Internal;
  push(id: number, trigger: number, resource?: object): void;
  pop(id: number): void;
  /** Calls the `destroy` hooks that wait, once the binding is there. */
  tellDestroyed(): void;
  /** Promises whose rejection was reported as unhandled, until `then` gives them a handler: then `onHandled` is called. */
  reported: WeakSet<object>;
  onHandled: (promise: Promise<unknown>) => void;
  fields: Uint32Array | undefined;
  ids: Float64Array | undefined;
}

export interface AsyncRecord { id: number; trigger: number; frame: unknown; type: string }

/** async_hook_fields */
export const FIELD = { INIT: 0, BEFORE: 1, AFTER: 2, DESTROY: 3, PROMISE_RESOLVE: 4, TOTALS: 5, CHECK: 6, STACK_LENGTH: 7, USES_RESOURCE: 8 } as const;
/** async_id_fields */
export const ID = { EXECUTION: 0, TRIGGER: 1, COUNTER: 2, DEFAULT_TRIGGER: 3 } as const;

export function createAsyncState(): AsyncState {
  /** Whether any context was ever set: before that there is nothing to carry. */
  let used = false;
  const records = new WeakMap<object, AsyncRecord>();
  let current: unknown;
  const state: AsyncState = {
    get frame() {
      return current;
    },
    set frame(frame) {
      if (frame !== undefined && !used) {
        used = true;
        awaits.install();
      }
      current = frame;
    },
    hooks: undefined,
    tellDestroyed() {},
    fields: undefined,
    ids: undefined,
    newId: () => (state.ids === undefined ? 0 : ++state.ids[ID.COUNTER]!),
    currentId: () => state.ids?.[ID.EXECUTION] ?? 0,
    attach(resource, type) {
      const trigger = state.ids === undefined ? 0 : state.ids[ID.DEFAULT_TRIGGER]! >= 0 ? state.ids[ID.DEFAULT_TRIGGER]! : state.ids[ID.EXECUTION]!;
      const record = { id: state.newId(), trigger, frame: state.frame, type };
      records.set(resource, record);
      if (state.fields !== undefined && state.fields[FIELD.INIT]! > 0) state.hooks.init(record.id, type, trigger, resource, false);
      return record;
    },
    record: (resource) => (typeof resource === 'object' && resource !== null ? records.get(resource) : undefined),
    base: undefined,
    awaits: undefined as never,
    reported: new WeakSet(),
    onHandled() {},
    push() {},
    pop() {},
  };
  // `then` carries the frame from where it was called to its handlers, as V8 does with every reaction; awaits have a way of their own.
  const native = Promise.prototype.then;
  const awaits = createAwaitContext(state, native);
  state.awaits = awaits;
  const bind = (handler: unknown, frame: unknown): unknown => typeof handler !== 'function' ? handler : (value: unknown) => {
    const before = current;
    current = frame;
    try {
      return awaits.followed(handler(value));
    } finally {
      current = before;
    }
  };
  const patched = {
    then(this: Promise<unknown>, onFulfilled?: unknown, onRejected?: unknown) {
      if (state.reported.has(this)) {
        state.reported.delete(this);
        state.onHandled(this);
      }
      if (!used) return native.call(this, onFulfilled as never, onRejected as never);
      // Also without a context: the one of an `await` that came before must not show in this handler.
      return awaits.quietly(() => native.call(this, bind(onFulfilled, current) as never, bind(onRejected, current) as never));
    },
  };
  Object.defineProperty(patched.then, 'length', { value: 2 });
  Object.defineProperty(Promise.prototype, 'then', { value: patched.then, writable: true, configurable: true, enumerable: false });
  return state;
}
