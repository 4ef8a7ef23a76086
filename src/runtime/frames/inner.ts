/** The frame with the opaque origin: makes addresses of the assets that are valid here, starts the kernel worker and hands it the relay's port. */
import type { FromInner, InnerBoot, KernelBoot } from './messages.ts';

const report = (message: FromInner): void => parent.postMessage(message, '*');

addEventListener('message', (event: MessageEvent<InnerBoot>) => {
  if (event.source !== parent || event.data?.t !== 'boot') return;
  const { assets, config } = event.data;
  const addresses = Object.fromEntries(Object.entries(assets).map(([name, blob]) => {
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript';
    return [name, URL.createObjectURL(blob.slice(0, blob.size, type))];
  }));
  const kernel = new Worker(addresses['kernel.js']!, { name: 'kernel' });
  kernel.onerror = (error) => {
    const place = error.filename ? ` (${error.filename}:${error.lineno}:${error.colno})` : '';
    report({ t: 'inner-error', message: `the kernel failed: ${error.message || 'its script could not be started'}${place}` });
  };
  const boot: KernelBoot = { t: 'boot', assets: addresses, config };
  kernel.postMessage(boot, [...event.ports]);
});

if (!crossOriginIsolated) report({ t: 'inner-error', message: 'the page is not cross-origin isolated, so the sandbox has no shared memory: it must be served with Cross-Origin-Embedder-Policy, and the page around it must allow "cross-origin-isolated"' });
else report({ t: 'inner-ready' });
