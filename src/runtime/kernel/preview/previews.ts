/** Previews as the kernel has them: which ports have an address, who is told, and the service that answers (`runtime/preview/service`), fetched when the first server listens. */
import type { FromKernel } from '../../frames/messages.ts';
import type { CreatePreviewService, PreviewService } from '../../preview/contract.ts';
import type { ForwardErrors, PortCookies, PreviewScript } from '../../preview/messages.ts';
import type { Assets } from '../assets.ts';
import type { Network, PortEvent } from '../net/network.ts';
import { createLoopback } from './loopback.ts';

/** Name of the service's script among the assets. */
const SERVICE = 'preview.js';
/** A server whose preview cannot be prepared (no service workers here) is announced nevertheless, after this time. */
const READY_MS = 5000;

/** Who boots the sandbox, as far as previews are concerned. */
export interface PreviewClient {
  forward: ForwardErrors;
  emit(event: string, ...args: unknown[]): void;
}

export class Previews {
  private readonly network: Network;
  private readonly assets: Assets;
  private readonly send: (message: FromKernel) => void;
  private readonly waiting = new Map<number, ReturnType<typeof setTimeout>>();
  private client: PreviewClient | null = null;
  /** Address of a preview, with `{port}` in it. */
  private url: string | null = null;
  private cookies: PortCookies = [];
  private script: PreviewScript | null = null;
  private service: Promise<PreviewService> | null = null;

  /** `send` speaks to the relay. */
  constructor(network: Network, assets: Assets, send: (message: FromKernel) => void) {
    this.network = network;
    this.assets = assets;
    this.send = send;
  }

  attach(client: PreviewClient): void {
    this.client = client;
  }

  /** From now on servers are announced: `port` at once, `server-ready` when a page at the address would be served. `cookies`: what previews of an earlier sandbox at that address kept. */
  begin(url: string, cookies: PortCookies): void {
    this.url = url;
    this.cookies = cookies;
    this.network.onPort = (port, event) => this.onPort(port, event);
    for (const port of this.network.openPorts()) this.onPort(port, 'open');
  }

  /** A preview's service worker has a port to us. */
  link(port: MessagePort): void {
    void this.getService().then((service) => service.link(port));
  }

  /** The relay's word that pages of that port are served, or cannot be. */
  ready(port: number): void {
    const timer = this.waiting.get(port);
    if (timer === undefined) return;
    clearTimeout(timer);
    this.waiting.delete(port);
    this.client?.emit('server-ready', port, this.addressOf(port));
  }

  /** Resolves when every page that is loaded from now on has the script. */
  async setScript(script: PreviewScript | null): Promise<void> {
    this.script = script;
    if (this.service) (await this.service).setScript(script);
  }

  close(): void {
    this.network.onPort = null;
    this.client = null;
    for (const timer of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    void this.service?.then((service) => service.close());
  }

  private addressOf(port: number): string {
    return this.url!.replace('{port}', String(port));
  }

  private onPort(port: number, event: PortEvent): void {
    this.client?.emit('port', port, event, this.addressOf(port));
    clearTimeout(this.waiting.get(port));
    this.waiting.delete(port);
    if (event === 'open') this.waiting.set(port, setTimeout(() => this.ready(port), READY_MS));
    this.send({ t: 'port', port, open: event === 'open' });
  }

  private getService(): Promise<PreviewService> {
    this.service ??= this.load().catch((error: unknown) => {
      this.service = null;
      throw error;
    });
    return this.service;
  }

  private async load(): Promise<PreviewService> {
    this.assets.want(SERVICE);
    let address = this.assets.get(SERVICE);
    while (address === undefined) {
      await new Promise<void>((done) => {
        const remove = this.assets.waiters.add(() => {
          remove();
          done();
        });
      });
      address = this.assets.get(SERVICE);
    }
    importScripts(address);
    const create = (globalThis as { __tabloomPreviews?: CreatePreviewService }).__tabloomPreviews!;
    const service = create(createLoopback(this.network), {
      message: (message) => this.client?.emit('preview-message', message),
      cookies: (port, cookies) => this.send({ t: 'cookies', port, cookies }),
    }, this.cookies);
    service.setScript(this.script);
    service.setForward(this.client?.forward ?? false);
    return service;
  }
}
