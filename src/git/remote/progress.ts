/** What a long transfer shows, for terminals alone. */
import type { GitContext } from '../context.ts';

export class ProgressLine {
  readonly #context: GitContext;
  #shown = 0;
  #open = false;
  readonly #shownToAnybody: boolean;

  constructor(context: GitContext) {
    this.#context = context;
    this.#shownToAnybody = context.tty && !context.quiet;
  }

  /** Bytes so far; shown about every hundred kilobytes. */
  received(bytes: number): void {
    if (!this.#shownToAnybody || bytes - this.#shown < 100_000) return;
    this.#shown = bytes;
    this.#open = true;
    this.#context.err(`\rReceiving: ${(bytes / 1024 / 1024).toFixed(1)} MiB`);
  }

  /** So many of so many. */
  counted(what: string, done: number, total: number): void {
    if (!this.#shownToAnybody) return;
    this.#open = true;
    this.#context.err(`\r${what}: ${Math.floor((done * 100) / Math.max(1, total))}% (${done}/${total})`);
  }

  /** Lines that the server sends. */
  remote(text: string): void {
    if (!this.#shownToAnybody) return;
    for (const line of text.split(/(?<=[\r\n])/)) this.#context.err(`remote: ${line}`);
  }

  done(): void {
    if (this.#open) this.#context.err('\n');
    this.#open = false;
  }
}
