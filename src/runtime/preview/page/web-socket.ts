/**
 * WebSockets to servers of the sandbox. The page's own `WebSocket` stays for all other addresses; those of the sandbox are objects of the same class (`instanceof`, subclasses, constants),
 * whose members are answered here.
 */
import type { ToPage } from '../messages.ts';
import { type PreviewAddress, sandboxPort } from '../worker/address.ts';
import type { PageLink } from './page-link.ts';

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

type Handler = ((event: Event) => unknown) | null;

interface State {
  id: number;
  url: string;
  readyState: number;
  bufferedAmount: number;
  protocol: string;
  extensions: string;
  binaryType: BinaryType;
  handlers: { [name: string]: Handler };
}

export function replaceWebSocket(link: PageLink, own: PreviewAddress): void {
  const Native = window.WebSocket;
  const states = new WeakMap<object, State>();
  const open = new Map<number, WebSocket>();
  let next = 1;

  const create = (url: URL, port: number, protocols: string[], newTarget: Function): WebSocket => {
    const socket = Reflect.construct(EventTarget, [], newTarget) as WebSocket;
    const id = next++;
    states.set(socket, { id, url: url.href, readyState: CONNECTING, bufferedAmount: 0, protocol: '', extensions: '', binaryType: 'blob', handlers: {} });
    open.set(id, socket);
    link.send({ t: 'ws-open', id, port, target: `${url.pathname}${url.search}`, protocols });
    link.watch();
    return socket;
  };

  const fire = (socket: WebSocket, event: Event): void => {
    socket.dispatchEvent(event);
  };
  link.listen((message: ToPage) => {
    if (!('id' in message)) return;
    const socket = open.get(message.id);
    const state = socket && states.get(socket);
    if (!socket || !state) return;
    switch (message.t) {
      case 'ws-opened':
        link.watch();
        // Closed by the page while the answer was on its way: it never opens.
        if (state.readyState !== CONNECTING) return;
        state.readyState = OPEN;
        state.protocol = message.protocol;
        state.extensions = message.extensions;
        return fire(socket, new Event('open'));
      case 'ws-message': {
        // A page that has closed it hears nothing more.
        if (state.readyState !== OPEN) return;
        const { data } = message;
        const shown = typeof data === 'string' ? data : state.binaryType === 'arraybuffer' ? data.buffer : new Blob([data as BlobPart]);
        return fire(socket, new MessageEvent('message', { data: shown, origin: new URL(state.url).origin }));
      }
      case 'ws-sent':
        state.bufferedAmount = Math.max(0, state.bufferedAmount - message.count);
        return;
      case 'ws-closed':
        open.delete(message.id);
        state.readyState = CLOSED;
        if (message.failed) fire(socket, new Event('error'));
        return fire(socket, new CloseEvent('close', { code: message.code, reason: message.reason, wasClean: message.clean }));
    }
  });

  // As when a server's machine is switched off.
  link.onLost(() => {
    const all = [...open.values()];
    open.clear();
    for (const socket of all) {
      const state = states.get(socket)!;
      const failed = state.readyState === CONNECTING;
      state.readyState = CLOSED;
      if (failed) fire(socket, new Event('error'));
      fire(socket, new CloseEvent('close', { code: 1006, reason: '', wasClean: false }));
    }
  });

  const send = (state: State, data: unknown): void => {
    if (state.readyState === CONNECTING) throw new DOMException("Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.", 'InvalidStateError');
    const put = (payload: string | Uint8Array, length: number): void => {
      if (state.readyState !== OPEN) return void (state.bufferedAmount += length);
      state.bufferedAmount += length;
      link.send({ t: 'ws-send', id: state.id, data: payload });
    };
    if (data instanceof Blob) return inOrder(state, async () => put(new Uint8Array(await data.arrayBuffer()), data.size));
    const payload = data instanceof ArrayBuffer ? new Uint8Array(data.slice(0)) : ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice() : String(data).toWellFormed();
    const length = typeof payload === 'string' ? new TextEncoder().encode(payload).length : payload.length;
    inOrder(state, () => put(payload, length));
  };
  // Reading a blob takes a moment; what is sent after it must not overtake it.
  const chains = new WeakMap<State, Promise<void>>();
  const inOrder = (state: State, work: () => void | Promise<void>): void => {
    const before = chains.get(state);
    const done = before ? before.then(work) : work();
    if (!done) return;
    const chain: Promise<void> = done.finally(() => {
      if (chains.get(state) === chain) chains.delete(state);
    });
    chains.set(state, chain);
  };

  const close = (state: State, code?: number, reason = ''): void => {
    if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) throw new DOMException(`Failed to execute 'close' on 'WebSocket': The close code must be either 1000, or between 3000 and 4999. ${code} is neither.`, 'InvalidAccessError');
    if (new TextEncoder().encode(reason).length > 123) throw new DOMException("Failed to execute 'close' on 'WebSocket': The close reason must not be greater than 123 UTF-8 bytes.", 'SyntaxError');
    if (state.readyState >= CLOSING) return;
    state.readyState = CLOSING;
    link.send({ t: 'ws-close', id: state.id, code: code ?? null, reason });
  };

  // Members are looked up on the shared prototype, so each of them decides by the object.
  const { prototype } = Native;
  const accessor = (name: string, read: (state: State) => unknown, write?: (state: State, value: unknown, socket: WebSocket) => void): void => {
    const original = Object.getOwnPropertyDescriptor(prototype, name);
    if (!original) return;
    Object.defineProperty(prototype, name, {
      ...original,
      get(this: WebSocket) {
        const state = states.get(this);
        return state ? read(state) : original.get!.call(this);
      },
      ...(original.set && write ? {
        set(this: WebSocket, value: unknown) {
          const state = states.get(this);
          if (state) write(state, value, this);
          else original.set!.call(this, value);
        },
      } : {}),
    });
  };
  for (const name of ['url', 'readyState', 'bufferedAmount', 'protocol', 'extensions'] as const) accessor(name, (state) => state[name]);
  accessor('binaryType', (state) => state.binaryType, (state, value) => {
    if (value === 'blob' || value === 'arraybuffer') state.binaryType = value;
  });
  for (const name of ['open', 'message', 'error', 'close']) {
    accessor(`on${name}`, (state) => state.handlers[name] ?? null, (state, value, socket) => {
      if (!(name in state.handlers)) socket.addEventListener(name, (event) => state.handlers[name]?.call(socket, event));
      state.handlers[name] = typeof value === 'function' ? (value as Handler) : null;
    });
  }
  const nativeSend = prototype.send;
  const nativeClose = prototype.close;
  prototype.send = function (this: WebSocket, data) {
    const state = states.get(this);
    if (state) send(state, data);
    else nativeSend.call(this, data);
  };
  prototype.close = function (this: WebSocket, code, reason) {
    const state = states.get(this);
    if (state) close(state, code, reason);
    else nativeClose.call(this, code, reason);
  };

  const replaced = new Proxy(Native, {
    construct(target, args: unknown[], newTarget: Function) {
      let url: URL;
      try {
        url = new URL(String(args[0]), document.baseURI);
      } catch {
        return Reflect.construct(target, args, newTarget) as WebSocket;
      }
      url.protocol = url.protocol.replace(/^ws/, 'http');
      const port = args.length > 0 && url.hash === '' && /^https?:$/.test(url.protocol) ? sandboxPort(url, own) : null;
      const protocols = args[1] === undefined ? [] : typeof args[1] === 'string' ? [args[1]] : [...(args[1] as Iterable<unknown>)].map(String);
      // What the browser's own would refuse, it refuses.
      if (port === null || new Set(protocols).size !== protocols.length || !protocols.every((name) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name))) return Reflect.construct(target, args, newTarget) as WebSocket;
      const shown = new URL(url);
      shown.protocol = url.protocol.replace(/^http/, 'ws');
      return create(shown, port, protocols, newTarget);
    },
  });
  window.WebSocket = replaced;
  prototype.constructor = replaced;
}
