/** Keeps the beginning and the end of an output of any length, counted in code points so that no character is ever cut in two. */
export class Capture {
  readonly #keepHead: number;
  readonly #keepTail: number;
  #head = '';
  #headCount = 0;
  #tail: string[] = [];
  #tailCount = 0;
  total = 0;

  constructor(keepHead: number, keepTail: number) {
    this.#keepHead = keepHead;
    this.#keepTail = keepTail;
  }

  get truncated(): boolean {
    return this.total > this.#keepHead + this.#keepTail;
  }

  add(text: string): void {
    const points = Array.from(text);
    this.total += points.length;
    const room = this.#keepHead - this.#headCount;
    const forHead = room > 0 ? points.splice(0, room) : [];
    this.#head += forHead.join('');
    this.#headCount += forHead.length;
    if (points.length === 0) return;
    this.#tail.push(points.join(''));
    this.#tailCount += points.length;
    // Compacted only now and then, or a long output in small pieces would cost its length squared.
    if (this.#tailCount > this.#keepTail * 2 + 65_536) this.#compact();
  }

  /** The text, with `marker(n)` in place of the n code points that were left out. */
  text(marker: (left_out: number) => string): string {
    this.#compact();
    const tail = this.#tail.join('');
    return this.truncated ? `${this.#head}${marker(this.total - this.#headCount - this.#tailCount)}${tail}` : this.#head + tail;
  }

  #compact(): void {
    const points = Array.from(this.#tail.join(''));
    const kept = this.#keepTail === 0 ? [] : points.slice(-this.#keepTail);
    this.#tail = [kept.join('')];
    this.#tailCount = kept.length;
  }
}
