/** The client's `on(event, listener)`. */
import { releaseProxy } from 'comlink';

export type Listener = (...args: unknown[]) => unknown;

export class ClientEvents {
  private readonly listeners = new Map<string, Set<Listener>>();

  /** Adds a listener (a Comlink proxy of the client's); the result removes it. */
  on(event: string, listener: Listener): () => void {
    let set = this.listeners.get(event);
    if (!set) this.listeners.set(event, (set = new Set()));
    set.add(listener);
    return () => {
      if (set.delete(listener)) releaseListener(listener);
    };
  }

  emit(event: string, ...args: unknown[]): void {
    for (const listener of this.listeners.get(event) ?? []) {
      // The page may be gone; that is not the sandbox's fault.
      void Promise.resolve(listener(...args)).catch(() => {});
    }
  }

  clear(): void {
    this.listeners.clear();
  }
}

/** Closes the port behind a callback of the client's, which would otherwise stay open for ever. */
export function releaseListener(listener: unknown): void {
  (listener as { [releaseProxy]?: () => void } | undefined)?.[releaseProxy]?.();
}
