/** Entry of the kernel worker: boots at once, so that workers warm up while the client still connects; serves one instance. */
import { expose } from 'comlink';
import type { MeasureReply, MeasureRequest } from '../abi/memory.ts';
import { type BuildOptions, type FromKernel, type KernelAsset, type KernelBoot, LATER_ASSETS, NODE_ASSET, RARE_ASSETS, type ToKernel } from '../frames/messages.ts';
import { Assets } from './assets.ts';
import { sendWholeErrors } from './headless/errors.ts';
import { createInstance } from './headless/instance.ts';
import { SandboxKernel } from './kernel.ts';
import { Previews } from './preview/previews.ts';
import { watchBusiest } from './process/busiest.ts';
import { packageFetcher } from './packages/package-fetcher.ts';

sendWholeErrors();

/** Asks the frame, which answers once. */
function measureMemory(): Promise<MeasureReply['bytes']> {
  return new Promise((resolve) => {
    const answered = ({ data }: MessageEvent<MeasureReply>): void => {
      if (data.t !== 'measured') return;
      removeEventListener('message', answered);
      resolve(data.bytes);
    };
    addEventListener('message', answered);
    const request: MeasureRequest = { t: 'measure' };
    postMessage(request);
  });
}

addEventListener('message', (event: MessageEvent<KernelBoot>) => {
  const { config } = event.data;
  const programs = { ...event.data.assets };
  const control = event.ports[0]!;
  const send = (message: FromKernel): void => control.postMessage(message);
  const assets = new Assets([...LATER_ASSETS, ...RARE_ASSETS], (name) => send({ t: 'want', name }));
  const kernel = new SandboxKernel({
    assets,
    outside: { securePage: config.previewUrl.startsWith('https:'), fetcher: packageFetcher((url, init) => fetch(url, init), { registry: config.registry, cachePort: event.ports[1] ?? null }) },
    createWorker: (kind, slot) => new Worker(`${programs[`${kind}.js`]!}#${slot}`, { name: kind }),
    isLoaded: (kind) => `${kind}.js` in programs,
    fetchAgain: () => send({ t: 'want', name: NODE_ASSET }),
    measureMemory,
  });

  const previews = new Previews(kernel.network, assets, send);
  watchBusiest(kernel.processes, (process) => kernel.busyMs(process), (command) => send({ t: 'busiest', command }));

  const build = (options: BuildOptions, port: MessagePort): void => {
    try {
      expose(createInstance(kernel, previews, options, () => send({ t: 'down' })), port);
      send({ t: 'built' });
    } catch (error) {
      send({ t: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  const take = (asset: KernelAsset): void => {
    const address = 'blob' in asset ? URL.createObjectURL(asset.blob) : undefined;
    if (asset.name === NODE_ASSET) {
      if (address !== undefined) programs[NODE_ASSET] = address;
      kernel.programArrived('failed' in asset ? asset.failed : undefined);
    } else if (address !== undefined) assets.arrived(asset.name, address);
    else assets.failed(asset.name);
  };
  control.onmessage = ({ data, ports }: MessageEvent<ToKernel>) => {
    if (data.t === 'build') build(data.options, ports[0]!);
    else if (data.t === 'previews') previews.begin(data.url, data.cookies);
    else if (data.t === 'preview-link') previews.link(ports[0]!);
    else if (data.t === 'preview-ready') previews.ready(data.port);
    else take(data);
  };
}, { once: true });
