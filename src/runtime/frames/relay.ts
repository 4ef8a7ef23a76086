/**
 * The page behind `/headless`: it has a real origin, because the client compares origins, and runs nothing of the person's. Kernel and
 * processes live in an inner frame with an opaque origin (decisions 3), one frame for each boot; after a teardown the frame is replaced,
 * so nothing of one sandbox reaches the next.
 */
import { relayConfig, sandboxConfig } from './config.ts';
import { InnerFrame } from './inner-frame.ts';
import { serveBuild } from './serve-build.ts';

const config = relayConfig(document);

/** Tells the page that embeds us; the client prints it. */
const warn = (message: string): void => parent.postMessage({ type: 'warning', level: 'error', message }, '*');

async function fetchAssets(): Promise<{ [name: string]: Blob }> {
  const entries = await Promise.all(config.assets.map(async (name) => {
    const response = await fetch(`runtime/${name}`);
    if (!response.ok) throw new Error(`runtime/${name}: ${response.status} ${response.statusText}`);
    return [name, await response.blob()] as const;
  }));
  return Object.fromEntries(entries);
}

function start(): void {
  let assets = fetchAssets();
  // A failure is reported by the first build that meets it, and asked for anew after that: the network may be back.
  assets.catch((error: unknown) => warn(`Tabloom: the sandbox could not be loaded (${String(error)})`));
  // The kernel and its first workers start while the client is still shaking hands.
  let current = new InnerFrame(document, assets, sandboxConfig(location, config), warn);
  const replace = (): void => {
    current.remove();
    current = new InnerFrame(document, assets, sandboxConfig(location, config), warn);
  };

  const { port1, port2 } = new MessageChannel();
  // The client asks for a build only after it tore the last one down.
  serveBuild(port1, async (options) => {
    if (current.used) replace();
    const frame = current;
    frame.onDown = () => {
      if (current === frame) replace();
    };
    try {
      return await frame.build(options);
    } catch (error) {
      assets = assets.catch(() => fetchAssets());
      throw error;
    }
  });
  // Whoever embeds the page gets a sandbox of its own and nothing else, so any embedder may have the port.
  // The client ignores the build id; our own page compares it with its own (decisions 7).
  parent.postMessage({ type: 'init', buildId: config.buildId }, '*', [port2]);
}

if (parent === window) document.getElementById('note')!.hidden = false;
else start();
