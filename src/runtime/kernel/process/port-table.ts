/**
 * Message ports between the threads of one process. A browser delivers its own ports' messages in tasks only, but `receiveMessageOnPort` takes
 * one in the middle of a task, right after an `Atomics.wait`; so messages lie here, as bytes, and are taken by system calls. What bytes cannot
 * carry (shared memory, compiled WebAssembly) comes beside them by `postMessage`; a message that has such is held back until it is there.
 */
import { ERRNO, SysError } from '../../abi/errno.ts';
import type { Process } from '../types.ts';

interface Message {
  /** Where it waits. */
  at: Port;
  seq: number;
  bytes: Uint8Array;
  ports: Port[];
  natives: boolean;
  /** Undefined while they are still on their way from the sender. */
  items: unknown[] | undefined;
  /** They were posted to the owner of the port. */
  posted: boolean;
}

interface Port {
  readonly id: number;
  /** Null while the port itself is in a message. */
  owner: Process | null;
  peer: Port | null;
  /** Name of the broadcast channel it belongs to. */
  readonly group: string | null;
  queue: (Message | 'close')[];
  /** The owner was told that there is something, and has not found the queue empty since. */
  notified: boolean;
  closed: boolean;
  /** Sequence number of its last message. */
  seq: number;
}

/** [sequence number, ports that came with it, whether natives belong to it, bytes]; null stands for the other end's closing. */
export type Received = ([seq: number, ports: number[], natives: boolean, bytes: Uint8Array] | null)[];

/** Bytes of messages handed over in one call; a longer message comes alone. */
const BATCH_BYTES = 64 * 1024;
/** Longest message. */
const MAX_MESSAGE = 1 << 30;
const MAX_PORTS = 100_000;

export class PortTable {
  private readonly ports = new Map<number, Port>();
  private readonly groups = new Map<string, Set<Port>>();
  private lastId = 0;
  /** Parts of messages that are still being sent, and natives and messages that wait for each other, by sender. */
  private readonly parts = new Map<Process, { bytes: Uint8Array[]; length: number }>();
  private readonly early = new Map<Process, unknown[][]>();
  private readonly awaiting = new Map<Process, Message[][]>();

  /** A connected pair; both belong to `owner`. */
  pair(owner: Process): [number, number] {
    const a = this.create(owner, null), b = this.create(owner, null);
    a.peer = b;
    b.peer = a;
    return [a.id, b.id];
  }

  /** A port whose messages reach all ports of that name in other threads. */
  join(owner: Process, group: string): number {
    return this.create(owner, group).id;
  }

  /**
   * Sends to the other end; without one the message is dropped. With `more` the bytes are the beginning of a message whose next call goes on.
   * @throws SysError EBADF, EINVAL
   */
  send(caller: Process, id: number, bytes: Uint8Array, portIds: number[], natives: boolean, more: boolean): void {
    let messages: Message[] = [];
    try {
      messages = this.queued(caller, id, bytes, portIds, natives, more);
    } finally {
      // Also of a message that is refused: what belongs to it must not be taken for the next one's.
      if (natives && !more) this.match(caller, messages);
    }
    for (const { at } of messages) this.notify(at);
  }

  private match(caller: Process, messages: Message[]): void {
    const items = this.early.get(caller)?.shift();
    if (items) this.complete(messages, items);
    else push(this.awaiting, caller, messages);
  }

  /** Puts a message that is whole into the queues of its receivers. */
  private queued(caller: Process, id: number, bytes: Uint8Array, portIds: number[], natives: boolean, more: boolean): Message[] {
    const port = this.own(caller, id);
    const begun = this.parts.get(caller) ?? { bytes: [], length: 0 };
    begun.length += bytes.length;
    if (begun.length > MAX_MESSAGE) {
      this.parts.delete(caller);
      throw new SysError(ERRNO.EINVAL);
    }
    begun.bytes.push(bytes);
    if (more) {
      this.parts.set(caller, begun);
      return [];
    }
    this.parts.delete(caller);
    const travelling = portIds.map((other) => this.own(caller, other));
    if (travelling.includes(port) || new Set(travelling).size !== travelling.length) throw new SysError(ERRNO.EINVAL);
    for (const other of travelling) other.owner = null;
    const targets = port.group === null ? (port.peer ? [port.peer] : []) : this.others(port);
    const content = join(begun.bytes, begun.length);
    const messages = targets.map((target): Message => ({ at: target, seq: ++target.seq, bytes: content, ports: target === targets[0] ? travelling : [], natives, items: undefined, posted: false }));
    targets.forEach((target, i) => target.queue.push(messages[i]!));
    if (targets.length === 0) for (const other of travelling) this.destroy(other);
    return messages;
  }

  /** What a thread posted beside its messages, in the order of these. */
  arrived(sender: Process, items: unknown[]): void {
    const messages = this.awaiting.get(sender)?.shift();
    if (messages) this.complete(messages, items);
    else push(this.early, sender, items);
  }

  /** Whether natives of this thread are still on their way: its worker must not be ended before. */
  awaits(sender: Process): boolean {
    return (this.awaiting.get(sender)?.length ?? 0) > 0;
  }

  /** Takes what waits. `seen`: the highest message whose natives the caller has. @throws SysError EBADF */
  receive(caller: Process, id: number, seen: number): Received {
    const port = this.own(caller, id);
    const out: Received = [];
    let room = BATCH_BYTES;
    port.notified = false;
    for (;;) {
      const next = port.queue[0];
      if (next === undefined) break;
      if (next !== 'close') {
        if (next.natives && next.seq > seen) break;
        if (out.length > 0 && next.bytes.length > room) {
          // The rest comes with another call: nothing else would make the owner ask for it.
          this.notify(port);
          break;
        }
        room -= next.bytes.length;
        for (const other of next.ports) this.give(other, caller);
      }
      port.queue.shift();
      out.push(next === 'close' ? null : [next.seq, next.ports.map((other) => other.id), next.natives, next.bytes]);
    }
    return out;
  }

  /** Puts messages back that were taken and not used, before the port goes to another thread. @throws SysError EBADF, EINVAL */
  unreceive(caller: Process, id: number, seq: number, bytes: Uint8Array, portIds: number[]): void {
    const port = this.own(caller, id);
    const ports = portIds.map((other) => this.own(caller, other));
    for (const other of ports) other.owner = null;
    port.queue.unshift({ at: port, seq, bytes, ports, natives: false, items: undefined, posted: false });
  }

  /** @throws SysError EBADF */
  close(caller: Process, id: number): void {
    this.destroy(this.own(caller, id));
  }

  /** A thread ended: its ports close. What it sent without the natives that belong to it will never be whole, and must not hold up what comes behind it. */
  dropOwner(owner: Process): void {
    for (const message of this.awaiting.get(owner)?.flat() ?? []) this.withdraw(message);
    for (const port of [...this.ports.values()]) if (port.owner === owner) this.destroy(port);
    for (const map of [this.parts, this.early, this.awaiting]) map.delete(owner);
  }

  /** A port changes its owner before that one runs. */
  hand(caller: Process, id: number, to: Process): void {
    this.give(this.own(caller, id), to);
  }

  private create(owner: Process, group: string | null): Port {
    if (this.ports.size >= MAX_PORTS) throw new SysError(ERRNO.EMFILE);
    const port: Port = { id: ++this.lastId, owner, peer: null, group, queue: [], notified: false, closed: false, seq: 0 };
    this.ports.set(port.id, port);
    if (group !== null) {
      const members = this.groups.get(group) ?? new Set();
      this.groups.set(group, members.add(port));
    }
    return port;
  }

  private own(caller: Process, id: number): Port {
    const port = this.ports.get(id);
    if (!port || port.owner !== caller) throw new SysError(ERRNO.EBADF);
    return port;
  }

  private others(port: Port): Port[] {
    return [...this.groups.get(port.group!) ?? []].filter((other) => other.owner !== port.owner);
  }

  private give(port: Port, owner: Process): void {
    port.owner = owner;
    port.notified = false;
    // Who had it before may have heard of the other end's closing, and not made use of it.
    if (port.group === null && port.peer === null && port.queue.at(-1) !== 'close') port.queue.push('close');
    for (const message of port.queue) if (message !== 'close') message.posted = false;
    this.postNatives(port);
    if (port.queue.length > 0) this.notify(port);
  }

  private complete(messages: Message[], items: unknown[]): void {
    for (const message of messages) {
      message.items = items;
      this.postNatives(message.at);
    }
  }

  /** In the order of their messages, whichever came first from several senders: the owner says of the last one it has, and that must mean all before it. */
  private postNatives(port: Port): void {
    if (port.closed || !port.owner) return;
    // Behind the last one that was posted: else each would go through all that wait before it.
    const last = port.queue.findLastIndex((message) => message !== 'close' && message.posted);
    for (const message of port.queue.slice(last + 1)) {
      if (message === 'close' || !message.natives) continue;
      if (message.items === undefined) return;
      message.posted = true;
      port.owner.post({ t: 'natives', port: port.id, seq: message.seq, items: message.items });
    }
  }

  private withdraw(message: Message): void {
    const { at, ports } = message;
    const place = at.queue.indexOf(message);
    if (place < 0) return;
    at.queue.splice(place, 1);
    for (const other of ports) this.destroy(other);
    this.postNatives(at);
    if (at.queue.length > 0) this.notify(at);
  }

  private notify(port: Port): void {
    if (port.notified || !port.owner) return;
    port.notified = true;
    port.owner.post({ t: 'port', port: port.id });
  }

  private destroy(port: Port): void {
    if (port.closed) return;
    port.closed = true;
    this.ports.delete(port.id);
    if (port.group !== null) this.groups.get(port.group)?.delete(port);
    const { peer } = port;
    port.peer = null;
    if (peer && !peer.closed) {
      peer.peer = null;
      peer.queue.push('close');
      this.notify(peer);
    }
    for (const message of port.queue.splice(0)) if (message !== 'close') for (const other of message.ports) this.destroy(other);
  }
}

function join(parts: Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const out = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

function push<V>(map: Map<Process, V[]>, key: Process, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
