/** The hidden frame on a preview's origin: installs the service worker and brings it ports to the kernel, which the relay around this frame makes. */
import { BRIDGE_LOCK, type DropMessage, type FromBridge, type LinkMessage, RESERVED, type WantLink } from './messages.ts';

// Only the relay of our own site may bring a kernel: whoever could would be the server of this origin.
const relay = `${location.protocol}//${location.host.replace(/^\d+-[a-z0-9]+\./, 'sandbox.')}`;
const tell = (message: Omit<FromBridge, 't'>): void => parent.postMessage({ t: 'tabloom-bridge', ...message } satisfies FromBridge, relay);

async function start(): Promise<void> {
  if (!('serviceWorker' in navigator)) throw new Error('this browser allows no service workers here');
  const container = navigator.serviceWorker;
  void navigator.locks.request(BRIDGE_LOCK, { mode: 'shared' }, () => new Promise<never>(() => undefined)).catch(() => undefined);
  /** The worker in charge, and after an update the one that last asked. */
  let asking: ServiceWorker;
  addEventListener('message', ({ source, origin, data, ports }: MessageEvent<Partial<LinkMessage | DropMessage> | null>) => {
    if (source !== parent || origin !== relay) return;
    if (data?.t === 'tabloom-drop') void container.getRegistration().then((registration) => registration?.unregister());
    if (data?.t !== 'tabloom-link' || !ports[0]) return;
    asking.postMessage({ t: 'tabloom-link' } satisfies LinkMessage, [ports[0]]);
  });
  container.addEventListener('message', ({ source, data }: MessageEvent<Partial<WantLink> | null>) => {
    if (data?.t !== 'tabloom-want-link') return;
    if (source instanceof ServiceWorker) asking = source;
    tell({ state: 'want-link' });
  });
  container.startMessages();
  const registration = await container.register(`${RESERVED}worker.js`, { scope: '/', updateViaCache: 'none' });
  asking = await activated(registration);
  tell({ state: 'ready' });
}

/** The newest worker, once it is in charge. */
function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const newest = registration.installing ?? registration.waiting ?? registration.active!;
  return new Promise((done, fail) => {
    const look = (): void => {
      if (newest.state === 'activated') done(newest);
      else if (newest.state === 'redundant') fail(new Error('the service worker could not be installed'));
    };
    newest.addEventListener('statechange', look);
    look();
  });
}

start().catch((error: unknown) => tell({ state: 'failed', reason: error instanceof Error ? error.message : String(error) }));
