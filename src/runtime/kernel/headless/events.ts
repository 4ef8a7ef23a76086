/** The client's `on(event, listener)`. Listeners are told at the pace of their answers: what a program does in a loop (listening and closing again, `xdg-open`) must not flood the page. */
import { releaseProxy } from 'comlink';

export type Listener = (...args: unknown[]) => unknown;

/** Calls of a listener that it has not answered. */
const WINDOW = 64;
/** Events that wait for it; what comes beyond them is lost. */
const MAX_WAITING = 1024;
/** Events of a port: none is lost, but of those that wait for the same listener only the latest of each port counts. */
const OF_PORTS: ReadonlySet<string> = new Set(['port', 'server-ready']);

export class ClientEvents {
  private readonly listeners = new Map<string, Map<Listener, PacedListener>>();

  /** Adds a listener (a Comlink proxy of the client's); the result removes it. */
  on(event: string, listener: Listener): () => void {
    let all = this.listeners.get(event);
    if (!all) this.listeners.set(event, (all = new Map()));
    const paced = new PacedListener(listener, OF_PORTS.has(event));
    all.set(listener, paced);
    return () => {
      paced.close();
      if (all.delete(listener)) releaseListener(listener);
    };
  }

  emit(event: string, ...args: unknown[]): void {
    for (const listener of this.listeners.get(event)?.values() ?? []) listener.tell(args);
  }

  clear(): void {
    for (const all of this.listeners.values()) for (const listener of all.values()) listener.close();
    this.listeners.clear();
  }
}

class PacedListener {
  private readonly listener: Listener;
  private readonly ofPorts: boolean;
  private readonly waiting = new Map<unknown, unknown[]>();
  private sent = 0;
  private closed = false;

  constructor(listener: Listener, ofPorts: boolean) {
    this.listener = listener;
    this.ofPorts = ofPorts;
  }

  tell(args: unknown[]): void {
    if (this.sent < WINDOW && this.waiting.size === 0) return this.pass(args);
    const key = this.ofPorts ? args[0] : args;
    this.waiting.delete(key);
    if (this.ofPorts || this.waiting.size < MAX_WAITING) this.waiting.set(key, args);
  }

  close(): void {
    this.closed = true;
    this.waiting.clear();
  }

  private pass(args: unknown[]): void {
    if (this.closed) return;
    this.sent++;
    const answered = (): void => {
      this.sent--;
      this.drain();
    };
    // The page may be gone; that is not the sandbox's fault. A listener that was given back throws when it is called.
    new Promise((done) => done(this.listener(...args))).then(answered, answered);
  }

  private drain(): void {
    for (const [key, args] of this.waiting) {
      if (this.sent >= WINDOW) return;
      this.waiting.delete(key);
      this.pass(args);
    }
  }
}

/** Closes the port behind a callback of the client's, which would otherwise stay open for ever. */
export function releaseListener(listener: unknown): void {
  (listener as { [releaseProxy]?: () => void } | undefined)?.[releaseProxy]?.();
}
