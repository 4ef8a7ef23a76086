/** Workers started ahead of need, per kind of program. */
import { createMailboxBuffer, MailboxPeer } from '../../abi/mailbox.ts';
import type { KernelToProcess, ProcessToKernel, ProgramKind, StartMessage } from '../../abi/messages.ts';
import { Slots } from './slots.ts';

/** As much of `Worker` as the kernel uses; tests put something else in its place. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface PoolOptions {
  /** Creates a worker running the program; addresses of assets are in the init message. */
  create(kind: ProgramKind): WorkerLike;
  doorbell: SharedArrayBuffer;
  assets: { [name: string]: string };
  /** Workers kept waiting, per kind. */
  ahead: Record<ProgramKind, number>;
}

/** After this many boots of a kind failed in a row, none are started ahead: each spawn then tries, and says why it failed. */
const MAX_FAILURES = 3;
/** A worker that is waited for and does not report within this time has failed. */
const BOOT_MS = 30_000;

/** One worker, from its creation to its end. It becomes one process at most. */
export class Seat {
  readonly kind: ProgramKind;
  readonly slot: number;
  readonly peer: MailboxPeer;
  /** Told when the program failed to boot or threw outside of any handler of its own; set by whoever takes the seat. */
  onCrash: ((text: string) => void) | null = null;
  onReady: (() => void) | null = null;
  ended = false;
  ready = false;
  /** Held back until the worker is ready. */
  private held: KernelToProcess[] = [];
  private bootTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly worker: WorkerLike;

  constructor(kind: ProgramKind, worker: WorkerLike, slot: number, { doorbell, assets }: PoolOptions) {
    this.kind = kind;
    this.worker = worker;
    this.slot = slot;
    const mailbox = createMailboxBuffer();
    this.peer = new MailboxPeer(mailbox);
    worker.onmessage = ({ data }) => this.receive(data as ProcessToKernel);
    worker.onerror = (event) => {
      // Otherwise the same error would surface again as the kernel's own.
      event.preventDefault();
      const place = event.filename ? ` (${event.lineno}:${event.colno})` : '';
      this.crash(`${event.message || 'the program could not be loaded'}${place}`);
    };
    worker.postMessage({ t: 'init', mailbox: { mailbox, doorbell, slot }, assets });
  }

  post(message: KernelToProcess): void {
    if (this.ended) return;
    if (this.ready) this.worker.postMessage(message);
    else this.held.push(message);
  }

  start(message: StartMessage): void {
    this.post(message);
    if (!this.ready) this.bootTimer = setTimeout(() => this.crash(`the program ${this.kind} did not start within ${BOOT_MS / 1000} s`), BOOT_MS);
  }

  /** Ends the worker at once. Its mailbox is never answered again and never reused. */
  end(): void {
    this.ended = true;
    this.held = [];
    clearTimeout(this.bootTimer);
    this.peer.revoked = true;
    this.worker.onmessage = null;
    this.worker.onerror = null;
    this.worker.terminate();
  }

  private receive(message: ProcessToKernel | null): void {
    if (this.ended || message === null || typeof message !== 'object') return;
    if (message.t === 'ready' && !this.ready) {
      this.ready = true;
      clearTimeout(this.bootTimer);
      this.onReady?.();
      for (const held of this.held) this.worker.postMessage(held);
      this.held = [];
    } else if (message.t === 'crash') this.crash(String(message.text));
  }

  private crash(text: string): void {
    if (!this.ended) this.onCrash?.(text);
  }
}

export class WorkerPool {
  private readonly options: PoolOptions;
  private readonly slots = new Slots();
  private readonly waiting: Record<ProgramKind, Seat[]> = { node: [], shell: [] };
  private readonly failures: Record<ProgramKind, number> = { node: 0, shell: 0 };
  private closed = false;

  constructor(options: PoolOptions) {
    this.options = options;
    this.refill();
  }

  /** A worker for a new process: one that waits, preferably ready, else a new one. Null when no slot is free. */
  take(kind: ProgramKind): Seat | null {
    const seats = this.waiting[kind];
    const ready = seats.findIndex((seat) => seat.ready);
    const seat = seats.length ? seats.splice(Math.max(ready, 0), 1)[0]! : this.create(kind);
    // The replacement is made after this call was answered: making a worker takes longer than a system call may.
    if (!this.closed) setTimeout(() => this.refill(), 0);
    return seat;
  }

  /** Ends a seat's worker, whether it became a process or not. */
  end(seat: Seat): void {
    if (seat.ended) return;
    seat.end();
    this.slots.release(seat.slot);
  }

  /** Ends all waiting workers; nothing is started ahead any more. */
  close(): void {
    this.closed = true;
    for (const kind of ['node', 'shell'] as const) for (const seat of this.waiting[kind].splice(0)) this.end(seat);
  }

  /** Starts what is missing, one worker of a kind after the other: all at once they would only slow down the first one that is needed. */
  private refill(): void {
    if (this.closed) return;
    for (const kind of ['shell', 'node'] as const) {
      const waiting = this.waiting[kind];
      if (waiting.length >= this.options.ahead[kind] || waiting.some((seat) => !seat.ready) || this.failures[kind] >= MAX_FAILURES) continue;
      const seat = this.create(kind);
      if (!seat) return;
      seat.onCrash = () => {
        this.failures[kind]++;
        this.waiting[kind] = this.waiting[kind].filter((other) => other !== seat);
        this.end(seat);
        this.refill();
      };
      waiting.push(seat);
    }
  }

  private create(kind: ProgramKind): Seat | null {
    const slot = this.slots.take();
    if (slot === null) return null;
    const seat = new Seat(kind, this.options.create(kind), slot, this.options);
    seat.onReady = () => {
      this.failures[kind] = 0;
      this.refill();
    };
    return seat;
  }
}
