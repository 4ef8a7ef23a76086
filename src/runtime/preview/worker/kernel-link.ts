/** The worker's port to the kernel. The browser stops workers as it likes, and a new one has no port; then the bridge, a frame beside the sandbox, is asked for another. */
import { type FromService, RESERVED, type ToService, type WantLink } from '../messages.ts';
import type { WorkerScope } from './scope.ts';

/** How long a bridge may take to bring a port. */
const BRIDGE_MS = 3000;
/** The kernel answers within milliseconds, whatever programs do. */
const PONG_MS = 2000;
/** After this much silence a request also asks whether the kernel is still there. */
const QUIET_MS = 300;

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
  private heardMs = 0;
  private pong: ReturnType<typeof setTimeout> | undefined;

  constructor(port: MessagePort) {
    this.port = port;
    port.onmessage = ({ data }: MessageEvent<FromService>) => {
      this.heardMs = performance.now();
      clearTimeout(this.pong);
      this.pong = undefined;
      if ('id' in data) this.calls.get(data.id)?.message(data);
    };
    port.addEventListener('close', () => this.lose());
  }

  /** A number for a new call. */
  open(call: Call): number {
    const id = this.next++;
    this.calls.set(id, call);
    return id;
  }

  end(id: number): void {
    this.calls.delete(id);
  }

  send(message: ToService, transfer: Transferable[] = []): void {
    this.port.postMessage(message, transfer);
    if (this.pong !== undefined || performance.now() - this.heardMs < QUIET_MS) return;
    const ping: ToService = { t: 'ping' };
    this.port.postMessage(ping);
    this.pong = setTimeout(() => this.lose(), PONG_MS);
  }

  private lose(): void {
    if (!this.alive) return;
    this.alive = false;
    clearTimeout(this.pong);
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
