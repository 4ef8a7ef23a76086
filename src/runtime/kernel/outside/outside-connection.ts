/** One connection of a program to a host outside: the kernel's end of it speaks HTTP/1.1 and performs each request with the browser's `fetch`. */
import type { StreamSocket } from '../net/stream-socket.ts';
import { Channel, Gone } from './channel.ts';
import { OutsideError, rawTcp, refused } from './failure.ts';
import { bytesOf, type Fetcher, perform, requestInit, writeRefusal, writeResponse } from './fetch-exchange.ts';
import { bridgeWebSocket, isWebSocketUpgrade } from './websocket-bridge.ts';
import { BadRequest, NotHttp, type RequestHead, RequestReader, valueOf } from './request-reader.ts';

/** What all connections share. */
export interface OutsideSettings {
  fetcher: Fetcher;
  /** Whether the page came over https, and so may not use plain http. */
  securePage: boolean;
  /** Address of a proxy that takes a whole URL behind its own (`https://proxy.example/` + `https://host/path`); null goes directly. */
  proxy: string | null;
}

export class OutsideConnection {
  private readonly host: string;
  private readonly port: number;
  private readonly channel: Channel;
  private readonly settings: OutsideSettings;
  /** The server's name when the program speaks TLS, which the browser then does for it. */
  private secureName: string | null = null;

  /** `host` is a name or an address; `socket` the kernel's end. */
  constructor(host: string, port: number, socket: StreamSocket, settings: OutsideSettings) {
    this.host = host;
    this.port = port;
    this.channel = new Channel(socket);
    this.settings = settings;
    void this.serve();
  }

  /** From here on the program means TLS. `servername` counts where the program connected to a bare address. */
  secure(servername: string): void {
    this.secureName = servername;
  }

  private async serve(): Promise<void> {
    const { channel } = this;
    const { socket } = channel;
    try {
      const reader = new RequestReader(channel);
      for (;;) {
        const head = await reader.head();
        if (head === null) break;
        // A promise of 1.1: the program waits for this before it sends the body.
        if (head.minor === 1 && /^100-continue$/i.test(valueOf(head, 'expect') ?? '')) await channel.write(bytesOf('HTTP/1.1 100 Continue\r\n\r\n'));
        if (isWebSocketUpgrade(head)) {
          await bridgeWebSocket(channel, head, this.urlOf(head));
          break;
        }
        const body = await reader.body(head);
        if (!await this.exchange(head, body)) break;
      }
    } catch (error) {
      await this.report(error);
    } finally {
      socket.close();
    }
  }

  private async exchange(head: RequestHead, body: Uint8Array | undefined): Promise<boolean> {
    const url = this.urlOf(head);
    const controller = new AbortController();
    const stopWatching = this.channel.abortWhenGone(controller);
    try {
      let response: Response;
      try {
        response = await perform(this.settings.fetcher, url, requestInit(head, body, controller.signal), this.settings.proxy);
      } catch (error) {
        if (controller.signal.aborted) throw new Gone();
        throw error instanceof OutsideError ? error : refused(url, { online: navigator.onLine, securePage: this.settings.securePage, proxy: this.settings.proxy });
      }
      return await writeResponse(this.channel, head, response, this.settings.proxy);
    } finally {
      stopWatching();
    }
  }

  /** @throws OutsideError for what a page cannot send */
  private urlOf(head: RequestHead): string {
    const { method } = head;
    // Bytes beyond ASCII are the program's own, in whatever encoding.
    const target = head.target.replace(/[\x80-\xff]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
    if (/^(connect|trace|track)$/i.test(method)) {
      throw new OutsideError('ERR_TABLOOM_METHOD', `a browser page cannot send ${method} requests${/^connect$/i.test(method) ? ', and so cannot use a proxy by tunnels' : ''}`);
    }
    if (/^https?:\/\//i.test(target)) return new URL(target).href;
    const secure = this.secureName !== null;
    const host = secure && isAddress(this.host) && this.secureName ? this.secureName : this.host;
    const name = host.includes(':') ? `[${host}]` : host;
    const port = this.port === (secure ? 443 : 80) ? '' : `:${this.port}`;
    if (!target.startsWith('/')) throw new BadRequest(400, `the target "${target}" is not understood`);
    return new URL(`${secure ? 'https' : 'http'}://${name}${port}${target}`).href;
  }

  private async report(error: unknown): Promise<void> {
    const { channel, host, port } = this;
    if (error instanceof Gone || channel.gone) return;
    try {
      if (error instanceof BadRequest) await writeRefusal(channel, error.status, error.message);
      else if (error instanceof NotHttp) channel.socket.failPeer(rawTcp(host, port).failure);
      else if (error instanceof OutsideError) channel.socket.failPeer(error.failure);
      // The body broke off in the middle of a response: the connection breaks off with it.
      else channel.socket.resetPeer();
    } catch (later) {
      if (!(later instanceof Gone)) throw later;
    }
  }
}

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.includes(':');
