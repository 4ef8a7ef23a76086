/** Whether a frame still answers. A renderer that died says nothing: no event tells the frames around it, and the ports into it stay open. */

const BEAT_MS = 2000;

/** Beats in a row without an answer. The page in the frame does nothing but answer, and only a machine without any time to spare holds it up for so long. */
const MISSED = 5;

export class Pulse {
  private readonly ask: () => void;
  private readonly changed: (answers: boolean) => void;
  private readonly timer: ReturnType<typeof setInterval>;
  /** Counted in beats of our own, not in time: while a computer sleeps neither side has missed anything. */
  private missed = 0;

  /** `ask` is called again and again, and `answered` is the reply to it; `changed` is told when the answers stop, and when they come again. */
  constructor(ask: () => void, changed: (answers: boolean) => void) {
    this.ask = ask;
    this.changed = changed;
    this.timer = setInterval(() => this.beat(), BEAT_MS);
  }

  answered(): void {
    const lost = this.missed > MISSED;
    this.missed = 0;
    if (lost) this.changed(true);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    this.missed++;
    if (this.missed === MISSED + 1) this.changed(false);
    this.ask();
  }
}
