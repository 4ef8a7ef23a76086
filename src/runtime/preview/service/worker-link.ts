/** One service worker's port to the kernel: its requests, answered by the servers of the sandbox. */
import type { FromService, ToService } from '../messages.ts';
import { checkToService } from './checks.ts';
import { Exchange } from './exchange.ts';
import type { ResponseHead } from './response-parser.ts';
import type { PreviewState } from './state.ts';

/** Exchanges of one worker at a time; a page that asks for more gets an error for each beyond. */
const MAX_EXCHANGES = 1000;

export class WorkerLink {
  private readonly port: MessagePort;
  private readonly state: PreviewState;
  private readonly exchanges = new Map<number, Exchange>();
  private readonly onClose: () => void;

  constructor(port: MessagePort, state: PreviewState, onClose: () => void) {
    this.port = port;
    this.onClose = onClose;
    this.state = state;
    port.onmessage = ({ data, ports }) => {
      const message = checkToService(data);
      if (message) this.take(message, ports);
      // A request with parts beyond all bounds is refused; whoever made it must not wait for ever.
      else if (typeof data === 'object' && Number.isSafeInteger(data?.id)) this.send({ t: 'fail', id: data.id, code: 'broken', message: 'the request cannot be sent: its address or its headers are too long' });
    };
    // The worker was stopped, or its frame is gone: what it asked for nobody waits for.
    port.addEventListener('close', () => this.close());
  }

  close(): void {
    for (const exchange of this.exchanges.values()) exchange.cancel();
    this.exchanges.clear();
    this.port.close();
    this.onClose();
  }

  private take(message: ToService, ports: readonly MessagePort[]): void {
    switch (message.t) {
      case 'request': return this.request(message);
      case 'body': return this.exchanges.get(message.id)?.send(message.bytes);
      case 'body-end': return this.exchanges.get(message.id)?.sendEnd();
      case 'pull': return this.exchanges.get(message.id)?.pull(message.count);
      case 'cancel':
        this.exchanges.get(message.id)?.cancel();
        this.exchanges.delete(message.id);
        return;
      case 'page':
        if (ports[0]) this.state.addPage(ports[0], message.port, message.path);
        return;
      case 'settings': return this.send({ t: 'settings', id: message.id, settings: this.state.pageSettings(message.port, message.path), script: this.state.script });
      case 'listening': return this.send({ t: 'listening', id: message.id, open: this.state.network.isOpen(message.port) });
      case 'cookie':
        this.state.takeCookies(message.port, message.path, [message.text], true);
        return this.send({ t: 'cookie', id: message.id });
      case 'ping': return this.send({ t: 'pong' });
    }
  }

  private request(message: ToService & { t: 'request' }): void {
    const { id, port, method, target, cookies } = message;
    if (this.exchanges.has(id) || this.exchanges.size >= MAX_EXCHANGES) return this.send({ t: 'fail', id, code: 'broken', message: 'too many requests at once' });
    const path = target.replace(/\?.*$/s, '');
    const headers = [...message.headers];
    const sent = cookies ? this.state.jar(port).get(path) : '';
    if (sent !== '') headers.push(['Cookie', sent]);

    // Most answers are there at once and whole: they go in one message.
    let held: (FromService & { t: 'head' }) | null = null;
    const flush = (): void => {
      if (!held) return;
      const { body } = held;
      this.send(held, body ? [body.buffer] : []);
      held = null;
    };
    const exchange = new Exchange({ port, method, target, headers, body: message.body }, this.state.connections, {
      head: ({ status, text, headers: all }: ResponseHead) => {
        const set = all.filter(([name]) => name.toLowerCase() === 'set-cookie');
        if (cookies && set.length > 0) this.state.takeCookies(port, path, set.map(([, value]) => value));
        held = { t: 'head', id, status, text, headers: all.filter(([name]) => name.toLowerCase() !== 'set-cookie'), body: null, done: false };
      },
      data: (bytes) => {
        if (held && held.body === null) held.body = bytes;
        else {
          flush();
          this.send({ t: 'data', id, bytes, done: false }, [bytes.buffer]);
        }
      },
      end: () => {
        this.exchanges.delete(id);
        if (held) held.done = true;
        else this.send({ t: 'data', id, bytes: null, done: true });
      },
      fail: (code, text) => {
        flush();
        this.exchanges.delete(id);
        this.send({ t: 'fail', id, code, message: text });
      },
      sent: (count) => this.send({ t: 'ack', id, count }),
      flush,
    });
    this.exchanges.set(id, exchange);
    exchange.start();
  }

  private send(message: FromService, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
  }
}
