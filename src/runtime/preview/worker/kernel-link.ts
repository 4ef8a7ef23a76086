/** The worker's port to the kernel. The browser stops workers as it likes, and a new one has no port; then the bridge, a frame beside the sandbox, is asked for another. */
import { type FromService, RESERVED, type ToService, type WantLink } from '../messages.ts';
import type { WorkerScope } from './scope.ts';

/** How long a bridge may take to bring a port. */
const BRIDGE_MS = 3000;
/** The kernel answers within milliseconds, whatever programs do. */
const PONG_MS = 2000;
/** After this much silence the kernel is asked whether it is still there; and every now and then while an answer takes long. */
const QUIET_MS = 300;
const LONG_QUIET_MS = 5000;

export interface Call {
  message(message: FromService): void;
  /** The kernel went away. */
  lost(): void;
}

/** One port. Calls that began on it end on it. */
export class Link {
  alive = true;
  private readonly port: MessagePort;
  private readonly calls = new Map<number, Call>();
  private next = 1;
  private heard = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(port: MessagePort) {
    this.port = port;
    port.onmessage = ({ data }: MessageEvent<FromService>) => {
      this.heard = true;
      if ('id' in data) this.calls.get(data.id)?.message(data);
    };
    port.addEventListener('close', () => this.lose());
  }

  /** A number for a new call. On a link that was lost since it was asked for (the body of a request had to be read first) the call is lost, too. */
  open(call: Call): number {
    const id = this.next++;
    if (this.alive) this.calls.set(id, call);
    else queueMicrotask(() => call.lost());
    return id;
  }

  end(id: number): void {
    this.calls.delete(id);
  }

  send(message: ToService, transfer: Transferable[] = []): void {
    if (!this.alive) return;
    this.port.postMessage(message, transfer);
    this.timer ??= this.listenFor(QUIET_MS);
  }

  /** A page that was closed takes its kernel with it, and nothing says so on the port: whoever waits would wait for ever. */
  private listenFor(quietMs: number): ReturnType<typeof setTimeout> {
    this.heard = false;
    return setTimeout(() => {
      this.timer = undefined;
      if (this.calls.size === 0) return;
      if (this.heard) return void (this.timer = this.listenFor(LONG_QUIET_MS));
      const ping: ToService = { t: 'ping' };
      this.port.postMessage(ping);
      this.timer = setTimeout(() => {
        if (this.heard) this.timer = this.listenFor(LONG_QUIET_MS);
        else this.lose();
      }, PONG_MS);
    }, quietMs);
  }

  private lose(): void {
    if (!this.alive) return;
    this.alive = false;
    clearTimeout(this.timer);
    this.port.close();
    const calls = [...this.calls.values()];
    this.calls.clear();
    for (const call of calls) call.lost();
  }
}

export class KernelLink {
  private readonly worker: WorkerScope;
  private current: Link | null = null;
  private asking: Promise<Link | null> | null = null;
  private arrived: (link: Link) => void = () => {};

  constructor(worker: WorkerScope) {
    this.worker = worker;
  }

  /** A bridge brought a port. */
  take(port: MessagePort): void {
    this.current = new Link(port);
    this.arrived(this.current);
  }

  /** The link if there is one, without waiting for one. */
  now(): Link | null {
    return this.current?.alive ? this.current : null;
  }

  /** A live link; null when no page of the sandbox is open. */
  get(): Promise<Link | null> {
    if (this.current?.alive) return Promise.resolve(this.current);
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  private async ask(): Promise<Link | null> {
    const arrival = new Promise<Link>((done) => {
      this.arrived = done;
    });
    const windows = await this.worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const bridges = windows.filter((client) => new URL(client.url).pathname === `${RESERVED}bridge`);
    if (bridges.length === 0) return this.current?.alive ? this.current : null;
    const wish: WantLink = { t: 'tabloom-want-link' };
    for (const bridge of bridges) bridge.postMessage(wish);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((done) => {
      timer = setTimeout(() => done(null), BRIDGE_MS);
    });
    const link = await Promise.race([arrival, late]);
    clearTimeout(timer);
    return link;
  }
}
