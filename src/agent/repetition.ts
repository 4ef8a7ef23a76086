/** Notices a model that makes the same call over and over. */

const WARN_AT = 5;
const END_AT = 10;

export class Repetition {
  readonly #counts = new Map<string, number>();

  /** Counts a call with its result: the same call with another outcome is progress. */
  note(name: string, input: unknown, output: string): 'fine' | 'warn' | 'end' {
    const key = JSON.stringify([name, input, output]);
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count >= END_AT) return 'end';
    return count >= WARN_AT ? 'warn' : 'fine';
  }
}
