/** Doorbell slots: which bit of the doorbell a process rings. */
import { MAX_SLOTS } from '../../abi/mailbox.ts';

/** A terminated busy worker was seen to run on for about two seconds; until this time is over its slot is not given to another. */
const QUARANTINE_MS = 5000;

export class Slots {
  private readonly free: number[] = Array.from({ length: MAX_SLOTS }, (_, i) => i);
  private readonly resting: { slot: number; untilMs: number }[] = [];
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** A slot, or null when all are in use or resting. */
  take(): number | null {
    while (this.resting.length && this.resting[0]!.untilMs <= this.now()) this.free.push(this.resting.shift()!.slot);
    return this.free.shift() ?? null;
  }

  /** Gives a slot back after its worker was terminated. */
  release(slot: number): void {
    this.resting.push({ slot, untilMs: this.now() + QUARANTINE_MS });
  }
}
