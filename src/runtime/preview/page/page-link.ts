/** The page's port to the kernel, handed over through the service worker. */
import type { FromPage, PageLinkMessage, ToPage } from '../messages.ts';

export class PageLink {
  private readonly port: MessagePort;
  private readonly listeners: ((message: ToPage) => void)[] = [];

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }: MessageEvent<ToPage>) => {
      for (const listener of this.listeners) listener(data);
    };
    navigator.serviceWorker.controller?.postMessage({ t: 'tabloom-page', path: location.pathname } satisfies PageLinkMessage, [port2]);
    // A page that is kept for "back" keeps its port; one that goes lets its connections go with it.
    addEventListener('pagehide', ({ persisted }) => {
      if (!persisted) this.send({ t: 'bye' });
    });
  }

  listen(listener: (message: ToPage) => void): void {
    this.listeners.push(listener);
  }

  send(message: FromPage, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
  }
}
