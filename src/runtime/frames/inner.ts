/** The frame with the opaque origin: makes addresses of the assets that are valid here, starts the kernel worker and hands it the relay's port. */
import type { MeasureReply, MeasureRequest } from '../abi/memory.ts';
import type { FromInner, InnerBoot, InnerPing, KernelBoot } from './messages.ts';

const report = (message: FromInner): void => parent.postMessage(message, '*');

addEventListener('message', (event: MessageEvent<InnerBoot | InnerPing>) => {
  if (event.source !== parent) return;
  if (event.data?.t === 'ping') report({ t: 'pong' });
  if (event.data?.t !== 'boot') return;
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
  kernel.onmessage = ({ data }: MessageEvent<MeasureRequest>) => {
    if (data.t === 'measure') void measureWorkers().then((bytes) => kernel.postMessage({ t: 'measured', bytes } satisfies MeasureReply));
  };
  const boot: KernelBoot = { t: 'boot', assets: addresses, config };
  kernel.postMessage(boot, [...event.ports]);
});

if (!crossOriginIsolated) report({ t: 'inner-error', message: 'the page is not cross-origin isolated, so the sandbox has no shared memory: it must be served with Cross-Origin-Embedder-Policy, and the page around it must allow "cross-origin-isolated"' });
else report({ t: 'inner-ready' });

interface MemoryMeasurement { breakdown: { bytes: number; attribution: { url: string; scope: string }[] }[] }

/** What each worker holds, told apart by the slot at the end of its address. Only Chromium measures, and only isolated pages. */
async function measureWorkers(): Promise<MeasureReply['bytes']> {
  const measure = (performance as { measureUserAgentSpecificMemory?(): Promise<MemoryMeasurement> }).measureUserAgentSpecificMemory?.bind(performance);
  if (!measure) return [];
  try {
    const { breakdown } = await measure();
    const sums = new Map<number, number>();
    for (const { bytes, attribution } of breakdown) {
      const slot = attribution.length === 1 && attribution[0]!.scope === 'DedicatedWorkerGlobalScope' ? /#(\d+)$/.exec(attribution[0]!.url)?.[1] : undefined;
      if (slot !== undefined) sums.set(Number(slot), (sums.get(Number(slot)) ?? 0) + bytes);
    }
    return [...sums];
  } catch {
    // Measuring is refused while a page is being left.
    return [];
  }
}
