/** One page's own port to the kernel: its cookies, its faults. It lives as long as the page, whatever becomes of the service worker. */
import type { FromPage, ToPage } from '../messages.ts';
import { checkFromPage } from './checks.ts';
import type { PreviewState } from './state.ts';

export class PageLink {
  /** The port of the server the page came from. */
  readonly server: number;
  private readonly port: MessagePort;
  private readonly id: string;
  private readonly state: PreviewState;
  private readonly onClose: () => void;

  constructor(port: MessagePort, server: number, id: string, state: PreviewState, onClose: () => void) {
    this.port = port;
    this.server = server;
    this.id = id;
    this.state = state;
    this.onClose = onClose;
    port.onmessage = ({ data }) => {
      const message = checkFromPage(data);
      if (message) this.take(message);
    };
    port.addEventListener('close', () => this.close());
  }

  showCookies(): void {
    this.send({ t: 'cookies', text: this.state.jar(this.server).get('/', true) });
  }

  close(): void {
    this.port.close();
    this.onClose();
  }

  private take(message: FromPage): void {
    switch (message.t) {
      case 'cookie': return this.state.takeCookies(this.server, '/', [message.text], true);
      case 'fault':
        if (this.wants(message.fault.type)) this.state.events.message({ ...message.fault, ...message.place, previewId: this.id, port: this.server });
        return;
      case 'bye': return this.close();
    }
  }

  private wants(type: string): boolean {
    const { forward } = this.state;
    return forward === true || (forward === 'exceptions-only' && type !== 'PREVIEW_CONSOLE_ERROR');
  }

  private send(message: ToPage): void {
    this.port.postMessage(message);
  }
}
