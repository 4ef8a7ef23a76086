/** One page's own port to the kernel: its cookies, its faults, its WebSockets. It lives as long as the page, whatever becomes of the service worker. */
import type { FromPage, ToPage } from '../messages.ts';
import { checkFromPage } from './checks.ts';
import type { PreviewState } from './state.ts';
import { SandboxSocket } from './web-socket.ts';

/** Faults a page may report in a second; one that fails in a loop must not flood the embedder. */
const FAULTS_PER_SECOND = 50;
/** WebSockets of one page, as browsers bound them. */
const MAX_SOCKETS = 255;

export interface PageIdentity {
  /** The port of the server the page came from. */
  server: number;
  path: string;
  /** Its `previewId`. */
  id: string;
}

export class PageLink {
  readonly page: PageIdentity;
  private readonly port: MessagePort;
  private readonly state: PreviewState;
  private readonly onClose: () => void;
  private readonly sockets = new Map<number, SandboxSocket>();
  private second = 0;
  private faults = 0;

  constructor(port: MessagePort, page: PageIdentity, state: PreviewState, onClose: () => void) {
    this.port = port;
    this.page = page;
    this.state = state;
    this.onClose = onClose;
    port.onmessage = ({ data }) => {
      const message = checkFromPage(data);
      if (message) this.take(message);
    };
    port.addEventListener('close', () => this.close());
  }

  showCookies(): void {
    this.send({ t: 'cookies', text: this.state.jar(this.page.server).get(this.page.path, true) });
  }

  close(): void {
    for (const socket of this.sockets.values()) socket.drop();
    this.sockets.clear();
    this.port.close();
    this.onClose();
  }

  private take(message: FromPage): void {
    switch (message.t) {
      case 'cookie': return this.state.takeCookies(this.page.server, this.page.path, [message.text], true);
      case 'fault':
        if (this.wants(message.fault.type)) this.state.events.message({ ...message.fault, ...message.place, previewId: this.page.id, port: this.page.server });
        return;
      case 'ws-open': return this.openSocket(message);
      case 'ws-send': return this.sockets.get(message.id)?.send(message.data);
      case 'ws-close': return this.sockets.get(message.id)?.close(message.code, message.reason);
      case 'bye': return this.close();
    }
  }

  private openSocket({ id, port, target, protocols }: FromPage & { t: 'ws-open' }): void {
    if (this.sockets.has(id)) return;
    if (this.sockets.size >= MAX_SOCKETS) return this.send({ t: 'ws-closed', id, code: 1006, reason: '', clean: false, failed: true });
    const cookie = this.state.jar(port).get(target.replace(/\?.*$/s, ''));
    const socket = new SandboxSocket({ port, target, protocols, cookie, origin: this.page.server }, this.state.network, {
      opened: (protocol, setCookies) => {
        if (setCookies.length > 0) this.state.takeCookies(port, target.replace(/\?.*$/s, ''), setCookies);
        this.send({ t: 'ws-opened', id, protocol, extensions: '' });
      },
      message: (data) => this.send({ t: 'ws-message', id, data }, typeof data === 'string' ? [] : [data.buffer]),
      sent: (count) => this.send({ t: 'ws-sent', id, count }),
      closed: (end) => {
        this.sockets.delete(id);
        this.send({ t: 'ws-closed', id, ...end });
      },
    });
    this.sockets.set(id, socket);
    socket.start();
  }

  private wants(type: string): boolean {
    const { forward } = this.state;
    if (forward !== true && (forward !== 'exceptions-only' || type === 'PREVIEW_CONSOLE_ERROR')) return false;
    const now = Math.floor(performance.now() / 1000);
    if (now !== this.second) {
      this.second = now;
      this.faults = 0;
    }
    return ++this.faults <= FAULTS_PER_SECOND;
  }

  private send(message: ToPage, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
  }
}
