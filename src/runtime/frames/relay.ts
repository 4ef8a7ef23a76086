/**
 * The page behind `/headless`: it has a real origin, because the client compares origins, and runs nothing of the person's. Kernel and
 * processes live in an inner frame with an opaque origin (decisions 3), one frame for each boot; after a teardown the frame is replaced,
 * so nothing of one sandbox reaches the next.
 */
import { expose, type TransferHandler, transferHandlers } from 'comlink';
import { relayConfig, sandboxConfig } from './config.ts';
import { InnerFrame } from './inner-frame.ts';
import type { BuildOptions } from './messages.ts';

/** A port on which something is already served with Comlink elsewhere; it crosses to the client as a Comlink proxy of that. */
class ServedPort {
  readonly port: MessagePort;
  constructor(port: MessagePort) {
    this.port = port;
  }
}

// The client unwraps a value of the handler `proxy` by talking to its port. The relay only hands ports on: it serves no proxies of its own.
transferHandlers.set('proxy', {
  canHandle: (value: unknown): value is ServedPort => value instanceof ServedPort,
  serialize: (value: ServedPort) => [value.port, [value.port]],
  deserialize: () => {
    throw new Error('the relay takes no callbacks');
  },
} satisfies TransferHandler<ServedPort, MessagePort>);

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

  const server = {
    /** The client asks for a build only after it tore the last one down. */
    async build(options: BuildOptions = {}): Promise<ServedPort> {
      if (current.used) replace();
      const frame = current;
      frame.onDown = () => {
        if (current === frame) replace();
      };
      try {
        return new ServedPort(await frame.build({ workdirName: options?.workdirName }));
      } catch (error) {
        assets = assets.catch(() => fetchAssets());
        throw error;
      }
    },
  };

  const { port1, port2 } = new MessageChannel();
  expose(server, port1);
  // Whoever embeds the page gets a sandbox of its own and nothing else, so any embedder may have the port.
  // The client ignores the build id; our own page compares it with its own (decisions 7).
  parent.postMessage({ type: 'init', buildId: config.buildId }, '*', [port2]);
}

if (parent === window) document.getElementById('note')!.hidden = false;
else start();
