/**
 * Event streams of servers of the sandbox outlive the service worker they come through. When the browser stops it the stream breaks off, and Chromium gives up a stream of a service worker that
 * breaks off, where it connects again after one of the network. So that one is begun anew here; what the page has is an object of the same class around the browser's own.
 */
import { LAST_EVENT } from '../messages.ts';
import { type PreviewAddress, sandboxPort } from '../worker/address.ts';

/** A server's own `retry:` a page cannot read. */
const AGAIN_MS = 500;
const CONNECTING = 0;
const CLOSED = 2;

type Handler = ((event: Event) => unknown) | null;

interface State { url: URL; init: EventSourceInit; inner: EventSource; opened: boolean; last: string; types: Set<string>; again: ReturnType<typeof setTimeout> | undefined; handlers: { [name: string]: Handler } }

export function replaceEventSource(own: PreviewAddress): void {
  const Native = window.EventSource;
  const { prototype } = Native;
  const states = new WeakMap<object, State>();

  const pass = (shown: EventSource, state: State, { type, data, origin, lastEventId }: MessageEvent): void => {
    state.last = lastEventId;
    shown.dispatchEvent(new MessageEvent(type, { data, origin, lastEventId }));
  };
  const hear = (shown: EventSource, state: State, type: string): void => {
    state.inner.addEventListener(type, (event: MessageEvent) => pass(shown, state, event));
  };
  const connect = (shown: EventSource, state: State): void => {
    state.again = undefined;
    const url = new URL(state.url);
    // The browser sends it when it connects again by itself; here the service worker does.
    if (state.last !== '') url.hash = LAST_EVENT + encodeURIComponent(state.last);
    state.inner = Reflect.construct(Native, [url.href, state.init]) as EventSource;
    state.inner.onopen = (event) => {
      // A server may call an event of its own so.
      if (event instanceof MessageEvent) return pass(shown, state, event);
      state.opened = true;
      shown.dispatchEvent(new Event('open'));
    };
    state.inner.onerror = (event) => {
      if (event instanceof MessageEvent) return pass(shown, state, event);
      // One that never opened was refused, and stays closed.
      if (state.inner.readyState === CLOSED && state.opened) state.again = setTimeout(() => connect(shown, state), AGAIN_MS);
      state.opened = false;
      shown.dispatchEvent(new Event('error'));
    };
    for (const type of state.types) hear(shown, state, type);
  };

  // Members are looked up on the shared prototype, so each of them decides by the object.
  const accessor = (name: string, read: (state: State) => unknown, write?: (shown: EventSource, state: State, value: unknown) => void): void => {
    const original = Object.getOwnPropertyDescriptor(prototype, name)!;
    Object.defineProperty(prototype, name, {
      ...original,
      get(this: EventSource) {
        const state = states.get(this);
        return state ? read(state) : original.get!.call(this);
      },
      ...(write && {
        set(this: EventSource, value: unknown) {
          const state = states.get(this);
          if (state) write(this, state, value);
          else original.set!.call(this, value);
        },
      }),
    });
  };
  accessor('url', ({ url }) => url.href);
  accessor('withCredentials', ({ inner }) => inner.withCredentials);
  accessor('readyState', ({ again, inner }) => (again === undefined ? inner.readyState : CONNECTING));
  for (const name of ['open', 'message', 'error']) {
    accessor(`on${name}`, ({ handlers }) => handlers[name] ?? null, (shown, state, value) => {
      if (!(name in state.handlers)) shown.addEventListener(name, (event) => state.handlers[name]?.call(shown, event));
      state.handlers[name] = typeof value === 'function' ? (value as Handler) : null;
    });
  }
  const nativeClose = prototype.close;
  prototype.close = function (this: EventSource) {
    const state = states.get(this);
    clearTimeout(state?.again);
    if (state) state.again = undefined;
    nativeClose.call(state?.inner ?? this);
  };
  prototype.addEventListener = function (this: EventSource, ...args: [type: string, callback: EventListener | null]) {
    const state = states.get(this);
    const type = String(args[0]);
    if (state && type !== 'open' && type !== 'error' && !state.types.has(type)) {
      state.types.add(type);
      hear(this, state, type);
    }
    EventTarget.prototype.addEventListener.apply(this, args);
  } as EventSource['addEventListener'];

  const replaced = new Proxy(Native, {
    construct(target, args: [string | URL, EventSourceInit?], newTarget: Function) {
      const url = args.length > 0 && URL.canParse(String(args[0]), document.baseURI) ? new URL(String(args[0]), document.baseURI) : null;
      if (url === null || sandboxPort(url, own) === null) return Reflect.construct(target, args, newTarget) as EventSource;
      const shown = Reflect.construct(EventTarget, [], newTarget) as EventSource;
      const state = { url, init: args[1] ?? {}, opened: false, last: '', types: new Set(['message']), again: undefined, handlers: {} } as unknown as State;
      states.set(shown, state);
      connect(shown, state);
      return shown;
    },
  });
  window.EventSource = replaced;
  prototype.constructor = replaced;
}
