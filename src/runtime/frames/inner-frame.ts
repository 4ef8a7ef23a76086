/** The relay's side of one inner frame and the kernel in it. */
import type { KeptCookie, PortCookies } from '../preview/messages.ts';
import { PreviewBridges } from './preview-bridges.ts';
import { Pulse } from './pulse.ts';
import type { PackageCache } from './package-cache.ts';
import type { RuntimeAssets } from './runtime-assets.ts';
import { type BuildOptions, FIRST_ASSETS, type FromInner, type FromKernel, type InnerBoot, type InnerPing, type KernelAsset, type KernelBuild, LATER_ASSETS, NODE_ASSET, type PreviewAddress, type PreviewNews, RARE_ASSETS, type SandboxConfig } from './messages.ts';

export class InnerFrame {
  /** A build was asked for: the frame serves that one and is replaced after it. */
  used = false;
  /** Called when the kernel was torn down. */
  onDown: (() => void) | null = null;
  /** Called when the frame stops answering, and when it answers again; with the program that computed most at last. */
  onLife: ((answers: boolean, program: string) => void) | null = null;
  private readonly frame: HTMLIFrameElement;
  private readonly page: Document;
  private readonly warn: (message: string) => void;
  private bridges: PreviewBridges | null = null;
  private removed = false;
  private pulse: Pulse | null = null;
  private busiest = '';
  /** Set when the frame failed before it was built: nothing can be built in it any more. */
  private fault: Error | null = null;
  private built = false;
  private keep: ((port: number, cookies: KeptCookie[]) => void) | null = null;
  private readonly control: MessagePort;
  private readonly assets: RuntimeAssets;
  private readonly listen: (event: MessageEvent<FromInner>) => void;
  private readonly booted: Promise<void>;
  private failed: (error: Error) => void = () => {};
  private settle: ((answer: FromKernel) => void) | null = null;

  /** Adds the frame to `page` and boots a kernel in it as soon as the first assets are there. `warn` gets faults outside of any call. */
  constructor(page: Document, assets: RuntimeAssets, packages: PackageCache, config: SandboxConfig, warn: (message: string) => void) {
    this.page = page;
    this.warn = warn;
    this.assets = assets;
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
      if (event.data.t === 'pong') this.pulse?.answered();
      else if (event.data.t === 'inner-ready') ready();
      else this.fail(event.data.message);
    };
    addEventListener('message', this.listen);
    page.body.append(frame);
    const first = Promise.all(FIRST_ASSETS.map(async (name) => [name, await assets.get(name)] as const));
    this.booted = Promise.all([first, running]).then(([blobs]) => {
      const boot: InnerBoot = { t: 'boot', assets: Object.fromEntries(blobs), config };
      frame.contentWindow!.postMessage(boot, '*', [port2, packages.serve()]);
    });
    this.booted.catch(() => {});
    // One after the other: the parts that programs may ask for later would only slow down the program itself.
    void this.send(NODE_ASSET).then(() => Promise.all(LATER_ASSETS.map((name) => this.send(name))));
  }

  /** The port on which the kernel serves the client's instance. @throws Error when the kernel could not be started */
  async build(options: BuildOptions): Promise<MessagePort> {
    this.used = true;
    await this.booted;
    if (this.fault) throw this.fault;
    const ping: InnerPing = { t: 'ping' };
    if (!this.removed) this.pulse ??= new Pulse(() => this.frame.contentWindow?.postMessage(ping, '*'), (answers) => this.onLife?.(answers, this.busiest));
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<FromKernel>((done) => {
      this.settle = done;
    });
    const message: KernelBuild = { t: 'build', options };
    this.control.postMessage(message, [port1]);
    const result = await answer;
    if (result.t === 'failed') throw new Error(result.message);
    this.built = true;
    return port2;
  }

  /** The address of this sandbox's previews, with `{port}` in it. Servers are announced when it is known. `cookies` are those that were kept, `keep` takes what a port has from then on. */
  servePreviews(url: string, cookies: PortCookies, keep: (port: number, cookies: KeptCookie[]) => void): void {
    if (this.removed) return;
    this.keep = keep;
    const tell = (news: PreviewAddress | PreviewNews, transfer: Transferable[] = []): void => this.control.postMessage(news, transfer);
    this.bridges = new PreviewBridges(this.page, url, {
      ready: (port) => tell({ t: 'preview-ready', port }),
      link: (port) => tell({ t: 'preview-link' }, [port]),
      warn: this.warn,
    });
    tell({ t: 'previews', url, cookies });
  }

  /** A port of a preview that did not come through a bridge. */
  link(port: MessagePort): void {
    this.control.postMessage({ t: 'preview-link' } satisfies PreviewNews, [port]);
  }

  /** Ends the kernel and all of its processes with their frame. */
  remove(): void {
    this.removed = true;
    this.pulse?.stop();
    this.bridges?.remove();
    removeEventListener('message', this.listen);
    this.failed(new Error('the sandbox was torn down'));
    this.control.close();
    this.frame.remove();
  }

  /** Before it is built, the call that waits for the frame gets the fault. As a warning beside it, the fault came twice, and in either order. */
  private fail(message: string): void {
    if (this.built) {
      this.warn(`Tabloom: ${message}`);
      return;
    }
    this.fault = new Error(message);
    this.failed(this.fault);
    this.settle?.({ t: 'failed', message });
    this.settle = null;
  }

  private async send(name: string): Promise<void> {
    const message = await this.assets.get(name).then(
      (blob): KernelAsset => ({ t: 'asset', name, blob }),
      (error: unknown): KernelAsset => ({ t: 'asset', name, failed: String(error) }),
    );
    this.control.postMessage(message);
  }

  private fromKernel(message: FromKernel): void {
    if (message.t === 'down') this.onDown?.();
    else if (message.t === 'busiest') this.busiest = message.command;
    else if (message.t === 'port') this.bridges?.[message.open ? 'opened' : 'closed'](message.port);
    else if (message.t === 'cookies') this.keep?.(message.port, message.cookies);
    else if (message.t === 'want') {
      if (message.name === NODE_ASSET || LATER_ASSETS.includes(message.name) || RARE_ASSETS.includes(message.name)) void this.send(message.name);
    } else {
      this.settle?.(message);
      this.settle = null;
    }
  }
}
