/** Workers started ahead of need, per kind of program. */
import type { ProgramKind } from '../../abi/messages.ts';
import { Seat, type WorkerOptions } from './seat.ts';
import { Slots } from './slots.ts';

export interface PoolOptions extends WorkerOptions {
  /** Whether the program has arrived. Until then its workers are promised, not made. */
  isLoaded(kind: ProgramKind): boolean;
  /** Asks once more for a program that could not be fetched; `programArrived` must follow. Without it what failed once has failed for good. */
  fetchAgain?(kind: ProgramKind): void;
  /** Workers kept waiting, per kind. */
  ahead: Record<ProgramKind, number>;
}

/** After this many boots of a kind failed in a row, none are started ahead: each spawn then tries, and says why it failed. */
const MAX_FAILURES = 3;
/**
 * How long after a start its replacement is made, as long as another worker waits: a boot takes all of a core for some hundred milliseconds, and
 * on a machine with few it would slow down just the process that somebody waits for.
 */
const REFILL_MS = 60;

export class WorkerPool {
  private readonly options: PoolOptions;
  private readonly slots = new Slots();
  private readonly waiting: Record<ProgramKind, Seat[]> = { node: [], shell: [] };
  private readonly failures: Record<ProgramKind, number> = { node: 0, shell: 0 };
  /** Taken before their program arrived. */
  private promised: Seat[] = [];
  /** Why the missing program will not arrive. */
  private missing: string | null = null;
  private closed = false;
  private refilling: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PoolOptions) {
    this.options = options;
    this.refill();
  }

  /** A worker for a new process: one that waits, preferably ready, else a new one. Null when no slot is free. */
  take(kind: ProgramKind): Seat | null {
    const seats = this.waiting[kind];
    const ready = seats.findIndex((seat) => seat.ready);
    const seat = seats.length ? seats.splice(Math.max(ready, 0), 1)[0]! : this.create(kind);
    // Never before this call was answered: making a worker takes longer than a system call may.
    clearTimeout(this.refilling);
    const urgent = this.waiting.node.length === 0 || this.waiting.shell.length === 0;
    if (!this.closed) this.refilling = setTimeout(() => this.refill(), urgent ? 0 : REFILL_MS);
    return seat;
  }

  /** A worker for a further thread of a process. None of these is started ahead: they boot differently, and few programs have any. Null when no slot is free. */
  takeForThread(): Seat | null {
    return this.create('node', true);
  }

  /** The missing program is there; with a text it will not come, and whoever waits for it fails with it. */
  programArrived(failed?: string): void {
    const seats = this.promised;
    this.promised = [];
    this.missing = failed ?? null;
    for (const seat of seats) {
      if (failed === undefined) this.bootOrPromise(seat);
      else this.giveUp(seat, failed);
    }
    this.refill();
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
    clearTimeout(this.refilling);
    for (const kind of ['node', 'shell'] as const) for (const seat of this.waiting[kind].splice(0)) this.end(seat);
  }

  /** Starts what is missing, one worker of a kind after the other: all at once they would only slow down the first one that is needed. */
  private refill(): void {
    if (this.closed) return;
    for (const kind of ['shell', 'node'] as const) {
      const waiting = this.waiting[kind];
      if (!this.options.isLoaded(kind) || waiting.length >= this.options.ahead[kind] || waiting.some((seat) => !seat.ready) || this.failures[kind] >= MAX_FAILURES) continue;
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

  private create(kind: ProgramKind, thread = false): Seat | null {
    const slot = this.slots.take();
    if (slot === null) return null;
    const seat = new Seat(kind, slot, thread);
    seat.onReady = () => {
      this.failures[kind] = 0;
      this.refill();
    };
    this.bootOrPromise(seat);
    return seat;
  }

  private bootOrPromise(seat: Seat): void {
    if (this.options.isLoaded(seat.kind)) seat.boot(this.options);
    else if (this.missing !== null && !this.options.fetchAgain) this.giveUp(seat, this.missing);
    else {
      this.promised.push(seat);
      if (this.missing === null) return;
      // The network may be back.
      this.missing = null;
      this.options.fetchAgain!(seat.kind);
    }
  }

  /** Whoever takes the seat is told about a crash only after they have it. */
  private giveUp(seat: Seat, reason: string): void {
    setTimeout(() => seat.crash(`${seat.kind} could not be loaded: ${reason}`), 0);
  }
}
