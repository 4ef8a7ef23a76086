/**
 * The relay's side of previews: for each port on which the sandbox listens a hidden *bridge* frame on the preview's own origin. It installs the service worker there and hands it ports to the
 * kernel. Pages of that origin can reach into the bridge, so it gets nothing but what it is for: ports to the preview service of this one sandbox.
 */
import type { DropMessage, FromBridge, LinkMessage } from '../preview/messages.ts';
import { RESERVED } from '../preview/messages.ts';

/** A program that listens and ends at once is not worth a frame. */
const SETTLE_MS = 20;
/** Ports that the kernel chose are those of tests and helpers, which come and go by the dozen; each frame is a process of the browser's. */
const SETTLE_CHOSEN_MS = 750;
const isChosen = (port: number): boolean => port >= 32768 && port <= 60999;
/** Frames of ports that are closed again stay a while, because servers are started anew on the same port; the oldest go. */
const MAX_CLOSED = 8;
/** How long a frame may take to clean up. */
const DROP_MS = 1000;
/** Bounds what a program that opens port after port costs. */
const MAX_FRAMES = 32;

interface Bridge { frame: HTMLIFrameElement; origin: string; open: boolean; ready: boolean }

export interface BridgeEvents {
  /** Pages of that port are served from now on, or cannot be here. */
  ready(port: number): void;
  /** A port for the kernel. */
  link(port: MessagePort): void;
  warn(message: string): void;
}

export class PreviewBridges {
  private readonly page: Document;
  private readonly url: string;
  private readonly events: BridgeEvents;
  private readonly bridges = new Map<number, Bridge>();
  private readonly settling = new Map<number, ReturnType<typeof setTimeout>>();
  private readonly listen: (event: MessageEvent) => void;

  /** `url`: address of a preview with `{port}` in it. */
  constructor(page: Document, url: string, events: BridgeEvents) {
    this.page = page;
    this.url = url;
    this.events = events;
    this.listen = (event) => this.fromBridge(event);
    addEventListener('message', this.listen);
  }

  opened(port: number): void {
    const bridge = this.bridges.get(port);
    if (bridge) {
      bridge.open = true;
      if (bridge.ready) this.events.ready(port);
      return;
    }
    clearTimeout(this.settling.get(port));
    this.settling.set(port, setTimeout(() => this.create(port), isChosen(port) ? SETTLE_CHOSEN_MS : SETTLE_MS));
  }

  closed(port: number): void {
    clearTimeout(this.settling.get(port));
    this.settling.delete(port);
    const bridge = this.bridges.get(port);
    if (!bridge) return;
    bridge.open = false;
    if (isChosen(port)) return this.forget(port, bridge);
    // Last closed, last to go.
    this.bridges.delete(port);
    this.bridges.set(port, bridge);
    this.drop(MAX_CLOSED);
  }

  remove(): void {
    removeEventListener('message', this.listen);
    for (const timer of this.settling.values()) clearTimeout(timer);
    for (const { frame } of this.bridges.values()) frame.remove();
    this.bridges.clear();
  }

  private create(port: number): void {
    this.settling.delete(port);
    if (this.bridges.size >= MAX_FRAMES) this.drop(0);
    if (this.bridges.size >= MAX_FRAMES) return this.events.ready(port);
    const address = new URL(this.url.replace('{port}', String(port)));
    const frame = this.page.createElement('iframe');
    frame.style.display = 'none';
    frame.src = `${address.origin}${RESERVED}bridge`;
    this.bridges.set(port, { frame, origin: address.origin, open: true, ready: false });
    this.page.body.append(frame);
  }

  private drop(keep: number): void {
    const closed = [...this.bridges].filter(([, bridge]) => !bridge.open);
    for (const [port, bridge] of closed.slice(0, Math.max(0, closed.length - keep))) this.forget(port, bridge);
  }

  /** The port will hardly come again: its service worker need not stay in the browser. */
  private forget(port: number, { frame, origin }: Bridge): void {
    this.bridges.delete(port);
    frame.contentWindow?.postMessage({ t: 'tabloom-drop' } satisfies DropMessage, origin);
    setTimeout(() => frame.remove(), DROP_MS);
  }

  private fromBridge({ source, origin, data }: MessageEvent): void {
    const found = [...this.bridges].find(([, bridge]) => bridge.frame.contentWindow === source && bridge.origin === origin);
    const message = data as Partial<FromBridge> | null;
    if (!found || typeof message !== 'object' || message === null || message.t !== 'tabloom-bridge') return;
    const [port, bridge] = found;
    if (message.state === 'failed') {
      this.events.warn(`Tabloom: the preview of port ${port} cannot be served here: ${String(message.reason).slice(0, 500)}`);
      return this.events.ready(port);
    }
    if (message.state !== 'ready' && message.state !== 'want-link') return;
    const { port1, port2 } = new MessageChannel();
    this.events.link(port1);
    const link: LinkMessage = { t: 'tabloom-link' };
    bridge.frame.contentWindow!.postMessage(link, bridge.origin, [port2]);
    if (message.state === 'ready' && !bridge.ready) {
      bridge.ready = true;
      this.events.ready(port);
    }
  }
}
