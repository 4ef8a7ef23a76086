/** The far side of message ports whose other end is in another thread: the kernel keeps their queues (`kernel/process/port-table.ts`). */
import { MAX_TRANSFER } from '../../abi/mailbox.ts';
import type { CoreRuntime } from '../core.ts';
import type { Parcel } from './clone.ts';
import { decodeParcel, encodeParcel } from './wire.ts';

/** Bytes of a message in one call, leaving room for its other arguments. */
const PART = MAX_TRANSFER - 16 * 1024;
/** Ports that fit beside them. */
const MAX_PORTS = 1000;

/** A message as it came out of the kernel. */
export interface RawMessage { seq: number; ports: number[]; bytes: Uint8Array; natives: readonly unknown[] }

/** A port's connection to the kernel. */
export class Remote {
  readonly id: number;
  private readonly rt: CoreRuntime;
  /** The latest message whose natives have come, and these until the message is taken. */
  private seen = 0;
  private readonly natives = new Map<number, readonly unknown[]>();

  constructor(rt: CoreRuntime, id: number) {
    this.rt = rt;
    this.id = id;
  }

  /** @param connect gives the id of a port that goes with the message. @throws Error with `code` ERR_TABLOOM_NOT_AVAILABLE when it has too many ports */
  send(parcel: Parcel, connect: (state: unknown) => number): void {
    const { sys } = this.rt;
    const { parts, ports, natives } = encodeParcel(this.rt, parcel);
    if (ports.length > MAX_PORTS) throw Object.assign(new Error(`a message takes ${MAX_PORTS} ports at most in this sandbox`), { code: 'ERR_TABLOOM_NOT_AVAILABLE' });
    const ids = ports.map(connect);
    const pieces = parts.flatMap((part) => Array.from({ length: Math.ceil(part.length / PART) }, (_, i) => part.subarray(i * PART, (i + 1) * PART)));
    const last = pieces.pop()!;
    for (const piece of pieces) sys.portSend(this.id, piece, [], false, true);
    // Right before the call that they belong to: a part that is refused leaves none behind.
    if (natives.length > 0) this.rt.threads.postNatives(natives);
    sys.portSend(this.id, last, ids, natives.length > 0, false);
  }

  arrived(seq: number, items: readonly unknown[]): void {
    this.seen = Math.max(this.seen, seq);
    this.natives.set(seq, items);
  }

  /** What waits in the kernel. */
  receive(): (RawMessage | 'close')[] {
    return this.rt.sys.portReceive(this.id, this.seen).map((entry) => {
      if (entry === null) return 'close';
      const [seq, ports, hasNatives, bytes] = entry;
      const natives = hasNatives ? this.natives.get(seq) ?? [] : [];
      this.natives.delete(seq);
      return { seq, ports, bytes, natives };
    });
  }

  /** Gives messages back that were not used, the last one first: those that came out of the kernel, and before them what was sent while both ends were in this thread. */
  putBack(messages: readonly (RawMessage | Parcel)[], connect: (state: unknown) => number): void {
    for (const message of [...messages].reverse()) {
      const { seq, bytes, ports, natives } = 'bytes' in message ? message : this.raw(message, connect);
      // What came beside it goes beside it again.
      if (natives.length > 0 || bytes.length > PART) throw Object.assign(new Error('a port with a message of shared memory that was not read cannot be moved to another thread in this sandbox'), { code: 'ERR_TABLOOM_NOT_AVAILABLE' });
      this.rt.sys.portUnreceive(this.id, seq, bytes, ports);
    }
  }

  private raw(parcel: Parcel, connect: (state: unknown) => number): RawMessage {
    const { parts, ports, natives } = encodeParcel(this.rt, parcel);
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return { seq: 0, bytes, ports: ports.map(connect), natives };
  }

  decode({ bytes, ports, natives }: RawMessage, connect: (id: number) => unknown): Parcel {
    return decodeParcel(this.rt, bytes, ports.map(connect), natives);
  }
}
