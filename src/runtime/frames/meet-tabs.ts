/** The relay's side of previews in tabs of their own, where another site embeds the engine (`broker.ts`). */
import type { BrokerMessage, BrokerReply } from './messages.ts';

/** Ports of such tabs go to `link`. Where the page around is of our own site, previews find their bridge without this, and a worker is saved. */
export function meetTabs(id: string, link: (port: MessagePort) => void): void {
  const site = location.hostname.replace(/^sandbox\./, '');
  const around = [...(location.ancestorOrigins ?? [])].map((origin) => new URL(origin).hostname);
  if (around.length > 0 && around.every((host) => host === site || host.endsWith(`.${site}`))) return;
  try {
    const { port } = new SharedWorker('/frames/broker.js', { name: 'tabloom-broker' });
    port.onmessage = ({ data, ports }: MessageEvent<BrokerReply>) => {
      if (data.t === 'link' && ports[0]) link(ports[0]);
    };
    port.postMessage({ t: 'serve', id } satisfies BrokerMessage);
  } catch {
    // In a private window frames of other sites share nothing; previews in tabs of their own then say that the sandbox is not open.
  }
}
