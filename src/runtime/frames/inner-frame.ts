/** The relay's side of one inner frame and the kernel in it. */
import type { BuildOptions, FromInner, FromKernel, InnerBoot, KernelAssets, KernelBuild, SandboxConfig } from './messages.ts';

export interface Blobs { [name: string]: Blob }

export class InnerFrame {
  /** A build was asked for: the frame serves that one and is replaced after it. */
  used = false;
  /** Called when the kernel was torn down. */
  onDown: (() => void) | null = null;
  private readonly frame: HTMLIFrameElement;
  private readonly control: MessagePort;
  private readonly listen: (event: MessageEvent<FromInner>) => void;
  private readonly booted: Promise<void>;
  private failed: (error: Error) => void = () => {};
  private settle: ((answer: FromKernel) => void) | null = null;

  /** Adds the frame to `page` and boots a kernel in it as soon as the first assets are there. `warn` gets faults outside of any call. */
  constructor(page: Document, assets: { first: Promise<Blobs>; rest: Promise<Blobs> }, config: SandboxConfig, warn: (message: string) => void) {
    const { port1, port2 } = new MessageChannel();
    this.control = port1;
    this.control.onmessage = (event: MessageEvent<FromKernel>) => this.fromKernel(event.data);
    const frame = page.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    // `*`: the frame's origin is opaque, and a bare feature name would mean the origin of `src`.
    frame.setAttribute('allow', 'cross-origin-isolated *');
    frame.style.display = 'none';
    frame.src = 'inner.html';
    this.frame = frame;
    let ready = (): void => {};
    const running = new Promise<void>((done, fail) => {
      ready = done;
      this.failed = fail;
    });
    this.listen = (event) => {
      if (event.source !== frame.contentWindow) return;
      if (event.data.t === 'inner-ready') ready();
      else {
        warn(`Tabloom: ${event.data.message}`);
        this.failed(new Error(event.data.message));
        this.settle?.({ t: 'failed', message: event.data.message });
      }
    };
    addEventListener('message', this.listen);
    page.body.append(frame);
    this.booted = Promise.all([assets.first, running]).then(([blobs]) => {
      const boot: InnerBoot = { t: 'boot', assets: blobs, config };
      frame.contentWindow!.postMessage(boot, '*', [port2]);
    });
    this.booted.catch(() => {});
    const sendRest = (message: KernelAssets): void => this.control.postMessage(message);
    assets.rest.then((blobs) => sendRest({ t: 'assets', assets: blobs }), (error: unknown) => sendRest({ t: 'assets', assets: {}, failed: String(error) }));
  }

  /** The port on which the kernel serves the client's instance. @throws Error when the kernel could not be started */
  async build(options: BuildOptions): Promise<MessagePort> {
    this.used = true;
    await this.booted;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<FromKernel>((done) => {
      this.settle = done;
    });
    const message: KernelBuild = { t: 'build', options };
    this.control.postMessage(message, [port1]);
    const result = await answer;
    if (result.t === 'failed') throw new Error(result.message);
    return port2;
  }

  /** Ends the kernel and all of its processes with their frame. */
  remove(): void {
    removeEventListener('message', this.listen);
    this.failed(new Error('the sandbox was torn down'));
    this.control.close();
    this.frame.remove();
  }

  private fromKernel(message: FromKernel): void {
    if (message.t === 'down') this.onDown?.();
    else {
      this.settle?.(message);
      this.settle = null;
    }
  }
}
