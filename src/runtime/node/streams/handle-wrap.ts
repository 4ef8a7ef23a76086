/** `HandleWrap`: what every libuv handle Node's library holds can do, and the count it has in the loop. */
import type { NodeRuntime } from '../runtime.ts';
import { AsyncContext } from './async-context.ts';
import { expose } from './expose.ts';
import { perRuntime } from './per-runtime.ts';

/** The hidden side of a handle. A handle keeps the loop alive while it is active and referenced, or being closed. */
export class HandleState {
  readonly rt: NodeRuntime;
  context: AsyncContext;
  closing = false;
  /** Set when the close callback is due; a handle being closed still counts as referenced, as `uv_has_ref` says. */
  closed = false;
  /** Releases what the handle holds; set by its class. */
  release: () => void = () => {};
  /** What another process is told about the handle's descriptor, JSON of a `HandleNote`; null where it cannot be sent. @throws SysError */
  note: (() => string) | null = null;
  private active = false;
  private referenced = true;
  readonly type: string;
  readonly object: object;

  constructor(rt: NodeRuntime, type: string, handle: object) {
    this.rt = rt;
    this.type = type;
    this.object = handle;
    this.context = new AsyncContext(rt, type, handle);
  }

  setActive(on: boolean): void {
    if (on === this.active) return;
    this.active = on;
    if (this.referenced) this.count(on);
  }

  /** Puts the handle at the end of the list of active ones, where libuv has those that are initialized late. */
  enlist(): void {
    this.rt.active.handles.delete(this);
    this.rt.active.handles.add(this);
  }

  setReferenced(on: boolean): void {
    if (on === this.referenced) return;
    this.referenced = on;
    if (this.active) this.count(on);
  }

  get isReferenced(): boolean {
    return this.referenced && !this.closed;
  }

  reset(resource: object): void {
    this.context.destroy();
    this.context = new AsyncContext(this.rt, this.type, resource);
  }

  private count(up: boolean): void {
    if (up) this.rt.loop.ref();
    else this.rt.loop.unref();
  }
}

function build(rt: NodeRuntime) {
  const onClose: symbol = rt.internalBinding('symbols').handle_onclose;
  const providers: { [name: string]: number } = rt.internalBinding('async_wrap').Providers;

  class AsyncWrap {
    // Private, so that inspecting a handle shows what inspecting Node's shows.
    readonly #state: HandleState;
    readonly #type: string;
    constructor(type: string) {
      this.#type = type;
      this.#state = new HandleState(rt, type, this);
    }
    static stateOf(handle: AsyncWrap): HandleState {
      return handle.#state;
    }
    static isHandle(value: unknown): value is AsyncWrap {
      return typeof value === 'object' && value !== null && #state in value;
    }
    getAsyncId(): number {
      return this.#state.context.asyncId;
    }
    getProviderType(): number {
      return providers[this.#type]!;
    }
    asyncReset(resource: object = this): void {
      this.#state.reset(resource);
    }
  }

  class HandleWrap extends AsyncWrap {
    constructor(type: string) {
      super(type);
      rt.active.handles.add(AsyncWrap.stateOf(this));
    }
    close(callback?: () => void): void {
      const state = AsyncWrap.stateOf(this);
      if (state.closing) return;
      state.closing = true;
      if (typeof callback === 'function') (this as Record<symbol, unknown>)[onClose] = callback;
      state.setActive(false);
      state.release();
      rt.loop.closing(() => {
        state.closed = true;
        rt.active.handles.delete(state);
        state.context.destroy();
        state.context.call((this as Record<symbol, unknown>)[onClose], this);
      });
    }
    hasRef(): boolean {
      return AsyncWrap.stateOf(this).isReferenced;
    }
    ref(): void {
      AsyncWrap.stateOf(this).setReferenced(true);
    }
    unref(): void {
      AsyncWrap.stateOf(this).setReferenced(false);
    }
  }

  expose({}, { AsyncWrap, HandleWrap });
  return { AsyncWrap, HandleWrap, stateOf: AsyncWrap.stateOf, isHandle: AsyncWrap.isHandle };
}

/** The `AsyncWrap` and `HandleWrap` classes of this process, and the way to a handle's hidden state. */
export const handleClasses = perRuntime(build);
