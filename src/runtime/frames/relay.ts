/**
 * The page behind `/headless`: it has a real origin, because the client compares origins, and runs nothing of the person's. Kernel and
 * processes live in an inner frame with an opaque origin (decisions 3), one frame for each boot; after a teardown the frame is replaced,
 * so nothing of one sandbox reaches the next.
 */
import { relayConfig, sandboxConfig } from './config.ts';
import { type Blobs, InnerFrame } from './inner-frame.ts';
import { FIRST_ASSETS } from './messages.ts';
import { serveBuild } from './serve-build.ts';

const config = relayConfig(document);

/** Tells the page that embeds us; the client prints it. */
const warn = (message: string): void => parent.postMessage({ type: 'warning', level: 'error', message }, '*');

async function fetchAssets(names: string[]): Promise<Blobs> {
  const entries = await Promise.all(names.map(async (name) => {
    const response = await fetch(`runtime/${name}`);
    if (!response.ok) throw new Error(`runtime/${name}: ${response.status} ${response.statusText}`);
    return [name, await response.blob()] as const;
  }));
  return Object.fromEntries(entries);
}

/** Asks for both groups at once; a failed one is asked for anew by the next boot, for the network may be back. */
class Assets {
  private groups = new Map<boolean, Promise<Blobs>>();

  get(first: boolean): Promise<Blobs> {
    let group = this.groups.get(first);
    if (!group) {
      group = fetchAssets(config.assets.filter((name) => FIRST_ASSETS.includes(name) === first));
      this.groups.set(first, group);
      group.catch((error: unknown) => {
        this.groups.delete(first);
        warn(`Tabloom: the sandbox could not be loaded (${String(error)})`);
      });
    }
    return group;
  }
}

function start(): void {
  const assets = new Assets();
  const createFrame = (): InnerFrame => new InnerFrame(document, { first: assets.get(true), rest: assets.get(false) }, sandboxConfig(location, config), warn);
  // The kernel and its first workers start while the client is still shaking hands.
  let current = createFrame();
  const replace = (): void => {
    current.remove();
    current = createFrame();
  };

  const { port1, port2 } = new MessageChannel();
  // The client asks for a build only after it tore the last one down.
  serveBuild(port1, async (options) => {
    if (current.used) replace();
    const frame = current;
    frame.onDown = () => {
      if (current === frame) replace();
    };
    return frame.build(options);
  });
  // Whoever embeds the page gets a sandbox of its own and nothing else, so any embedder may have the port.
  // The client ignores the build id; our own page compares it with its own (decisions 7).
  parent.postMessage({ type: 'init', buildId: config.buildId }, '*', [port2]);
}

if (parent === window) document.getElementById('note')!.hidden = false;
else start();
