/** The page's port to the kernel, handed over through the service worker. */
import type { FromPage, PageLinkMessage, ToPage } from '../messages.ts';

export class PageLink {
  onMessage: ((message: ToPage) => void) | null = null;
  private readonly port: MessagePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }: MessageEvent<ToPage>) => this.onMessage?.(data);
    navigator.serviceWorker.controller?.postMessage({ t: 'tabloom-page' } satisfies PageLinkMessage, [port2]);
  }

  send(message: FromPage, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
  }
}
