/** Entry of the kernel worker: boots at once, so that workers warm up while the client still connects; serves one instance. */
import { expose } from 'comlink';
import type { FromKernel, KernelBoot, KernelBuild } from '../frames/messages.ts';
import { sendWholeErrors } from './headless/errors.ts';
import { createInstance } from './headless/instance.ts';
import { SandboxKernel } from './kernel.ts';

sendWholeErrors();

addEventListener('message', (event: MessageEvent<KernelBoot>) => {
  const { assets, config } = event.data;
  const control = event.ports[0]!;
  const send = (message: FromKernel): void => control.postMessage(message);
  const kernel = new SandboxKernel({
    assets,
    createWorker: (kind) => new Worker(assets[`${kind}.js`]!, { name: kind }),
  });

  control.onmessage = ({ data, ports }: MessageEvent<KernelBuild>) => {
    try {
      expose(createInstance(kernel, config, data.options, () => send({ t: 'down' })), ports[0]!);
      send({ t: 'built' });
    } catch (error) {
      send({ t: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
}, { once: true });
