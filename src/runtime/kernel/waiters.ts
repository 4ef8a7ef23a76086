/** Those who want to know when something may have become ready: blocked calls, poll requests. */
export class Waiters {
  private readonly listeners = new Set<() => void>();

  /** Adds a listener; the result removes it. A listener may be called without its condition holding and must look again. */
  add(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get size(): number {
    return this.listeners.size;
  }

  /** Calls all present listeners, oldest first. Call it only when the file's state is consistent: listeners read and write it at once. */
  wake(): void {
    if (this.listeners.size === 0) return;
    // A snapshot: a listener that is not satisfied stays, and one that adds itself again must not be called for ever.
    for (const listener of [...this.listeners]) if (this.listeners.has(listener)) listener();
  }
}
