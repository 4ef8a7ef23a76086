/** internalBinding('messaging'): message ports within a thread and between those of a process, structuredClone, DOMException. */
import type { ActiveHandle } from '../active.ts';
import type { CoreRuntime } from '../core.ts';
import { createCloner, type Parcel } from '../messaging/clone.ts';
import { type RawMessage, Remote } from '../messaging/remote.ts';
import { transferList } from '../messaging/transfer-list.ts';
import type { Binding, Internal } from '../runtime.ts';

/** One end of a channel. It moves from port object to port object when a port is transferred. */
interface End {
  peers: Set<End>;
  queue: (Parcel | RawMessage | 'close')[];
  /** Set when the other end is, or may be, in another thread: `peers` is empty then, but for broadcast channels. */
  remote: Remote | undefined;
  owner: object | undefined;
  receiving: boolean;
  refed: boolean;
  closed: boolean;
  id: number;
  listed?: ActiveHandle;
}

/** Messages that a port gets in one turn of the loop, or as many as there are when it begins. */
const MESSAGES = 1000;

/** A class whose call without `new` has Node's code. */
function callable(rt: CoreRuntime, Class: Function, code: string, text: string): Function {
  const made = new rt.native.Proxy(Class, {
    apply() {
      throw Object.assign(new TypeError(text), { code });
    },
  });
  Object.defineProperty(Class.prototype, 'constructor', { value: made, writable: true, enumerable: false, configurable: true });
  return made;
}

export const messagingBinding: Binding = {
  name: 'messaging',
  create(rt: CoreRuntime, shape) {
    const { oninit, handle_onclose, no_message_symbol } = rt.symbols;
    const ends = new WeakMap<object, End>();
    /** What is a port, also when its end has gone. */
    const ports = new WeakSet<object>();
    const endOf = (port: object): End | undefined => {
      if (typeof port !== 'object' || port === null || !ports.has(port)) throw new TypeError('Illegal invocation');
      return ends.get(port);
    };
    const channels = new Map<string, Set<End>>();
    let lastEnd = 0;
    const newEnd = (): End => ({ peers: new Set(), queue: [], remote: undefined, owner: undefined, receiving: false, refed: false, closed: false, id: ++lastEnd });

    const remotes = new Map<number, End>();
    /** What the kernel tells of ports whose message has not been read yet. */
    const early = new Map<number, { seq: number; items: unknown[] }[]>();
    const isRaw = (message: Parcel | RawMessage): message is RawMessage => 'bytes' in message;
    const connect = (end: End, id: number): End => {
      end.remote = new Remote(rt, id);
      remotes.set(id, end);
      gone.delete(id);
      const events = early.get(id);
      if (events === undefined) return end;
      early.delete(id);
      for (const { seq, items } of events) end.remote.arrived(seq, items);
      rt.loop.enqueue(() => rt.threads.onPort(id));
      return end;
    };
    /** Ports of this thread that closed or went elsewhere: an event for one of them may still be on its way. */
    const gone = new Set<number>();
    const forget = (id: number): void => {
      remotes.delete(id);
      gone.add(id);
    };
    const arrive = (id: number): unknown => connect(newEnd(), id);
    /** Takes what the kernel has for this end. */
    const pull = (end: End): void => {
      if (end.remote !== undefined && !end.closed) end.queue.push(...end.remote.receive());
    };
    /** Lets an end that has no port object go to another thread. Returns its id there. */
    const depart = (state: unknown): number => {
      const end = state as End;
      const waiting = end.queue.splice(0);
      if (end.remote === undefined) {
        const [here, there] = rt.sys.portPair();
        const [peer] = end.peers;
        end.peers.clear();
        connect(end, there);
        const sender = new Remote(rt, here);
        for (const message of waiting) if (message !== 'close' && !isRaw(message)) sender.send(message, depart);
        if (peer === undefined) rt.sys.portClose(here);
        else {
          peer.peers.clear();
          peer.remote = sender;
          remotes.set(here, peer);
        }
      } else end.remote.putBack(waiting.filter((message) => message !== 'close'), depart);
      const { id } = end.remote!;
      forget(id);
      return id;
    };
    rt.threads.onPort = (id) => {
      const end = remotes.get(id);
      if (end === undefined) {
        if (!gone.has(id) && !early.has(id)) early.set(id, []);
        return;
      }
      pull(end);
      if (end.queue.length > 0) schedule(end);
    };
    rt.threads.onNatives = (id, seq, items) => {
      const end = remotes.get(id);
      if (end !== undefined) end.remote!.arrived(seq, items);
      else if (!gone.has(id)) early.set(id, [...early.get(id) ?? [], { seq, items }]);
      rt.threads.onPort(id);
    };
    rt.threads.adopt = (id) => makePort(connect(newEnd(), id));

    const adopt = (port: Internal, end: End): void => {
      ends.set(port, end);
      ports.add(port);
      end.owner = port;
      rt.attachAsync(port, 'MESSAGEPORT');
      setRef(end, true);
      port[oninit!]?.();
      // The other end may have closed while this one was on its way: that is told without anybody listening for messages.
      if (end.queue.length > 0) schedule(end);
    };
    const setRef = (end: End, on: boolean): void => {
      if (end.refed === on) return;
      end.refed = on;
      if (end.closed) return;
      if (on) rt.active.handles.add(end.listed = { type: 'MESSAGEPORT', object: end.owner!, isReferenced: true });
      else rt.active.handles.delete(end.listed!);
      if (on) rt.loop.ref();
      else rt.loop.unref();
    };
    /** Ends with something to deliver. One pass goes through them in the order of their making, as libuv goes through its async handles. */
    const waiting = new Set<End>();
    let passing = false;
    let cursor = 0;
    /** How many messages the end at the cursor still gets in this pass: a bound, so that two ports which answer each other leave the loop its other phases (MessagePort::OnMessage). */
    let left = 0;
    /** Whether its first message may be handed out. */
    const ready = (end: End): boolean => end.owner !== undefined && (end.receiving || end.queue[0] === 'close');
    const schedule = (end: End): void => {
      if (!ready(end)) return;
      waiting.add(end);
      if (passing) return;
      passing = true;
      rt.loop.enqueue(pass);
    };
    /** Delivers one message and goes on with the next in a step of its own, ahead of whatever else waits in this turn. */
    const pass = (): void => {
      let end: End | undefined;
      for (const candidate of waiting) if ((candidate.id > cursor || (candidate.id === cursor && left > 0)) && (end === undefined || candidate.id < end.id)) end = candidate;
      if (end === undefined) {
        cursor = left = 0;
        passing = waiting.size > 0;
        if (passing) rt.loop.enqueue(pass);
        return;
      }
      if (cursor !== end.id) left = Math.max(end.queue.length, MESSAGES);
      cursor = end.id;
      left--;
      // One that was stopped meanwhile (by `once`, `close`, a transfer) would come up here for ever; `start` puts it back.
      if (end.queue.length <= 1 || !ready(end)) waiting.delete(end);
      rt.loop.enqueueNext(pass);
      deliver(end);
    };
    /** One message per callback, as each needs its own drain of ticks and microtasks. */
    const deliver = (end: End): void => {
      const next = end.queue[0];
      if (next === undefined || !ready(end)) return;
      end.queue.shift();
      if (next === 'close') {
        close(end);
        return;
      }
      const ports: object[] = [];
      let value: unknown;
      let type = 'message';
      try {
        value = cloner.unpack(parcelOf(end, next), ports);
      } catch (e) {
        value = e;
        type = 'messageerror';
      }
      rt.makeCallback(rt.perContext.emitMessage, end.owner, value, ports, type);
    };
    const parcelOf = (end: End, message: Parcel | RawMessage): Parcel => (isRaw(message) ? end.remote!.decode(message, arrive) : message);
    /** The other ends hear of it once this one has closed, so that it is told first (MessagePort::OnClose). */
    const leavePeers = (end: End): void => {
      for (const peer of end.peers) {
        peer.peers.delete(end);
        if (peer.peers.size === 0 && !isBroadcast.has(peer)) {
          peer.queue.push('close');
          schedule(peer);
        }
      }
      end.peers.clear();
    };
    const close = (end: End): void => {
      if (end.closed) return;
      if (end.remote !== undefined) {
        forget(end.remote.id);
        rt.sys.portClose(end.remote.id);
      }
      const { refed } = end;
      setRef(end, false);
      end.closed = true;
      // What `hasRef` tells until the close callback, as of every handle.
      end.refed = refed;
      // In the middle of its messages it gets the rest of them, as in Node (MessagePort::OnMessage).
      if (cursor !== end.id || !waiting.has(end)) end.receiving = false;
      for (const group of channels.values()) group.delete(end);
      const port = end.owner as Internal;
      if (port === undefined) leavePeers(end);
      else {
        rt.loop.closing(() => {
          leavePeers(end);
          ends.delete(port);
          rt.makeCallback(() => port[handle_onclose!]?.(), port);
        });
      }
    };
    const isBroadcast = new WeakSet<End>();
    let several = rt.isThread;
    rt.threads.several = () => {
      if (several) return;
      several = true;
      for (const [name, group] of channels) for (const end of group) connect(end, rt.sys.portJoin(name));
    };

    const constructing: { end: End | undefined } = { end: undefined };
    class MessagePort {
      constructor() {
        const { end } = constructing;
        if (end === undefined) throw Object.assign(new TypeError('Constructor cannot be called'), { code: 'ERR_CONSTRUCT_CALL_INVALID' });
        constructing.end = undefined;
        adopt(this, end);
      }

      postMessage(message: unknown, options?: unknown): boolean | undefined {
        const end = endOf(this);
        if (arguments.length === 0) throw Object.assign(new TypeError('Not enough arguments to MessagePort.postMessage'), { code: 'ERR_MISSING_ARGS' });
        const list = transferList(options);
        // The other end itself is sent: nobody will ever receive it.
        const lost = [...end?.peers ?? []].find((peer) => peer.owner !== undefined && list.includes(peer.owner));
        if (list.includes(this)) throw new rt.domException('Transfer list contains source port', 'DataCloneError');
        // Every receiver gets a copy of its own; the first is made even when nobody listens, as cloning may throw.
        const first = cloner.pack(message, list);
        if (end === undefined || end.closed) return undefined;
        if (lost !== undefined) {
          rt.process.emitWarning('The target port was posted to itself, and the communication channel was lost');
          end.peers.delete(lost);
          end.queue.push('close');
          schedule(end);
          return true;
        }
        if (end.peers.size === 0 && end.remote === undefined) return false;
        let used = false;
        if (end.remote !== undefined && !end.closed) {
          // Ports and host objects go once: with several receivers they are copied for each by the kernel.
          end.remote.send(first, depart);
          used = end.peers.size > 0 && list.length > 0;
        }
        for (const peer of end.peers) {
          peer.queue.push(used ? cloner.pack(message, []) : first);
          used = true;
          schedule(peer);
        }
        return true;
      }

      start(): void {
        const end = endOf(this);
        if (end === undefined || end.closed) return;
        end.receiving = true;
        pull(end);
        if (end.queue.length > 0) schedule(end);
      }

      close(): void {
        const end = endOf(this);
        if (end !== undefined) close(end);
      }

      ref(): void {
        const end = endOf(this);
        if (end !== undefined) setRef(end, true);
      }

      unref(): void {
        const end = endOf(this);
        if (end !== undefined) setRef(end, false);
      }

      hasRef(): boolean | undefined {
        return endOf(this)?.refed;
      }
    }
    /** What a port in another context has: the library's methods for events stay behind. */
    const bare = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(MessagePort.prototype));
    const makePort = (end: End): object => {
      constructing.end = end;
      return new MessagePort();
    };
    const drain = (port: object): void => {
      const end = ends.get(port);
      while (end !== undefined && end.receiving && !end.closed) {
        // The kernel hands them over in parts.
        if (end.queue.length === 0) pull(end);
        if (end.queue.length === 0) break;
        deliver(end);
      }
    };

    const cloner = createCloner(rt, {
      isPort: (value) => typeof value === 'object' && value !== null && value instanceof MessagePort,
      isOpen: (port) => ends.get(port)?.closed === false,
      take(port) {
        const end = ends.get(port);
        if (end === undefined || end.closed) throw new rt.domException('MessagePort in transfer list is already detached', 'DataCloneError');
        setRef(end, false);
        ends.delete(port);
        end.owner = undefined;
        end.receiving = false;
        return end;
      },
      give: (state) => makePort(state as End),
      drop: (state) => close(state as End),
    });

    class MessageChannel {
      readonly port1: object;
      readonly port2: object;
      constructor() {
        const a = newEnd(), b = newEnd();
        a.peers.add(b);
        b.peers.add(a);
        this.port1 = makePort(a);
        this.port2 = makePort(b);
      }
    }

    return Object.assign(shape, {
      MessageChannel: callable(rt, MessageChannel, 'ERR_CONSTRUCT_CALL_REQUIRED', 'Cannot call constructor without `new`'),
      MessagePort: callable(rt, MessagePort, 'ERR_CONSTRUCT_CALL_INVALID', 'Constructor cannot be called'),
      DOMException: rt.domException,
      exposeLazyDOMExceptionProperty(target: object) {
        Object.defineProperty(target, 'DOMException', { value: rt.domException, writable: true, configurable: true, enumerable: false });
      },
      stopMessagePort(port: object) {
        const end = ends.get(port);
        if (end !== undefined) end.receiving = false;
      },
      drainMessagePort: drain,
      receiveMessageOnPort(port: object) {
        const end = ends.get(port);
        if (end === undefined && !(port instanceof MessagePort)) throw Object.assign(new TypeError('The "port" argument must be a MessagePort instance'), { code: 'ERR_INVALID_ARG_TYPE' });
        if (end?.queue.length === 0) pull(end);
        const next = end?.queue[0];
        if (next === undefined || next === 'close') return no_message_symbol;
        end!.queue.shift();
        return cloner.unpack(parcelOf(end!, next), []);
      },
      moveMessagePortToContext(port: object, context: unknown) {
        const end = ends.get(port);
        if (end === undefined && !ports.has(port)) throw Object.assign(new TypeError('The "port" argument must be a MessagePort instance'), { code: 'ERR_INVALID_ARG_TYPE' });
        if (end === undefined || end.closed) throw Object.assign(new Error('Cannot send data on closed MessagePort'), { code: 'ERR_CLOSED_MESSAGE_PORT' });
        if (typeof context !== 'object' || context === null || !rt.requireBuiltin('vm').isContext(context)) throw Object.assign(new TypeError('Invalid context argument'), { code: 'ERR_INVALID_ARG_TYPE' });
        setRef(end, false);
        ends.delete(port);
        end.receiving = false;
        const moved = Object.create(bare);
        adopt(moved, end);
        return moved;
      },
      setDeserializerCreateObjectFunction(fn: (info: string) => Internal) {
        cloner.create = fn;
      },
      broadcastChannel(name: string) {
        const end = newEnd();
        isBroadcast.add(end);
        if (several) connect(end, rt.sys.portJoin(name));
        const group = channels.get(name) ?? new Set();
        channels.set(name, group);
        for (const other of group) {
          other.peers.add(end);
          end.peers.add(other);
        }
        group.add(end);
        return makePort(end);
      },
      structuredClone(value: unknown, options?: { transfer?: unknown[] }) {
        return cloner.unpack(cloner.pack(value, options?.transfer ?? []), []);
      },
    });
  },
};
