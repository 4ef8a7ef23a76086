/**
 * Answers the mailboxes. After a doorbell it serves what rang, keeps looking for a moment (a process that made one call usually makes the
 * next within microseconds, and waking a sleeping thread costs far more), then sleeps in `Atomics.waitAsync`, which leaves the event loop free.
 */
import { BELL, CHANGES, type HandlerTable, PENDING } from '../abi/mailbox.ts';
import { Patience } from '../abi/patience.ts';
import { errnoOf } from './block.ts';
import { NotYet } from './fs/not-yet.ts';
import type { Process } from './types.ts';
import { countChanges } from './fs/changes.ts';

/** Longest time it looks for more after the last request. */
const SPIN_MS = 0.05;
/** Longest turn before messages, timers and terminations get theirs. */
const TURN_MS = 2;
/** The doorbell is one for all, so a process can wipe out another's ring: at this interval all mailboxes are looked at. */
const RESCAN_MS = 250;

export class MailboxServer {
  private readonly bells: Int32Array;
  private readonly calls: HandlerTable<Process>;
  private readonly processes: (Process | null)[] = [];
  /** When each slot was last answered. */
  private readonly answeredMs: number[] = [];
  /** How long its process had been awake then. */
  private readonly awakeThenMs: number[] = [];
  private readonly turns = new MessageChannel();
  private readonly patience = new Patience(SPIN_MS);
  private stopped = false;
  private rescan: ReturnType<typeof setInterval> | undefined;

  constructor(doorbell: SharedArrayBuffer, calls: HandlerTable<Process>) {
    this.bells = new Int32Array(doorbell);
    countChanges(this.bells, CHANGES);
    this.calls = calls;
    this.turns.port1.onmessage = () => this.turn();
  }

  /** From now on the process's calls are answered. */
  attach(process: Process): void {
    this.processes[process.slot] = process;
    this.answeredMs[process.slot] = performance.now();
    this.awakeThenMs[process.slot] = process.mailbox.awakeMs;
    // It may have rung before it was attached, and that ring was passed over.
    this.serve(process.slot);
  }

  /** The process ended: its slot is no longer looked at. */
  detach(slot: number): void {
    this.processes[slot] = null;
  }

  /** It runs on after a stop: the answer it waits for, the call that waits, or the one it made meanwhile. */
  continue(process: Process): void {
    const { heldReply } = process;
    process.heldReply = null;
    if (heldReply) heldReply();
    else process.resumeWait?.();
    this.serve(process.slot);
  }

  start(): void {
    this.turn();
    this.rescan = setInterval(() => {
      this.processes.forEach((process, slot) => {
        if (process?.mailbox.waiting) this.serve(slot);
      });
    }, RESCAN_MS);
  }

  /** Ends the loop at its next turn. */
  stop(): void {
    this.stopped = true;
    clearInterval(this.rescan);
    Atomics.add(this.bells, BELL, 1);
    Atomics.notify(this.bells, BELL);
    this.turns.port1.close();
  }

  private turn(): void {
    if (this.stopped) return;
    const { bells } = this;
    const begin = performance.now();
    let latest = begin;
    let seen = Atomics.load(bells, BELL);
    this.serveRung();
    for (let i = 1; ; i++) {
      const bell = Atomics.load(bells, BELL);
      if (bell !== seen) {
        seen = bell;
        this.serveRung();
        latest = performance.now();
        this.patience.succeeded();
      } else if ((i & 63) === 0 && performance.now() - latest > this.patience.ms) break;
      if (latest - begin > TURN_MS) {
        // Through a message, so that what others have posted meanwhile comes first.
        this.turns.port2.postMessage(0);
        return;
      }
    }
    this.patience.failed();
    const wait = Atomics.waitAsync(bells, BELL, seen);
    if (wait.async) void wait.value.then(() => this.turn());
    else this.turns.port2.postMessage(0);
  }

  private serveRung(): void {
    for (let word = 0; word < BELL; word++) {
      if (Atomics.load(this.bells, word) === 0) continue;
      let bits = Atomics.exchange(this.bells, word, 0);
      while (bits !== 0) {
        const bit = 31 - Math.clz32(bits);
        bits &= ~(1 << bit);
        this.serve(word * 32 + bit);
      }
    }
  }

  private serve(slot: number): void {
    const process = this.processes[slot];
    // A stopped process waits for its answers; `continue` looks here again.
    if (!process || process.stopSignal !== 0) return;
    const begin = performance.now();
    let answered = true;
    try {
      const request = process.mailbox.take();
      if (request === null) return;
      if (request === 'more') process.mailbox.part();
      else answered = this.answer(process, () => this.calls[request.name](process, ...(request.args as never[])));
    } catch (e) {
      process.mailbox.fail(errnoOf(e));
    }
    const end = performance.now();
    process.busyMs += end - begin + this.computing(process, begin);
    // While a call waits the process computes nothing, and when its answer comes is not known here.
    this.answeredMs[slot] = answered ? end : Number.NEGATIVE_INFINITY;
    this.awakeThenMs[slot] = process.mailbox.awakeMs;
  }

  /** Milliseconds that the process has computed since its last call was answered, also between sleeps in its event loop; none while it waits for an answer. */
  private computing(process: Process, nowMs: number): number {
    const since = nowMs - this.answeredMs[process.slot]!;
    return Number.isFinite(since) ? Math.max(0, Math.min(since, process.mailbox.awakeMs - this.awakeThenMs[process.slot]!)) : 0;
  }

  /** Busy time of a live process up to now, what it computes at this moment included. */
  busyMs(process: Process): number {
    return process.busyMs + (this.processes[process.slot] === process && process.stopSignal === 0 ? this.computing(process, performance.now()) : 0);
  }

  /** Runs the call and answers it. False when that has to wait: for what the call itself waits for, or for a part of the filesystem, after which it is run again. */
  private answer(process: Process, call: () => unknown): boolean {
    try {
      const result = call();
      if (result === PENDING) return false;
      deliver(process, () => process.mailbox.reply(result));
      return true;
    } catch (e) {
      if (!(e instanceof NotYet)) {
        deliver(process, () => process.mailbox.fail(errnoOf(e)));
        return true;
      }
      const resume = (): void => {
        remove();
        process.cancelWait = null;
        this.answer(process, call);
      };
      const remove = e.waiters.add(resume);
      process.cancelWait = remove;
      return false;
    }
  }
}

/** A call by which a process stopped itself (`kill(0, SIGTSTP)`) returns when it is continued. */
function deliver(process: Process, reply: () => void): void {
  if (process.stopSignal === 0) reply();
  else process.heldReply = reply;
}
