/** Entry of the kernel worker: boots at once, so that workers warm up while the client still connects; serves one instance. */
import { expose } from 'comlink';
import type { BuildOptions, FromKernel, KernelBoot, ToKernel } from '../frames/messages.ts';
import { sendWholeErrors } from './headless/errors.ts';
import { createInstance } from './headless/instance.ts';
import { SandboxKernel } from './kernel.ts';

sendWholeErrors();

addEventListener('message', (event: MessageEvent<KernelBoot>) => {
  const { config } = event.data;
  const assets = { ...event.data.assets };
  const control = event.ports[0]!;
  const send = (message: FromKernel): void => control.postMessage(message);
  const kernel = new SandboxKernel({
    assets,
    createWorker: (kind) => new Worker(assets[`${kind}.js`]!, { name: kind }),
    isLoaded: (kind) => `${kind}.js` in assets,
  });

  const build = (options: BuildOptions, port: MessagePort): void => {
    try {
      expose(createInstance(kernel, config, options, () => send({ t: 'down' })), port);
      send({ t: 'built' });
    } catch (error) {
      send({ t: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  control.onmessage = ({ data, ports }: MessageEvent<ToKernel>) => {
    if (data.t === 'build') build(data.options, ports[0]!);
    else {
      for (const [name, blob] of Object.entries(data.assets)) assets[name] = URL.createObjectURL(blob);
      kernel.assetsArrived(data.failed);
    }
  };
}, { once: true });
