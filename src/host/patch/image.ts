/** A file's lines while hunks are applied to it, one after the other. What hunks have written is closed to later ones. */
export class Image {
  /** Lines up to the end of the last hunk. */
  private done: string[] = [];
  private written: boolean[] = [];
  /** The rest begins here. */
  private at = 0;
  private readonly old: readonly string[];

  constructor(old: readonly string[]) {
    this.old = old;
  }

  get length(): number {
    return this.done.length + this.old.length - this.at;
  }

  line(index: number): string {
    return index < this.done.length ? this.done[index]! : this.old[this.at + index - this.done.length]!;
  }

  isWritten(index: number): boolean {
    return index < this.done.length && this.written[index]!;
  }

  replace(start: number, count: number, lines: readonly string[]): void {
    // Hunks mostly come in order: then nothing that is done moves.
    while (this.done.length < start || (start < this.done.length && this.done.length < start + count)) {
      this.done.push(this.old[this.at++]!);
      this.written.push(false);
    }
    if (start === this.done.length) {
      this.at += count;
      for (const line of lines) {
        this.done.push(line);
        this.written.push(true);
      }
      return;
    }
    this.done = [...this.done.slice(0, start), ...lines, ...this.done.slice(start + count)];
    this.written = [...this.written.slice(0, start), ...lines.map(() => true), ...this.written.slice(start + count)];
  }

  text(): string {
    return this.done.join('') + this.old.slice(this.at).join('');
  }
}
