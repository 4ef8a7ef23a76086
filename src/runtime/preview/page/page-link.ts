/** The page's port to the kernel, handed over through the service worker. */
import { BRIDGE_LOCK, type FromPage, type PageLinkMessage, type ToPage } from '../messages.ts';

export class PageLink {
  private port: MessagePort | undefined;
  private readonly listeners: ((message: ToPage) => void)[] = [];
  private readonly losers: (() => void)[] = [];
  private watched: MessagePort | undefined;

  constructor() {
    this.connect(false);
    // A page that is kept for "back" keeps its port; one that goes lets its connections go with it.
    addEventListener('pagehide', ({ persisted }) => {
      if (!persisted) this.port?.postMessage({ t: 'bye' } satisfies FromPage);
    });
  }

  listen(listener: (message: ToPage) => void): void {
    this.listeners.push(listener);
  }

  /** Called when the sandbox is gone, or there is none; what is sent afterwards goes to the next one. While `watch` was asked for. */
  onLost(loser: () => void): void {
    this.losers.push(loser);
  }

  send(message: FromPage, transfer: Transferable[] = []): void {
    (this.port ?? this.connect(true)).postMessage(message, transfer);
  }

  /** For whoever waits for answers: when the tab that runs the sandbox is closed, nothing says so on the port. Not without need, because a page that waits for a lock is not kept for "back". */
  watch(): void {
    const { port } = this;
    if (!port || this.watched === port) return;
    void navigator.locks.query().then(async ({ held = [] }) => {
      // A page that was connected by another way has no bridge; and between two owners there is none yet.
      if (this.watched === port || !held.some(({ name, mode }) => name === BRIDGE_LOCK && mode === 'shared')) return;
      this.watched = port;
      await navigator.locks.request(BRIDGE_LOCK, () => this.lose(port));
    }).catch(() => undefined);
  }

  private lose(port: MessagePort): void {
    if (this.port !== port) return;
    port.close();
    this.port = undefined;
    for (const loser of this.losers) loser();
  }

  private connect(again: boolean): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }: MessageEvent<ToPage>) => {
      if (data.t === 'none') return this.lose(port1);
      for (const listener of this.listeners) listener(data);
    };
    navigator.serviceWorker.controller?.postMessage({ t: 'tabloom-page', path: location.pathname, ...(again ? { again } : {}) } satisfies PageLinkMessage, [port2]);
    return port1;
  }
}
