/**
 * The shared-memory mailbox of one process: a synchronous call is written into it, the process waits, the kernel writes the reply.
 *
 * Layout: eight 32-bit header words, then the data area. A reply larger than the area comes in parts: the kernel sets `MORE` and the
 * process asks for the next part until it is 0. A request larger than the area (a subshell's state) comes in parts as well. Doorbell: one shared array of words; bit i says that mailbox i holds a request, and word
 * `BELL` is what the kernel sleeps on; the last one counts the filesystem's changes.
 */
import { type ByteCalls, SYSCALLS, type Sys, type SysIo, type SyscallName } from './syscalls.ts';
import { DATA_PREFIX, EncodeOverflow, Reader, Writer } from './codec.ts';
import { ERRNO, SysError } from './errno.ts';
import { Patience } from './patience.ts';

/** The browser's own, taken at load: in a Node process the global of that name becomes the library's, which loads half of it at the first look; and programs put another `Date` in its place. */
const clock = performance, { now } = Date;
/** Milliseconds, as many bits as fit a word. */
const stamp = (): number => now() & 0x7fffffff;

export const HEADER_WORDS = 10;
export const HEADER = { STATE: 0, OP: 1, LENGTH: 2, ERRNO: 3, MORE: 4, SIGNALS: 5, SIGNALS_HIGH: 6, AWAKE: 7, AWAKE_BEFORE: 8 } as const;
/** Value of `AWAKE` while it sleeps in its event loop; any other is the time it woke (ms). How long it was awake before is in `AWAKE_BEFORE`. */
const ASLEEP = -1;
export const STATE = { IDLE: 0, REQUEST: 1, REPLY: 2 } as const;
/** Operation number that asks for the next part of a long reply. */
export const OP_MORE = 0xffff;
/** Operation number that brings a part of a long request: the last part comes with the call's own number. */
export const OP_PART = 0xfffe;
/** Bytes of a request at most. */
export const MAX_REQUEST = 64 * 1024 * 1024;

/** Payload of one read or write; longer transfers are chunked by the client. A multiple of what a pipe holds, so that a long write leaves it full and never nearly so. */
export const MAX_TRANSFER = 256 * 1024;
/** Bytes of a mailbox's data area: a transfer and the tags around it. */
export const MAILBOX_BYTES = MAX_TRANSFER + 64;

/** Slots of the doorbell: live processes plus the ones started ahead. */
export const MAX_SLOTS = 1024;
export const BELL = MAX_SLOTS / 32;
/** Word that counts the changes of the filesystem (`Sys.changes`). */
export const CHANGES = BELL + 1;

export interface MailboxInit { mailbox: SharedArrayBuffer; doorbell: SharedArrayBuffer; slot: number }

export function createMailboxBuffer(): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(HEADER_WORDS * 4 + MAILBOX_BYTES);
  new Int32Array(buffer)[HEADER.AWAKE] = stamp();
  return buffer;
}

export function createDoorbell(): SharedArrayBuffer {
  return new SharedArrayBuffer((CHANGES + 1) * 4);
}

const OP: Record<string, number> = Object.fromEntries(SYSCALLS.map((name, i) => [name, i]));

/**
 * Longest time a caller looks at its mailbox before it goes to sleep. It outlasts the waking of a sleeping kernel (about 40 µs): with less,
 * each side falls asleep while the other wakes, and every call of a burst costs two wake-ups.
 */
const SPIN_MS = 0.08;
/** Looks between two looks at the clock. */
const SPIN_BATCH = 128;

/**
 * The process side. `onSignals` is called with the set of pending handled signals (bit n-1 for signal n) after any call that found some;
 * programs that live in an event loop leave it out and listen to `signal` events instead.
 */
export function createSys({ mailbox, doorbell, slot }: MailboxInit, options: { onSignals?: (low: number) => void } = {}): Sys {
  const header = new Int32Array(mailbox, 0, HEADER_WORDS);
  const bytes = new Uint8Array(mailbox, HEADER_WORDS * 4);
  const bells = new Int32Array(doorbell);
  const bit = 1 << (slot & 31);
  const word = slot >> 5;

  const patience = new Patience(SPIN_MS);
  /** Waits awake for the answer, for a while. */
  const look = (): void => {
    let until = 0;
    for (let i = 1; Atomics.load(header, HEADER.STATE) === STATE.REQUEST; i++) {
      if (i % SPIN_BATCH !== 0) continue;
      const now = clock.now();
      if (until === 0) until = now + patience.ms;
      else if (now > until) {
        patience.failed();
        return;
      }
    }
    patience.succeeded();
  };

  /** Sends what `writer` holds and waits; returns with the reply in the data area, or throws. */
  const roundTrip = (op: number, length: number): void => {
    header[HEADER.OP] = op;
    header[HEADER.LENGTH] = length;
    Atomics.store(header, HEADER.STATE, STATE.REQUEST);
    Atomics.or(bells, word, bit);
    Atomics.add(bells, BELL, 1);
    Atomics.notify(bells, BELL);
    look();
    while (Atomics.load(header, HEADER.STATE) === STATE.REQUEST) Atomics.wait(header, HEADER.STATE, STATE.REQUEST);
    Atomics.store(header, HEADER.STATE, STATE.IDLE);
  };

  const { onSignals } = options;
  const tellSignals = (): void => {
    if (!onSignals || header[HEADER.SIGNALS] === 0) return;
    const pending = Atomics.exchange(header, HEADER.SIGNALS, 0);
    if (pending !== 0) onSignals(pending);
  };

  /**
   * Takes the reply out of the data area by `decode`, or throws its error. Only then are signals told: what hears of them makes calls of its
   * own (a shell passes ^C on by `kill`), whose replies come to the same place, and `waitpid` once returned the arguments of that `kill`.
   */
  const answer = <T>(name: SyscallName, decode: () => T): T => {
    const errno = header[HEADER.ERRNO]!;
    const value = errno === 0 ? decode() : undefined;
    tellSignals();
    if (errno !== 0) throw new SysError(errno, name);
    return value as T;
  };

  // No `for of` on the way of a call: a program may take the iterator of arrays away, and goes on natively.
  const send = (name: SyscallName, args: readonly unknown[]): void => {
    const writer = new Writer(bytes);
    try {
      for (let i = 0; i < args.length; i++) writer.value(args[i] as never);
    } catch (e) {
      if (!(e instanceof EncodeOverflow)) throw e;
      sendLong(name, args);
      return;
    }
    roundTrip(OP[name]!, writer.at);
  };

  /** Sends a request that is larger than the data area, or may be: text is counted at its longest before it is written. */
  const sendLong = (name: SyscallName, args: readonly unknown[]): void => {
    const writer = new Writer(new Uint8Array(bytes.length * 2), 0, MAX_REQUEST);
    try {
      for (let i = 0; i < args.length; i++) writer.value(args[i] as never);
    } catch (e) {
      if (e instanceof EncodeOverflow) throw new SysError(ERRNO.E2BIG, name);
      throw e;
    }
    let at = 0;
    for (; writer.at - at > bytes.length; at += bytes.length) {
      bytes.set(writer.bytes.subarray(at, at + bytes.length));
      roundTrip(OP_PART, bytes.length);
      if (header[HEADER.ERRNO] !== 0) throw new SysError(header[HEADER.ERRNO]!, name);
    }
    bytes.set(writer.bytes.subarray(at, writer.at));
    roundTrip(OP[name]!, writer.at - at);
  };

  /** The reply's bytes: the data area itself, or the parts of a long reply joined. */
  const reply = (): Uint8Array => {
    if (header[HEADER.MORE] === 0) return bytes;
    const parts: Uint8Array[] = [];
    let total = 0;
    for (;;) {
      const part = bytes.slice(0, header[HEADER.LENGTH]!);
      parts.push(part);
      total += part.length;
      if (header[HEADER.MORE] === 0) break;
      roundTrip(OP_MORE, 0);
    }
    const joined = new Uint8Array(total);
    let at = 0;
    for (let i = 0; i < parts.length; at += parts[i++]!.length) joined.set(parts[i]!, at);
    return joined;
  };

  const call = (name: SyscallName, args: readonly unknown[]): unknown => {
    send(name, args);
    return answer(name, () => new Reader(reply()).value());
  };

  const sys: Record<string, unknown> = {};
  for (const name of SYSCALLS) sys[name] = (...args: unknown[]) => call(name, args);

  /** A file's contents. The parts go straight into place: a large file is copied once on this side. */
  const contents = (): Uint8Array => {
    const { start, length } = new Reader(bytes).dataRange();
    if (header[HEADER.MORE] === 0) return bytes.slice(start, start + length);
    const target = new Uint8Array(length);
    let at = header[HEADER.LENGTH]! - start;
    target.set(bytes.subarray(start, start + at));
    while (header[HEADER.MORE] !== 0) {
      roundTrip(OP_MORE, 0);
      const n = Math.min(header[HEADER.LENGTH]!, length - at);
      target.set(bytes.subarray(0, n), at);
      at += n;
    }
    return target;
  };

  const io: Pick<Sys, keyof SysIo> = {
    asleep(on) {
      const woke = header[HEADER.AWAKE]!;
      header[HEADER.AWAKE] = on ? ASLEEP : stamp();
      if (on && woke !== ASLEEP) header[HEADER.AWAKE_BEFORE]! += (stamp() - woke) & 0x7fffffff;
    },
    changes: () => Atomics.load(bells, CHANGES),
    read(fd, target, position, next) {
      const length = Math.min(target.length, MAX_TRANSFER);
      send('readBytes', next === undefined ? [fd, length, position] : [fd, length, position, next.events, next.watch]);
      return answer('readBytes', () => {
        const range = new Reader(bytes).dataRange();
        target.set(bytes.subarray(range.start, range.start + range.length));
        return range.length;
      });
    },
    write(fd, data, position) {
      let done = 0;
      do {
        const part = data.subarray(done, done + MAX_TRANSFER);
        let n: number;
        try {
          n = call('writeBytes', [fd, part, position < 0 ? position : position + done]) as number;
        } catch (e) {
          // Bytes already accepted are reported, as write(2) does; the next call meets the error again.
          if (done > 0 && e instanceof SysError && (e.code === 'EAGAIN' || e.code === 'EINTR')) return done;
          throw e;
        }
        done += n;
        if (n < part.length) return done;
      } while (done < data.length);
      return done;
    },
    readFile(path) {
      send('readFileBytes', [path]);
      return answer('readFileBytes', contents);
    },
    writeFile(path, flags, mode, data) {
      if (data.length <= MAX_TRANSFER - path.length * 3) {
        call('writeFileBytes', [path, flags, mode, data]);
        return;
      }
      const fd = (sys as unknown as Sys).open(path, flags, mode);
      try {
        io.write(fd, data, -1);
      } finally {
        (sys as unknown as Sys).close(fd);
      }
    },
  };
  return Object.assign(sys, io) as unknown as Sys;
}

/** A handler's way to say that the reply comes later, through `MailboxPeer.reply` or `.fail`. */
export const PENDING: unique symbol = Symbol('pending');

/** The kernel side of one mailbox. */
export class MailboxPeer {
  readonly header: Int32Array;
  readonly bytes: Uint8Array;
  private rest: Uint8Array | null = null;
  /** Parts of a long request whose last one has not come. */
  private begun: Uint8Array[] = [];
  private begunBytes = 0;
  /** A request was taken and not answered yet. The state word alone cannot say so: the process can write it. */
  private taken = false;
  /** Set when the process ended: a late reply must not be written (decisions 12). */
  revoked = false;
  readonly buffer: SharedArrayBuffer;
  constructor(buffer: SharedArrayBuffer) {
    this.buffer = buffer;
    this.header = new Int32Array(buffer, 0, HEADER_WORDS);
    this.bytes = new Uint8Array(buffer, HEADER_WORDS * 4);
  }

  /** The waiting request, or null. Arguments are decoded (copied) before anything else runs: the sender shares the memory. */
  take(): { name: SyscallName; args: unknown[] } | 'more' | null {
    // While a request waits for its answer nothing more is taken: any process can ring for any other, and a write that was half done
    // would begin anew.
    if (!this.waiting) return null;
    this.taken = true;
    const op = this.header[HEADER.OP]!;
    if (op === OP_MORE) return 'more';
    this.rest = null;
    const length = Math.min(Math.max(this.header[HEADER.LENGTH]!, 0), this.bytes.length);
    if (op === OP_PART) {
      this.takePart(length);
      return null;
    }
    const request = this.begunBytes === 0 ? this.bytes.subarray(0, length) : this.joined(length);
    const name = SYSCALLS[op];
    if (name === undefined) {
      this.fail(ERRNO.ENOSYS);
      return null;
    }
    const reader = new Reader(request);
    const args: unknown[] = [];
    try {
      while (reader.at < request.length) args.push(reader.value());
    } catch {
      // The process wrote something that is no argument list.
      this.fail(ERRNO.EFAULT);
      return null;
    }
    return { name, args };
  }

  /** Keeps a part of a long request and asks for the next. */
  private takePart(length: number): void {
    if (this.begunBytes + length > MAX_REQUEST) {
      this.begun = [];
      this.begunBytes = 0;
      this.fail(ERRNO.E2BIG);
      return;
    }
    if (length > 0) this.begun.push(this.bytes.slice(0, length));
    this.begunBytes += length;
    this.finish(0, 0, 0);
  }

  /** The whole of a long request whose last part lies in the data area. */
  private joined(length: number): Uint8Array {
    const whole = new Uint8Array(this.begunBytes + length);
    let at = 0;
    for (const part of this.begun) {
      whole.set(part, at);
      at += part.length;
    }
    whole.set(this.bytes.subarray(0, length), at);
    this.begun = [];
    this.begunBytes = 0;
    return whole;
  }

  /** Whether a request waits that was not taken yet. */
  get waiting(): boolean {
    return !this.taken && !this.revoked && Atomics.load(this.header, HEADER.STATE) === STATE.REQUEST;
  }

  /** How long it has been awake since its mailbox was made, that is not asleep in an event loop, in ms. The process says so itself, of itself. */
  get awakeMs(): number {
    const woke = this.header[HEADER.AWAKE]!;
    return this.header[HEADER.AWAKE_BEFORE]! + (woke === ASLEEP ? 0 : (stamp() - woke) & 0x7fffffff);
  }

  reply(value: unknown): void {
    if (this.revoked) return;
    const writer = new Writer(this.bytes);
    if (value instanceof Uint8Array && value.length > this.bytes.length - DATA_PREFIX) {
      // Contents larger than the area are not encoded in one piece first: that would copy them twice more.
      const first = this.bytes.length - DATA_PREFIX;
      writer.dataPrefix(value.length);
      this.bytes.set(value.subarray(0, first), DATA_PREFIX);
      this.rest = value.subarray(first);
      this.finish(this.bytes.length, 0, 1);
      return;
    }
    try {
      writer.value(value as never);
    } catch (e) {
      if (!(e instanceof EncodeOverflow)) throw e;
      const grown = new Writer(new Uint8Array(this.bytes.length * 2), 0, Infinity);
      grown.value(value as never);
      this.rest = grown.bytes.subarray(0, grown.at);
      this.part();
      return;
    }
    this.finish(writer.at, 0, 0);
  }

  /** Sends the next part of a long reply. */
  part(): void {
    const rest = this.rest ?? new Uint8Array(0);
    const n = Math.min(rest.length, this.bytes.length);
    this.bytes.set(rest.subarray(0, n));
    this.rest = n < rest.length ? rest.subarray(n) : null;
    this.finish(n, 0, this.rest ? 1 : 0);
  }

  fail(errno: number): void {
    if (this.revoked) return;
    this.finish(0, errno, 0);
  }

  /** Marks a handled signal pending; a process without an event loop sees it after its current call. */
  signal(signo: number): void {
    if (!this.revoked) Atomics.or(this.header, HEADER.SIGNALS, 1 << (signo - 1));
  }

  private finish(length: number, errno: number, more: number): void {
    this.taken = false;
    this.header[HEADER.LENGTH] = length;
    this.header[HEADER.ERRNO] = errno;
    this.header[HEADER.MORE] = more;
    Atomics.store(this.header, HEADER.STATE, STATE.REPLY);
    Atomics.notify(this.header, HEADER.STATE);
  }
}

/** The kernel's handlers, by name: SysCalls and ByteCalls with the calling process first. A handler returns its value, throws `SysError`, or returns `PENDING`. */
export type Handler<P> = (process: P, ...args: never[]) => unknown;
export type HandlerTable<P> = { [K in SyscallName]: Handler<P> };
export type CallSignature<K extends SyscallName> = K extends keyof ByteCalls ? ByteCalls[K] : K extends keyof Sys ? Sys[K] : never;
